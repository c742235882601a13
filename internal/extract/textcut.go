package extract

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/extract/reflist"
)

// mark is a way in which lists mark where an entry opens. The pattern's first
// group is a number, if there is one.
type mark struct {
	pattern *regexp.Regexp
	number  bool
}

// marks are tried in this order; the one that opens the most entries wins.
var marks = []mark{
	{regexp.MustCompile(`^[\[［【]\s*(\d{1,4})\s*[\]］】][.:]?\s*`), true},
	{regexp.MustCompile(`^[(（]\s*(\d{1,4})\s*[)）][.:]?\s*`), true},
	{regexp.MustCompile(`^(\d{1,4})[.)]\s+`), true},
	{regexp.MustCompile(`^(\d{1,4})[.)．、]`), true},
	{regexp.MustCompile(`^(\d{1,4})\s+`), true},
	{regexp.MustCompile(`^\[[\p{L}][^\[\]]{0,40}\]\s+`), false}, // [Knuth84]
	{regexp.MustCompile(`^[-*+•‣–▪◦]\s+`), false},
}

// cutList cuts the lines of a list into entries, by the first that fits of:
// marks that open entries, blank lines, indents, and the shape of the lines.
// Marks are taken off.
func cutList(lines []textLine) [][]textLine {
	lines = trimBlank(lines)
	if len(lines) == 0 {
		return nil
	}
	if starts, m := markedStarts(lines); starts != nil {
		return cutMarked(lines, starts, m)
	}
	var entries [][]textLine
	for _, block := range blocksOf(lines) {
		entries = append(entries, block)
	}
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
	var cut [][]textLine
	for _, block := range entries {
		cut = append(cut, cutBlock(block)...)
	}
	return withoutMarks(cut)
}

// cutBlock cuts lines between which no blank line stands.
func cutBlock(block []textLine) [][]textLine {
	if starts := indentStarts(block); starts != nil {
		return cutAt(block, starts)
	}
	switch {
	case linesAreEntries(block):
		return cutAt(block, everyLine(len(block)))
	case wrapped(block):
		return cutAt(block, shapeStarts(block))
	}
	return cutAt(block, loneLines(block))
}

// markedStarts gives the lines that a mark makes the start of an entry. The
// numbers of a numbered list rise by one; a few may be missing. The first line
// of a list opens its first entry.
func markedStarts(lines []textLine) (starts []int, m *mark) {
	for i := range marks {
		found := markLines(lines, &marks[i])
		full := len(lines)
		switch {
		case len(found) == 0, found[0] > 4, len(found) == 1 && full > 8, len(found)*25 < full:
			continue
		case !marks[i].number && len(found) == 1 && full > 1 && lines[found[0]].indent == 0 && full-found[0] > 4:
			continue
		}
		if len(found) > len(starts) {
			starts, m = found, &marks[i]
		}
	}
	return starts, m
}

// markLines gives the lines that open with a mark: for numbers the longest run
// that rises by one.
func markLines(lines []textLine, m *mark) []int {
	var found []int
	last, lastIndent := -1, -1
	for i, l := range lines {
		at := m.pattern.FindStringSubmatchIndex(l.text)
		if at == nil || at[1] == len(l.text) && at[1] > 8 {
			continue
		}
		if m.number && at[1] < len(l.text) && l.text[at[1]] >= '0' && l.text[at[1]] <= '9' && l.text[at[1]-1] != ' ' { // "10.1000/x"
			continue
		}
		if !m.number {
			if lastIndent < 0 || l.indent <= lastIndent+1 {
				found, lastIndent = append(found, i), max(l.indent, 0)
			}
			continue
		}
		value, _ := strconv.Atoi(l.text[at[2]:at[3]])
		switch {
		case last < 0 && value < 1000, value == last+1, value > last && value <= last+3 && len(found) > 2 && opening("", l.text[at[1]:]) > 0:
		case value == 1 && opening("", l.text[at[1]:]) > 0: // a further list
		default:
			continue
		}
		found, last = append(found, i), value
	}
	if m.number && len(found) == 1 && len(lines) > 1 && !strings.HasPrefix(lines[found[0]].text, "[") && !strings.HasPrefix(lines[found[0]].text, "1") {
		return nil
	}
	return found
}

// cutMarked cuts at marked lines and takes the marks off. What stands before
// the first mark is an entry of its own when it looks like one; a blank line
// ends the last entry.
func cutMarked(lines []textLine, starts []int, m *mark) [][]textLine {
	var entries [][]textLine
	if head := compact(lines[:starts[0]]); len(head) > 0 && mostlyReferences(head) {
		entries = append(entries, head)
	}
	for k, start := range starts {
		end := len(lines)
		if k+1 < len(starts) {
			end = starts[k+1]
		}
		entry := slices.Clone(lines[start:end])
		entry[0].text = strings.TrimSpace(entry[0].text[m.pattern.FindStringIndex(entry[0].text)[1]:])
		if k+1 == len(starts) {
			for i, l := range entry {
				if l.blank && i > 0 {
					entry = entry[:i]
					break
				}
			}
		}
		if entry = compact(entry); len(entry) > 0 {
			entries = append(entries, entry)
		}
	}
	return entries
}

