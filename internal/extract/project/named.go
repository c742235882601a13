package project

import (
	"path"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/lazy"
	"github.com/bonafide-audit/bonafide/internal/lists"
)

const headMax = 1 << 16

// Markdown reports whether a file name is that of a Markdown document.
func Markdown(name string) bool {
	switch strings.ToLower(path.Ext(name)) {
	case ".md", ".markdown", ".qmd", ".rmd", ".pandoc":
		return true
	}
	return false
}

// Bibliographies returns the bibliographies named for Pandoc in the head of a Markdown document: "bibliography:
// refs.bib", or a list of them.
func Bibliographies(src string) []string {
	src = strings.TrimPrefix(src[:min(len(src), headMax)], "\ufeff")
	rest, ok := strings.CutPrefix(strings.ReplaceAll(src, "\r\n", "\n"), "---\n")
	if !ok {
		return nil
	}
	var names []string
	add := func(name string) {
		if name = strings.Trim(strings.TrimSpace(name), `"'`); name != "" && len(names) < 100 {
			names = append(names, name)
		}
	}
	in := false
	for _, line := range strings.Split(rest, "\n") {
		if line == "---" || line == "..." {
			return names
		}
		item, isItem := strings.CutPrefix(strings.TrimSpace(line), "- ")
		if in = in && isItem; in {
			add(item)
		}
		name, value, ok := strings.Cut(line, ":")
		if !ok || strings.TrimRight(name, " ") != "bibliography" {
			continue
		}
		value = strings.TrimSpace(value)
		if in = value == ""; in {
			continue
		}
		for _, name := range strings.Split(strings.Trim(value, "[]"), ",") {
			add(name)
		}
	}
	return nil // the head does not end
}

// Beside returns the file of a tree that a document names, or "" if it does not exist or is outside.
func Beside(files Files, document, name string) string {
	full := path.Join(path.Dir(document), strings.ReplaceAll(name, "\\", "/"))
	if path.IsAbs(name) || full == ".." || strings.HasPrefix(full, "../") || !files.Has(full) {
		return ""
	}
	return full
}

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
	found := typstIncludes.FindAllStringSubmatch(typstComment.ReplaceAllString(src, ""), 200)
	return lists.Map(found, func(m []string) string { return m[1] })
}
