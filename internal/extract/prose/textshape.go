package prose

import (
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/extract/reflist"
	"github.com/bonafide-audit/bonafide/internal/lists"
)

// linesAreEntries reports whether nearly every line is a whole reference: it has
// a year or is long, and opens like one.
func linesAreEntries(lines []Line) bool {
	full, whole, longest := 0, 0, 0
	for _, l := range lines {
		if l.blank {
			continue
		}
		full++
		longest = max(longest, len(l.Text))
		if (len(l.Text) > 110 || len(l.Text) > 25 && yearInside.MatchString(l.Text)) && opening("", unmarked(l.Text)) > -1 {
			whole++
		}
	}
	return whole*10 >= full*8 || longest > 250 && whole*10 >= full*6
}

// widthOf returns the width at which lines were broken: nine in ten are not longer.
func widthOf(block []Line) int {
	lengths := lists.Map(block, func(l Line) int { return len(l.Text) })
	slices.Sort(lengths)
	return lengths[(len(lengths)*9-1)/10]
}

// filled reports whether line i of a block was broken at the width: the next word would not have fitted.
func filled(block []Line, i, width int) bool {
	n := len(block[i].Text)
	next, _, _ := strings.Cut(block[i+1].Text, " ")
	return n*2 > width && width-n <= len(next)
}

// wrapped reports whether more than a third of the lines, other than the longest, were broken at the width.
func wrapped(block []Line) bool {
	width, n := widthOf(block), -1
	for i := range block[:len(block)-1] {
		if filled(block, i, width) {
			n++
		}
	}
	return n > 0 && n*3 >= len(block)-2
}

// loneLines takes every line as an entry, unless it clearly continues the one above.
func loneLines(block []Line) []int {
	width := widthOf(block)
	starts := []int{0}
	for i := 1; i < len(block); i++ {
		above := block[i-1].Text
		if len(above) < 60 || !filled(block, i-1, width) || opening(above, block[i].Text) > -1.5 {
			starts = append(starts, i)
		}
	}
	return starts
}

// indentStarts returns the lines that start entries according to indents: those at the margin if the others hang, or
// the indented ones if paragraphs start that way; nil if all lines have one indent, or neither fits.
func indentStarts(block []Line) []int {
	margin := block[0].indent
	for _, l := range block {
		margin = min(margin, l.indent)
	}
	var at, in []int
	for i, l := range block {
		if l.indent > margin+1 {
			in = append(in, i)
		} else {
			at = append(at, i)
		}
	}
	if len(in) == 0 || len(at) == 0 {
		return nil
	}
	hang, first := meanOpening(block, at), meanOpening(block, in)
	switch {
	case block[0].indent <= margin+1 && hang >= first-0.3:
		return at
	case block[0].indent > margin+1 && first > hang-0.3:
		return in
	case hang > first:
		return at
	}
	return in
}

// meanOpening returns how much lines look like the first of an entry, given the lines above them.
func meanOpening(block []Line, at []int) float64 {
	sum := 0.0
	for _, i := range at {
		above := ""
		if i > 0 {
			above = block[i-1].Text
		}
		sum += opening(above, block[i].Text)
	}
	return sum / float64(len(at))
}

// shapeStarts recognises the first lines of entries by their appearance and by how the lines above them end; a line
// that ends well before the margin ends its entry.
func shapeStarts(block []Line) []int {
	width := widthOf(block)
	starts := []int{0}
	year := yearInside.MatchString(block[0].Text)
	for i := 1; i < len(block); i++ {
		above := block[i-1].Text
		score := opening(above, block[i].Text)
		if filled(block, i-1, width) {
			score -= 0.6
		} else {
			score += 1.2
		}
		if !year {
			score -= 0.8
		}
		if score > 1.5 {
			starts = append(starts, i)
			year = false
		}
		year = year || yearInside.MatchString(block[i].Text)
	}
	return starts
}

// opening returns how much a line looks like the first of an entry, given the line above it.
func opening(above, text string) float64 { return reflist.Opening(above, text) }
