package fix

import (
	"bytes"
	"fmt"
	"sort"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/bibtex"
)

// context is how many unchanged lines a diff shows on both sides of a change.
const context = 3 // case: TestDiff

// hunk is a run of lines that changes: lines from..to (from 0, to excluded) of
// the old text become text.
type hunk struct {
	from, to int
	text     []string
}

// Diff returns the changes as a unified diff that patch and git apply read, under
// the path of the file without a slash at its start; "" when nothing changes.
func (r *Result) Diff(name string) string {
	if len(r.edits) == 0 {
		return ""
	}
	src := r.text
	old := lines(src)
	starts := make([]int, len(old)+1)
	for i, line := range old {
		starts[i+1] = starts[i] + len(line)
	}
	var b strings.Builder
	name = strings.TrimLeft(name, "/")
	fmt.Fprintf(&b, "--- a/%s\n+++ b/%s\n", name, name)
	hunks := r.hunks(src, old, starts)
	shift := 0
	for i := 0; i < len(hunks); {
		j := i + 1
		for j < len(hunks) && hunks[j].from-hunks[j-1].to <= 2*context {
			j++
		}
		shift += writeHunks(&b, old, hunks[i:j], shift)
		i = j
	}
	return b.String()
}

// lines cuts a text after its line feeds.
func lines(s string) []string {
	list := strings.SplitAfter(s, "\n")
	if n := len(list); list[n-1] == "" {
		list = list[:n-1]
	}
	return list
}

// hunks turns the edits into runs of changed lines.
func (r *Result) hunks(src string, old []string, starts []int) []hunk {
	edits := append([]bibtex.Edit(nil), r.edits...)
	sort.SliceStable(edits, func(i, j int) bool { return edits[i].Span.Start < edits[j].Span.Start })
	lineOf := func(offset int) int {
		return min(sort.Search(len(old), func(i int) bool { return starts[i+1] > offset }), len(old)-1)
	}
	var hunks []hunk
	for i := 0; i < len(edits); {
		from, to := lineOf(edits[i].Span.Start), lineOf(edits[i].Span.End)
		j := i + 1
		for j < len(edits) && lineOf(edits[j].Span.Start) <= to {
			to = max(to, lineOf(edits[j].Span.End))
			j++
		}
		var text bytes.Buffer
		at := starts[from]
		for _, e := range edits[i:j] {
			text.WriteString(src[at:e.Span.Start] + e.Text)
			at = e.Span.End
		}
		text.WriteString(src[at:starts[to+1]])
		hunks = append(hunks, trimmed(old, hunk{from, to + 1, lines(text.String())}))
		i = j
	}
	return hunks
}

// trimmed leaves out the lines at both ends of a hunk that stay the same.
func trimmed(old []string, h hunk) hunk {
	for h.from < h.to && len(h.text) > 0 && old[h.from] == h.text[0] {
		h.from, h.text = h.from+1, h.text[1:]
	}
	for h.from < h.to && len(h.text) > 0 && old[h.to-1] == h.text[len(h.text)-1] {
		h.to, h.text = h.to-1, h.text[:len(h.text)-1]
	}
	return h
}

// writeHunks writes neighbouring hunks as one, and gives by how many lines the
// new text is longer.
func writeHunks(b *strings.Builder, old []string, list []hunk, shift int) int {
	from, to := max(list[0].from-context, 0), min(list[len(list)-1].to+context, len(old))
	grown := 0
	for _, h := range list {
		grown += len(h.text) - (h.to - h.from)
	}
	fmt.Fprintf(b, "@@ -%s +%s @@\n", lineRange(from, to-from), lineRange(from+shift, to-from+grown))
	at := from
	for _, h := range list {
		writeLines(b, ' ', old[at:h.from])
		writeLines(b, '-', old[h.from:h.to])
		writeLines(b, '+', h.text)
		at = h.to
	}
	writeLines(b, ' ', old[at:to])
	return grown
}

func lineRange(from, n int) string {
	if n == 0 {
		return fmt.Sprintf("%d,0", from)
	}
	if n == 1 {
		return fmt.Sprint(from + 1)
	}
	return fmt.Sprintf("%d,%d", from+1, n)
}

func writeLines(b *strings.Builder, mark byte, list []string) {
	for _, line := range list {
		b.WriteByte(mark)
		b.WriteString(line)
		if !strings.HasSuffix(line, "\n") {
			b.WriteString("\n\\ No newline at end of file\n")
		}
	}
}
