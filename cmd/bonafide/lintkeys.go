package main

import (
	"context"
	"path/filepath"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/bibtex"
	"github.com/bonafide-audit/bonafide/internal/extract"
	"github.com/bonafide-audit/bonafide/internal/latex"
)

// maxTexts bounds how many sources are read for the keys that they cite.
const maxTexts = 2000

// citedKeys gives the keys that LaTeX sources and what they include cite, nil
// when there are none, and the keys of all entries that the sources have or
// name themselves.
func citedKeys(texts []string) (cited, elsewhere map[string]bool, err error) {
	if len(texts) == 0 {
		return nil, nil, nil
	}
	cited, elsewhere = map[string]bool{}, map[string]bool{}
	for _, name := range texts {
		doc, err := extract.ReadFile(name, extract.Options{})
		if err != nil {
			continue // a text without a bibliography of its own
		}
		for _, c := range doc.Citations {
			cited[c.Key] = true
		}
		for i := range doc.References {
			elsewhere[doc.References[i].Key] = true
		}
	}
	seen := map[string]bool{}
	queue := append([]string(nil), texts...)
	for i := 0; i < len(queue) && i < maxTexts; i++ {
		if seen[queue[i]] {
			continue
		}
		seen[queue[i]] = true
		src, err := readBytes(context.Background(), nil, queue[i])
		if err != nil && i < len(texts) {
			return nil, nil, err
		}
		masked := latex.Mask(string(src))
		for _, c := range latex.Cites(masked) {
			cited[c.Key] = true
		}
		for _, name := range latex.Includes(masked, true) {
			if filepath.IsLocal(filepath.FromSlash(name)) {
				definedKeys(filepath.Join(rootOf(queue[i], texts), strings.TrimSuffix(filepath.FromSlash(name), ".bib")+".bib"), elsewhere)
			}
		}
		for _, part := range latex.Includes(masked, false) {
			if filepath.IsLocal(filepath.FromSlash(part)) {
				if filepath.Ext(part) == "" {
					part += ".tex"
				}
				queue = append(queue, filepath.Join(rootOf(queue[i], texts), filepath.FromSlash(part)))
			}
		}
	}
	return cited, elsewhere, nil
}

// definedKeys notes the keys of a bibliography that a text names, if it is there.
func definedKeys(name string, keys map[string]bool) {
	src, err := readBytes(context.Background(), nil, name)
	if err != nil {
		return
	}
	f := bibtex.Parse(src)
	for i := range f.Items {
		if f.Items[i].Kind == bibtex.Entry {
			keys[strings.TrimSpace(f.Key(&f.Items[i]))] = true
		}
	}
}

// rootOf gives the folder of the source given by the user that a part belongs
// to: LaTeX reads all parts from there.
func rootOf(part string, texts []string) string {
	best := filepath.Dir(part)
	for _, text := range texts {
		if dir := filepath.Dir(text); strings.HasPrefix(part, dir+string(filepath.Separator)) && len(dir) < len(best) {
			best = dir
		}
	}
	return best
}
