package main

import (
	"context"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/bibtex"
	"github.com/bonafide-audit/bonafide/internal/extract"
)

// citedKeys returns the keys cited by LaTeX sources and what they include, nil if there are no sources, and the
// keys of all entries that the sources contain or whose bibliographies they name.
func citedKeys(texts []string) (cited, elsewhere map[string]bool, err error) {
	if len(texts) == 0 {
		return nil, nil, nil
	}
	cited, elsewhere = map[string]bool{}, map[string]bool{}
	for _, name := range texts {
		found, err := extract.ReadSources(name)
		if err != nil {
			return nil, nil, err
		}
		for _, key := range found.Cited {
			cited[key] = true
		}
		for _, bib := range found.Bibs {
			definedKeys(bib, elsewhere)
		}
		doc, err := extract.ReadFile(name, extract.Options{})
		if err != nil {
			continue // a text without a bibliography of its own
		}
		for _, c := range doc.Citations { // of a text that is not LaTeX
			cited[c.Key] = true
		}
		for i := range doc.References {
			elsewhere[doc.References[i].Key] = true
		}
	}
	return cited, elsewhere, nil
}

// definedKeys adds the keys of a bibliography that a text names, if the file exists.
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
