package role

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// letterForm lower-cases a text and leaves letters, digits and single spaces.
func letterForm(s string) string {
	var b strings.Builder
	for _, r := range norm.NFC.String(strings.ToLower(s)) {
		switch {
		case unicode.IsLetter(r), unicode.IsDigit(r), unicode.Is(unicode.M, r):
			b.WriteRune(r)
		default:
			b.WriteByte(' ')
		}
	}
	return squeezed(b.String())
}
