package run

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/report"
)

// streamed checks inputs into a file, and says how many questions were asked.
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
		Bytes: map[string][]byte{"a.bib": entries(list...), "b.bib": broken, "c.bib": entries(titles(140, "Known", "Unheard")...)},
	}
}

// TestStreamResumed cuts a report in many places, as a kill does, and goes on: the
// bytes are those of one run, and what has a row is not asked about again.
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
		"no report":       {settings: "s", in: in, damage: func([]byte) []byte { return []byte("my thesis\n") }, want: "no report"},
		"damaged":         {settings: "s", in: in, damage: func(b []byte) []byte { return bytes.Replace(b, []byte("\n{"), []byte("\n\x00"), 1) }, want: "no report"},
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
