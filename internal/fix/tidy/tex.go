package tidy

import (
	"strings"

	"github.com/bonafide-audit/bonafide/internal/bibtex"
	"github.com/bonafide-audit/bonafide/internal/latex"
)

// Citing gives the edits of a LaTeX source that cite the new keys in place of the
// old ones. Comments and verbatim text stay.
func Citing(src string, renamed []Rename) []bibtex.Edit {
	mapping := map[string]string{}
	for _, r := range renamed {
		mapping[r.Old] = r.New
	}
	return citedIn(src, 0, func(key string) (string, bool) {
		fresh, ok := mapping[key]
		return fresh, ok
	})
}

// citedIn gives the edits of the citation commands of a text that starts at an
// offset.
func citedIn(text string, offset int, fresh func(string) (string, bool)) (edits []bibtex.Edit) {
	masked := latex.Mask(text)
	done := 0
	for _, c := range latex.Cites(masked) {
		if c.Start < done { // one of several keys of a command
			continue
		}
		done = c.End
		edits = append(edits, inGroups(masked[c.Start:c.End], offset+c.Start, fresh)...)
	}
	return edits
}

// inGroups gives the edits of the groups of a command, except those in its
// optional arguments.
func inGroups(command string, offset int, fresh func(string) (string, bool)) (edits []bibtex.Edit) {
	options, open := 0, -1
	for i := range len(command) {
		switch c := command[i]; {
		case open >= 0 && c == '}':
			edits = append(edits, keysIn(command[open:i], offset+open, fresh)...)
			open = -1
		case open >= 0:
		case c == '[' || c == '(':
			options++
		case c == ']' || c == ')':
			options--
		case c == '{' && options <= 0:
			open = i + 1
		}
	}
	return edits
}

// keysIn gives the edits of a list of keys that starts at an offset.
func keysIn(list string, offset int, fresh func(string) (string, bool)) (edits []bibtex.Edit) {
	at := 0
	for _, part := range strings.Split(list, ",") {
		key := strings.TrimSpace(part)
		if to, ok := fresh(key); ok && key != "" && to != key {
			start := offset + at + strings.Index(part, key)
			edits = append(edits, bibtex.Edit{Span: bibtex.Span{Start: start, End: start + len(key)}, Text: to})
		}
		at += len(part) + 1
	}
	return edits
}
