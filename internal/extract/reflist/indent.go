package reflist

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strings"
)

// shapedStarts gives the positions at which entries without number open, by
// the weight of all signs: indent, gap, shape, and how the line before ends.
func (d *Document) shapedStarts(lines []int) []int {
	ind := d.indents(lines)
	gaps := d.gaps(lines)
	starts := []int{0}
	for k := 1; k < len(lines); k++ {
		l, up := &d.Lines[lines[k]], &d.Lines[lines[k-1]]
		score := opens(l.Text) + stops(up.Text)
		score += ind.weight(k) + gaps.weight(k)
		if d.forced(up, l) {
			score += 1.2
		} else if !ind.clear && !gaps.clear {
			score -= 0.3
		}
		if score > 1.2 {
			starts = append(starts, k)
		}
	}
	return starts
}

// forced reports that a line ends although the first word of the next would
// have had room on it: a paragraph ends there.
func (d *Document) forced(up, next *Line) bool {
	word, _, _ := strings.Cut(next.Text, " ")
	const letter = 0.5 // of the size, how wide one is
	room := d.columns[column{up.Page, up.Block}].right - up.Box.X1
	return room > (letter*float64(min(len(word), 30)+1)+1.2)*up.Size
}

// indents tells how the left edges of a list's lines speak.
type indents struct {
	clear bool
	level []int8 // -1 at the edge where entries open, 1 where they go on, 0 unknown
}

func (n indents) weight(k int) float64 {
	if !n.clear {
		return 0
	}
	switch n.level[k] {
	case -1:
		return 3
	case 1:
		return -4
	}
	return 0
}

// indents finds the two left edges of a list: that of first lines and that of
// the others. In a hanging list the first is further left; where paragraphs
// are indented, further right.
func (d *Document) indents(lines []int) indents {
	out := indents{level: make([]int8, len(lines))}
	left := map[column]float64{}
	for _, i := range lines {
		l := &d.Lines[i]
		c := column{l.Page, l.Block}
		if x, ok := left[c]; !ok || l.Box.X0 < x {
			left[c] = l.Box.X0
		}
	}
	hang, ok := d.hang(lines, left)
	if !ok {
		return out
	}
	d.alignEdges(lines, left, hang)
	var edge, inner []int
	for k, i := range lines {
		l := &d.Lines[i]
		switch off := l.Box.X0 - left[column{l.Page, l.Block}]; {
		case math.Abs(off) < 3:
			edge = append(edge, k)
		case math.Abs(off-hang) < 4.5:
			inner = append(inner, k)
		}
	}
	if len(edge) < 2 || len(inner) < 2 || (len(edge)+len(inner))*10 < 8*len(lines) {
		return out
	}
	out.clear = true
	edgeShape, innerShape := d.openness(lines, edge), d.openness(lines, inner)
	sign := int8(-1)
	if innerShape > edgeShape+0.5 && len(inner) < len(edge)*2 {
		sign = 1
	} else if math.Abs(innerShape-edgeShape) < 0.4 {
		out.clear = false
	}
	for _, k := range edge {
		out.level[k] = sign
	}
	for _, k := range inner {
		out.level[k] = -sign
	}
	return out
}

// hang gives by how much most of the indented lines stand in from the left edges
// of their columns; false when none do.
func (d *Document) hang(lines []int, left map[column]float64) (float64, bool) {
	offsets := map[int]int{}
	for _, i := range lines {
		l := &d.Lines[i]
		if off := l.Box.X0 - left[column{l.Page, l.Block}]; off > 3 && off < 80 {
			offsets[int(off/2)]++
		}
	}
	if len(offsets) == 0 {
		return 0, false
	}
	common := slices.MaxFunc(slices.Sorted(maps.Keys(offsets)), func(a, b int) int {
		return cmp.Compare(offsets[a]+offsets[a+1]+offsets[a-1], offsets[b]+offsets[b+1]+offsets[b-1])
	})
	return float64(common)*2 + 1, true
}

// alignEdges corrects the left edge of columns that hold lines of one level
// only: their one edge is that of the level with which other columns, at the
// same place of the page, agree.
func (d *Document) alignEdges(lines []int, left map[column]float64, hang float64) {
	two := map[column]bool{}
	for _, i := range lines {
		l := &d.Lines[i]
		c := column{l.Page, l.Block}
		if math.Abs(l.Box.X0-left[c]-hang) < 4.5 {
			two[c] = true
		}
	}
	var known []float64
	for _, i := range lines {
		l := &d.Lines[i]
		if c := (column{l.Page, l.Block}); two[c] {
			known = append(known, left[c])
		}
	}
	slices.Sort(known)
	known = slices.Compact(known)
	for _, i := range lines {
		l := &d.Lines[i]
		c := column{l.Page, l.Block}
		if two[c] {
			continue
		}
		for _, x := range known {
			if math.Abs(left[c]-hang-x) < 2.5 {
				left[c] = x
				two[c] = true
				break
			}
			if math.Abs(left[c]-x) < 2.5 {
				break
			}
		}
	}
}

// openness gives the mean of how much some lines look like starts.
func (d *Document) openness(lines, at []int) float64 {
	sum := 0.0
	for _, k := range at {
		sum += opens(d.Lines[lines[k]].Text)
		if k > 0 {
			sum += stops(d.Lines[lines[k-1]].Text)
		}
	}
	return sum / float64(len(at))
}

// gaps tells how the distances between a list's lines speak.
type gaps struct {
	clear bool
	wide  []int8 // 1 wide, -1 narrow, 0 unknown
}

func (g gaps) weight(k int) float64 {
	if !g.clear {
		return 0
	}
	switch g.wide[k] {
	case 1:
		return 3
	case -1:
		return -4
	}
	return 0
}

// gaps finds whether entries stand apart: the distances are then of two kinds.
func (d *Document) gaps(lines []int) gaps {
	out := gaps{wide: make([]int8, len(lines))}
	distance := make([]float64, len(lines))
	var all []float64
	for k := 1; k < len(lines); k++ {
		l, up := &d.Lines[lines[k]], &d.Lines[lines[k-1]]
		if l.Page != up.Page || l.Block != up.Block || lines[k] != lines[k-1]+1 {
			continue
		}
		if g := up.Base - l.Base; g > 0.5*l.Size && g < 5*l.Size {
			distance[k] = g
			all = append(all, g)
		}
	}
	if len(all) < 4 {
		return out
	}
	slices.Sort(all)
	narrow := all[len(all)/10]
	wide, shape := 0, [2]float64{}
	count := [2]int{}
	for k, g := range distance {
		if g == 0 {
			continue
		}
		which := 0
		if g > 1.18*narrow {
			which = 1
			wide++
		}
		out.wide[k] = int8(2*which - 1)
		shape[which] += opens(d.Lines[lines[k]].Text) + stops(d.Lines[lines[k-1]].Text)
		count[which]++
	}
	if wide*12 < len(all) || count[0] == 0 || count[1] == 0 {
		return out
	}
	out.clear = shape[1]/float64(count[1]) > shape[0]/float64(count[0])+1
	return out
}
