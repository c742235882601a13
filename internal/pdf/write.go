package pdf

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// write gives the text of a line of segments; not ok when it is blank.
func (l *layout) write(line []segment) (Line, bool) {
	slices.SortStableFunc(line, func(a, b segment) int { return cmp.Compare(a.x0, b.x0) })
	host := widest(line)
	out := Line{Base: float64(host.base), Size: float64(host.size)}
	var b strings.Builder
	var fonts [8]struct{ font, count int }
	var end float32
	for k, s := range line {
		raised := s.size < smallSize*host.size && s.base > host.base+0.12*host.size
		start := -1
		for i := s.first; i < s.last; i++ {
			g := l.glyphs[i]
			if b.Len() > 0 {
				gap := g.x0 - end
				spaced := g.space && gap > 0.04*g.size
				if i == s.first {
					spaced = gap > 0.12*host.size || g.space && gap > 0.04*host.size || k > 0 && line[k-1].raisedAt(host) && out.Raised == b.Len()
				}
				if spaced || gap > wordGap*g.size || i > 0 && g.space && gap > 0 && unicode.IsLower(l.glyphs[i-1].r) && unicode.IsUpper(g.r) { // a slanting f reaches over the space
					b.WriteByte(' ')
				}
			}
			if start < 0 {
				start = b.Len()
			}
			writeRune(&b, g.r)
			end = g.x1
			countFont(&fonts, int(g.font))
			out.Box = out.Box.Union(Box{float64(g.x0), float64(g.y0), float64(g.x1), float64(g.y1)})
		}
		if raised && start >= 0 {
			if start == 0 {
				out.Raised = b.Len()
			} else {
				out.Marks = append(out.Marks, Mark{start, b.Len()})
			}
		}
	}
	out.Font = mostUsed(&fonts)
	out.Text = compose(b.String())
	if len(out.Text) != b.Len() { // composed: byte ranges no longer hold
		out.Raised, out.Marks = min(out.Raised, len(out.Text)), nil
	}
	return out, strings.TrimSpace(out.Text) != ""
}

func (s segment) raisedAt(host segment) bool {
	return s.size < smallSize*host.size && s.base > host.base+0.12*host.size
}

// compose joins letters with the marks that follow them.
func compose(s string) string {
	for i := 0; i < len(s); i++ {
		if s[i] >= 0x80 {
			return norm.NFC.String(s)
		}
	}
	return s
}

// writeRune writes a character; ligatures as their letters, control characters
// and private ones as nothing a reader would take for text.
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
