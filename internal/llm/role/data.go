package role

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
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

// mostWords is how many words of each side are shown.
const mostWords = 60

// wordsOf returns the distinct words of a text, sorted. Scripts that are, or can be, written without spaces are
// split into single characters: their words would be whole sentences.
func wordsOf(s string) []string {
	list := strings.FieldsFunc(parted(letterForm(plain(s, mostValue))), unicode.IsSpace)
	slices.Sort(list)
	return slices.Compact(list)
}

var unspaced = []*unicode.RangeTable{unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Bopomofo, unicode.Hangul,
	unicode.Yi, unicode.Thai, unicode.Lao,
	unicode.Khmer, unicode.Myanmar, unicode.Tibetan, unicode.Javanese, unicode.Balinese}

// parted puts a space on both sides of each character of such a script; marks stay with their characters.
func parted(s string) string {
	var b strings.Builder
	after := false // a character of such a script
	for _, r := range s {
		switch mark, alone := unicode.Is(unicode.M, r), unicode.In(r, unspaced...); {
		case mark:
		case alone || after:
			b.WriteByte(' ')
			after = alone
		}
		b.WriteRune(r)
	}
	return b.String()
}

// scattered returns the first words in a meaningless order: that of their digests with those of the whole
// field. Sentences can be written in alphabetical order.
func scattered(list []string, key string) []string {
	slices.SortFunc(list, func(a, b string) int {
		return cmp.Compare(digest([]byte(key+"\n"+a)), digest([]byte(key+"\n"+b)))
	})
	out := []string{}
	for _, w := range list[:min(len(list), mostWords)] {
		out = append(out, shortened(w))
	}
	return out
}

// The letters of a long word that are shown: an instruction in one word, without its spaces, is longer.
const (
	longWord  = 12
	headShown = 7
	tailShown = 4
)

func shortened(word string) string {
	letters := []rune(word)
	if len(letters) <= longWord {
		return word
	}
	return string(letters[:headShown]) + "…" + string(letters[len(letters)-tailShown:])
}
