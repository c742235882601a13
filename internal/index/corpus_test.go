package index

import (
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/testing/testenv"
	"github.com/klauspost/compress/zstd"
)

// openZstd opens a file of the shared corpora.
func openZstd(t testing.TB, name string) io.Reader {
	t.Helper()
	f, err := os.Open(filepath.Join(testenv.Shared(t), "data", "corpora", name))
	if err != nil {
		t.Fatal(err)
	}
	z, err := zstd.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { z.Close(); f.Close() })
	return z
}

var (
	worksOnce sync.Once
	worksDir  string
)

// worksIndex returns the index of all shared works: in the folder named by BONAFIDE_INDEX, built there if it is
// empty, else a temporary one.
func worksIndex(t testing.TB) *Index {
	t.Helper()
	testenv.Shared(t)
	testenv.NotShort(t, "builds an index of 1.2 million records")
	worksOnce.Do(func() {
		worksDir = os.Getenv("BONAFIDE_INDEX")
		if worksDir == "" {
			var err error
			if worksDir, err = os.MkdirTemp("", "bonafide-index-"); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := Open(worksDir); err == nil {
			return
		}
		if err := Build(t.Context(), worksDir, readFlat(openZstd(t, "works.jsonl.zst")), Options{}); err != nil {
			t.Fatal(err)
		}
	})
	x, err := Open(worksDir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { x.Close() })
	return x
}

func TestMain(m *testing.M) {
	code := m.Run()
	if worksDir != "" && os.Getenv("BONAFIDE_INDEX") == "" {
		os.RemoveAll(worksDir)
	}
	os.Exit(code)
}

// titleQuery is a changed title, and the record from which it was made.
type titleQuery struct {
	title string
	n     int
}

// change makes one kind of query; ok is false if the title is unsuitable.
type change struct {
	name string
	make func(r *rand.Rand, title string, other []string) (string, bool)
}

// changes are the kinds of queries for measuring recall.
var changes = []change{
	{"unchanged", func(r *rand.Rand, title string, _ []string) (string, bool) { return title, true }},
	{"one word replaced", func(r *rand.Rand, title string, other []string) (string, bool) {
		return replaceWords(r, title, other, 1)
	}},
	{"two words replaced", func(r *rand.Rand, title string, other []string) (string, bool) {
		return replaceWords(r, title, other, 2)
	}},
	{"one slip", func(r *rand.Rand, title string, _ []string) (string, bool) { return slips(r, title, 1) }},
	{"two slips", func(r *rand.Rand, title string, _ []string) (string, bool) { return slips(r, title, 2) }},
	{"subtitle dropped", func(_ *rand.Rand, title string, _ []string) (string, bool) {
		head, _, ok := strings.Cut(title, ": ")
		return head, ok
	}},
	{"cut to 60", func(_ *rand.Rand, title string, _ []string) (string, bool) {
		runes := []rune(title)
		if len(runes) <= 60 {
			return "", false
		}
		return string(runes[:60]), true
	}},
	{"one word dropped", func(r *rand.Rand, title string, _ []string) (string, bool) {
		w := strings.Fields(title)
		if len(w) < 4 {
			return "", false
		}
		i := r.IntN(len(w))
		return strings.Join(append(w[:i:i], w[i+1:]...), " "), true
	}},
	{"one word inserted", func(r *rand.Rand, title string, other []string) (string, bool) {
		w := strings.Fields(title)
		if len(w) < 3 {
			return "", false
		}
		i := r.IntN(len(w))
		return strings.Join(w[:i], " ") + " " + other[r.IntN(len(other))] + " " + strings.Join(w[i:], " "), true
	}},
	{"reordered", func(r *rand.Rand, title string, _ []string) (string, bool) {
		w := strings.Fields(title)
		if len(w) < 4 {
			return "", false
		}
		r.Shuffle(len(w), func(i, j int) { w[i], w[j] = w[j], w[i] })
		return strings.Join(w, " "), true
	}},
	{"hyphens", func(r *rand.Rand, title string, _ []string) (string, bool) { return hyphens(r, title) }},
}

func replaceWords(r *rand.Rand, title string, other []string, n int) (string, bool) {
	w := strings.Fields(title)
	if len(w) < n+2 {
		return "", false
	}
	for _, i := range r.Perm(len(w))[:n] {
		w[i] = other[r.IntN(len(other))]
	}
	return strings.Join(w, " "), true
}

// slips makes n typing slips in words of four letters and more.
func slips(r *rand.Rand, title string, n int) (string, bool) {
	w := strings.Fields(title)
	var long []int
	for i := range w {
		if len(w[i]) >= 4 {
			long = append(long, i)
		}
	}
	if len(long) < n {
		return "", false
	}
	for _, k := range r.Perm(len(long))[:n] {
		i := long[k]
		b := []rune(w[i])
		at := r.IntN(len(b) - 1)
		switch r.IntN(4) {
		case 0:
			b[at], b[at+1] = b[at+1], b[at]
		case 1:
			b = append(b[:at], b[at+1:]...)
		case 2:
			b[at] = rune('a' + r.IntN(26))
		default:
			b = append(b[:at+1], b[at:]...)
			b[at] = rune('a' + r.IntN(26))
		}
		w[i] = string(b)
	}
	return strings.Join(w, " "), true
}

// hyphens joins two neighbours, splits a word, or adds a hyphen.
func hyphens(r *rand.Rand, title string) (string, bool) {
	w := strings.Fields(title)
	if len(w) < 3 {
		return "", false
	}
	i := r.IntN(len(w) - 1)
	if r.IntN(2) == 0 && len(w[i]) > 6 {
		k := 3 + r.IntN(len(w[i])-5)
		w[i] = w[i][:k] + "- " + w[i][k:]
		return strings.Join(w, " "), true
	}
	w[i] += w[i+1]
	return strings.Join(append(w[:i+1], w[i+2:]...), " "), true
}

// makeQueries makes n queries of one kind. Half 0 is for tuning, half 1 is reported; they share no records.
func makeQueries(t testing.TB, x *Index, c change, n, half int) (list []titleQuery) {
	t.Helper()
	r := rand.New(rand.NewPCG(uint64(half)+1, hashBytes([]byte(c.name))))
	other := vocabulary(t, x, r)
	for tries := 0; len(list) < n && tries < 100*n; tries++ {
		i := r.IntN(x.Len())
		if int(hashBytes([]byte(strings.Repeat("x", i%7)+string(rune(i))))>>33)%2 != half {
			continue
		}
		rec, err := x.Record(i)
		if err != nil {
			t.Fatal(err)
		}
		if title, ok := c.make(r, rec.FullTitle(), other); ok && rec.Title != "" {
			list = append(list, titleQuery{title, i})
		}
	}
	return list
}

// vocabulary returns words of other titles, frequent ones more often.
func vocabulary(t testing.TB, x *Index, r *rand.Rand) (words []string) {
	for range 500 {
		rec, err := x.Record(r.IntN(x.Len()))
		if err != nil {
			t.Fatal(err)
		}
		words = append(words, strings.Fields(rec.Title)...)
	}
	return words
}
