package project

import (
	"path"
	"strings"
)

// headMax bounds the head of a Markdown document, in bytes.
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
