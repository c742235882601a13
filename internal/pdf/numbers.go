package pdf

import (
	"cmp"
	"slices"
)

// The shape of a column of line numbers as review copies have them.
const (
	numberedLines = 12  // fewest of them on a page
	evenShare     = 0.8 // of them, how many keep step and distance
)

// numbered is a segment that is nothing but a number.
type numbered struct {
	at    int // index of the segment
	value int
}

// dropLineNumbers drops the numbers that count the lines of a page: they stand
// one under the other beside the text, at even distances, and rise evenly.
// Numbers of entries stand at uneven distances.
func (l *layout) dropLineNumbers() {
	var list []numbered
	for i, s := range l.segments {
		if v, ok := l.number(s); ok {
			list = append(list, numbered{i, v})
		}
	}
	if len(list) < numberedLines {
		return
	}
	drop := make(map[int]bool)
	for _, edge := range []func(segment) float32{func(s segment) float32 { return s.x1 }, func(s segment) float32 { return s.x0 }} {
		slices.SortStableFunc(list, func(a, b numbered) int { return cmp.Compare(edge(l.segments[a.at]), edge(l.segments[b.at])) })
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

// countsLines reports whether numbers in a column rise by one step and stand
// at one distance.
func (l *layout) countsLines(list []numbered) bool {
	if len(list) < numberedLines {
		return false
	}
	column := slices.Clone(list)
	slices.SortStableFunc(column, func(a, b numbered) int { return cmp.Compare(l.segments[b.at].base, l.segments[a.at].base) })
	steps, gaps := map[int]int{}, map[int]int{}
	for i := 1; i < len(column); i++ {
		steps[column[i].value-column[i-1].value]++
		gaps[int(4*(l.segments[column[i-1].at].base-l.segments[column[i].at].base)+0.5)]++
	}
	step, stepCount := mode(steps)
	gap, _ := mode(gaps)
	need := evenShare * float64(len(column)-1)
	near := gaps[gap] + gaps[gap-1] + gaps[gap+1]
	return step > 0 && step <= 10 && float64(stepCount) >= need && float64(near) >= need
}

func mode(counts map[int]int) (value, count int) {
	for v, c := range counts {
		if c > count || c == count && v < value {
			value, count = v, c
		}
	}
	return value, count
}
