package fix

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/bonafide-audit/bonafide/internal/bibtex"
)

// Unified returns the changes of a file as a unified diff that patch and git apply accept, "" if nothing changes.
func Unified(name string, old, now []byte) string {
	name = strings.TrimLeft(name, "/")
	out := diff.Diff(quotedPath("a/"+name), old, quotedPath("b/"+name), now)
	_, out, _ = bytes.Cut(out, []byte("\n")) // the command line
	return string(out)
}

// Diff returns the changes as a unified diff; name is the path of the file.
func (r *Result) Diff(name string) string { return Unified(name, []byte(r.text), r.Bytes) }

// Pieces returns the changes as diffs of at most most bytes each; a single change that is longer stays whole. Applied
// one after the other they have the effect of the whole diff. It returns nil if nothing changes.
func (r *Result) Pieces(name string, most int) (list []string) {
	switch whole := r.Diff(name); {
	case whole == "":
		return nil
	case len(whole) <= most:
		return []string{whole}
	}
	edits := slices.SortedStableFunc(slices.Values(r.edits),
		func(a, b bibtex.Edit) int { return cmp.Compare(a.Span.Start, b.Span.Start) })
	for text := []byte(r.text); len(edits) > 0; {
		with := func(n int) (now []byte, piece string) {
			now, _ = bibtex.Splice(string(text), edits[:n]) // they have been applied already
			return now, narrowed(Unified(name, text, now))
		}
		n := 1 + sort.Search(len(edits)-1, func(i int) bool {
			_, piece := with(i + 2)
			return len(piece) > most
		})
		now, piece := with(n)
		list = append(list, piece)
		edits = slices.Clone(edits[n:])
		for i := range edits {
			edits[i].Span = edits[i].Span.From(len(text) - len(now))
		}
		text = now
	}
	return list
}

// narrowed returns a diff with one line around the changes, so that more of them fit.
func narrowed(text string) string {
	hunks := strings.Split(strings.TrimSuffix(text, "\n"), "\n@@ -")
	for i, hunk := range hunks[1:] {
		var from, old, to, now int
		head, body, _ := strings.Cut(hunk, "\n")
		_, _ = fmt.Sscanf(head, "%d,%d +%d,%d @@", &from, &old, &to, &now) // as the library writes it
		lines := strings.Split(body, "\n")
		around := func(line string) bool { return strings.HasPrefix(line, " ") }
		less := 0
		for ; around(lines[0]) && around(lines[1]); less++ {
			lines = lines[1:]
		}
		from, to = from+less, to+less
		for last := len(lines) - 1; around(lines[last]) && around(lines[last-1]); last-- {
			lines = lines[:last]
			less++
		}
		hunks[i+1] = fmt.Sprintf("%d,%d +%d,%d @@\n%s", from, old-less, to, now-less, strings.Join(lines, "\n"))
	}
	return strings.Join(hunks, "\n@@ -") + "\n"
}

// quotedPath writes a path as git and patch read it: in quotation marks where a mark in it could begin another line or
// file, for the names of files are a stranger's.
func quotedPath(path string) string {
	if !strings.ContainsFunc(path, func(r rune) bool { return r < ' ' || r == 0x7F || r == '"' || r == '\\' }) {
		return path
	}
	var b strings.Builder
	b.WriteByte('"')
	for i := range len(path) {
		switch c := path[i]; {
		case c == '"' || c == '\\':
			b.WriteByte('\\')
			b.WriteByte(c)
		case c < ' ' || c == 0x7F:
			fmt.Fprintf(&b, `\%03o`, c)
		default:
			b.WriteByte(c)
		}
	}
	b.WriteByte('"')
	return b.String()
}
