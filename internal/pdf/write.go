package pdf

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// write returns the text of a line of segments; ok is false if it is blank.
func (l *layout) write(line []segment) (Line, bool) {
	slices.SortStableFunc(line, func(a, b segment) int { return cmp.Compare(a.x0, b.x0) })
	host := widest(line)
	w := lineWriter{glyphs: l.glyphs, host: host, turn: l.mirrored,
		out: Line{Base: float64(host.base), Size: float64(host.size)}}
	for _, s := range line {
		w.segment(s)
	}
	out := w.out
	out.Font = mostUsed(&w.fonts)
	text := w.text.String()
	if l.mirrored {
		text, out.Marks = w.turned(), nil
	}
	out.Text = norm.NFC.String(text)   // letters are joined with the marks that follow them
	if len(out.Text) != w.text.Len() { // composed: the byte ranges are no longer valid
		out.Raised, out.Marks = min(out.Raised, len(out.Text)), nil
	}
	return out, strings.TrimSpace(out.Text) != ""
}

type lineWriter struct {
	glyphs []glyph
	host   segment // the widest, against which others are raised
	out    Line
	text   strings.Builder
	turn   bool   // the page runs from right to left
	runes  []rune // then: the same text, with ligatures as drawn
	fonts  [8]struct{ font, count int }
	end    float32 // of the previous glyph
	raised bool    // the previous segment is raised
}

func (w *lineWriter) segment(s segment) {
	start := -1
	for i := s.first; i < s.last; i++ {
		if w.text.Len() > 0 && w.spaced(i, i == s.first) {
			w.text.WriteByte(' ')
			w.keep(' ')
		}
		if start < 0 {
			start = w.text.Len()
		}
		g := &w.glyphs[i]
		writeRune(&w.text, g.r)
		w.keep(g.r)
		w.end = g.x1
		countFont(&w.fonts, int(g.font))
		w.out.Box = w.out.Box.Union(biblio.Box{X0: float64(g.x0), Y0: float64(g.y0), X1: float64(g.x1), Y1: float64(g.y1)})
	}
	w.raised = s.size < smallSize*w.host.size && s.base > w.host.base+0.12*w.host.size
	switch {
	case !w.raised || start < 0:
	case start == 0:
		w.out.Raised = w.text.Len()
	default:
		w.out.Marks = append(w.out.Marks, Mark{start, w.text.Len()})
	}
}

func (w *lineWriter) keep(r rune) {
	if w.turn {
		w.runes = append(w.runes, r)
	}
}

func (w *lineWriter) turned() string {
	logical(w.runes)
	var b strings.Builder
	for _, r := range w.runes {
		writeRune(&b, r)
	}
	return b.String()
}

// spaced reports whether a space precedes a glyph; first says that the glyph is the first of its segment.
func (w *lineWriter) spaced(i int, first bool) bool {
	g := &w.glyphs[i]
	gap := g.x0 - w.end
	switch size := w.host.size; {
	case gap > wordGap*g.size:
		return true
	case first && (gap > 0.12*size || g.space && gap > 0.04*size || w.raised && w.out.Raised == w.text.Len()):
		return true
	case !first && g.space && gap > 0.04*g.size:
		return true
	}
	if i == 0 || !g.space {
		return false
	}
	before := w.glyphs[i-1].r
	// a slanting f extends over the space
	return gap > 0 && unicode.IsLower(before) && unicode.IsUpper(g.r) ||
		(before == 'f' || g.r == 'f') && gap > -reach*g.size
}

// writeRune writes a character; ligatures are written as their letters, control and private-use characters as nothing
// a reader would take for text.
func writeRune(b *strings.Builder, r rune) {
	switch {
	case r < 0x80:
		if r >= ' ' && r != 0x7F {
			b.WriteByte(byte(r))
		}
		return
	case r >= 0xFB00 && r <= 0xFB06:
		b.WriteString([...]string{"ff", "fi", "fl", "ffi", "ffl", "st", "st"}[r-0xFB00])
		return
	case r == lostLetter:
		b.WriteRune(unicode.ReplacementChar)
		return
	case r >= joinedFirst && r < joinedFirst+rune(len(joined)):
		b.WriteString(joined[r-joinedFirst])
		return
	case r == 0xFFFD || r >= 0xE000 && r <= 0xF8FF || unicode.Is(unicode.Cf, r) || unicode.Is(unicode.Cc, r):
		return
	}
	b.WriteRune(r)
}

func countFont(fonts *[8]struct{ font, count int }, font int) {
	for i := range fonts {
		if f := &fonts[i]; f.count == 0 || f.font == font {
			f.font = font
			f.count++
			return
		}
	}
}

func mostUsed(fonts *[8]struct{ font, count int }) int {
	best := fonts[0]
	for _, f := range fonts[1:] {
		if f.count > best.count {
			best = f
		}
	}
	return best.font
}
