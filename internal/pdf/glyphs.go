package pdf

import "unicode"

// combining maps spacing accents to the combining marks they stand for when drawn over a letter.
var combining = map[rune]rune{
	'`': 0x300, '´': 0x301, 'ˊ': 0x301, '^': 0x302, 'ˆ': 0x302, '~': 0x303, '˜': 0x303, '¯': 0x304, 'ˉ': 0x304, '˘': 0x306,
	'˙': 0x307, '¨': 0x308, '˚': 0x30A, '°': 0x30A, '˝': 0x30B, 'ˇ': 0x30C, '¸': 0x327, '˛': 0x328,
}

// accentReach is how far from its letter an accent may be in the stream. Some files write all accents of a line after
// its letters.
const accentReach = 160

// maxAccents bounds the work on a page that consists only of accents.
const maxAccents = 3000

// joinAccents turns an accent drawn over a letter into a combining mark after
// that letter.
func (l *layout) joinAccents() {
	g := l.glyphs
	onto := map[int]int{}    // index of an accent → index of its letter
	marks := map[int][]int{} // letter → its accents
	for i := range g {
		if _, ok := combining[g[i].r]; !ok || len(onto) > maxAccents {
			continue
		}
		if at, ok := l.letterUnder(i); ok {
			onto[i] = at
			marks[at] = append(marks[at], i)
		}
	}
	if len(onto) == 0 {
		return
	}
	out := make([]glyph, 0, len(g))
	space := false
	for i := range g {
		if _, ok := onto[i]; ok {
			space = space || g[i].space
			continue
		}
		letter := g[i]
		letter.space = letter.space || space
		space = false
		if len(marks[i]) > 0 {
			letter.r = plainI(letter.r)
		}
		out = append(out, letter)
		for _, m := range marks[i] {
			mark := letter
			mark.r, mark.space = combining[g[m].r], false
			out = append(out, mark)
		}
	}
	l.glyphs = append(g[:0], out...)
}

// letterUnder returns the letter over or under which an accent is drawn, nearest in the stream first.
func (l *layout) letterUnder(i int) (int, bool) {
	g := l.glyphs
	for step := 1; step <= accentReach; step++ {
		if j := i + step; j < len(g) && g[i].over(g[j]) {
			return j, true
		}
		if j := i - step; j >= 0 && g[i].over(g[j]) {
			return j, true
		}
	}
	return 0, false
}

// plainI returns the dotted letter for a dotless one under an accent.
func plainI(r rune) rune {
	switch r {
	case 'ı':
		return 'i'
	case 'ȷ':
		return 'j'
	}
	return r
}

// over reports whether an accent is drawn over or under a letter.
func (a glyph) over(letter glyph) bool {
	if !unicode.IsLetter(letter.r) {
		return false
	}
	overlap := min(a.x1, letter.x1) - max(a.x0, letter.x0)
	shift := a.base - letter.base
	return overlap > 0.5*min(a.x1-a.x0, letter.x1-letter.x0) && shift < 0.9*letter.size && shift > -0.5*letter.size
}

type place struct {
	r    rune
	x, y int32
}

// dropTwins drops glyphs drawn a second time in the same place, which makes type look bold or adds a shadow.
func (l *layout) dropTwins() {
	seen := make(map[place]int32, len(l.glyphs))
	kept := l.glyphs[:0]
	for _, g := range l.glyphs {
		x, y := int32(g.x0), int32(g.base)
		twin := false
		for dx := int32(-1); dx <= 1 && !twin; dx++ {
			for dy := int32(-1); dy <= 1 && !twin; dy++ {
				if at, ok := seen[place{g.r, x + dx, y + dy}]; ok {
					o := kept[at]
					twin = abs(o.x0-g.x0) < 0.12*g.size && abs(o.base-g.base) < 0.12*g.size && !unicode.Is(unicode.Mn, g.r)
				}
			}
		}
		if twin && !g.shared {
			continue
		}
		seen[place{g.r, x, y}] = int32(len(kept))
		kept = append(kept, g)
	}
	l.glyphs = kept
}

func abs(x float32) float32 {
	if x < 0 {
		return -x
	}
	return x
}
