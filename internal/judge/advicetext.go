package judge

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Shown gives a text as models and people are shown it: composed, one space
// between words, without characters that print nothing, and at most so many
// characters. Quotes are looked for in this form.
func Shown(s string, most int) string {
	var b strings.Builder
	n, space := 0, false
	for _, r := range strings.ToValidUTF8(s, " ") {
		switch {
		case unicode.IsSpace(r):
			space = n > 0
			continue
		case Unprinted(r):
			continue
		}
		if space {
			b.WriteByte(' ')
			n, space = n+1, false
		}
		if n++; n > most {
			break
		}
		b.WriteRune(r)
	}
	return norm.NFC.String(b.String())
}

// Unprinted reports a character that prints nothing: controls, zero widths,
// changes of direction, tags, variation selectors and fillers.
func Unprinted(r rune) bool {
	return unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || unicode.Is(unicode.Co, r) || unicode.Is(unicode.Variation_Selector, r) || r == 0x115F || r == 0x1160 || r == 0x3164 || r == 0xFFA0
}

// mostQuoted bounds the text in which quotes are looked for.
const mostQuoted = 1 << 20

// holds reports that a quote stands in a text.
func holds(text, quote string) bool {
	quote = Shown(quote, mostQuoted)
	return quote != "" && strings.Contains(Shown(text, mostQuoted), quote)
}

// tidy makes one bounded line of a text that a model wrote.
func tidy(s string, most int) string {
	line := Shown(s, most+1)
	if runes := []rune(line); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return line
}
