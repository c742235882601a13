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

// Halves are the folders of the documents: those for tuning and those that
// judge. They share no work.
var Halves = []string{"tune", "judge"}

// Options say what is made.
type Options struct {
	Rounds int    // documents of each convention and layout in each half
	Seed   uint64 // the same corpus and seed give the same documents
	Step   func() // called after each document
}

// Documents is how many documents a run makes.
func (o *Options) Documents() int {
	n := 0
	for i := range Conventions {
		for k := range Layouts {
			if made(i, k) {
				n += o.Rounds * len(Halves)
			}
		}
	}
	return n
}

// made reports that documents of a convention and a layout are made: conventions take
// turns at the layouts that can print them.
func made(convention, layout int) bool {
	return (convention+layout)%2 == 0 && Layouts[layout].Serves(&Conventions[convention])
}

// Write makes documents of works of an index below a folder: HALF/CONVENTION/
// LAYOUT-N.txt, .tex or .docx, each with its references beside it. It gives the LaTeX
// sources, which are to be typeset.
func Write(ctx context.Context, ix *index.Index, dir string, opt Options) (sources []string, err error) {
	library := corrupt.NewLibrary(ix, opt.Seed)
	for _, half := range Halves {
		for i := range Conventions {
			c := &Conventions[i]
			folder := filepath.Join(dir, half, c.Name)
			if err := os.MkdirAll(folder, 0o755); err != nil {
				return nil, err
			}
			for k := range Layouts {
				for n := range opt.Rounds {
					if !made(i, k) {
						continue
					}
					if err := ctx.Err(); err != nil {
						return nil, err
					}
					base := filepath.Join(folder, fmt.Sprintf("%s-%d", Layouts[k].Name, n))
					if err := writeOne(library, c, &Layouts[k], base); err != nil {
						return nil, err
					}
					if Layouts[k].Ending == ".tex" {
						sources = append(sources, base+".tex")
					}
					if opt.Step != nil {
						opt.Step()
					}
				}
			}
		}
	}
	return sources, nil
}

// writeOne makes a document and its gold.
func writeOne(library *corrupt.Library, c *Convention, l *Layout, base string) error {
	lists := make([][]string, l.Lists)
	var gold []recorded.Printed
	for i := range lists {
		for range l.Entries {
			work, ok, err := library.Draw(printable)
			if err != nil {
				return err
			}
			if !ok {
				return fmt.Errorf("the corpus has too few works for the documents: ask for fewer rounds")
			}
			w := &work.Record.Work
			text := c.Print(w)
			lists[i] = append(lists[i], text)
			gold = append(gold, recorded.Printed{Raw: text, Title: w.FullTitle(), Authors: printed(c, w)})
		}
	}
	if err := os.WriteFile(base+l.Ending, []byte(l.make(c, lists)), 0o644); err != nil {
		return err
	}
	return recorded.WriteMade(base, gold)
}

// printed gives the surnames that a convention prints; none where it cuts the
// list.
func printed(c *Convention, w *biblio.Work) []string {
	text := c.Print(w)
	for _, a := range w.Authors() {
		if !strings.Contains(strings.ToLower(text), strings.ToLower(a.Family)) {
			return nil
		}
	}
	return recorded.Surnames(w.Authors())
}

// printable reports a record that pdfTeX prints with its own fonts.
func printable(r *biblio.Record) bool {
	for _, c := range r.FullTitle() + r.Container.Title + fmt.Sprint(r.Authors()) {
		if c > 0x17f && c != '–' && c != '’' {
			return false
		}
	}
	return len(r.Container.Title) < 200
}
