package report

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/width"
)

// Visible makes a text from a document safe to show on a terminal: control characters, escape sequences and
// bidirectional marks become a replacement character.
func Visible(s string) string { return visible(s, "") }

// visible is Visible with spaces that stay.
func visible(s, stay string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case strings.ContainsRune(stay, r):
		case r == '\n' || r == '\t' || r == '\r':
			return ' '
		case unicode.IsControl(r), unicode.Is(unicode.Bidi_Control, r), r == utf8.RuneError:
			return '\uFFFD'
		}
		return r
	}, s)
}

// RuneColumns returns how many terminal columns a rune takes.
func RuneColumns(r rune) int {
	if unicode.Is(unicode.Mn, r) || r == 0x200b {
		return 0
	}
	switch width.LookupRune(r).Kind() {
	case width.EastAsianWide, width.EastAsianFullwidth:
		return 2
	}
	return 1
}

// Columns returns how many terminal columns a text takes.
func Columns(s string) int {
	n := 0
	for _, r := range s {
		n += RuneColumns(r)
	}
	return n
}

// VisibleLines makes a text of several lines safe to show; its tabs stay.
func VisibleLines(text string) string {
	return visible(strings.ReplaceAll(text, "\r\n", "\n"), "\n\t")
}

// token is a word of a displayed value. A marked one differs from the other side; a glued one has no space before it.
type token struct {
	text         string
	marked, glue bool
}

// tokens splits a text at its spaces.
func tokens(text string, marked bool) []token {
	var list []token
	for _, word := range strings.Fields(text) {
		list = append(list, token{text: word, marked: marked})
	}
	return list
}

// look is how marked tokens are shown: in a colour, or between signs.
type look struct{ color, open, end string }

// signed puts signs around runs of marked tokens, for output without colours.
func (l look) signed(list []token) []token {
	out := make([]token, len(list))
	for i, t := range list {
		if t.marked && (i == 0 || !list[i-1].marked) {
			t.text = l.open + t.text
		}
		if t.marked && (i == len(list)-1 || !list[i+1].marked) {
			t.text += l.end
		}
		out[i] = t
	}
	return out
}

// lines arranges tokens in lines of at most width columns, 0 for no limit. A wider word has a line of its own
// and stays whole, so that an address can be copied; only scripts without spaces are broken inside.
func lines(list []token, width int) [][]token {
	var out [][]token
	var line []token
	used := 0
	list = breakWide(list, width)
	for i, t := range list {
		space := 1
		if t.glue || len(line) == 0 {
			space = 0
		}
		if w := Columns(t.text); width <= 0 || len(line) == 0 || used+space+w+markBehind(list[i+1:]) <= width {
			used += space + w
		} else {
			out, line, used = append(out, line), nil, w
		}
		line = append(line, t)
	}
	if len(line) > 0 {
		out = append(out, line)
	}
	return out
}

// markBehind returns the width of marks such as ";" that follow a token: no line begins with one.
func markBehind(rest []token) int {
	if len(rest) > 0 && rest[0].glue && strings.Trim(rest[0].text, ",;.:") == "" {
		return Columns(rest[0].text)
	}
	return 0
}

// breakWide splits words wider than a line between characters of two columns, where a line may break.
func breakWide(list []token, width int) []token {
	var out []token
	for _, t := range list {
		runes := []rune(t.text)
		if width <= 1 || Columns(t.text) <= width || Columns(t.text) == len(runes) {
			out = append(out, t)
			continue
		}
		for i, r := range runes {
			out = append(out, token{string(r), t.marked, t.glue || i > 0})
		}
	}
	return out
}

// wrap wraps a text in lines of at most width columns, 0 for no limit.
func wrap(text string, width int) []string {
	var out []string
	for _, line := range lines(tokens(text, false), width) {
		out = append(out, join(line, unmarked))
	}
	return out
}

// join writes the tokens of a line; mark formats the marked ones.
func join(line []token, mark func(string) string) string {
	var b strings.Builder
	for i := 0; i < len(line); {
		if i > 0 && !line[i].glue {
			b.WriteByte(' ')
		}
		run, marked := line[i].text, line[i].marked
		for i++; i < len(line) && marked && line[i].marked; i++ {
			run += map[bool]string{false: " "}[line[i].glue] + line[i].text
		}
		if marked {
			run = mark(run)
		}
		b.WriteString(run)
	}
	return b.String()
}

// shortened shortens a text to a number of characters.
func shortened(s string, most int) string {
	if len(s) <= most {
		return s
	}
	if runes := []rune(s); len(runes) > most {
		return string(runes[:most-1]) + "…"
	}
	return s
}
