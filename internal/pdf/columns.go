package pdf

import (
	"cmp"
	"slices"
)

// The measures of columns, in points unless noted.
const (
	binWidth    = 2
	gutterWidth = 8   // narrowest white space between columns; case: TestColumns
	sideShare   = 0.2 // of the width of the text, the minimum for a column; case: TestColumns
	sameBase    = 0.3 // of the size, between baselines of one line; case: TestOverfull
	leftLines   = 2   // lines of a left column below the end of the right one; case: TestLongerLeft
	mostLead    = 2   // of the size, between lines of one column; case: TestColumnsBelowTable
	// minimum number of lines side by side for columns; case: TestKeepsStretchedLines, TestReadsColumnsInOrder
	bandLines = 4
)

// blocks splits the page into columns, in reading order: bands from top to bottom, and in each band the columns from
// left to right.
func (l *layout) blocks() [][]segment {
	if len(l.segments) == 0 {
		return nil
	}
	return splitColumns(l.glyphs, slices.Clone(l.segments), 0)
}

// splitColumns splits a region at its gutter, and each side again.
func splitColumns(glyphs []glyph, region []segment, depth int) [][]segment {
	bands, gutter := findGutter(glyphs, region)
	if gutter == 0 || depth > 3 {
		return [][]segment{region}
	}
	var out [][]segment
	own := make([]bool, len(bands)) // columns with another gutter
	for i := 1; i < len(bands); i++ {
		own[i] = !bands[i].columns && bands[i-1].columns && takeUp(glyphs, &bands[i-1], &bands[i])
	}
	for i, band := range bands {
		if own[i] {
			out = append(out, splitColumns(glyphs, band.segments, depth+1)...)
			continue
		}
		if !band.columns {
			out = append(out, band.segments)
			continue
		}
		var left, right []segment
		for _, s := range band.segments {
			if (s.x0+s.x1)/2 < gutter {
				left = append(left, s)
			} else {
				right = append(right, s)
			}
		}
		out = append(out, splitColumns(glyphs, left, depth+1)...)
		out = append(out, splitColumns(glyphs, right, depth+1)...)
	}
	return out
}

// takeUp reports whether a band below columns has columns of its own, with another gutter, as text below a full-width
// table does. The last lines of the band above that respect this gutter, and have no gap below them, are moved to it.
func takeUp(glyphs []glyph, above, below *band) bool {
	bands, gutter := findGutter(glyphs, below.segments)
	within := 0
	for _, b := range bands {
		if b.columns {
			within += len(b.segments)
		}
	}
	if gutter == 0 || 3*within < 2*len(below.segments) {
		return false
	}
	top := below.segments[0] // sorted from top to bottom
	from := len(above.segments)
	for ; from > 0; from-- {
		s := above.segments[from-1]
		if s.x0 < gutter && s.x1 > gutter || s.base-top.base > mostLead*s.size {
			break
		}
		top = s
	}
	below.segments = slices.Concat(above.segments[from:], below.segments)
	above.segments = above.segments[:from]
	return true
}

// band is a horizontal part of a region: full-width lines, or columns.
type band struct {
	segments []segment
	columns  bool
}

// findGutter looks for the vertical white space that the most lines respect. It returns the bands formed by the lines
// that cross it, and its middle, or 0 if there is none.
func findGutter(glyphs []glyph, region []segment) ([]band, float32) {
	if len(region) < 2*bandLines {
		return nil, 0
	}
	x0, x1 := extent(region)
	bins := int((x1-x0)/binWidth) + 1
	if bins < 40 || bins > 4000 {
		return nil, 0
	}
	slices.SortStableFunc(region, func(a, b segment) int { return cmp.Compare(b.base, a.base) })
	covered := coverage(glyphs, region, x0, bins)
	margin := int(sideShare * float32(bins))
	const window = gutterWidth / binWidth
	bestScore, bestAt := 0, -1
	counts := make([]int, bins)
	for _, row := range covered {
		for i, c := range row {
			if c {
				counts[i]++
			}
		}
	}
	for at := margin; at < bins-margin-window; at++ {
		// A gutter is much emptier than its surroundings.
		if c := counts[at+1]; c*2 > len(region) {
			continue
		}
		score := columnScore(region, covered, at, window, x0)
		if score > bestScore {
			bestScore, bestAt = score, at
		}
	}
	if bestScore*10 < 3*len(region) {
		return nil, 0
	}
	end := bestAt // take the middle of equally good places
	for end+1 < bins-margin-window && counts[end+1] <= counts[bestAt] && counts[end+window] <= counts[bestAt+window-1] {
		end++
	}
	mid := (bestAt + end) / 2
	bands := bandsAt(region, covered, mid, window, x0)
	gutter := x0 + float32(mid*binWidth) + gutterWidth/2
	return longerLeft(bands, gutter, gutter+sideShare*(x1-x0)), gutter
}

