package project

import (
	"path"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/lazy"
)

var (
	// typstLists matches where a Typst document names its bibliographies: "#bibliography("refs.bib")",
	// "bibliography(("a.bib", "b.yml"), style: "ieee")", and "bibliography-file: "refs.bib"" in older templates.
	typstLists = lazy.Regexp(
		`\bbibliography(?:-file)?\s*[(:]\s*(?:bytes\(|read\(|\()*\s*((?:"[^"\n]{1,300}"\s*,?\s*)+)`)
	typstIncludes = lazy.Regexp(`#include\s*\(?\s*"([^"\n]{1,300})"`)
	typstString   = lazy.Regexp(`"([^"\n]{1,300})"`)
	typstComment  = lazy.Regexp(`(?m)^\s*//.*$`)
)

// Typst reports whether a file name is that of a Typst document.
func Typst(name string) bool { return strings.EqualFold(path.Ext(name), ".typ") }

// Named returns the bibliographies that a document in Markdown or Typst names.
func Named(name, src string) []string {
	switch {
	case Markdown(name):
		return Bibliographies(src)
	case Typst(name):
		var names []string
		for _, m := range typstLists.FindAllStringSubmatch(typstComment.ReplaceAllString(src, ""), 100) {
			for _, s := range typstString.FindAllStringSubmatch(m[1], 100) {
				names = append(names, s[1])
			}
		}
		return names
	}
	return nil
}

// Included returns the documents that a Typst document includes.
func Included(src string) []string {
	var names []string
	for _, m := range typstIncludes.FindAllStringSubmatch(typstComment.ReplaceAllString(src, ""), 200) {
		names = append(names, m[1])
	}
	return names
}
