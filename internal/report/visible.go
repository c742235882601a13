package report

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/width"
)

// Visible makes a text from a document safe to show on a terminal: control
// characters, escape sequences and marks that turn the reading direction are
// shown as a replacement character.
func Visible(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t' || r == '\r':
			return ' '
		case unicode.IsControl(r), r >= 0x202a && r <= 0x202e, r >= 0x2066 && r <= 0x2069, r == 0x200e, r == 0x200f, r == 0x061c, r == utf8.RuneError:
			return '\uFFFD'
		}
		return r
	}, s)
}

// columns gives how many terminal columns a rune takes.
func columns(r rune) int {
	if unicode.Is(unicode.Mn, r) || r == 0x200b {
		return 0
	}
	switch width.LookupRune(r).Kind() {
	case width.EastAsianWide, width.EastAsianFullwidth:
		return 2
	}
	return 1
}

// textWidth gives how many terminal columns a text takes.
func textWidth(s string) int {
	n := 0
	for _, r := range s {
		n += columns(r)
	}
	return n
}

// String gives "file:line:column", "file, page n" or "file, paragraph n".
func (p Place) String() string {
	s := p.File
	switch {
	case p.Page > 0:
		s += ", page " + strconv.Itoa(p.Page)
	case p.Line > 0:
		s += ":" + strconv.Itoa(p.Line)
		if p.Column > 0 {
			s += ":" + strconv.Itoa(p.Column)
		}
	case p.Note != "":
		s += ", note " + p.Note
	case p.Paragraph > 0:
		s += ", paragraph " + strconv.Itoa(p.Paragraph)
	}
	return s
}

// VisibleLines makes a text of several lines safe to show.
func VisibleLines(text string) string {
	lines := strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	for i, line := range lines {
		lines[i] = Visible(line)
	}
	return strings.Join(lines, "\n")
}
