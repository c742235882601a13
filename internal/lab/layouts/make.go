package layouts

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/index"
	"github.com/bonafide-audit/bonafide/internal/lab/corrupt"
	"github.com/bonafide-audit/bonafide/internal/lab/recorded"
)

// Halves are the folders of the documents: for tuning and for judging. They share no works.
var Halves = []string{"tune", "judge"}

// Options say what to make.
type Options struct {
	Rounds int    // documents of each convention and layout in each half
	Seed   uint64 // the same corpus and seed make the same documents
	Office bool   // LibreOffice is available: make its layouts too
	Step   func() // called after each document
}

// Documents returns how many documents a run makes.
func (o *Options) Documents() int {
	n := 0
	for i := range Conventions {
		for k := range Layouts {
			if made(i, k) && (o.Office || !Layouts[k].office) {
				n += o.Rounds * len(Halves)
			}
		}
	}
	return n
}

// made reports whether documents with a convention and a layout are made: conventions alternate between the
// layouts that can print them.
func made(convention, layout int) bool {
	return (convention+layout)%2 == 0 && Layouts[layout].Serves(&Conventions[convention])
}

// Write makes documents from works of an index below a folder: HALF/CONVENTION/LAYOUT-N.txt, .tex or .docx,
// each with its references beside it. It returns the LaTeX sources, which have to be typeset. The documents of
// LibreOffice come last, so that the others are the same without it.
func Write(ctx context.Context, ix *index.Index, dir string, opt Options) (sources []string, err error) {
	w := &writer{library: corrupt.NewLibrary(ix, opt.Seed), dir: dir, opt: opt}
	if err := w.documents(ctx, false); err != nil || !opt.Office {
		return w.sources, err
	}
	if w.office, err = os.MkdirTemp("", "layouts"); err != nil {
		return w.sources, err
	}
	defer os.RemoveAll(w.office)
	for _, l := range Layouts {
		if err := os.MkdirAll(filepath.Join(w.office, l.Ending), 0o700); err != nil {
			return w.sources, err
		}
	}
	if err := w.documents(ctx, true); err != nil {
		return w.sources, err
	}
	return w.sources, w.saveOffice(ctx)
}

// writer makes the documents of a run.
type writer struct {
	library *corrupt.Library
	dir     string
	opt     Options
	sources []string // in LaTeX
	office  string   // folder of files for LibreOffice to convert
}

// documents makes the documents that LibreOffice converts, or the others.
func (w *writer) documents(ctx context.Context, office bool) error {
	for _, half := range Halves {
		for i := range Conventions {
			c := &Conventions[i]
			folder := filepath.Join(half, c.Name)
			if err := os.MkdirAll(filepath.Join(w.dir, folder), 0o755); err != nil {
				return err
			}
			for k := range Layouts {
				l := &Layouts[k]
				for n := range w.opt.Rounds {
					if l.office != office || !made(i, k) {
						continue
					}
					if err := ctx.Err(); err != nil {
						return err
					}
					if err := w.document(c, l, filepath.Join(folder, fmt.Sprintf("%s-%d", l.Name, n))); err != nil {
						return err
					}
					if w.opt.Step != nil {
						w.opt.Step()
					}
				}
			}
		}
	}
	return nil
}

// document makes a document with its gold; name has no extension.
func (w *writer) document(c *Convention, l *Layout, name string) error {
	lists := make([][]string, l.Lists)
	var gold []recorded.Printed
	for i := range lists {
		for range l.Entries {
			work, ok, err := w.library.Draw(printable)
			if err != nil {
				return err
			}
			if !ok {
				return fmt.Errorf("the corpus has too few works for the documents: ask for fewer rounds")
			}
			one := &work.Record.Work
			text := c.Print(one)
			lists[i] = append(lists[i], text)
			gold = append(gold, recorded.Printed{Raw: text, Title: one.FullTitle(), Authors: printed(c, one)})
		}
	}
	base := filepath.Join(w.dir, name)
	file := base + l.Ending
	switch {
	case l.office:
		file = w.officeSource(l, name)
	case l.Ending == ".tex":
		w.sources = append(w.sources, file)
	}
	if err := os.WriteFile(file, []byte(l.make(c, lists)), 0o644); err != nil {
		return err
	}
	return recorded.WriteMade(base, gold)
}

// printed returns the surnames that a convention prints; none if it cuts the list.
func printed(c *Convention, w *biblio.Work) []string {
	text := c.Print(w)
	for _, a := range w.Authors() {
		if !strings.Contains(strings.ToLower(text), strings.ToLower(a.Family)) {
			return nil
		}
	}
	return recorded.Surnames(w.Authors())
}

// printable reports whether pdfTeX can print a record with its own fonts.
func printable(r *biblio.Record) bool {
	for _, c := range r.FullTitle() + r.Container.Title + fmt.Sprint(r.Authors()) {
		if c > 0x17f && c != '–' && c != '’' {
			return false
		}
	}
	return len(r.Container.Title) < 200
}
