package lab

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/extract"
	"github.com/bonafide-audit/bonafide/internal/lab/recorded"
	"github.com/bonafide-audit/bonafide/internal/lab/result"
)

// printedKey is the key of the value that holds a case's references.
const printedKey = "references"

// loadBibliographies loads papers and the references that people marked in them. A case is a paper; it has no
// reference of its own, only a place.
func loadBibliographies(_ context.Context, opt *Options) (*Set, error) {
	root, err := opt.path(opt.Citations)
	if err != nil {
		return nil, err
	}
	if below := filepath.Join(root, "pdf"); opt.Citations == "" && isFolder(below) {
		root = below
	}
	list, err := recorded.PapersIn(root)
	if err != nil {
		return nil, err
	}
	set := &Set{}
	var gold []Gold
	for _, path := range list {
		g, err := goldOfPaper(path)
		if err != nil {
			return nil, err
		}
		if g.Values != nil {
			gold = append(gold, g)
		}
		set.Cases = append(set.Cases,
			Case{Reference: biblio.Reference{ID: recorded.ID(path), Place: biblio.Place{File: path}}})
	}
	if len(gold) == 0 {
		return set, nil
	}
	known := map[string]bool{}
	for _, g := range gold {
		known[g.ID] = true
	}
	set.Cases = slices.DeleteFunc(set.Cases, func(c Case) bool { return !known[c.Reference.ID] })
	set.Gold = gold
	return set, nil
}

// goldOfPaper returns the marked references of a paper as the values of its gold; none if there are no marks.
func goldOfPaper(path string) (Gold, error) {
	kind, list, err := recorded.Gold(path)
	g := Gold{ID: recorded.ID(path), Cluster: recorded.ID(path), Group: kind}
	if err != nil || list == nil {
		return g, err
	}
	text, err := json.Marshal(list)
	g.Values = map[string]string{printedKey: string(text)}
	return g, err
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// predictBibliographies reads every paper, without look-ups or judgements.
func predictBibliographies(ctx context.Context, set *Set, step func()) ([]Prediction, error) {
	list := make([]Prediction, len(set.Cases))
	failed := make([]error, len(set.Cases))
	err := each(ctx, len(list), func(i int) {
		ref := &set.Cases[i].Reference
		list[i] = Prediction{ID: ref.ID, Codes: []string{}, Fields: []string{}}
		doc, err := extract.ReadFile(ref.Place.File, extract.Options{})
		if err != nil && !errors.Is(err, extract.ErrNoReferences) {
			failed[i] = err
		}
		list[i].Values, err = printedValues(doc.References)
		failed[i] = errors.Join(failed[i], err)
		if step != nil {
			step()
		}
	})
	for _, e := range failed {
		if e != nil {
			set.Notes = append(set.Notes, e.Error())
		}
	}
	return list, err
}

func printedValues(refs []biblio.Reference) (map[string]string, error) {
	list := make([]recorded.Printed, 0, len(refs))
	for i := range refs {
		w := &refs[i].Claimed
		list = append(list, recorded.Printed{Raw: refs[i].Raw, Title: w.FullTitle(), Authors: recorded.Surnames(w.Authors())})
	}
	text, err := json.Marshal(list)
	return map[string]string{printedKey: string(text)}, err
}

func printedOf(p Prediction) []recorded.Printed {
	var list []recorded.Printed
	if json.Unmarshal([]byte(p.Values[printedKey]), &list) != nil {
		return nil
	}
	return list
}

// ExportBib writes the BibTeX entries of a JSON Lines file as a .bib file, and returns their number. Labels are
// left out.
func ExportBib(w io.Writer, path string) (int, error) {
	out := bufio.NewWriter(w)
	n := 0
	err := result.EachObject(path, func(o result.Object) error {
		e := bibEntryOf(o)
		if e.key == "" || len(e.fields) == 0 {
			return fmt.Errorf("no entry: neither bibtex_key nor fields")
		}
		n++
		_, err := fmt.Fprintf(out, "%s\n", e.text())
		return err
	})
	if err != nil {
		return n, err
	}
	return n, out.Flush()
}
