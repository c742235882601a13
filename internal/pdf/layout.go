package pdf

import (
	"cmp"
	"slices"
	"unicode"
)

// layout turns the glyphs of a page into lines. Its slices are reused for every page.
type layout struct {
	glyphs   []glyph
	turned   []int8 // for each glyph as read, its quarter turns
	segments []segment
	counters []counter // of all pages so far
	mirrored bool      // the page runs from right to left, and its coordinates are mirrored
}

// segment is a stretch of glyphs on one baseline without a wide gap: the part of a line in one column, or less.
type segment struct {
	first, last    int // half-open range of glyphs
	x0, x1, y0, y1 float32
	base, size     float32
}

func (l *layout) page(page *Page) {
	l.joinAccents()
	l.dropTwins()
	l.cut()
	l.dropLineNumbers()
	for b, block := range l.blocks() {
		for _, line := range l.lines(block) {
			if out, ok := l.write(line); ok {
				out.Block = b
				page.Lines = append(page.Lines, out)
			}
		}
	}
}

// The relevant gaps, in multiples of the font size.
const (
	wordGap    = 0.19 // no space in the stream, but a new word; case: TestReadsDrawnDashes
	reach      = 0.12 // of a slanting f over the space next to it; case: TestSlantingF
	segmentGap = 1.1  // a new segment: may be another column; case: TestColumns
	numberGap  = 0.6  // a new segment after or before a number in small type; case: TestDropsUnevenLineNumbers
	baseShift  = 0.12 // another baseline
	smallSize  = 0.93 // small type next to the line against which it is raised; case: TestReadsWhatIsDrawn
)

func (l *layout) cut() {
	l.segments = l.segments[:0]
	for i, g := range l.glyphs {
		if n := len(l.segments); n > 0 {
			s := &l.segments[n-1]
			if s.continuedBy(g) {
				s.last = i + 1
				s.x0, s.x1 = min(s.x0, g.x0), max(s.x1, g.x1)
				s.y0, s.y1 = min(s.y0, g.y0), max(s.y1, g.y1)
				continue
			}
		}
		l.segments = append(l.segments, segment{i, i + 1, g.x0, g.x1, g.y0, g.y1, g.base, g.size})
	}
}

func (s *segment) continuedBy(g glyph) bool {
	size := max(s.size, g.size)
	shift := g.base - s.base
	if shift > baseShift*size || shift < -baseShift*size || min(s.size, g.size) < 0.8*size &&
		(shift > 0.02*size || shift < -0.02*size) {
		return false
	}
	gap := g.x0 - s.x1
	// a line number, in small type
	if gap > numberGap*size && (s.size < littleType*g.size && s.last-s.first <= 5 || g.size < littleType*s.size &&
		unicode.IsDigit(g.r)) {
		return false
	}
	return gap < segmentGap*size && gap > -0.6*size
}

// lines groups the segments of a block into lines, from top to bottom. A small segment raised or lowered next to a
// line belongs to it.
func (l *layout) lines(block []segment) [][]segment {
	slices.SortStableFunc(block, func(a, b segment) int { return cmp.Compare(b.base, a.base) })
	var lines [][]segment
	for _, s := range block {
		if n := len(lines); n > 0 {
			head := lines[n-1][0]
			if head.base-s.base < 0.25*min(head.size, s.size) {
				lines[n-1] = append(lines[n-1], s)
				continue
			}
		}
		lines = append(lines, []segment{s})
	}
	return attachRaised(lines)
}

// attachRaised moves lines of small segments into the line against which they are raised or lowered.
func attachRaised(lines [][]segment) [][]segment {
	for i := range lines {
		if len(lines[i]) == 0 {
			continue
		}
		for _, j := range []int{i + 1, i - 1, i + 2, i - 2} {
			if j < 0 || j >= len(lines) || len(lines[j]) == 0 || !raisedAgainst(lines[i], lines[j]) {
				continue
			}
			lines[j] = append(lines[j], lines[i]...)
			lines[i] = nil
			break
		}
	}
	return slices.DeleteFunc(lines, func(line []segment) bool { return len(line) == 0 })
}

func raisedAgainst(small, line []segment) bool {
	host := widest(line)
	x0, x1 := extent(line)
	for _, s := range small {
		shift := s.base - host.base
		if s.size > smallSize*host.size || shift > 0.75*host.size || shift < -0.45*host.size {
			return false
		}
		reach := 1.6 * host.size
		if s.last-s.first <= 4 && shift > 0 { // the number of a note before a tab
			reach = 6 * host.size
		}
		if s.x0 < x0-reach || s.x1 > x1+2*host.size || s.x1-s.x0 > 6*host.size {
			return false
		}
	}
	return true
}

func widest(line []segment) segment {
	best := line[0]
	for _, s := range line {
		if s.x1-s.x0 > best.x1-best.x0 {
			best = s
		}
	}
	return best
}

func extent(line []segment) (x0, x1 float32) {
	x0, x1 = line[0].x0, line[0].x1
	for _, s := range line {
		x0, x1 = min(x0, s.x0), max(x1, s.x1)
	}
	return x0, x1
}
