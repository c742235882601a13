package pdf

import (
	"math"
	"strings"
)

// glyph is one character as drawn. Coordinates are those of the page turned so
// that most of its text runs from left to right.
type glyph struct {
	r              rune
	x0, x1, y0, y1 float32
	base, size     float32
	font           int32
	space          bool // white space stands before it in the stream
	shared         bool // a further letter of the ligature that the glyph before is
}

// run is what the characters of one text object share.
type run struct {
	font   int32
	size   float32
	turn   int8 // quarter turns to the left of its writing; -1 for slanting
	offset float32
}

type fontKey struct {
	name   string
	weight int
	flags  uint32
}

const (
	maxGlyphs = 200000 // of one page
	// The library's signs for a hyphen that it took off the end of a line.
	hyphenSign, hyphenSignOld = 0x02, 0xFFFE
)

// readText reads the characters of a page and lays them out.
func (r *reader) readText(page *Page, text uint64) {
	n := r.n
	unicodeOf, boxOf := n.fn("FPDFText_GetUnicode"), n.fn("FPDFText_GetLooseCharBox")
	count := min(n.integer("FPDFText_CountChars", text), maxGlyphs)
	glyphs := r.layout.glyphs[:0]
	r.objects = map[uint64]run{}
	var last glyph
	var turns [4]int
	var turned []int8
	var current run
	space := false
	for i := 0; i < count && n.err == nil; i++ {
		u := rune(uint32(n.invoke(unicodeOf, text, uint64(i))))
		switch {
		case u == hyphenSign || u == hyphenSignOld || u == 0xAD:
			u = '-'
		case u <= ' ' || u == 0xA0 || u == 0xFEFF || u >= 0x2000 && u <= 0x200B || u == 0x3000 || u == 0x202F:
			space = true
			if u != 0 {
				continue
			}
			space = false
		}
		n.invoke(boxOf, text, uint64(i), uint64(n.scratch))
		var b [4]float32
		n.float32s(0, b[:])
		g := glyph{r: u, x0: min(b[0], b[2]), x1: max(b[0], b[2]), y0: min(b[1], b[3]), y1: max(b[1], b[3]), space: space}
		space = false
		g.shared = i > 0 && g.x0 == last.x0 && g.x1 == last.x1 && g.y0 == last.y0 && g.y1 == last.y1 && !g.space && r.sameObject(text, i)
		if i == 0 || g.y0 != last.y0 || g.y1 != last.y1 || g.x0 < last.x0 {
			current = r.runOf(text, i, g)
		}
		last = g
		page.Glyphs++
		if u == 0 || u == 0xFFFD || u >= 0xE000 && u <= 0xF8FF {
			page.Unreadable++
		}
		if u == 0 || current.turn < 0 || math.IsNaN(float64(g.x0+g.x1+g.y0+g.y1)) || g.x1-g.x0 > 5000 || g.y1-g.y0 > 5000 {
			continue
		}
		turns[current.turn]++
		g.font, g.size = current.font, current.size
		g.base = g.y0 + current.offset
		glyphs = append(glyphs, g)
		turned = append(turned, current.turn)
	}
	r.layout.glyphs = glyphs
	turn := 0
	for t, c := range turns {
		if c > turns[turn] {
			turn = t
		}
	}
	r.layout.keep(turned, int8(turn))
	r.layout.page(page, r.doc.Fonts)
	if turn != 0 {
		for i := range page.Lines {
			l := &page.Lines[i]
			l.Box = turnBack(l.Box, turn)
		}
	}
}

// sameObject reports that a character belongs to the text object of the one
// before it.
func (r *reader) sameObject(text uint64, i int) bool {
	return r.n.call("FPDFText_GetTextObject", text, uint64(i)) == r.n.call("FPDFText_GetTextObject", text, uint64(i-1))
}

