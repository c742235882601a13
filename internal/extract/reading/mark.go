package reading

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// longestRange bounds "[1–40]": a longer one is no citation.
const longestRange = 40

// markNumbers gives the numbers of "3, 5–7" one by one.
func markNumbers(s string) []string {
	var out []string
	for _, part := range strings.FieldsFunc(s, func(r rune) bool { return r == ',' || r == ';' }) {
		from, to, isRange := strings.Cut(strings.ReplaceAll(part, "–", "-"), "-")
		a, errA := strconv.Atoi(strings.TrimSpace(from))
		b, errB := strconv.Atoi(strings.TrimSpace(to))
		switch {
		case errA != nil:
		case !isRange || errB != nil:
			out = append(out, strconv.Itoa(a))
		case b >= a && b-a < longestRange:
			for n := a; n <= b; n++ {
				out = append(out, strconv.Itoa(n))
			}
		}
	}
	return out
}

// longestSentence bounds, in bytes to each side of a mark, what is kept.
const longestSentence = 600

// Sentence gives the sentence of a paragraph in which the byte at offset
// stands.
func Sentence(text string, offset int) string {
	offset = max(0, min(offset, len(text)))
	from, to := max(0, offset-longestSentence), min(len(text), offset+longestSentence)
	text, offset = text[from:to], offset-from
	start, end := 0, len(text)
	for i := 0; i < len(text); i++ {
		stop := sentenceStop(text, i)
		switch {
		case stop == 0:
		case stop <= offset:
			start = stop
		default:
			end = stop
			i = len(text)
		}
	}
	return strings.Join(strings.Fields(strings.ToValidUTF8(text[start:end], "")), " ")
}

// sentenceStop gives where the sentence ends whose last stop is byte i: a stop
// after a word of some length and before a capital, or one of Chinese and
// Japanese; 0 when none ends there.
func sentenceStop(text string, i int) int {
	switch text[i] {
	case '.', '?', '!':
		if i < 3 || i+2 >= len(text) || text[i+1] != ' ' {
			return 0
		}
		next, _ := utf8.DecodeRuneInString(text[i+2:])
		last, n := utf8.DecodeLastRuneInString(text[:i])
		before, _ := utf8.DecodeLastRuneInString(text[:i-n])
		if unicode.IsUpper(next) && endsWord(last) && endsWord(before) {
			return i + 1
		}
	case 0xE3, 0xEF: // 。！？
		for _, stop := range []string{"。", "！", "？"} {
			if strings.HasPrefix(text[i:], stop) {
				return i + len(stop)
			}
		}
	}
	return 0
}

func endsWord(r rune) bool {
	return unicode.IsLower(r) || r == ')' || r == ']' || r >= '0' && r <= '9'
}

// OneLine makes every run of white space one space and trims the ends.
func OneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
