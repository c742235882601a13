package prose

import (
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/extract/reflist"
	"github.com/bonafide-audit/bonafide/internal/lists"
)

// cutEntries splits the lines of a list into entries, and splits each again where one of its lines is an entry of its
// own.
func cutEntries(lines []Line) [][]Line {
	return slices.Concat(lists.Map(cutLines(lines), wholeLines)...)
}

// wholeLines splits an entry before lines that are whole references, as in a list that numbers only some of its
// lines.
func wholeLines(entry []Line) [][]Line {
	var out [][]Line
	start := 0
	for i := 1; i < len(entry); i++ {
		if ended(entry[start:i]) && whole(entry[i].Text) {
			out, start = append(out, entry[start:i]), i
		}
	}
	return append(out, entry[start:])
}

// ended reports whether lines end like a reference and contain its year.
func ended(lines []Line) bool {
	last := lines[len(lines)-1].Text
	if !strings.HasSuffix(last, ".") && !strings.HasSuffix(last, ")") {
		return false
	}
	return slices.ContainsFunc(lines, func(l Line) bool { return yearInside.MatchString(l.Text) })
}

// wholeShortest is the minimum length in bytes of a line that is a whole reference; case: TestWholeLines.
const wholeShortest = 50

// whole reports whether a line begins with names, has a year and ends like a reference.
func whole(text string) bool {
	text = unmarked(text)
	return len(text) >= wholeShortest && strings.HasSuffix(text, ".") && yearInside.MatchString(text) &&
		reflist.Opening("", text) > 1 && reflist.Likeness(text) >= entryLike
}

// cutLines splits the lines of a list by the first applicable of: marks before entries, blank lines, indents, and the
// shape of the lines. Marks are removed.
func cutLines(lines []Line) [][]Line {
	lines = trimBlank(lines)
	if len(lines) == 0 {
		return nil
	}
	if starts, m := markedStarts(lines); starts != nil {
		return cutMarked(lines, starts, m)
	}
	entries := append([][]Line(nil), blocksOf(lines)...)
	full := 0
	for _, e := range entries {
		full += len(e)
	}
	if len(entries) == full { // every line stands alone
		return withoutMarks(entries)
	}
	if len(entries) > 1 && !linesAreEntries(lines) && !manyInside(entries) {
		return withoutMarks(entries)
	}
	return withoutMarks(slices.Concat(lists.Map(entries, cutBlock)...))
}

func cutBlock(block []Line) [][]Line {
	if starts := indentStarts(block); starts != nil {
		return cutAt(block, starts)
	}
	switch {
	case linesAreEntries(block):
		return cutAt(block, lists.Numbers(len(block)))
	case wrapped(block):
		return cutAt(block, shapeStarts(block))
	}
	return cutAt(block, loneLines(block))
}

func compact(lines []Line) []Line {
	return slices.DeleteFunc(slices.Clone(lines), func(l Line) bool { return l.blank || l.Text == "" })
}

func trimBlank(lines []Line) []Line {
	for len(lines) > 0 && lines[0].blank {
		lines = lines[1:]
	}
	for len(lines) > 0 && lines[len(lines)-1].blank {
		lines = lines[:len(lines)-1]
	}
	return lines
}

func blocksOf(lines []Line) [][]Line {
	var blocks [][]Line
	start := -1
	for i := 0; i <= len(lines); i++ {
		switch {
		case i == len(lines) || lines[i].blank:
			if start >= 0 {
				blocks = append(blocks, lines[start:i:i])
			}
			start = -1
		case start < 0:
			start = i
		}
	}
	return blocks
}

// manyInside reports whether blocks are far longer than an entry: they contain several each.
func manyInside(blocks [][]Line) bool {
	long := lists.Count(blocks, func(b []Line) bool {
		size := 0
		for _, l := range b {
			size += len(l.Text)
		}
		return size > 900 || len(b) > 12
	})
	return long*2 > len(blocks)
}

// cutAt splits lines before the given ones; the first line always starts an entry.
func cutAt(lines []Line, starts []int) [][]Line {
	if len(starts) == 0 || starts[0] != 0 {
		starts = append([]int{0}, starts...)
	}
	var entries [][]Line
	for k, start := range starts {
		end := len(lines)
		if k+1 < len(starts) {
			end = starts[k+1]
		}
		entries = append(entries, slices.Clone(lines[start:end]))
	}
	return entries
}
