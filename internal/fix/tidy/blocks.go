package tidy

import (
	"strings"

	"github.com/bonafide-audit/bonafide/internal/bibtex"
)

// block is an entry with the comments that belong to it: those on the lines
// directly before it, and what follows it on its last line.
type block struct {
	span  bibtex.Span
	fixed bool // it stays, or something before it does
	last  bool // it stays, and no entry may move past it: it is not closed, or shares a line with what stays
}

// blocks returns the block of each entry.
func (t *tidier) blocks() []block {
	blocks := make([]block, len(t.entries))
	for n, i := range t.entries {
		it := &t.f.Items[i]
		b := block{span: it.Span, last: !it.Closed || !t.opensLine(it.Span.Start) || t.runsOn(i)}
		gap, plain := t.before(i)
		if i <= 1 {
			gap = "\n" + gap // the first line belongs to no entry
		}
		_, rest, lead := cutGap(gap)
		b.fixed = n == 0 || b.last || !plain || strings.TrimSpace(rest) != ""
		if i > 1 || strings.TrimSpace(rest) != "" { // text that opens the file stays there
			b.span.Start -= len(lead)
		}
		if i+1 < len(t.f.Items) && t.f.Items[i+1].Kind == bibtex.Text {
			after, _, _ := cutGap(t.f.Text(t.f.Items[i+1].Span))
			b.span.End += len(after)
		}
		blocks[n] = b
	}
	return blocks
}

// runsOn reports whether text follows an item without a line end.
func (t *tidier) runsOn(i int) bool {
	if i+1 >= len(t.f.Items) || t.f.Items[i+1].Kind != bibtex.Text {
		return false
	}
	gap := t.f.Text(t.f.Items[i+1].Span)
	return strings.TrimSpace(gap) != "" && !strings.ContainsAny(gap, "\r\n")
}

// opensLine reports whether only blanks or the byte-order mark precede an offset on its line.
func (t *tidier) opensLine(i int) bool {
	line := strings.TrimRight(t.text[:i], " \t")
	return line == "" || line == "\ufeff" || strings.IndexByte("\r\n", line[len(line)-1]) >= 0
}

// before returns the text between an item and the one before it; false if that is not an entry.
func (t *tidier) before(i int) (string, bool) {
	switch {
	case i == 0:
		return "", false
	case t.f.Items[i-1].Kind != bibtex.Text:
		return "", t.f.Items[i-1].Kind == bibtex.Entry
	}
	return t.f.Text(t.f.Items[i-1].Span), i > 1 && t.f.Items[i-2].Kind == bibtex.Entry
}

// cutGap splits the text between two entries into the rest of the line of the first, without its line end, what
// is between, and the lines directly before the second.
func cutGap(gap string) (after, rest, lead string) {
	end := strings.IndexAny(gap, "\r\n")
	if end < 0 {
		return "", gap, ""
	}
	if strings.TrimSpace(gap[:end]) != "" {
		after, gap = gap[:end], gap[end:]
	}
	lines := strings.SplitAfter(gap, "\n")
	k := len(lines) - 1
	if strings.TrimSpace(lines[k]) != "" { // text on the line of the second
		return after, gap, ""
	}
	for k > 0 && strings.TrimSpace(lines[k-1]) != "" {
		k--
	}
	if k == len(lines)-1 {
		return after, gap, ""
	}
	lead = strings.Join(lines[k:], "")
	return after, gap[:len(gap)-len(lead)], lead
}

// runs returns the ranges of entries that may be reordered.
func runs(blocks []block) (list [][2]int) {
	start := 0
	for n := range blocks {
		if n > start && (blocks[n].fixed || blocks[n-1].last) {
			list = append(list, [2]int{start, n})
			start = n
		}
	}
	return append(list, [2]int{start, len(blocks)})
}
