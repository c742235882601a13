package reflist

import (
	"slices"
	"strconv"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/lazy"
)

// labelKind is a way in which lists number their entries.
type labelKind struct {
	pattern *lazy.Pattern // the first group is the number or sign
	number  bool
	roman   bool // the number is in small Roman numerals
	common  bool // a title may begin this way: it is a label only if most entries have one
}

// labelKinds are tried in this order; in a tie the earlier one wins.
var labelKinds = []labelKind{
	{pattern: lazy.Regexp(`^[\[［【〔]\s*(\d{1,5})\s*[\]］】〕][.:]?\s*`), number: true},
	{pattern: lazy.Regexp(`^[(（]\s*(\d{1,5})\s*[)）][.:]?\s*`), number: true},
	{pattern: lazy.Regexp(`^(\d{1,5})[.)．、]\s*(?:[^\d\s]|\s)`), number: true},
	{pattern: lazy.Regexp(`^(\d{1,5})\s+(?:[^\d\s])`), number: true},
	{pattern: lazy.Regexp(
		`^\[([\p{L}][^\[\]\s]{0,18}|[\p{L}][^\[\]]{1,28}\d{2,4}[a-z]?|[\p{L}][^\[\];]{1,90}, \d{4}[a-z]?)\]\s*`)},
	{pattern: lazy.Regexp(`^(\p{Lu}[\p{L}+]{1,12}\d{2,4}[a-z]?):\s+`), common: true},
}

// bracketKinds is the number of the first kinds, with which nothing else begins a line at length.
const bracketKinds = 2

// labelOf returns the label of a kind at the start of a line, and its length.
func (k labelKind) labelOf(s string) (label string, length int) {
	m := k.pattern.FindStringSubmatchIndex(s)
	if m == nil {
		return "", 0
	}
	length = m[1]
	if k.number && (k.roman || s[0] >= '0' && s[0] <= '9') { // the pattern includes a letter of the text
		length = m[3]
		for length < len(s) && strings.IndexByte(".) ", s[length]) >= 0 {
			length++
		}
		for _, sep := range []string{"．", "、"} {
			if strings.HasPrefix(s[length:], sep) {
				length += len(sep)
			}
		}
	}
	return s[m[2]:m[3]], length
}

// value returns the number that a label states, or 0 if there is none.
func (k labelKind) value(label string) int {
	if !k.roman {
		n, err := strconv.Atoi(label)
		if err != nil {
			return 0
		}
		return n
	}
	n, last := 0, 0
	for i := len(label) - 1; i >= 0; i-- {
		v := romanDigits[label[i]]
		if v < last {
			v = -v
		} else {
			last = v
		}
		n += v
	}
	return max(n, 0)
}

// romanDigits are the digits of numbers below 500.
var romanDigits = map[byte]int{'i': 1, 'v': 5, 'x': 10, 'l': 50, 'c': 100}

// labelAt returns the label of a kind at the start of line i; one with names and a year may end on the next line.
func (d *Document) labelAt(i int, k labelKind) string {
	text := d.Lines[i].Text
	if !k.number && strings.HasPrefix(text, "[") && strings.IndexByte(text, ']') < 0 && i+1 < len(d.Lines) {
		text = d.join(d.Lines[i : i+2])
	}
	label, _ := k.labelOf(text)
	return label
}

func cutLabel(s string) (label, rest string) {
	for _, k := range labelKinds {
		if label, n := k.labelOf(s); label != "" && !k.common {
			return label, strings.TrimSpace(s[n:])
		}
	}
	return "", s
}

// labelRuns returns, for each kind, the longest run of lines whose labels increase one by one.
func (d *Document) labelRuns(lines []int) [][]int {
	var runs [][]int
	for _, k := range labelKinds {
		if !k.number {
			continue
		}
		if run := d.risingRun(lines, k); len(run) > 0 {
			runs = append(runs, run)
		}
	}
	return runs
}

// Numbers that are years: an entry may begin with one, but no list has that many entries.
const (
	firstYear = 1800
	lastYear  = 2100
)

// risingRun returns the longest run of lines whose numbers increase by one; a number may be missing occasionally.
func (d *Document) risingRun(lines []int, k labelKind) []int {
	type start struct{ line, value, length, before int }
	var starts []start
	byValue := map[int]int{} // value → index of the best start with it
	best := -1
	for _, i := range lines {
		label, _ := k.labelOf(d.Lines[i].Text)
		v := k.value(label)
		if v == 0 || v >= firstYear && v <= lastYear {
			continue
		}
		s := start{i, v, 1, -1}
		for _, step := range []int{1, 2, 3} {
			if at, ok := byValue[v-step]; ok && starts[at].length+1 > s.length {
				s.length, s.before = starts[at].length+1, at
				break
			}
		}
		starts = append(starts, s)
		n := len(starts) - 1
		if at, ok := byValue[v]; !ok || s.length > starts[at].length || s.length == starts[at].length && s.length == 1 {
			byValue[v] = n
		}
		if best < 0 || s.length > starts[best].length {
			best = n
		}
	}
	var run []int
	for at := best; at >= 0; at = starts[at].before {
		run = append(run, starts[at].line)
	}
	slices.Reverse(run)
	return run
}
