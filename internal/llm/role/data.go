package role

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/bonafide-audit/bonafide/internal/judge"
)

// marked writes data as JSON between two marks. The mark is derived from the data's digest, so that equal data
// lead to equal questions, and changed until the data do not contain it.
func marked(data any) (string, error) {
	b, err := json.Marshal(data) // escapes <, > and &, which chat templates use for their own marks
	if err != nil {
		return "", err
	}
	mark := digest(b)
	for strings.Contains(string(b), mark) {
		mark = digest([]byte(mark))
	}
	var s strings.Builder
	s.WriteString("The data stand between the marks BEGIN-" + mark + " and END-" + mark + ".\n\n")
	s.WriteString("BEGIN-" + mark + "\n")
	s.Write(b)
	s.WriteString("\nEND-" + mark + "\n")
	return s.String(), nil
}

func digest(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:8])
}

// The maximum lengths, in characters, of one value and of the text of one page that are shown.
const (
	mostValue = 2000
	mostPage  = 6000
)

// plain returns a text in the form shown to models.
func plain(s string, most int) string { return judge.Shown(s, most) }

// squeezed leaves one space between words.
func squeezed(s string) string { return strings.Join(strings.Fields(s), " ") }

func within(text, quote string) bool {
	quote = plain(quote, mostPage)
	return quote != "" && strings.Contains(plain(text, mostPage), quote)
}

// letterForm lower-cases a text and keeps only letters, digits and single spaces.
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
