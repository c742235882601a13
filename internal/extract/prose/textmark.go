package prose

import (
	"slices"
	"strconv"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/lazy"
)

// entryMark is a way in which lists mark the start of an entry. The pattern's first group is a number, if there is
// one.
type entryMark struct {
	pattern *lazy.Pattern
	number  bool
}

// marks are tried in this order; the one that starts the most entries wins.
var marks = []entryMark{
	{lazy.Regexp(`^[\[［【]\s*(\d{1,5})\s*[\]］】][.:]?\s*`), true},
	{lazy.Regexp(`^[(（]\s*(\d{1,5})\s*[)）][.:]?\s*`), true},
	{lazy.Regexp(`^(\d{1,5})[.)]\s+`), true},
	{lazy.Regexp(`^(\d{1,5})[.)．、]`), true},
	{lazy.Regexp(`^(\d{1,5})\s+`), true},
	{lazy.Regexp(`^\[[\p{L}][^\[\]]{0,40}\]\s+`), false}, // [Knuth84]
	{lazy.Regexp(`^[-*+•‣–▪◦]\s+`), false},
}

// markedStarts returns the lines that a mark makes the start of an entry. The numbers of a numbered list increase by
// one; a few may be missing. The first line of a list starts its first entry.
func markedStarts(lines []Line) (starts []int, m *entryMark) {
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

// markLines returns the lines that begin with a mark; for numbers, the longest run that increases by one.
func markLines(lines []Line, m *entryMark) []int {
	if m.number {
		return numberedLines(lines, m)
	}
	var found []int
	indent := -1
	for i, l := range lines {
		if m.match(l.Text) != nil && (indent < 0 || l.indent <= indent+1) {
			found, indent = append(found, i), max(l.indent, 0)
		}
	}
	return found
}

// match returns the mark at the start of a line and its number. A long mark with nothing after it is text.
func (m *entryMark) match(text string) []int {
	at := m.pattern.FindStringSubmatchIndex(text)
	if at == nil || at[1] == len(text) && at[1] > 8 {
		return nil
	}
	return at
}

func numberedLines(lines []Line, m *entryMark) []int {
	var found []int
	last := -1
	for i, l := range lines {
		at := m.match(l.Text)
		if at == nil || at[1] < len(l.Text) && digit(l.Text[at[1]]) && l.Text[at[1]-1] != ' ' { // "10.1000/x"
			continue
		}
		value, _ := strconv.Atoi(l.Text[at[2]:at[3]])
		skips := value == 1 || value > last && value <= last+3 && len(found) > 1 // another list, or skipped numbers
		if last < 0 && value < 1000 || value == last+1 || skips && opening("", l.Text[at[1]:]) > 0 {
			found, last = append(found, i), value
		}
	}
	if len(found) == 1 && len(lines) > 1 && !strings.HasPrefix(lines[found[0]].Text, "[") &&
		!strings.HasPrefix(lines[found[0]].Text, "1") {
		return nil
	}
	return found
}

func digit(c byte) bool { return c >= '0' && c <= '9' }

// cutMarked splits at marked lines and removes the marks. The text before the first mark is an entry of its own if it
// looks like one; a blank line ends the last entry.
func cutMarked(lines []Line, starts []int, m *entryMark) [][]Line {
	var entries [][]Line
	if head := compact(lines[:starts[0]]); len(head) > 0 && mostlyReferences(head) {
		entries = append(entries, head)
	}
	for k, start := range starts {
		end := len(lines)
		if k+1 < len(starts) {
			end = starts[k+1]
		}
		entry := slices.Clone(lines[start:end])
		at := m.pattern.FindStringSubmatchIndex(entry[0].Text)
		if m.number {
			entry[0].Label = entry[0].Text[at[2]:at[3]]
		}
		entry[0].Text = strings.TrimSpace(entry[0].Text[at[1]:])
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

func withoutMarks(entries [][]Line) [][]Line {
	for _, e := range entries {
		e[0].Text = unmarked(e[0].Text)
	}
	return entries
}

// unmarked returns a line without a bracketed number or bullet at its start.
func unmarked(s string) string {
	for _, i := range []int{0, 1, 2, len(marks) - 1} {
		if at := marks[i].pattern.FindStringIndex(s); at != nil {
			return strings.TrimSpace(s[at[1]:])
		}
	}
	return s
}