// runOf asks for font, size and direction of the character's text object.
func (r *reader) runOf(text uint64, i int, g glyph) run {
	n := r.n
	object := n.call("FPDFText_GetTextObject", text, uint64(i))
	if known, ok := r.objects[object]; ok && object != 0 {
		return known
	}
	const matrixAt, xAt, yAt = 0, 32, 40
	s := uint64(n.scratch)
	size := math.Float64frombits(n.call("FPDFText_GetFontSize", text, uint64(i)))
	m := [6]float32{1, 0, 0, 1, 0, 0}
	if n.integer("FPDFText_GetMatrix", text, uint64(i), s+matrixAt) != 0 {
		n.float32s(matrixAt, m[:])
	}
	out := run{font: r.font(text, i), turn: turnOf(float64(m[0]), float64(m[1]))}
	scaled := size * math.Hypot(float64(m[2]), float64(m[3]))
	if !(scaled > 0.1 && scaled < 2000) {
		scaled = float64(g.y1 - g.y0)
	}
	out.size = float32(scaled)
	if n.integer("FPDFText_GetCharOrigin", text, uint64(i), s+xAt, s+yAt) != 0 {
		x, y := float32(n.float64At(xAt)), float32(n.float64At(yAt))
		switch out.turn {
		case 0:
			out.offset = y - g.y0
		case 1: // up: the page's x falls with the line's y
			out.offset = g.x1 - x
		case 2:
			out.offset = g.y1 - y
		case 3:
			out.offset = x - g.x0
		}
	}
	if len(r.objects) < maxGlyphs {
		r.objects[object] = out
	}
	return out
}

// turnOf gives the quarter turns of a writing direction, -1 when it slants.
func turnOf(a, b float64) int8 {
	switch {
	case math.Abs(b) <= 0.05*math.Abs(a):
		if a < 0 {
			return 2
		}
		return 0
	case math.Abs(a) <= 0.05*math.Abs(b):
		if b > 0 {
			return 1
		}
		return 3
	}
	return -1
}

// turnBack gives the box on the page of a box in turned coordinates.
func turnBack(b Box, turn int) Box {
	switch turn {
	case 1:
		return Box{-b.Y1, b.X0, -b.Y0, b.X1}
	case 2:
		return Box{-b.X1, -b.Y1, -b.X0, -b.Y0}
	case 3:
		return Box{b.Y0, -b.X1, b.Y1, -b.X0}
	}
	return b
}

// keep drops the glyphs that run in another direction than most, and turns the
// rest upright.
func (l *layout) keep(turned []int8, turn int8) {
	kept := l.glyphs[:0]
	for i, g := range l.glyphs {
		if turned[i] != turn {
			continue
		}
		offset := g.base - g.y0
		switch turn {
		case 1:
			g.x0, g.x1, g.y0, g.y1 = g.y0, g.y1, -g.x1, -g.x0
		case 2:
			g.x0, g.x1, g.y0, g.y1 = -g.x1, -g.x0, -g.y1, -g.y0
		case 3:
			g.x0, g.x1, g.y0, g.y1 = -g.y1, -g.y0, g.x0, g.x1
		}
		g.base = g.y0 + offset
		kept = append(kept, g)
	}
	l.glyphs = kept
}

// font gives the index of a character's font.
func (r *reader) font(text uint64, i int) int32 {
	n := r.n
	const flagsAt, nameAt = 0, 64
	s := uint64(n.scratch)
	length := n.call("FPDFText_GetFontInfo", text, uint64(i), s+nameAt, 512, s+flagsAt)
	key := fontKey{weight: n.integer("FPDFText_GetFontWeight", text, uint64(i)), flags: n.uint32At(flagsAt)}
	if length > 1 && length <= 512 {
		key.name = strings.ToValidUTF8(string(n.bytesAt(nameAt, uint32(length-1))), "")
	}
	if at, ok := r.fontIndex[key]; ok {
		return int32(at)
	}
	name := key.name
	if _, plain, ok := strings.Cut(name, "+"); ok {
		name = plain
	}
	lower := strings.ToLower(name)
	const italicFlag, forceBold = 1 << 6, 1 << 18
	f := Font{
		Name:   name,
		Bold:   key.weight >= 600 || key.flags&forceBold != 0 || strings.Contains(lower, "bold") || strings.Contains(lower, "black") || strings.Contains(lower, "medi") || strings.HasPrefix(lower, "cmbx"),
		Italic: key.flags&italicFlag != 0 || strings.Contains(lower, "ital") || strings.Contains(lower, "obli") || strings.HasPrefix(lower, "cmti"),
	}
	r.fontIndex[key] = len(r.doc.Fonts)
	r.doc.Fonts = append(r.doc.Fonts, f)
	return int32(len(r.doc.Fonts) - 1)
}
