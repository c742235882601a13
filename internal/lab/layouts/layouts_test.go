package layouts

import (
	"archive/zip"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/latex"
)

// sample returns a work with every part that a convention may print.
func sample() *biblio.Work {
	return &biblio.Work{
		Title: "A title of some words", Issued: biblio.Date{Year: 2010}, Type: biblio.ArticleJournal, Volume: "12",
		Issue: "3", Pages: "101–119",
		Contributors: []biblio.Contributor{{Family: "Rao", Given: "C. Radhakrishna"}, {Family: "Le Goffic", Given: "Pierre"}},
		Container:    biblio.Container{Title: "Journal of Things"},
	}
}

func TestEveryConventionPrintsTheWork(t *testing.T) {
	for i := range Conventions {
		c := &Conventions[i]
		text := c.Print(sample())
		for _, part := range []string{"goffic", "itle of", "ournal of", "2010", "12", "101"} {
			if !strings.Contains(strings.ToLower(text), part) {
				t.Errorf("%s prints %q, without %q", c.Name, text, part)
			}
		}
		if strings.Contains(text, "  ") || strings.Contains(text, "..") {
			t.Errorf("%s prints %q", c.Name, text)
		}
	}
}

func TestEveryLayoutPrintsEveryEntry(t *testing.T) {
	for i := range Conventions {
		c := &Conventions[i]
		entries := []string{c.Print(sample()), "Zimmer, A. A second entry. 2011."}
		for k := range Layouts {
			l := &Layouts[k]
			if !l.Serves(c) {
				continue
			}
			text := strings.Join(
				strings.Fields(read(t, l, l.make(c, append(slices.Repeat([][]string{{"Another work."}}, l.Lists-1), entries)))),
				" ")
			if strings.Count(text, "A second entry. 2011.") != 1 || !strings.Contains(l.Name, "notes") &&
				!strings.Contains(text, c.Heading) && !strings.Contains(text, latex.Escape(c.Heading, true)) {
				t.Errorf("%s in %s: %q", c.Name, l.Name, text)
			}
		}
	}
}

// read returns the text of a document.
func read(t *testing.T, l *Layout, made string) string {
	t.Helper()
	if !l.office && l.Ending != ".docx" {
		return made
	}
	z, err := zip.NewReader(strings.NewReader(made), int64(len(made)))
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	for _, file := range z.File {
		f, err := file.Open()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.Copy(&text, f); err != nil {
			t.Fatal(err)
		}
	}
	return text.String()
}
