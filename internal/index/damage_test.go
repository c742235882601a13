package index

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"

	"github.com/cespare/xxhash/v2"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
)

// someRecords makes n records of a small vocabulary.
func someRecords(n int, seed uint64) []biblio.Record {
	r := rand.New(rand.NewPCG(seed, 7))
	words := strings.Fields("learning deep neural networks for sparse graphs with attention and robust inference in " +
		"noisy images: a survey of quantum methods 深度学习综述 Исследование языка protein folding")
	var list []biblio.Record
	for i := range n {
		var title []string
		for range 3 + r.IntN(8) {
			title = append(title, words[r.IntN(len(words))])
		}
		rec := work(strings.Join(title, " "), 1990+r.IntN(30), fmt.Sprintf("Ann Author%d", r.IntN(n)), "Bob Other")
		rec.IDs = []ident.ID{{Scheme: ident.DOI, Value: fmt.Sprintf("10.1000/%d.%d", seed, i)}}
		rec.Container.Title, rec.Volume, rec.Pages = "Journal of Tests", fmt.Sprint(i%40), fmt.Sprintf("%d-%d", i, i+9)
		rec.Source = "test"
		list = append(list, rec)
	}
	return list
}

func sequence(list []biblio.Record) Records {
	return func(yield func(*biblio.Record, error) bool) {
		for i := range list {
			if !yield(&list[i], nil) {
				return
			}
		}
	}
}

// answers queries an index in every way about some records.
func answers(x *Index, records []biblio.Record) (all []any, err error) {
	note := func(v any, e error) {
		all = append(all, v)
		err = errors.Join(err, e)
	}
	for i := range records {
		r := &records[i]
		hits, e := x.ByID(r.IDs[0])
		note(hits, e)
		hits, e = x.ByTitle(r.Title)
		note(hits, e)
		hits, e = x.Similar(&biblio.Work{Title: r.Title + " lerning"}, 5)
		note(hits, e)
		hits, e = x.ByRaw(r.Contributors[0].String()+". "+r.Title+". Journal of Tests "+r.Volume+":"+r.Pages, 5)
		note(hits, e)
		back, e := x.Record(i)
		note(back, e)
		works, e := x.Works(i)
		note(works, e)
		c, e := x.Coverage(&r.Work)
		note(c, e)
	}
	return all, err
}

func built(t testing.TB, records []biblio.Record) (dir string, path string) {
	t.Helper()
	dir = t.TempDir()
	if err := Build(t.Context(), dir, sequence(records), Options{}); err != nil {
		t.Fatal(err)
	}
	m, err := readManifest(dir)
	if err != nil {
		t.Fatal(err)
	}
	return dir, filepath.Join(dir, m.Segments[0].File)
}

// TestDamage flips every kind of byte: each damage causes an error or changes nothing.
func TestDamage(t *testing.T) {
	records := someRecords(120, 1)
	dir, path := built(t, records)
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	x, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	want, err := answers(x, records[:20])
	if err != nil {
		t.Fatal(err)
	}
	x.Close()
	r := rand.New(rand.NewPCG(1, 2))
	silent := 0
	for range 400 {
		at := r.IntN(len(whole))
		damaged := bytes.Clone(whole)
		damaged[at] ^= 1 << r.IntN(8)
		if err := os.WriteFile(path, damaged, 0o644); err != nil {
			t.Fatal(err)
		}
		x, err := Open(dir)
		if err != nil {
			if !errors.Is(err, ErrCorrupt) {
				t.Fatalf("byte %d: %v", at, err)
			}
			continue
		}
		got, err := answers(x, records[:20])
		if err != nil && !errors.Is(err, ErrCorrupt) {
			t.Fatalf("byte %d: %v", at, err)
		}
		if err == nil {
			silent++
			if !reflect.DeepEqual(got, want) {
				t.Fatalf("byte %d: another answer and no error", at)
			}
			if err := x.Verify(); err == nil && at >= headerSize {
				t.Fatalf("byte %d: damage is not found by Verify", at)
			}
		}
		x.Close()
	}
	t.Logf("%d of 400 damages were not met", silent)
}

