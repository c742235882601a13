package run

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/accept"
	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/report"
	"github.com/bonafide-audit/bonafide/row"
)

// streamed checks inputs into a file, and returns how many questions were asked.
func streamed(t *testing.T, path, settings string, resume bool, in Inputs, stop int) (asked int32, err error) {
	t.Helper()
	var count atomic.Int32
	s := over(stub{name: "all", has: "Known", wait: func(context.Context) error { count.Add(1); return nil }})
	stream := NewStream(path, settings)
	if resume {
		if stream, _, err = ResumeStream(path, settings); err != nil {
			return 0, err
		}
		if stream == nil {
			t.Fatal("no stream")
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	r := New(s, Options{Stream: stream})
	defer r.Close()
	_, err = r.Check(ctx, in, stopping{stream, &stop, cancel})
	if closing := stream.Close(); err == nil {
		err = closing
	}
	return count.Load(), err
}

// stopping cancels a run after some rows.
type stopping struct {
	report.Writer
	left   *int
	cancel func()
}

func (s stopping) Finding(f report.Finding) error {
	if *s.left--; *s.left == 0 {
		s.cancel()
	}
	return s.Writer.Finding(f)
}

// manyPapers are inputs with problems, duplicates and several documents.
func manyPapers() Inputs {
	list := titles(20, "Known", "Unheard")
	list = append(list, list[0], list[2], "Known again", "Known again")
	broken := append([]byte("@article{cut, title={No end}\n\n"), entries(titles(5, "Known")...)...)
	return Inputs{
		Names: []string{"missing.bib", "a.bib", "b.bib", "c.bib"},
		Bytes: map[string][]byte{"a.bib": entries(list...), "b.bib": broken,
			"c.bib": entries(titles(140, "Known", "Unheard")...)},
	}
}

// TestStreamResumed cuts a report in many places, as a kill does, and resumes: the bytes are those of one run,
// and references with a row are not looked up again.
func TestStreamResumed(t *testing.T) {
	path := filepath.Join(t.TempDir(), "rows.jsonl")
	in := manyPapers()
	all, err := streamed(t, path, "s", false, in, 0)
	if err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(path + NotesSuffix); err == nil {
		t.Error("notes are left beside a whole report")
	}
	if n := bytes.Count(want, []byte(`"rule":"duplicate"`)); n != 3 {
		t.Errorf("%d duplicates", n)
	}
	if _, whole, err := ResumeStream(path, "s"); err != nil || !whole {
		t.Errorf("whole %t, %v", whole, err)
	}
	other := filepath.Join(t.TempDir(), "cut.jsonl")
	if _, err := streamed(t, other, "s", false, in, 168); err == nil || !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	rows, notes := contents(t, other), contents(t, other+NotesSuffix)
	for at := 0; at <= len(rows); at += 1 + len(rows)/41 {
		// a note is written before its row
		done := bytes.Count(rows[:at], []byte(`{"kind":"finding"`))
		upTo := 0
		for range done + 1 {
			upTo += bytes.IndexByte(notes[upTo:], '\n') + 1
		}
		put := func(name string, text []byte) {
			if err := os.WriteFile(name, text, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		put(other, rows[:at])
		put(other+NotesSuffix, notes[:min(upTo+at%3, len(notes))])
		asked, err := streamed(t, other, "s", true, in, 0)
		if err != nil {
			t.Fatalf("cut at %d: %v", at, err)
		}
		if got := contents(t, other); !bytes.Equal(got, want) {
			t.Fatalf("cut at %d: %d bytes, want %d", at, len(got), len(want))
		}
		whole := bytes.Count(rows[:bytes.LastIndexByte(rows[:at], '\n')+1], []byte(`{"kind":"finding"`))
		if asked != all-int32(whole) {
			t.Errorf("cut at %d: %d asked again of %d with %d rows", at, asked, all, whole)
		}
	}
}

func contents(t *testing.T, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// TestStreamRefused: rows of something else are refused and stay as they are.
func TestStreamRefused(t *testing.T) {
	in := manyPapers()
	changed := manyPapers()
	changed.Bytes["a.bib"] = bytes.Replace(changed.Bytes["a.bib"], []byte("2010"), []byte("2011"), 1)
	gone := manyPapers()
	gone.Bytes["c.bib"] = gone.Bytes["b.bib"]
	fewer := manyPapers()
	fewer.Names = fewer.Names[:3]
	for name, c := range map[string]struct {
		settings string
		in       Inputs
		damage   func([]byte) []byte
		want     string
	}{
		"other settings":  {settings: "other", in: in, want: "other settings"},
		"other inputs":    {settings: "s", in: fewer, want: "other inputs, [missing.bib a.bib b.bib c.bib]"},
		"a changed entry": {settings: "s", in: changed, want: "inputs that have changed"},
		"other entries":   {settings: "s", in: gone, want: "changed"},
		"no report": {settings: "s", in: in, damage: func([]byte) []byte { return []byte("my thesis\n") },
			want: "not a report"},
		"damaged": {settings: "s", in: in, damage: func(b []byte) []byte {
			return bytes.Replace(b, []byte("\n{"), []byte("\n\x00"), 1)
		}, want: "not a report"},
	} {
		path := filepath.Join(t.TempDir(), "rows.jsonl")
		if _, err := streamed(t, path, "s", false, in, 60); !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
		if c.damage != nil {
			if err := os.WriteFile(path, c.damage(contents(t, path)), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		before := fmt.Sprintf("%s%s", contents(t, path), contents(t, path+NotesSuffix))
		asked, err := streamed(t, path, c.settings, true, c.in, 0)
		if !errors.Is(err, ErrOther) || !strings.Contains(err.Error(), c.want) || asked > 0 {
			t.Errorf("%s: %v, %d asked", name, err, asked)
		}
		if after := fmt.Sprintf("%s%s", contents(t, path), contents(t, path+NotesSuffix)); after != before {
			t.Errorf("%s: the files have changed", name)
		}
	}
}

// TestStreamBegins: if there is nothing to resume, the report starts anew, and what could not be
// written is an error.
func TestStreamBegins(t *testing.T) {
	in := of(entries(titles(3, "Known")...))
	for name, rows := range map[string]string{"no file": "", "an empty file": "empty", "a file of notes alone": "notes"} {
		path := filepath.Join(t.TempDir(), "rows.jsonl")
		switch rows {
		case "empty":
			write(t, path, "")
		case "notes":
			write(t, path+NotesSuffix, "\"s\"\n")
		}
		s, whole, err := ResumeStream(path, "s")
		if err != nil || whole || s.Unfinished() {
			t.Errorf("%s: whole %v, %v", name, whole, err)
		}
		if asked, err := streamed(t, path, "s", true, in, 0); err != nil || asked != 3 {
			t.Errorf("%s: %d asked, %v", name, asked, err)
		}
	}
	path := filepath.Join(t.TempDir(), "rows.jsonl")
	write(t, path, "")
	write(t, path+NotesSuffix, "\"s\"\n")
	if _, whole, err := ResumeStream(path, "s"); err != nil || whole {
		t.Errorf("no rows beside notes: whole %v, %v", whole, err)
	}
	nowhere := filepath.Join(t.TempDir(), "absent", "rows.jsonl")
	if _, err := streamed(t, nowhere, "s", false, in, 0); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a folder that is not there: %v", err)
	}
	taken := filepath.Join(t.TempDir(), "rows.jsonl")
	if err := os.MkdirAll(filepath.Join(taken, "folder"), 0o700); err != nil {
		t.Fatal(err)
	}
	if _, err := streamed(t, taken, "s", false, in, 0); err == nil {
		t.Error("rows are written into a folder")
	}
}

// TestStreamWhole: rows without notes are a complete report, or not ours.
func TestStreamWhole(t *testing.T) {
	path := filepath.Join(t.TempDir(), "rows.jsonl")
	if _, err := streamed(t, path, "s", false, of(entries(titles(3, "Known")...)), 0); err != nil {
		t.Fatal(err)
	}
	rows := string(contents(t, path))
	last := strings.LastIndex(strings.TrimSuffix(rows, "\n"), "\n") + 1
	for name, c := range map[string]struct {
		text  string
		whole bool
	}{
		"whole": {rows, true}, "without its summary": {rows[:last], false},
		"without its head":   {rows[strings.Index(rows, "\n")+1:], false},
		"cut in its summary": {rows[:len(rows)-5], false}, "something else": {"{\"kind\":\"thesis\"}\n", false},
	} {
		write(t, path, c.text)
		if _, whole, err := ResumeStream(path, "s"); whole != c.whole || (err == nil) != c.whole || err != nil &&
			!errors.Is(err, ErrOther) {
			t.Errorf("%s: whole %v, %v", name, whole, err)
		}
	}
}

// TestStreamNotes: a run that ended between a row and its note continues after what is complete in both files.
func TestStreamNotes(t *testing.T) {
	in := of(entries(titles(6, "Known")...))
	path := filepath.Join(t.TempDir(), "rows.jsonl")
	if _, err := streamed(t, path, "s", false, in, 0); err != nil {
		t.Fatal(err)
	}
	whole := string(contents(t, path))
	unfinished(t, path, in)
	notes := strings.SplitAfter(string(contents(t, path+NotesSuffix)), "\n") // the settings, then one per finding
	for name, c := range map[string]struct {
		notes int
		asked int32
	}{"the summary was written and the notes were not removed": {7, 0}, "two notes are lost": {5, 2},
		"all notes are lost": {1, 6}} {
		write(t, path, whole)
		write(t, path+NotesSuffix, strings.Join(notes[:c.notes], ""))
		asked, err := streamed(t, path, "s", true, in, 0)
		if err != nil || asked != c.asked || string(contents(t, path)) != whole {
			t.Errorf("%s: %d asked, %v", name, asked, err)
		}
		if _, err := os.Stat(path + NotesSuffix); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("%s: the notes are left: %v", name, err)
		}
	}
	swapped := append(append([]string{notes[0]}, notes[2], notes[1]), notes[3:]...)
	write(t, path, whole)
	write(t, path+NotesSuffix, strings.Join(swapped, ""))
	if _, err := streamed(t, path, "s", true, in, 0); !errors.Is(err, ErrOther) ||
		!strings.Contains(err.Error(), "inputs that have changed") {
		t.Errorf("the notes of other references: %v", err)
	}
}

// TestStreamSettled: what is settled is in the file at once, also while services are asked about references before it;
// a run that is continued asks about these again, and its report is that of an undisturbed run.
func TestStreamSettled(t *testing.T) {
	in := of(entries(titles(9, "Unheard", "Known")...))
	path := filepath.Join(t.TempDir(), "rows.jsonl")
	var mu sync.Mutex // services are asked about several references at once
	var seen, asked int
	check := func(stop context.CancelFunc, stream *Stream) error {
		late := stub{name: "late", wait: func(ctx context.Context) error {
			mu.Lock()
			defer mu.Unlock()
			asked++
			if seen = bytes.Count(contents(t, path), []byte(`{"kind":"finding"`)); stop != nil {
				stop()
			}
			return ctx.Err()
		}}
		r := New(over(stub{name: "all", has: "Known"}, late), Options{Stream: stream})
		defer r.Close()
		ctx := t.Context()
		if stop != nil {
			c, cancel := context.WithCancel(ctx)
			ctx, stop = c, cancel
		}
		_, err := r.Check(ctx, in, stream)
		return cmp.Or(err, stream.Close())
	}
	if err := check(nil, NewStream(path, "s")); err != nil || seen != 4 || asked != 5 {
		t.Fatalf("%d rows are there while services are asked %d times, %v", seen, asked, err)
	}
	whole := contents(t, path)
	if err := check(func() {}, NewStream(path, "s")); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	if left := bytes.Count(contents(t, path), []byte(`{"kind":"finding"`)); left != 4 {
		t.Errorf("a stopped run leaves %d rows", left)
	}
	stream, _, err := ResumeStream(path, "s")
	if err != nil {
		t.Fatal(err)
	}
	if err := check(nil, stream); err != nil || !bytes.Equal(contents(t, path), whole) {
		t.Errorf("%v: a continued run has other rows", err)
	}
}

// TestStreamNoted: a run that ends between the note of a reference and its row leaves no row that was ahead of its
// turn, which a continued run would take for the row of the note.
func TestStreamNoted(t *testing.T) {
	path := filepath.Join(t.TempDir(), "rows.jsonl")
	stream := NewStream(path, "s")
	ahead := report.Finding{Finding: row.Finding{Kind: row.KindFinding, ID: "ahead"}}
	if err := cmp.Or(stream.Begin(row.Run{Kind: row.KindRun}), stream.Settled(ahead),
		stream.noteFinding("read", audit.Cited{}), stream.Close()); err != nil {
		t.Fatal(err)
	}
	if got := contents(t, path); bytes.Contains(got, []byte("ahead")) {
		t.Errorf("the note of one reference stands beside the row of another: %s", got)
	}
}

// unfinished writes all rows except the summary.
func unfinished(t *testing.T, path string, in Inputs) {
	t.Helper()
	stream := NewStream(path, "s")
	r := New(over(stub{name: "all", has: "Known"}), Options{Stream: stream})
	defer r.Close()
	if _, err := r.Check(t.Context(), in, cutShort{stream}); !errors.Is(err, errPower) || !stream.Unfinished() {
		t.Fatal(err)
	}
	if err := stream.Close(); err != nil {
		t.Fatal(err)
	}
}

// cutShort never writes the summary.
type cutShort struct{ report.Writer }

var errPower = errors.New("the power failed")

func (cutShort) End(*report.Summary) error { return errPower }

// TestStreamFewer: a file with rows of references that are no longer in the inputs is not resumed.
func TestStreamFewer(t *testing.T) {
	path := filepath.Join(t.TempDir(), "rows.jsonl")
	unfinished(t, path, of(entries(titles(6, "Known")...)))
	if asked, err := streamed(t, path, "s", true, of(entries(titles(4, "Known")...)), 0); !errors.Is(err, ErrOther) ||
		!strings.Contains(err.Error(), "no longer have") || asked > 0 {
		t.Errorf("%v, %d asked", err, asked)
	}
}

// TestStreamHeads: a run with another head is not resumed.
func TestStreamHeads(t *testing.T) {
	in := of(entries(titles(30, "Known")...))
	for name, c := range map[string]struct {
		opt  Options
		over []stub
		want string
	}{
		"another version": {Options{Version: "2"}, []stub{{name: "all"}}, "another version of bonafide"},
		"other sources":   {Options{}, []stub{{name: "all"}, {name: "more"}}, "over other sources"},
		"another limit":   {Options{FailOn: "H5"}, []stub{{name: "all"}}, "with other settings"},
	} {
		path := filepath.Join(t.TempDir(), "rows.jsonl")
		if _, err := streamed(t, path, "s", false, in, 10); !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
		stream, _, err := ResumeStream(path, "s")
		if err != nil {
			t.Fatal(err)
		}
		c.opt.Stream = stream
		r := New(over(c.over...), c.opt)
		_, err = r.Check(t.Context(), in, stream)
		r.Close()
		if !errors.Is(err, ErrOther) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", name, err)
		}
		if err := stream.Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestStreamAccepts: a run is only resumed if the rows written before match what is accepted now.
func TestStreamAccepts(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("HOME", dir)
	file, path := filepath.Join(dir, "refs.bib"), filepath.Join(dir, "rows.jsonl")
	comment := "% bonafide: ignore H0: not indexed\n"
	text := comment + string(entries(titles(30, "Unheard")...))
	write(t, file, text)
	accepting := func(resume bool, stop int) (rows int, err error) {
		list, err := accept.Open(t.Context(), accept.Options{Accepted: true})
		if err != nil {
			t.Fatal(err)
		}
		stream := NewStream(path, "s")
		if resume {
			if stream, _, err = ResumeStream(path, "s"); err != nil {
				t.Fatal(err)
			}
		}
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		r := New(over(stub{name: "all", has: "Known"}), Options{Stream: stream, Accept: list})
		defer r.Close()
		_, err = r.Check(ctx, Inputs{Names: []string{file}}, stopping{stream, &stop, cancel})
		if closing := stream.Close(); err == nil {
			err = closing
		}
		return r.Summary().References, err
	}
	if _, err := accepting(false, 10); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	if rows := string(contents(t, path)); strings.Count(rows, `"reason":"not indexed"`) != 1 {
		t.Fatalf("nothing is accepted: %.900s", rows)
	}
	if rows, err := accepting(true, 0); err != nil || rows != 30 {
		t.Errorf("%d rows, %v", rows, err)
	}
	if _, err := accepting(false, 10); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	write(t, file, strings.Replace(text, "ignore H0", "ignore H1", 1)) // of the same length, so that no offset changes
	if _, err := accepting(true, 0); !errors.Is(err, ErrOther) || !strings.Contains(err.Error(), "of other dismissals") {
		t.Errorf("what was accepted is accepted no more: %v", err)
	}
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
