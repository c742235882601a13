package evaluate

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/extract"
)

// printed is one reference of a paper, by a person's hand or by ours.
type printed struct {
	Raw     string   `json:"raw,omitempty"`
	Title   string   `json:"title,omitempty"`
	Authors []string `json:"authors,omitempty"` // surnames
}

// printedKey is the value of a case that holds its references.
const printedKey = "references"

// loadBibliographies finds papers and the references that people read in them.
// A case is a paper; it has no reference of its own, only a place.
func loadBibliographies(_ context.Context, opt *Options) (*Set, error) {
	root, err := opt.path(opt.Citations)
	if err != nil {
		return nil, err
	}
	if below := filepath.Join(root, "pdf"); opt.Citations == "" && isFolder(below) {
		root = below
	}
	papers, err := papersIn(root)
	if err != nil {
		return nil, err
	}
	set := &Set{}
	var gold []Gold
	for _, path := range papers {
		g, ok, err := goldOfPaper(path)
		if err != nil {
			return nil, err
		}
		if ok {
			gold = append(gold, g)
		}
		set.Cases = append(set.Cases, Case{Reference: biblio.Reference{ID: paperID(path), Place: biblio.Place{File: path}}})
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

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// papersIn lists the papers of the two collections that have gold; for any
// other folder, or file, its PDFs.
func papersIn(root string) ([]string, error) {
	var list []string
	for _, pattern := range []string{"exgold/*/*.pdf", "iclr2026/*/paper.pdf"} {
		found, err := filepath.Glob(filepath.Join(root, filepath.FromSlash(pattern)))
		if err != nil {
			return nil, err
		}
		list = append(list, found...)
	}
	if len(list) > 0 {
		return list, nil
	}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && strings.EqualFold(filepath.Ext(path), ".pdf") {
			list = append(list, path)
		}
		return err
	})
	if err == nil && len(list) == 0 {
		err = fmt.Errorf("%s: no PDF in it", root)
	}
	return list, err
}

// paperID names a paper by its folder and file: "english/9543", "owZ6KNAtYU".
func paperID(path string) string {
	folder := filepath.Base(filepath.Dir(path))
	if name := strings.TrimSuffix(filepath.Base(path), filepath.Ext(path)); name != "paper" {
		return folder + "/" + name
	}
	return folder
}

// predictBibliographies reads every paper; nothing is looked up or judged.
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
	list := make([]printed, 0, len(refs))
	for i := range refs {
		w := &refs[i].Claimed
		list = append(list, printed{Raw: refs[i].Raw, Title: w.FullTitle(), Authors: surnames(w.Authors())})
	}
	text, err := json.Marshal(list)
	return map[string]string{printedKey: string(text)}, err
}

func printedOf(p Prediction) []printed {
	var list []printed
	if json.Unmarshal([]byte(p.Values[printedKey]), &list) != nil {
		return nil
	}
	return list
}
