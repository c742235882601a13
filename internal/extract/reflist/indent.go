package reflist

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strings"
)

// The weights of the signs of a first line, in addition to its words and the end of the previous line: opens returns
// -2 to 3, stops -2.2 to 1.
const (
	startScore  = 1.2 // more than a break alone yields; case: a paper of the dev data
	forcedBreak = 1.2 // the previous line ends although the next word had room
	noSign      = 0.3 // deducted if neither indents nor gaps are clear; case: documents in many layouts
	clearStart  = 3   // at the edge of entries, or after a wide gap; case: a paper of the dev data
	clearInside = -4  // where entries continue, or after a narrow gap: no words outweigh it; case: TestYearAtHeadOfPage
	alikeFewest = 6   // starts from which the list's own form of openings is known; case: TestLists
	alikeShare  = 7   // of ten, that begin the same way; case: TestLists
	otherStart  = 0.4 // above the score of a start, for one that begins differently; case: documents in many layouts
)

// shapedStarts returns the positions at which entries without numbers begin, by the weight of all signs: indent, gap,
// shape, and how the previous line ends.
func (d *Document) shapedStarts(lines []int) []int {
	ind := d.indents(lines)
	gaps := d.gaps(lines)
	flush := !ind.clear && !gaps.clear
	starts := []int{0}
	scores := []float64{startScore}
	for k := 1; k < len(lines); k++ {
		l, up := &d.Lines[lines[k]], &d.Lines[lines[k-1]]
		score := openingScore(l.Text) + endingScore(up.Text)
		score += ind.weight(k) + gaps.weight(k)
		if d.forced(up, l) {
			score += forcedBreak
		} else if flush {
			score -= noSign
		}
		if score > startScore {
			starts, scores = append(starts, k), append(scores, score)
		}
	}
	if flush {
		starts = d.alikeStarts(lines, starts, scores)
	}
	return starts
}

// alikeStarts removes false starts from a list without indents and gaps in which nearly all entries begin with a name
// of one shape: those after an entry that has neither a year nor an end yet, and, of those that begin differently, as
// lines of a title or container do, all whose signs are weak or that have no year of their own.
func (d *Document) alikeStarts(lines, starts []int, scores []float64) []int {
	shapes := make([]int, len(starts))
	var count [wholeName + 1]int
	for i, k := range starts {
		shapes[i] = nameShape(d.Lines[lines[k]].Text)
		count[shapes[i]]++
	}
	usual := initialsName
	for _, shape := range []int{invertedName, turnedName} {
		if count[shape] > count[usual] {
			usual = shape
		}
	}
	if len(starts) < alikeFewest || count[usual]*10 < alikeShare*len(starts) {
		return starts
	}
	dated := func(from, to int) bool {
		return slices.ContainsFunc(lines[from:to], func(i int) bool { return yearInside.MatchString(d.Lines[i].Text) })
	}
	kept := []int{starts[0]}
	for i := 1; i < len(starts); i++ {
		k, end := starts[i], len(lines)
		if i+1 < len(starts) {
			end = starts[i+1]
		}
		whole := dated(kept[len(kept)-1], k)
		if shapes[i] == usual || shapes[i] == repeatedName {
			whole = whole || endingScore(d.Lines[lines[k-1]].Text) > 0
		} else {
			whole = whole && scores[i] > startScore+otherStart && dated(k, end)
		}
		if whole {
			kept = append(kept, k)
		}
	}
	return kept
}

// forced reports whether a line ends although the first word of the next would have fitted on it: a paragraph ends
// there.
func (d *Document) forced(up, next *Line) bool {
	word, _, _ := strings.Cut(next.Text, " ")
	const (
		letter  = 0.5 // of the size, the width of a letter
		longest = 30  // letters of a word; an address is broken anywhere
		spare   = 1.2 // of the size, the slack of justified lines
	)
	room := d.columns[column{up.Page, up.Block}].right - up.Box.X1
	return room > (letter*float64(min(len(word), longest)+1)+spare)*up.Size
}

// evidence is what the left edges of a list's lines, or the distances between them, say about where entries begin.
type evidence struct {
	clear bool
	at    []int8 // 1 where an entry begins, -1 where one continues, 0 unknown
}

func (e evidence) weight(k int) float64 {
	switch {
	case !e.clear || e.at[k] == 0:
		return 0
	case e.at[k] > 0:
		return clearStart
	}
	return clearInside
}

