package pdf

import (
	"slices"
	"unicode"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// dash represents a rule drawn in place of a repeated name.
const dash = '—'

// The measures of such a rule, in multiples of the font size of its line.
const (
	ruleShort  = 1.2 // case: TestReadsDrawnDashes
	ruleLong   = 6   // case: TestReadsDrawnDashes
	ruleThin   = 0.2 // case: TestReadsDrawnDashes
	ruleHigh   = 0.6 // above the baseline; case: TestReadsDrawnDashes
	ruleBefore = 0.6 // from its end to the sign after it; case: TestReadsDrawnDashes
)

// drawnDashes inserts dashes into a page where a rule is drawn before a sign that opens a stretch of text, as in
// "———, The art of …" in mathematical journals. Only pages with such a sign are searched for rules.
func (r *reader) drawnDashes(handle uint64) {
	l := &r.layout
	var open []int
	for i := range l.glyphs {
		if l.opensBare(i) {
			open = append(open, i)
		}
	}
	if len(open) == 0 {
		return
	}
	boxes := r.boxes(handle, func(kind int) bool { return kind != objectText })
	for k := len(open) - 1; k >= 0; k-- { // from the end, so that indexes stay valid
		g := l.glyphs[open[k]]
		if at := slices.IndexFunc(boxes, func(b biblio.Box) bool { return ruleBeforeSign(b, g) }); at >= 0 {
			l.glyphs = slices.Insert(l.glyphs, open[k], dashes(boxes[at], g)...)
		}
	}
}

// opensBare reports whether glyph i is a sign with nothing directly before it.
func (l *layout) opensBare(i int) bool {
	g := l.glyphs[i]
	switch g.r {
	case ',', '.', ':':
		if i+1 < len(l.glyphs) && !l.glyphs[i+1].space && unicode.IsDigit(l.glyphs[i+1].r) {
			return false
		}
	case '(': // a year
		if i+4 >= len(l.glyphs) || !unicode.IsDigit(l.glyphs[i+1].r) || !unicode.IsDigit(l.glyphs[i+4].r) {
			return false
		}
	default:
		return false
	}
	if i == 0 {
		return true
	}
	before := l.glyphs[i-1]
	gap, shift := g.x0-before.x1, g.base-before.base
	return gap > segmentGap*g.size || gap < -g.size || shift > g.size/2 || shift < -g.size/2
}

func ruleBeforeSign(b biblio.Box, g glyph) bool {
	size, length := float64(g.size), b.X1-b.X0
	gap, high := float64(g.x0)-b.X1, b.Y0-float64(g.base)
	return length > ruleShort*size && length < ruleLong*size && b.Y1-b.Y0 < ruleThin*size && gap > -0.2*size &&
		gap < ruleBefore*size && high > -0.2*size && high < ruleHigh*size
}

// dashes returns the glyphs that represent a rule before a sign.
func dashes(b biblio.Box, sign glyph) []glyph {
	const count = 3
	list := make([]glyph, count)
	step := float32(b.X1-b.X0) / count
	for i := range list {
		g := sign
		g.r, g.space, g.shared = dash, false, false
		g.x0, g.x1 = float32(b.X0)+step*float32(i), float32(b.X0)+step*float32(i+1)
		list[i] = g
	}
	return list
}