// withoutMarks takes stray marks off the first lines of entries.
func withoutMarks(entries [][]textLine) [][]textLine {
	for _, e := range entries {
		e[0].text = unmarked(e[0].text)
	}
	return entries
}

// unmarked gives a line without a bracketed number or bullet at its start.
func unmarked(s string) string {
	for _, i := range []int{0, 1, 2, len(marks) - 1} {
		if at := marks[i].pattern.FindStringIndex(s); at != nil {
			return strings.TrimSpace(s[at[1]:])
		}
	}
	return s
}

// compact drops blank lines.
func compact(lines []textLine) []textLine {
	return slices.DeleteFunc(slices.Clone(lines), func(l textLine) bool { return l.blank || l.text == "" })
}

func trimBlank(lines []textLine) []textLine {
	for len(lines) > 0 && lines[0].blank {
		lines = lines[1:]
	}
	for len(lines) > 0 && lines[len(lines)-1].blank {
		lines = lines[:len(lines)-1]
	}
	return lines
}

// blocksOf cuts lines at blank lines.
func blocksOf(lines []textLine) [][]textLine {
	var blocks [][]textLine
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

// linesAreEntries reports that nearly every line is a whole reference: it has
// a year or is long, and opens like one.
func linesAreEntries(lines []textLine) bool {
	full, whole, longest := 0, 0, 0
	for _, l := range lines {
		if l.blank {
			continue
		}
		full++
		longest = max(longest, len(l.text))
		if (len(l.text) > 110 || len(l.text) > 25 && yearInside.MatchString(l.text)) && opening("", unmarked(l.text)) > -1 {
			whole++
		}
	}
	return whole*10 >= full*8 || longest > 250 && whole*10 >= full*6
}

// widthOf gives the width at which lines were broken: nine in ten are not
// longer.
func widthOf(block []textLine) int {
	lengths := make([]int, len(block))
	for i, l := range block {
		lengths[i] = len(l.text)
	}
	slices.Sort(lengths)
	return lengths[(len(lengths)*9-1)/10]
}

// filled reports that line i of a block was broken at the width: the next word
// would not have fitted.
func filled(block []textLine, i, width int) bool {
	n := len(block[i].text)
	return n*2 > width && width-n <= len(firstWord(block[i+1].text))
}

// wrapped reports that more than a third of the lines, the longest apart, were
// broken at the width.
func wrapped(block []textLine) bool {
	width, n := widthOf(block), -1
	for i := range block[:len(block)-1] {
		if filled(block, i, width) {
			n++
		}
	}
	return n > 0 && n*3 >= len(block)-2
}

// loneLines takes every line for an entry, unless it clearly goes on with the
// one above.
func loneLines(block []textLine) []int {
	width := widthOf(block)
	starts := []int{0}
	for i := 1; i < len(block); i++ {
		above := block[i-1].text
		if len(above) < 60 || !filled(block, i-1, width) || opening(above, block[i].text) > -1.5 {
			starts = append(starts, i)
		}
	}
	return starts
}

// manyInside reports that blocks are far longer than an entry: they hold
// several each.
func manyInside(blocks [][]textLine) bool {
	long := 0
	for _, b := range blocks {
		size := 0
		for _, l := range b {
			size += len(l.text)
		}
		if size > 900 || len(b) > 12 {
			long++
		}
	}
	return long*2 > len(blocks)
}

// indentStarts gives the lines that start entries where indents tell: those at
// the margin, when the others hang, or the indented ones, when paragraphs
// start so. nil when all lines have one indent, or neither fits.
func indentStarts(block []textLine) []int {
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

// meanOpening says how much lines look like the first of an entry, given the
// lines above them.
func meanOpening(block []textLine, at []int) float64 {
	sum := 0.0
	for _, i := range at {
		above := ""
		if i > 0 {
			above = block[i-1].text
		}
		sum += opening(above, block[i].text)
	}
	return sum / float64(len(at))
}

// shapeStarts tells the first lines of entries by their look and by how the
// lines above them end; a line that ends well before the margin ends its
// entry.
func shapeStarts(block []textLine) []int {
	width := widthOf(block)
	starts := []int{0}
	year := yearInside.MatchString(block[0].text)
	for i := 1; i < len(block); i++ {
		above := block[i-1].text
		score := opening(above, block[i].text)
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
		year = year || yearInside.MatchString(block[i].text)
	}
	return starts
}

func firstWord(s string) string {
	word, _, _ := strings.Cut(s, " ")
	return word
}

// opening says how much a line looks like the first of an entry, given the
// line above it.
func opening(above, text string) float64 { return reflist.Opening(above, text) }

func everyLine(n int) []int {
	at := make([]int, n)
	for i := range at {
		at[i] = i
	}
	return at
}

// cutAt cuts lines before the given ones; the first line always starts.
func cutAt(lines []textLine, starts []int) [][]textLine {
	if len(starts) == 0 || starts[0] != 0 {
		starts = append([]int{0}, starts...)
	}
	var entries [][]textLine
	for k, start := range starts {
		end := len(lines)
		if k+1 < len(starts) {
			end = starts[k+1]
		}
		entries = append(entries, slices.Clone(lines[start:end]))
	}
	return entries
}