// Distances in points, and how the lines at two edges must differ.
const (
	edgeSlack   = 3.0 // from the edge, as a quotation mark or an italic letter overhangs
	innerSlack  = 4.5 // from the edge of the other lines, whose indent is known in steps of 2
	columnSlack = 2.5 // between columns of one edge on two pages
	hangMost    = 80  // a larger indent means centred text
	edgesFewest = 2   // lines at either edge; case: TestYearAtHeadOfPage
	otherShape  = 0.5 // openness at which the inner lines start entries: indented paragraphs
	sameShape   = 0.4 // openness below which the edges say nothing
)

// linesAtEdges is how many lines in ten are at one of two edges.
const linesAtEdges = 8 // case: TestYearAtHeadOfPage

// indents finds the two left edges of a list: that of first lines and that of the others. In a hanging list the first
// is further left; if paragraphs are indented, further right.
func (d *Document) indents(lines []int) evidence {
	out := evidence{at: make([]int8, len(lines))}
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
	var edge, inner []int
	for k, i := range lines {
		l := &d.Lines[i]
		switch off := l.Box.X0 - left[column{l.Page, l.Block}]; {
		case math.Abs(off) < edgeSlack:
			edge = append(edge, k)
		case math.Abs(off-hang) < innerSlack:
			inner = append(inner, k)
		}
	}
	if len(edge) < edgesFewest || len(inner) < edgesFewest || (len(edge)+len(inner))*10 < linesAtEdges*len(lines) {
		return out
	}
	out.clear = true
	edgeShape, innerShape := d.openness(lines, edge), d.openness(lines, inner)
	sign := int8(1)
	if innerShape > edgeShape+otherShape && len(inner) < len(edge)*2 {
		sign = -1
	} else if math.Abs(innerShape-edgeShape) < sameShape {
		out.clear = false
	}
	for _, k := range edge {
		out.at[k] = sign
	}
	for _, k := range inner {
		out.at[k] = -sign
	}
	return out
}

// hang returns the indent of most of the indented lines from the left edges of their columns; false if there are
// none.
func (d *Document) hang(lines []int, left map[column]float64) (float64, bool) {
	offsets := map[int]int{}
	for _, i := range lines {
		l := &d.Lines[i]
		if off := l.Box.X0 - left[column{l.Page, l.Block}]; off > edgeSlack && off < hangMost {
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

func (d *Document) openness(lines, at []int) float64 {
	sum := 0.0
	for _, k := range at {
		sum += openingScore(d.Lines[lines[k]].Text)
		if k > 0 {
			sum += endingScore(d.Lines[lines[k-1]].Text)
		}
	}
	return sum / float64(len(at))
}

// Distances between lines, of their size or of one another.
const (
	nearestLine = 0.5  // of the size; a raised sign is nearer
	farthest    = 5.0  // of the size; a figure is in between
	fewestGaps  = 4    // minimum number of distances
	wideGap     = 1.18 // ratio to a narrow one; case: a paper of the dev data
	wideShare   = 12   // maximum lines per wide gap: no entries are longer
	gapShape    = 1    // openness at which lines after wide gaps start entries
)

// gaps determines whether entries are set apart: the distances are then of two kinds.
func (d *Document) gaps(lines []int) evidence {
	out := evidence{at: make([]int8, len(lines))}
	distance := make([]float64, len(lines))
	var all []float64
	for k := 1; k < len(lines); k++ {
		l, up := &d.Lines[lines[k]], &d.Lines[lines[k-1]]
		if l.Page != up.Page || l.Block != up.Block || lines[k] != lines[k-1]+1 {
			continue
		}
		if g := up.Base - l.Base; g > nearestLine*l.Size && g < farthest*l.Size {
			distance[k] = g
			all = append(all, g)
		}
	}
	if len(all) < fewestGaps {
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
		if g > wideGap*narrow {
			which = 1
			wide++
		}
		out.at[k] = int8(2*which - 1)
		shape[which] += openingScore(d.Lines[lines[k]].Text) + endingScore(d.Lines[lines[k-1]].Text)
		count[which]++
	}
	if wide*wideShare < len(all) || count[0] == 0 || count[1] == 0 {
		return out
	}
	out.clear = shape[1]/float64(count[1]) > shape[0]/float64(count[0])+gapShape
	return out
}
