package tidy

import (
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/bibtex"
	"github.com/bonafide-audit/bonafide/internal/latex"
	"github.com/bonafide-audit/bonafide/internal/lazy"
)

// Citing returns the edits of a LaTeX source that replace the old keys by the new ones. Comments and verbatim
// text stay.
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

// citedIn returns the edits of the citation commands in a text that starts at offset.
func citedIn(text string, offset int, fresh func(string) (string, bool)) (edits []bibtex.Edit) {
	for _, c := range latex.Cites(latex.Mask(text)) {
		edits = append(edits, keysIn(c.Key, offset+c.At, fresh)...)
	}
	return edits
}

// RemainingKey is a key that a source still has in braces.
type RemainingKey struct {
	Key     string
	Command string // that contains the key, or ""
	Cited   bool   // the name of the command says that it cites
}

// RemainingKeys lists the replaced keys that a source still has in braces, alone or in a list, where Citing does not
// change them: in commands that it does not know as citations. Comments, verbatim text and labels do not count.
func RemainingKeys(src string, renamed []Rename) (list []RemainingKey) {
	old, changed := map[string]bool{}, map[int]bool{}
	for _, r := range renamed {
		old[r.Old] = true
	}
	for _, e := range Citing(src, renamed) {
		changed[e.Span.Start] = true
	}
	masked, open := latex.Mask(src), -1
	for i := range len(masked) {
		switch masked[i] {
		case '{':
			open = i + 1
		case '}':
			before := masked[max(0, open-200):max(0, open)]
			if open >= 0 && !labels.MatchString(before) {
				command := ""
				if m := commandBefore.FindStringSubmatch(before); m != nil {
					command = m[1]
				}
				for _, e := range keysIn(masked[open:i], open, func(key string) (string, bool) { return "", old[key] }) {
					s := RemainingKey{masked[e.Span.Start:e.Span.End], command, strings.Contains(strings.ToLower(command), "cite")}
					if !changed[e.Span.Start] && !slices.Contains(list, s) {
						list = append(list, s)
					}
				}
			}
			open = -1
		}
	}
	return list
}

// commandBefore matches a command right before its argument.
var commandBefore = lazy.Regexp(`\\([A-Za-z@]+)\*?\s*(?:\[[^\]]*\]\s*)*\{$`)

// labels matches commands whose argument is another kind of name.
var labels = lazy.Regexp(`\\(?:label|[A-Za-z]*ref|begin|end|input|include)\*?\s*\{$`)

// keysIn returns the edits of a list of keys that starts at offset.
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