// TestTruncated truncates an index at many places.
func TestTruncated(t *testing.T) {
	dir, path := built(t, someRecords(50, 1))
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range []int{0, 1, 8, 63, headerSize - 1, headerSize, headerSize + 1, len(whole) / 2, len(whole) - 1} {
		if err := os.WriteFile(path, whole[:n], 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := Open(dir); !errors.Is(err, ErrCorrupt) {
			t.Errorf("%d of %d bytes: %v", n, len(whole), err)
		}
	}
	for name, text := range map[string]string{"empty": "", "foreign": strings.Repeat("SQLite format 3\x00", 1000)} {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := Open(dir); !errors.Is(err, ErrCorrupt) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := Open(t.TempDir()); !errors.Is(err, ErrCorrupt) {
		t.Errorf("no index: %v", err)
	}
}

// A file is read if its format is between the oldest and the newest that the program knows, and its keys are folded as
// here; if its header contradicts itself, it is damaged.
func TestHeader(t *testing.T) {
	_, path := built(t, someRecords(20, 1))
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		at    int
		value uint32
		good  bool
	}{{8, formatVersion, true}, {8, minVersion, true}, {8, minVersion - 1, false}, {8, formatVersion + 1, true},
		{12, formatVersion, true}, {12, formatVersion + 1, false}, {48, foldVersion, true}, {48, foldVersion + 1, false},
		{16, uint32(len(whole)), true}, {16, uint32(len(whole)) + 1, false}, {24, headerSize - 1, false},
		{24, uint32(len(whole)), false}, {24, uint32(len(whole)) + 1, false}, {32, 0, false}} {
		all := bytes.Clone(whole)
		binary.LittleEndian.PutUint32(all[c.at:], c.value)
		binary.LittleEndian.PutUint64(all[56:], xxhash.Sum64(all[:56]))
		if _, err := openFile(all, nil); (err == nil) != c.good || err != nil && !errors.Is(err, ErrCorrupt) {
			t.Errorf("%+v: %v", c, err)
		}
	}
}

// What lies outside of a section, or is no whole one, is damage.
func TestOutside(t *testing.T) {
	x, err := InMemory(someRecords(20, 1))
	if err != nil {
		t.Fatal(err)
	}
	s := x.segments[0]
	size, n := s.titles.data.len, len(s.f.data)
	odd := maps.Clone(s.f.sections)
	odd["odd"], odd["odd.b"] = span{0, 7}, span{0, 8}
	odd["even"], odd["even.b"] = span{0, 8}, span{0, 8}
	odd["long"], odd["long.b"] = span{0, 8}, span{0, 9}
	f := &file{data: s.f.data, sums: s.f.sums, checked: make([]uint32, n/pageSize/32+1), sections: odd}
	damaged := &file{data: bytes.Clone(s.f.data), sums: s.f.sums, checked: make([]uint32, n/pageSize/32+1)}
	damaged.data[5] ^= 1
	people := func(size uint64) *segment {
		parts := map[string]span{"people.g": {0, size}, "people": {0, 8}}
		return &segment{f: &file{data: s.f.data, sums: s.f.sums, checked: f.checked, sections: parts}}
	}
	for name, c := range map[string]struct {
		read func()
		good bool
	}{
		"item":        {func() { s.titles.item(19) }, true},
		"no item":     {func() { s.titles.item(20) }, false},
		"negative":    {func() { s.titles.item(-1) }, false},
		"byte":        {func() { s.f.at(s.titles.data, size-1) }, true},
		"no byte":     {func() { s.f.at(s.titles.data, size) }, false},
		"bytes":       {func() { s.f.view(s.titles.data, 1, size-1) }, true},
		"no bytes":    {func() { s.f.view(s.titles.data, size, 0) }, true},
		"more":        {func() { s.f.view(s.titles.data, 1, size) }, false},
		"behind":      {func() { s.f.view(s.titles.data, size+1, 0) }, false},
		"nothing":     {func() { s.f.view(span{}, 0, 0) }, true},
		"sound":       {func() { f.at(span{0, 8}, 3) }, true},
		"damaged":     {func() { damaged.at(span{0, 8}, 3) }, false},
		"people":      {func() { people(4 * 5).openPeople() }, true},
		"no people":   {func() { people(0).openPeople() }, false},
		"odd people":  {func() { people(3 * 5).openPeople() }, false},
		"table":       {func() { f.table("even") }, true},
		"half entry":  {func() { f.table("odd") }, false},
		"half bucket": {func() { f.table("long") }, false},
	} {
		err := func() (err error) {
			defer guard(&err)
			c.read()
			return nil
		}()
		if (err == nil) != c.good || err != nil && !errors.Is(err, ErrCorrupt) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// FuzzOpen opens a file with correct checksums and arbitrary content: it may return any answer, but not crash,
// hang or exhaust memory.
func FuzzOpen(f *testing.F) {
	records := someRecords(40, 1)
	_, path := built(f, records)
	whole, err := os.ReadFile(path)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(uint32(100), []byte{0xff, 0xff, 0xff})
	f.Add(uint32(5000), []byte{0x80})
	f.Fuzz(func(t *testing.T, at uint32, patch []byte) {
		damaged := bytes.Clone(whole)
		off := headerSize + int(at)%(len(damaged)-headerSize)
		copy(damaged[off:], patch)
		file, err := openFile(resealed(damaged), nil)
		if err != nil {
			return
		}
		s, err := openSegment(file)
		if err != nil {
			return
		}
		x := newIndex([]*segment{s})
		_, _ = answers(x, records[:min(5, x.Len())])
		_, _ = x.Info()
	})
}

// resealed corrects the checksums of a changed file.
func resealed(all []byte) []byte {
	off := u64(all[24:])
	body := all[headerSize:off]
	w := &fileWriter{w: &bytes.Buffer{}}
	w.Write(body)
	table := all[off:]
	count := u32(table)
	w.count, w.sections = count, bytes.Clone(table[4:4+int(count)*entrySize])
	header, _ := w.finish()
	return append(append(bytes.Clone(header), body...), w.w.(*bytes.Buffer).Bytes()[len(body):]...)
}

// TestKilledBuild interrupts a build: the old index stays as it was, and the next build removes the leftovers.
func TestKilledBuild(t *testing.T) {
	records := someRecords(2000, 1)
	dir, _ := built(t, records[:100])
	ctx, cancel := context.WithCancel(t.Context())
	n := 0
	err := Build(ctx, dir, func(yield func(*biblio.Record, error) bool) {
		for i := range records {
			if n++; n == 1000 {
				cancel()
			}
			if !yield(&records[i], nil) {
				return
			}
		}
	}, Options{})
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("cancelled build: %v", err)
	}
	broken := errors.New("the dump ends early")
	err = Build(t.Context(), dir, func(yield func(*biblio.Record, error) bool) {
		if yield(&records[0], nil) {
			yield(nil, broken)
		}
	}, Options{})
	if !errors.Is(err, broken) {
		t.Fatalf("broken source: %v", err)
	}
	for _, name := range []string{tempPrefix + "segment-1", "feedc0de" + segmentSuffix} { // as a killed build leaves them
		if err := os.WriteFile(filepath.Join(dir, name), []byte("half"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	x, err := Open(dir)
	if err != nil || x.Len() != 100 {
		t.Fatalf("the old index: %v", err)
	}
	defer x.Close()
	if err := Build(t.Context(), dir, sequence(records[:300]), Options{}); err != nil {
		t.Fatal(err)
	}
	if got, err := x.Record(7); err != nil || !reflect.DeepEqual(got, records[7]) {
		t.Errorf("a reader of the old index: %v %v", got, err)
	}
	y, err := Open(dir)
	if err != nil || y.Len() != 300 {
		t.Fatalf("the new index: %v", err)
	}
	y.Close()
	left, _ := filepath.Glob(filepath.Join(dir, "*"))
	hidden, _ := filepath.Glob(filepath.Join(dir, ".*"))
	if len(left)+len(hidden) != 3 {
		t.Errorf("left over: %v %v", left, hidden)
	}
}

// TestAddAndMerge checks that several segments answer like one index.
func TestAddAndMerge(t *testing.T) {
	records := someRecords(600, 1)
	dir, _ := built(t, records[:200])
	declared := biblio.CoverageRow{Container: "Journal of Tests", Year: 2001, Complete: true,
		How: biblio.Declared, Note: "all"}
	if err := Add(t.Context(), dir, sequence(records[200:]),
		Options{Coverage: func() []biblio.CoverageRow { return []biblio.CoverageRow{declared} }}); err != nil {
		t.Fatal(err)
	}
	check := func(segments int) {
		t.Helper()
		x, err := Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		defer x.Close()
		info, err := x.Info()
		if err != nil || info.Segments != segments || info.Records != 600 || len(info.Coverage) != 1 {
			t.Errorf("%+v %v", info, err)
		}
		for i := range records {
			if hits, err := x.ByID(records[i].IDs[0]); err != nil || len(hits) != 1 || hits[0].N != i {
				t.Fatalf("record %d: %v %v", i, hits, err)
			}
			hits, err := x.Similar(&records[i].Work, 10)
			if err != nil || len(hits) == 0 {
				t.Fatalf("record %d: %v %v", i, hits, err)
			}
		}
		if c, err := x.Coverage(&biblio.Work{Container: biblio.Container{Title: "Journal of Tests"},
			Issued: biblio.Date{Year: 2001}}); err != nil || c.Year != 2001 {
			t.Errorf("coverage: %+v %v", c, err)
		}
	}
	check(2)
	if err := Trim(dir, 3); err != nil {
		t.Fatal(err)
	}
	check(2)
	if err := Merge(t.Context(), dir, Options{}); err != nil {
		t.Fatal(err)
	}
	check(1)
}

// TestSameInputSameBytes checks that a segment depends on nothing but its
// records.
func TestSameInputSameBytes(t *testing.T) {
	records := someRecords(3000, 1)
	_, a := built(t, records)
	_, b := built(t, records)
	x, _ := os.ReadFile(a)
	y, _ := os.ReadFile(b)
	if !bytes.Equal(x, y) {
		t.Error("two builds of the same records differ")
	}
}

// TestConcurrentReaders queries from many goroutines at once.
func TestConcurrentReaders(t *testing.T) {
	records := someRecords(500, 1)
	x, err := InMemory(records)
	if err != nil {
		t.Fatal(err)
	}
	want, err := answers(x, records[:50])
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			got, err := answers(x, records[:50])
			if err != nil || !reflect.DeepEqual(got, want) {
				t.Errorf("another answer from a goroutine: %v", err)
			}
		})
	}
	wg.Wait()
}

// Records of two segments are versions of one work if they share the title or an identifier, and the first author.
func TestVersionsElsewhere(t *testing.T) {
	same, other, nobody := work("Drifting buoys", 2016, "Ann Frost"), work("Drifting buoys", 2016, "Bo Lind"),
		work("Salt in coastal waters", 2010)
	one, two := work("First title", 2016, "Cy Snow"), work("Second title", 2016, "Cy Snow")
	one.IDs = []ident.ID{{Scheme: ident.DOI, Value: "10.1234/a"}}
	two.IDs = one.IDs
	longer := work("Drifting buoys: a study", 2016, "Ann Frost")
	dir, _ := built(t, []biblio.Record{same, nobody, one})
	if err := Add(t.Context(), dir, sequence([]biblio.Record{same, other, nobody, two, longer}), Options{}); err != nil {
		t.Fatal(err)
	}
	x, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	for n, want := range [][]int{{0, 3}, {1}, {2, 6}, {0, 3}, {4}, {5}, {2, 6}, {7}} {
		if got, err := x.Works(n); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("record %d is a version of %v, %v", n, got, err)
		}
	}
	for text, want := range map[string]string{"a": "a", "a" + string(rune(textEscape)): "a" + string(rune(textEscape)),
		string(rune(textEscape)) + "\x01b": "\x00b", string(rune(textEscape)) + "\x02": "\x01"} {
		if got := unescape(text); got != want {
			t.Errorf("%q is %q", text, got)
		}
	}
}