// longerLeft returns the last lines of a page to the columns above them if the left column is the longer one and
// lines in it extend over the gutter a little, up to most.
func longerLeft(bands []band, gutter, most float32) []band {
	n := len(bands) - 1
	if n < 1 || bands[n].columns || !bands[n-1].columns {
		return bands
	}
	inside := 0
	for _, s := range bands[n].segments {
		switch {
		case s.x1 < gutter:
			inside++
		case s.x0 > gutter, s.x1 > most:
			return bands
		}
	}
	if inside < leftLines {
		return bands
	}
	bands[n-1].segments = append(bands[n-1].segments, bands[n].segments...)
	return bands[:n]
}

// coverage returns for every segment which bins of the width its words cover.
func coverage(glyphs []glyph, region []segment, x0 float32, bins int) [][]bool {
	rows := make([][]bool, len(region))
	flat := make([]bool, len(region)*bins)
	for k, s := range region {
		row := flat[k*bins : (k+1)*bins]
		for i := s.first; i < s.last; i++ {
			g := glyphs[i]
			from, to := int((g.x0-x0)/binWidth), int((g.x1-x0)/binWidth)
			for at := max(0, from); at <= to && at < bins; at++ {
				row[at] = true
			}
		}
		if overfull(region, k) {
			clear(row[max(0, int(((s.x0+s.x1)/2-x0)/binWidth)):])
		}
		rows[k] = row
	}
	return rows
}

// overfull reports whether segment k runs into the line of the next column, as a long address does that TeX cannot
// break. The region is sorted from top to bottom.
func overfull(region []segment, k int) bool {
	s := &region[k]
	for _, step := range []int{-1, 1} {
		for i := k + step; i >= 0 && i < len(region); i += step {
			o := &region[i]
			if gap := o.base - s.base; gap > sameBase*s.size || -gap > sameBase*s.size {
				break
			}
			if o.x0 > (s.x0+s.x1)/2 && o.x0 < s.x1 && o.x1 > s.x1 {
				return true
			}
		}
	}
	return false
}

// columnScore returns how many segments the bands of columns would hold if the
// gutter were in the window.
func columnScore(region []segment, covered [][]bool, at, window int, x0 float32) int {
	edge := x0 + float32(at*binWidth)
	score, open := 0, 0
	var sides sideLines
	for k, s := range region {
		if crosses(s, covered[k], at, window, edge) {
			if sides.columns() {
				score += open
			}
			open, sides = 0, sideLines{}
			continue
		}
		open++
		sides.count(s, edge)
	}
	if sides.columns() {
		score += open
	}
	return score
}

// sideLines counts the lines on either side of a gutter, from top to bottom.
// The words of a stretched line are one line.
type sideLines struct {
	left, right         int
	leftBase, rightBase float32
}

func (n *sideLines) count(s segment, edge float32) {
	if s.x1-s.x0 <= 2*s.size {
		return
	}
	lines, base := &n.left, &n.leftBase
	if s.x1 > edge+gutterWidth {
		lines, base = &n.right, &n.rightBase
	}
	if *lines == 0 || *base-s.base > 0.3*s.size {
		*lines++
		*base = s.base
	}
}

// columns reports whether there are enough lines on both sides.
func (n *sideLines) columns() bool { return n.left >= bandLines && n.right >= bandLines }

// crosses reports whether a word of a segment covers a part of the window.
func crosses(s segment, covered []bool, at, window int, edge float32) bool {
	return s.x0 < edge+gutterWidth && s.x1 > edge && slices.Contains(covered[at:at+window], true)
}

// bandsAt splits the region, sorted from top to bottom, at the segments that cover the window. The text between two
// of these is in columns if enough lines are on both sides.
func bandsAt(region []segment, covered [][]bool, at, window int, x0 float32) []band {
	var bands []band
	var open []segment
	var sides sideLines
	edge := x0 + float32(at*binWidth)
	flush := func() {
		if len(open) == 0 {
			return
		}
		columns := sides.columns()
		if n := len(bands); n > 0 && !columns && !bands[n-1].columns {
			bands[n-1].segments = append(bands[n-1].segments, open...)
		} else {
			bands = append(bands, band{slices.Clone(open), columns})
		}
		open, sides = open[:0], sideLines{}
	}
	for k, s := range region {
		if !crosses(s, covered[k], at, window, edge) {
			open = append(open, s)
			sides.count(s, edge)
			continue
		}
		// Pieces of the same line, left and right of the word that crosses.
		cut := len(open)
		for cut > 0 && open[cut-1].base-s.base < 0.3*s.size {
			cut--
		}
		same := slices.Clone(open[cut:])
		open = open[:cut]
		flush()
		same = append(same, s)
		if n := len(bands); n > 0 && !bands[n-1].columns {
			bands[n-1].segments = append(bands[n-1].segments, same...)
		} else {
			bands = append(bands, band{same, false})
		}
	}
	flush()
	return bands
}
