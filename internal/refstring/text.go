package refstring

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// trimSpan moves the ends of a span inwards over the characters of cutset.
func trimSpan(s string, span biblio.Span, cutset string) biblio.Span {
	if span.Start > span.End {
		return biblio.Span{Start: span.End, End: span.End}
	}
	text := s[span.Start:span.End]
	left := strings.TrimLeft(text, cutset)
	right := strings.TrimRight(left, cutset)
	start := span.Start + len(text) - len(left)
	return biblio.Span{Start: start, End: start + len(right)}
}

// clean returns the normal form of a value: line breaks and runs of white space become one space, a word divided at a
// line end becomes one word again, and soft hyphens are removed.
func clean(s string) string {
	plain := true
	for i := 0; i < len(s); i++ {
		if c := s[i]; c < ' ' || c == ' ' && (i == 0 || s[i-1] == ' ' || i+1 == len(s)) || c == 0xc2 {
			plain = false
			break
		}
	}
	if plain {
		return s
	}
	b := make([]byte, 0, len(s))
	pending := false // white space not yet written
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == '\u00ad':
			i += n
			for i < len(s) && (s[i] == '\n' || s[i] == '\r') {
				i++
			}
			continue
		case unicode.IsSpace(r):
			if j, ok := divided(s, i); ok {
				i = j
				b = bytes.TrimSuffix(b, []byte("-"))
				continue
			}
			pending = len(b) > 0
		default:
			if pending {
				b = append(b, ' ')
				pending = false
			}
			b = append(b, s[i:i+n]...)
		}
		i += n
	}
	return string(b)
}

// divided reports whether a line break at i divides a word: a lower-case letter and a hyphen precede it, and a
// lower-case letter follows. It returns where the word continues.
func divided(s string, i int) (int, bool) {
	if i < 2 || s[i-1] != '-' {
		return 0, false
	}
	before, _ := utf8.DecodeLastRuneInString(s[:i-1])
	j, broken := i, false
	for j < len(s) && (s[j] == ' ' || s[j] == '\n' || s[j] == '\r' || s[j] == '\t') {
		broken = broken || s[j] == '\n' || s[j] == '\r'
		j++
	}
	if !broken || j == len(s) {
		return 0, false
	}
	after, _ := utf8.DecodeRuneInString(s[j:])
	return j, unicode.IsLower(before) && unicode.IsLower(after)
}

// manyWords is the number of words of a name for which a caller of appendWords reserves room.
const manyWords = 8

// appendWords appends the words of a text, as strings.Fields returns them, to a list that need not be allocated.
func appendWords(list []string, text string) []string {
	start := 0
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c >= utf8.RuneSelf:
			return append(list, strings.Fields(text[start:])...)
		case c == ' ' || c >= '\t' && c <= '\r':
			if i > start {
				list = append(list, text[start:i])
			}
			start = i + 1
		}
	}
	if start < len(text) {
		list = append(list, text[start:])
	}
	return list
}

func digit(c byte) bool { return c >= '0' && c <= '9' }

// cutShort reports whether a text begins with dots that stand for missing words.
func cutShort(rest string) bool {
	rest = strings.TrimLeft(rest, " \t\n")
	return strings.HasPrefix(rest, "...") || strings.HasPrefix(rest, "…")
}
