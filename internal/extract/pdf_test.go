package extract

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/extract/paper"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/pdf"
	"github.com/bonafide-audit/bonafide/internal/testing/pdftest"
	"github.com/bonafide-audit/bonafide/internal/testing/testenv"
)

// listPage makes a page with text, a heading and a hanging list below it.
func listPage(entries ...[]string) (pdftest.Page, []float64) {
	var p pdftest.Page
	y := 740.0
	put := func(x float64, bold bool, s string) {
		p.Texts = append(p.Texts, pdftest.Text{X: x, Y: y, Bold: bold, Text: s})
		y -= 12
	}
	for range 6 {
		put(72, false, "This is the text of a paper, which is not a list of what it cites, and we say so.")
	}
	y -= 12
	put(72, true, "References")
	var starts []float64
	for _, e := range entries {
		starts = append(starts, y)
		for i, line := range e {
			x := 72.0
			if i > 0 {
				x = 84
			}
			put(x, false, line)
		}
	}
	return p, starts
}

var fourEntries = [][]string{
	{"Knuth, D. E. (1984). Literate programming. The Computer Journal, 27(2), 97-111. https:",
		"//doi.org/10.1093/comjnl/27.2.97"},
	{"Lamport, L. (1978). Time, clocks, and the ordering of events in a distri-",
		"buted system. Communications of the ACM, 21(7), 558-565."},
	{"\x97\x97\x97. (1986). LaTeX: A document preparation system. Reading, MA: Addison-", "Wesley."},
	{"Shannon, C. E. (1948). A mathematical theory of communication. Bell System Technical", "Journal, 27(3), 379-423."},
}

