package fix

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"sort"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/bibtex"
)

// context is the number of unchanged lines that a diff shows on each side of a change.
const context = 3 // case: TestDiff

// hunk is a run of changed lines: lines from..to of the old text (from 0, to excluded) become text.
type hunk struct {
	from, to int
	text     []string
}

// Diff returns the changes as a unified diff that patch and git apply accept; name is the path of the file
// without a leading slash. It returns "" if nothing changes.
func (r *Result) Diff(name string) string {
	return strings.Join(r.pieces(name, math.MaxInt, context), "")
}

// Pieces returns the changes as diffs of at most most bytes each; a single change that is longer stays whole. Applied
// one after the other they have the effect of the whole diff. It returns nil if nothing changes.
func (r *Result) Pieces(name string, most int) []string {
	list := r.pieces(name, most, context)
	if len(list) > 1 { // with less around the changes, more of them fit
		list = r.pieces(name, most, 1)
	}
	return list
}

func (r *Result) pieces(name string, most, context int) (list []string) {
	if len(r.edits) == 0 {
		return nil
	}
	name = strings.TrimLeft(name, "/")
	head := fmt.Sprintf("--- %s\n+++ %s\n", DiffPath("a/"+name), DiffPath("b/"+name))
	d := differ{old: lines(r.text), now: lines(string(r.Bytes)), context: context}
	hunks := r.hunks(d.old)
	for i := 0; i < len(hunks); {
		j, size := i+1, d.size(&hunks[i], hunks[i].from-context)
		for ; j < len(hunks) && hunks[j].from-hunks[j-1].to <= 2*context; j++ {
			if size += d.size(&hunks[j], hunks[j-1].to+context); len(head)+size > most {
				break
			}
		}
		apart := i == 0 || hunks[i].from-hunks[i-1].to > 2*context
		if d.piece.Len() > 0 && (!apart || len(head)+d.piece.Len()+size > most) {
			list = append(list, head+d.end())
		}
		d.write(hunks[i:j])
		i = j
	}
	return append(list, head+d.end())
}

// differ writes hunks; what earlier pieces changed is already in the text.
type differ struct {
	old, now    []string
	context     int
	piece       strings.Builder
	done, shift int // by how many lines the text has grown before this piece, and in it
}

// end returns the piece written so far.
func (d *differ) end() string {
	text := d.piece.String()
	d.piece.Reset()
	d.done, d.shift = d.done+d.shift, 0
	return text
}

// size is the length of a hunk with the lines around it, beginning with the line from.
func (d *differ) size(h *hunk, from int) (n int) {
	to := min(h.to+d.context, len(d.old))
	for _, line := range slices.Concat(d.old[min(max(from, 0), to):to], h.text) {
		n += len(line) + 1
	}
	return n
}

// DiffPath writes a path as git and patch read it: in quotation marks where a mark in it could begin another line or
// file, for the names of files are a stranger's.
func DiffPath(path string) string {
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

// lines cuts a text after its line feeds.
func lines(s string) []string {
	list := strings.SplitAfter(s, "\n")
	if n := len(list); list[n-1] == "" {
		list = list[:n-1]
	}
	return list
}

// hunks turns the edits into runs of changed lines.
func (r *Result) hunks(old []string) []hunk {
	starts := make([]int, len(old)+1)
	for i, line := range old {
		starts[i+1] = starts[i] + len(line)
	}
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
			text.WriteString(r.text[at:e.Span.Start] + e.Text)
			at = e.Span.End
		}
		text.WriteString(r.text[at:starts[to+1]])
		hunks = append(hunks, trimmed(old, hunk{from, to + 1, lines(text.String())}))
		i = j
	}
	return hunks
}

// trimmed drops the unchanged lines at both ends of a hunk.
func trimmed(old []string, h hunk) hunk {
	for h.from < h.to && len(h.text) > 0 && old[h.from] == h.text[0] {
		h.from, h.text = h.from+1, h.text[1:]
	}
	for h.from < h.to && len(h.text) > 0 && old[h.to-1] == h.text[len(h.text)-1] {
		h.to, h.text = h.to-1, h.text[:len(h.text)-1]
	}
	return h
}

// write writes neighbouring hunks as one.
func (d *differ) write(list []hunk) {
	before := min(list[0].from, d.context)
	from, to := list[0].from, min(list[len(list)-1].to+d.context, len(d.old))
	grown := 0
	for _, h := range list {
		grown += len(h.text) - (h.to - h.from)
	}
	length, at := before+to-from, from-before+d.done // where the hunk begins before this piece
	fmt.Fprintf(&d.piece, "@@ -%s +%s @@\n", lineRange(at, length), lineRange(at+d.shift, length+grown))
	writeLines(&d.piece, ' ', d.now[at+d.shift:at+d.shift+before])
	for _, h := range list {
		writeLines(&d.piece, ' ', d.old[from:h.from])
		writeLines(&d.piece, '-', d.old[h.from:h.to])
		writeLines(&d.piece, '+', h.text)
		from = h.to
	}
	writeLines(&d.piece, ' ', d.old[from:to])
	d.shift += grown
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
