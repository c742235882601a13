package pdf

import (
	"cmp"
	"slices"
)

// The shape of a column of line numbers, as in review copies.
const (
	numberedLines = 12  // minimum on a page without further evidence; case: TestLineNumbers
	evenShare     = 0.8 // of them, the share that keep step and distance; case: TestLineNumbers
	coveredShare  = 0.8 // of the lines next to them, the share that have a number; case: TestLineNumbers
	fewNumbers    = 3   // minimum with further evidence; case: TestLineNumbers
	sameEdge      = 3   // points between the edges of one column on two pages; case: TestLineNumbers
	littleType    = 0.8 // of the size of the adjacent text; case: TestLineNumbers
)

// counter is a column of line numbers that was dropped.
type counter struct {
	x0, x1     float32
	step, last int
}

type numbered struct {
	at    int // index of the segment
	value int
}

// dropLineNumbers drops the numbers that count the lines of a page: they are in a column next to the text and rise
// evenly, at even distances or so that every line has one, or they continue those of the previous page. Numbers of
// entries are on only some lines, at uneven distances.
func (l *layout) dropLineNumbers() {
	var list []numbered
	for i, s := range l.segments {
		if v, ok := l.number(s); ok {
			list = append(list, numbered{i, v})
		}
	}
	if len(list) == 0 {
		return
	}
	drop := make(map[int]bool)
	for _, edge := range []func(segment) float32{func(s segment) float32 { return s.x1 },
		func(s segment) float32 { return s.x0 }} {
		slices.SortStableFunc(list, func(a, b numbered) int {
			return cmp.Compare(edge(l.segments[a.at]), edge(l.segments[b.at]))
		})
		for start := 0; start < len(list); {
			end := start + 1
			for end < len(list) && edge(l.segments[list[end].at])-edge(l.segments[list[start].at]) < 2 {
				end++
			}
			if l.countsLines(list[start:end]) {
				for _, n := range list[start:end] {
					drop[n.at] = true
				}
			}
			start = end
		}
	}
	if len(drop) == 0 {
		return
	}
	kept := l.segments[:0]
	for i, s := range l.segments {
		if !drop[i] {
			kept = append(kept, s)
		}
	}
	l.segments = kept
}

func (l *layout) number(s segment) (int, bool) {
	if s.last-s.first > 5 {
		return 0, false
	}
	v := 0
	for _, g := range l.glyphs[s.first:s.last] {
		if g.r < '0' || g.r > '9' || g.space && v > 0 {
			return 0, false
		}
		v = v*10 + int(g.r-'0')
	}
	return v, true
}

// countsLines reports whether the numbers in a column count lines, and remembers a column that does.
func (l *layout) countsLines(list []numbered) bool {
	column := slices.Clone(list)
	slices.SortStableFunc(column, func(a, b numbered) int {
		return cmp.Compare(l.segments[b.at].base, l.segments[a.at].base)
	})
	if n := len(column); n > 1 && column[n-1].value <= column[n-2].value { // the foot line is counted separately
		column = column[:n-1]
	}
	first, last := l.segments[column[0].at], column[len(column)-1]
	c := counter{first.x0, first.x1, 0, last.value}
	even := false
	if len(column) == 1 {
		for _, known := range l.counters {
			if known.near(c) && known.before(last.value) {
				c.step = known.step
			}
		}
	} else {
		c.step, even = l.steps(column)
	}
	if c.step < 1 || c.step > 10 || !(even && len(column) >= numberedLines) && !l.countsSome(column, c) {
		return false
	}
	l.counters = append(l.counters, c)
	return true
}

func (c counter) near(o counter) bool {
	near := func(a, b float32) bool { return a-b < sameEdge && b-a < sameEdge }
	return near(c.x0, o.x0) || near(c.x1, o.x1)
}

// before reports whether a column that begins with a number may follow this one: it continues, or starts again on its
// page.
func (c counter) before(first int) bool { return first == c.last+c.step || first == c.step }

// steps returns the step by which numbers rise from top to bottom, or 0 if they do not, and whether they are evenly
// spaced.
func (l *layout) steps(column []numbered) (step int, even bool) {
	steps, gaps := map[int]int{}, map[int]int{}
	for i := 1; i < len(column); i++ {
		steps[column[i].value-column[i-1].value]++
		gaps[int(4*(l.segments[column[i-1].at].base-l.segments[column[i].at].base)+0.5)]++
	}
	step, stepCount := mode(steps)
	gap, _ := mode(gaps)
	need := evenShare * float64(len(column)-1)
	if float64(stepCount) < need {
		return 0, false
	}
	return step, float64(gaps[gap]+gaps[gap-1]+gaps[gap+1]) >= need
}

// countsSome reports whether numbers that are few, or unevenly spaced as next to a list of references, count lines:
// nothing else is in their column, and they continue from the previous page, count in fives or tens, or are at nearly
// every line, in smaller type or where other pages have them.
func (l *layout) countsSome(column []numbered, c counter) bool {
	if !l.alone(column) {
		return false
	}
	goesOn, known := false, false
	for _, o := range l.counters {
		goesOn = goesOn || o.step == c.step && o.before(column[0].value)
		known = known || o.step == c.step && o.near(c)
	}
	switch {
	case goesOn && known:
		return true
	case len(column) < fewNumbers:
		return false
	case c.step > 1:
		return c.step%5 == 0 && !slices.ContainsFunc(column, func(n numbered) bool { return n.value%c.step != 0 })
	}
	lines, covered, size := l.beside(column)
	return (known || goesOn || l.segments[column[0].at].size < littleType*size) &&
		float64(covered) >= coveredShare*float64(lines)
}

// alone reports whether almost nothing else is in the column of numbers.
func (l *layout) alone(column []numbered) bool {
	x0, x1, top, bottom := l.span(column)
	others := -len(column)
	for _, s := range l.segments {
		if s.base <= top && s.base >= bottom && s.x0 < x1 && s.x1 > x0 {
			others++
		}
	}
	return others*10 <= len(column)
}

func (l *layout) span(column []numbered) (x0, x1, top, bottom float32) {
	first, last := l.segments[column[0].at], l.segments[column[len(column)-1].at]
	x0, x1 = first.x0, first.x1
	for _, n := range column {
		s := l.segments[n.at]
		x0, x1 = min(x0, s.x0), max(x1, s.x1)
	}
	return x0, x1, first.base, last.base
}

// beside returns the number of lines of text next to a column of numbers, how many of them have a number, and the
// size of most of their type.
func (l *layout) beside(column []numbered) (lines, covered int, size float32) {
	const near, wide = 80, 320 // points from numbers to the start, or the middle, of a line
	x0, x1, top, bottom := l.span(column)
	sizes := map[int]int{}
	for _, s := range l.segments {
		if s.base > top+1 || s.base < bottom-1 || s.x1-s.x0 < 3*s.size {
			continue
		}
		right := s.x0 >= x1 && s.x0 < x1+near
		middle := (s.x0 + s.x1) / 2
		if !right && (s.x1 > x0 || middle < x0-wide) {
			continue
		}
		lines++
		sizes[int(2*s.size+0.5)]++
		if slices.ContainsFunc(column, func(n numbered) bool {
			d := l.segments[n.at].base - s.base
			return d < 1.2 && d > -1.2 // the number of a note is raised
		}) {
			covered++
		}
	}
	half, _ := mode(sizes)
	return lines, covered, float32(half) / 2
}

func mode(counts map[int]int) (value, count int) {
	for v, c := range counts {
		if c > count || c == count && v < value {
			value, count = v, c
		}
	}
	return value, count
}