func readPaper(t *testing.T, pages ...pdftest.Page) Document {
	t.Helper()
	doc, err := Read("paper.pdf", pdftest.Build(pages...), Options{})
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

func TestPDFEntries(t *testing.T) {
	page, starts := listPage(fourEntries...)
	for i, y := range starts {
		page.Dests = append(page.Dests, pdftest.Dest{Name: "cite." + string(rune('a'+i)), X: 72, Y: y + 9})
	}
	doc := readPaper(t, page)
	want := []string{
		"Knuth, D. E. (1984). Literate programming. The Computer Journal, 27(2), 97-111. " +
			"https://doi.org/10.1093/comjnl/27.2.97",
		"Lamport, L. (1978). Time, clocks, and the ordering of events in a distributed system. Communications of the ACM, 21(7), 558-565.",
		"———. (1986). LaTeX: A document preparation system. Reading, MA: Addison-Wesley.",
		"Shannon, C. E. (1948). A mathematical theory of communication. Bell System Technical Journal, 27(3), 379-423.",
	}
	if len(doc.References) != len(want) {
		t.Fatalf("%d references, want %d: %+v", len(doc.References), len(want), doc.References)
	}
	for i, r := range doc.References {
		if r.Raw != want[i] || r.Key != string(rune('a'+i)) || r.Place.Page != 1 ||
			r.Place.File != "paper.pdf" {
			t.Errorf("reference %d: %q key %q place %+v", i, r.Raw, r.Key, r.Place)
		}
		if b := r.Place.Boxes; len(b) != len(fourEntries[i]) || b[1].Box.Y1 > b[0].Box.Y0+1 {
			t.Errorf("reference %d: not one box for each line: %+v", i, b)
		}
		for f, s := range r.Spans {
			if s.Start < 0 || s.End > len(r.Raw) || s.Start > s.End {
				t.Errorf("reference %d: span %v of %s", i, s, f)
			}
		}
	}
	if a := doc.References[2].Claimed.Authors(); len(a) != 1 || a[0].Family != "Lamport" {
		t.Errorf("the dash stands for %+v", a)
	}
	if got := doc.References[3].Claimed.Title; got != "A mathematical theory of communication" {
		t.Errorf("title %q", got)
	}
}

func TestPDFEntriesWithoutNames(t *testing.T) {
	page, _ := listPage(fourEntries...)
	if doc := readPaper(t, page); len(doc.References) != 4 {
		t.Errorf("%d references", len(doc.References))
	}
}

func TestPDFCitations(t *testing.T) {
	entries := [][]string{
		{"[1] D. E. Knuth. Literate programming. The Computer Journal, 27(2):97-111, 1984."},
		{"[2] L. Lamport. Time, clocks, and the ordering of events. Commun. ACM, 21(7):558-565, 1978."},
		{"[3] C. E. Shannon. A mathematical theory of communication. Bell Syst. Tech. J., 27(3):379-423, 1948."},
	}
	page, _ := listPage(entries...)
	page.Texts = append(page.Texts,
		pdftest.Text{X: 72, Y: 760,
			Text: "Programs are literature. Clocks and bits were added later [1, 2-3]. This ends it."})
	doc := readPaper(t, page)
	var keys []string
	for _, c := range doc.Citations {
		keys = append(keys, c.Key)
		if !strings.Contains(c.Context, "Clocks and bits") {
			t.Errorf("context %q", c.Context)
		}
	}
	if got := strings.Join(keys, " "); got != "1 2 3" {
		t.Errorf("citations %q", got)
	}
}

func TestPDFLinks(t *testing.T) {
	page, starts := listPage(fourEntries...)
	page.Links = []pdftest.Link{
		{X0: 100, Y0: starts[1] - 2, X1: 200, Y1: starts[1] + 8, URI: "https://doi.org/10.1145/359545.359563"},
		{X0: 100, Y0: starts[3] - 2, X1: 200, Y1: starts[3] + 8, URI: "https://example.org/shannon"},
	}
	refs := readPaper(t, page).References
	if got := refs[1].Claimed.ID(ident.DOI).Value; got != "10.1145/359545.359563" {
		t.Errorf("DOI of the link: %q", got)
	}
	if got := refs[3].Extra["link"]; got != "https://example.org/shannon" {
		t.Errorf("link %q", got)
	}
}

func TestPDFErrors(t *testing.T) {
	if _, err := Read("a.pdf", []byte("%PDF-1.7\nbroken"), Options{}); !errors.Is(err, pdf.ErrNotPDF) {
		t.Errorf("broken: %v", err)
	}
	page := pdftest.Page{Texts: []pdftest.Text{{X: 72, Y: 700, Text: "A page with a sentence and nothing else on it."}}}
	if _, err := Read("a.pdf", pdftest.Build(page), Options{}); !errors.Is(err, ErrNoReferences) {
		t.Errorf("no list: %v", err)
	}
}

// TestOCR reads a page that is an image through a stand-in for the tool.
func TestOCR(t *testing.T) {
	src, err := os.ReadFile(filepath.Join(testenv.Shared(t), "data", "pdf", "jabref", "resources", "pdfs",
		"scanned-image-only.pdf"))
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", t.TempDir())
	if _, err := Read("a.pdf", src, Options{}); !errors.Is(err, paper.ErrImageOnly) {
		t.Errorf("without the tool: %v", err)
	}
	dir := t.TempDir()
	word := func(line, left, top, text string) string {
		return strings.Join([]string{"5", "1", "1", "1", line, "1", left, top, "900", "30", "90", text}, "\t") + "\n"
	}
	table := word("1", "200", "200", "References") + word("2", "200", "300", "[1]") +
		word("2", "260", "300", "Knuth, D. E. (1984). Literate programming. The Computer Journal, 27(2), 97-111.") +
		word("3", "200", "340", "[2]") +
		word("3", "260", "340",
			"Shannon, C. E. (1948). A mathematical theory of communication. Bell Syst. Tech. J., 27, 379.")
	if err := os.WriteFile(filepath.Join(dir, "table"), []byte(table), 0o600); err != nil {
		t.Fatal(err)
	}
	script :=
		"#!/bin/sh\n[ \"$1\" = --list-langs ] && exit 1\nwhile read -r x; do :; done\nwhile read -r x; do echo \"$x\"; done < " + filepath.Join(dir, "table") + "\n"
	if err := os.WriteFile(filepath.Join(dir, "tesseract"), []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir)
	doc, err := Read("a.pdf", src, Options{})
	if err != nil {
		t.Fatal(err)
	}
	notice := false
	for _, p := range doc.Problems {
		notice = notice || p.Rule == "ocr"
	}
	if len(doc.References) != 2 || !notice {
		t.Errorf("%d references, problems %+v", len(doc.References), doc.Problems)
	}
	var none biblio.Box
	if b := doc.References[0].Place.Boxes; len(b) == 0 || b[0].Box == none {
		t.Errorf("place %+v", doc.References[0].Place)
	}
}
