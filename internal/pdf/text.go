package pdf

import (
	"math"
	"slices"
	"strings"
	"unicode/utf16"

	"github.com/tetratelabs/wazero/api"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// glyph is one drawn character. Coordinates are those of the page rotated so that most of its text runs from left to
// right.
type glyph struct {
	r              rune
	x0, x1, y0, y1 float32
	base, size     float32
	font           int32
	unseen         unseen
	space          bool // preceded by white space in the stream
	shared         bool // another letter of the ligature that the previous glyph is part of
}

// run is shared by the characters of one text object.
type run struct {
	font   int32
	size   float32
	unseen unseen
	turn   int8    // quarter turns to the left; -1 for slanting text
	x, y   float32 // of its first character's origin
	tall   float32 // that character's box across the line; 0 if the library does not say
	offset float32 // from the foot of that box to the baseline
}

// offsetOf returns how far the baseline of the run is from the foot of a character's box.
func (r *run) offsetOf(g glyph) float32 {
	switch r.turn {
	case 1: // up: the page's x falls with the line's y
		return g.x1 - r.x
	case 2:
		return g.y1 - r.y
	case 3:
		return r.x - g.x0
	}
	return r.y - g.y0
}

// tallOf returns the height of a character's box across the line of the run.
func (r *run) tallOf(g glyph) float32 {
	if r.turn == 1 || r.turn == 3 {
		return g.x1 - g.x0
	}
	return g.y1 - g.y0
}

type fontKey struct {
	name   string
	weight int
	flags  uint32
}

const (
	maxGlyphs = 200000 // of one page
	narrowest = 0.12   // of the size, a letter
	otherBox  = 0.005  // of the size, by how much the boxes of letters of one run differ where they are their own
	// The library's codes for a hyphen that it removed from the end of a line.
	hyphenSign, hyphenSignOld = 0x02, 0xFFFE
)

func (r *reader) readText(page *Page, handle, text uint64) {
	count := min(r.n.integer("FPDFText_CountChars", text), maxGlyphs)
	s := stream{r: r, page: page, text: text, boxOf: r.n.fn("FPDFText_GetLooseCharBox"),
		objectOf: r.n.fn("FPDFText_GetTextObject"), glyphs: r.layout.glyphs[:0], turned: r.layout.turned[:0]}
	r.objects = map[uint64]run{}
	s.runes = r.unicodes(text, count)
	unreadable := unshift(s.runes)
	r.tex.add(s.runes)
	recode(s.runes, r.tex.encoding(), func(i int) bool { return r.doc.Fonts[r.font(text, i)].Name == "" })
	r.nameLetters(text, s.runes)
	for i := 0; i < len(s.runes) && r.n.err == nil; {
		if blank(s.runes[i]) {
			s.space = true
			i++
			continue
		}
		end := i + 1
		for end < len(s.runes) && !blank(s.runes[end]) {
			end++
		}
		if !s.word(i, end) {
			for ; i < end && r.n.err == nil; i++ {
				s.char(i)
			}
		}
		i = end
	}
	if unreadable {
		page.Unreadable = page.Glyphs
	}
	s.dropHidden(handle)
	r.layout.glyphs, r.layout.turned = s.glyphs, s.turned
	turn := slices.Index(s.turns[:], slices.Max(s.turns[:]))
	r.layout.keep(int8(turn))
	if turn == 0 {
		r.drawnDashes(handle)
	}
	if r.layout.mirrored = false; r.layout.rightToLeft() {
		r.layout.mirror()
	}
	r.layout.page(page)
	for i := range page.Lines {
		l := &page.Lines[i]
		if r.layout.mirrored {
			l.Box.X0, l.Box.X1 = -l.Box.X1, -l.Box.X0
		}
		l.Box = turnBack(l.Box, turn)
	}
}

// unicodes returns the characters of a page, in one call if the library's text has exactly one code per character.
func (r *reader) unicodes(text uint64, count int) []rune {
	n := r.n
	if count <= 0 {
		return nil
	}
	out := make([]rune, 0, count)
	size := uint64(4*count + 16)
	if buffer := n.call("malloc", size); buffer != 0 {
		units := n.integer("FPDFText_GetText", text, 0, uint64(count), buffer)
		if b, ok := n.memory.Read(uint32(buffer), uint32(size)); ok && units > 0 && 2*units <= len(b) {
			out = appendUTF16(out, b[:2*(units-1)])
		}
		n.call("free", buffer)
	}
	if len(out) == count {
		return joinSurrogates(out)
	}
	out = out[:0]
	unicodeOf := n.fn("FPDFText_GetUnicode")
	for i := 0; i < count && n.err == nil; i++ {
		out = append(out, rune(uint32(n.invoke(unicodeOf, text, uint64(i)))))
	}
	return joinSurrogates(out)
}

// secondHalf marks the second of the two places that the library counts for one character beyond the Basic
// Multilingual Plane.
const secondHalf = -1

// joinSurrogates joins the two halves that the library returns for one character, in place.
func joinSurrogates(text []rune) []rune {
	for i := 0; i+1 < len(text); i++ {
		if whole := utf16.DecodeRune(text[i], text[i+1]); whole != 0xFFFD {
			text[i], text[i+1] = whole, secondHalf
		}
	}
	return text
}

func appendUTF16(out []rune, b []byte) []rune {
	for i := 0; i+1 < len(b); i += 2 {
		u := rune(b[i]) | rune(b[i+1])<<8
		if i+3 < len(b) && utf16.IsSurrogate(u) {
			if pair := utf16.DecodeRune(u, rune(b[i+2])|rune(b[i+3])<<8); pair != 0xFFFD {
				u = pair
				i += 2
			}
		}
		out = append(out, u)
	}
	return out
}

// blank reports whether u is white space, which has no box.
func blank(u rune) bool {
	switch {
	case u == hyphenSign || u == 0 || u == secondHalf:
		return false
	case u <= ' ', u == 0xA0, u == 0xFEFF, u >= 0x2000 && u <= 0x200B, u == 0x3000, u == 0x202F:
		return true
	}
	return false
}

// stream reads the characters of one page in the order of the file.
type stream struct {
	r        *reader
	page     *Page
	text     uint64
	boxOf    api.Function
	objectOf api.Function
	runes    []rune
	glyphs   []glyph
	turned   []int8 // for each glyph, its quarter turns
	turns    [4]int
	cursor
	space bool // white space precedes the next glyph
}

type cursor struct {
	last    glyph // the glyph read before
	current run
	object  uint64 // the object of the current run
	begun   bool
}

func (s *stream) box(i int) glyph {
	n := s.r.n
	n.invoke(s.boxOf, s.text, uint64(i), uint64(n.scratch))
	var b [4]float32
	n.float32s(0, b[:])
	return glyph{r: s.runes[i], x0: min(b[0], b[2]), x1: max(b[0], b[2]), y0: min(b[1], b[3]), y1: max(b[1], b[3])}
}

// enter looks up the run of a character whose box differs from that of the last one, or that precedes it. At the
// start of a word, another text object may begin, with its own visibility.
func (s *stream) enter(i int, g glyph, word bool) {
	anew := !s.begun || g.y0 != s.last.y0 || g.y1 != s.last.y1 || g.x0 < s.last.x0
	s.last = g
	if !anew && !word {
		return
	}
	object := s.objectAt(i)
	switch {
	case anew:
		s.current, s.begun = s.r.runOf(object, s.text, i, g), true
	case object != s.object:
		s.current.unseen = s.r.sight(object, g)
	}
	s.object = object
}

// word reads a word by the boxes of its first and last letter only, which saves the most calls; it returns false if
// they are not those of a plain word on one line.
func (s *stream) word(i, end int) bool {
	if !plainWord(s.runes[i:end]) {
		return false
	}
	first, last := s.box(i), s.box(end-1)
	if first.y0 != last.y0 || first.y1 != last.y1 || first.bad() || last.bad() {
		return false
	}
	before := s.cursor
	s.enter(i, first, true)
	size, width, count := s.current.size, last.x1-first.x0, float32(end-i)
	inside := last.x0 - first.x1 // there is nothing inside "off" with a ligature
	if s.current.turn != 0 || width < 0.2*size*count || width > 0.95*size*count || first.x1-first.x0 > 1.3*size ||
		inside < narrowest*size*(count-2) {
		s.cursor = before
		return false
	}
	first.space, s.space = s.space, false
	s.spread(s.runes[i:end], first, last)
	s.last.x0, s.last.x1 = last.x0, last.x1
	return true
}

// plainWord reports whether text is three letters or more that are drawn in sequence.
func plainWord(text []rune) bool {
	return len(text) >= 3 && len(text) <= 30 && !slices.ContainsFunc(text, func(u rune) bool {
		return u < '!' || u > 'ɏ' || u >= 0x7F && u <= 0xBF || u == '^' || u == '~' || u == '`'
	})
}

// spread adds the glyphs of a word, evenly spaced between its first and last.
func (s *stream) spread(text []rune, first, last glyph) {
	count := len(text)
	step := (last.x0 - first.x1) / float32(count-2)
	for k, u := range text {
		g := first
		switch {
		case k == count-1:
			g.x0, g.x1, g.space = last.x0, last.x1, false
		case k > 0:
			g.x0, g.space = first.x1+step*float32(k-1), false
			g.x1 = g.x0 + step
		}
		g.r = u
		s.add(g)
		s.page.Glyphs++
	}
}

func (g glyph) bad() bool {
	return math.IsNaN(float64(g.x0+g.x1+g.y0+g.y1)) || g.x1-g.x0 > 5000 || g.y1-g.y0 > 5000
}

func (s *stream) add(g glyph) {
	s.turns[s.current.turn]++
	g.font, g.size, g.unseen = s.current.font, s.current.size, s.current.unseen
	g.base = g.y0 + s.current.offset
	if s.current.tall > 0 && abs(s.current.tallOf(g)-s.current.tall) > otherBox*g.size {
		// If a font does not state its descent, as in files of LibreOffice, the library's boxes extend only as far as
		// each letter does.
		g.base = g.y0 + s.current.offsetOf(g)
	}
	s.glyphs = append(s.glyphs, g)
	s.turned = append(s.turned, s.current.turn)
}

func (s *stream) char(i int) {
	if s.runes[i] == secondHalf {
		return
	}
	g := s.box(i)
	g.space, s.space = s.space, false
	if g.r == hyphenSign || g.r == hyphenSignOld || g.r == 0xAD {
		g.r = '-'
	}
	same := g.x0 == s.last.x0 && g.x1 == s.last.x1 && g.y0 == s.last.y0 && g.y1 == s.last.y1
	g.shared = s.begun && same && !g.space && s.objectAt(i) == s.objectAt(i-1)
	s.enter(i, g, g.space)
	s.page.Glyphs++
	if meaningless(g.r) {
		s.page.Unreadable++
	}
	if g.r == 0 || s.current.turn < 0 || g.bad() {
		return
	}
	s.add(g)
}

// objectAt returns the library's handle of a character's text object.
func (s *stream) objectAt(i int) uint64 { return s.r.n.invoke(s.objectOf, s.text, uint64(i)) }

// runOf returns font, size and direction of the text object of a character.
func (r *reader) runOf(object, text uint64, i int, g glyph) run {
	n := r.n
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
	out.unseen = r.sight(object, g)
	if n.integer("FPDFText_GetCharOrigin", text, uint64(i), s+xAt, s+yAt) != 0 {
		out.x, out.y = float32(n.float64At(xAt)), float32(n.float64At(yAt))
		out.offset, out.tall = out.offsetOf(g), out.tallOf(g)
	}
	if len(r.objects) < maxGlyphs {
		r.objects[object] = out
	}
	return out
}

// turnOf returns the quarter turns of a writing direction, or -1 if it slants.
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

// turnBack returns the box on the page for a box in rotated coordinates.
func turnBack(b biblio.Box, turn int) biblio.Box {
	switch turn {
	case 1:
		return biblio.Box{X0: -b.Y1, Y0: b.X0, X1: -b.Y0, Y1: b.X1}
	case 2:
		return biblio.Box{X0: -b.X1, Y0: -b.Y1, X1: -b.X0, Y1: -b.Y0}
	case 3:
		return biblio.Box{X0: b.Y0, Y0: -b.X1, X1: b.Y1, Y1: -b.X0}
	}
	return b
}

// keep drops the glyphs that run in a direction other than most, and rotates the rest upright.
func (l *layout) keep(turn int8) {
	kept := l.glyphs[:0]
	for i, g := range l.glyphs {
		if l.turned[i] != turn {
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

// untagged returns the name of a font without the tag of a subset, "ABCDEF+".
func untagged(name string) string {
	_, plain, tagged := strings.Cut(name, "+")
	if !tagged {
		return name
	}
	return plain
}

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
	name := untagged(key.name)
	lower := strings.ToLower(name)
	const forceBold = 1 << 18
	f := Font{
		Name: name,
		Bold: key.weight >= 600 || key.flags&forceBold != 0 || strings.Contains(lower, "bold") ||
			strings.Contains(lower, "black") || strings.Contains(lower, "medi") || strings.HasPrefix(lower, "cmbx"),
	}
	r.fontIndex[key] = len(r.doc.Fonts)
	r.doc.Fonts = append(r.doc.Fonts, f)
	return int32(len(r.doc.Fonts) - 1)
}
