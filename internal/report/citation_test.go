package report

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/row"
)

func TestCitations(t *testing.T) {
	ref := biblio.Reference{}
	for i := range 9 {
		ref.Citations = append(ref.Citations,
			biblio.Citation{Mark: fmt.Sprint("[", i, "]"), Context: "c", Place: biblio.Place{File: "a.tex", Line: i + 1}})
	}
	var f Finding
	f.cite(&ref)
	if f.Cited != 9 || len(f.Citations) != citationsMax || f.Citations[1].Line != 2 || len(f.Notices) != 0 {
		t.Errorf("%+v", f)
	}
	f = Finding{}
	f.cite(&biblio.Reference{Uncited: true})
	if len(f.Notices) != 1 || f.Notices[0].Rule != "uncited" {
		t.Errorf("%+v", f)
	}
}

// A report of several files has a line for each; one of a single file has none.
func TestHeadings(t *testing.T) {
	for _, c := range []struct{ inputs, files, want string }{
		{"a.bib", "a.bib a.bib", ""}, {"-", "stdin", ""}, {"a.bib b.bib", "a.bib a.bib b.bib", "a.bib b.bib"},
		{"all.zip", "all.zip!a.pdf all.zip!b.pdf", "a.pdf b.pdf"}, {"main.tex", "refs.bib", "refs.bib"},
	} {
		var b bytes.Buffer
		w := newText(&b, Options{})
		if err := w.Begin(Run{Inputs: strings.Fields(c.inputs)}); err != nil {
			t.Fatal(err)
		}
		for i, file := range strings.Fields(c.files) {
			if err := w.Finding(
				Finding{row.Finding{ID: fmt.Sprint("id", i), Place: Place{File: file}, Outcome: "verified"}}); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.End(NewSummary(Run{})); err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, line := range strings.Split(b.String(), "\n") {
			if file, _, ok := strings.Cut(line, "  "); ok {
				got = append(got, file)
			}
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: %q, want %q", c.inputs, got, c.want)
		}
	}
}
