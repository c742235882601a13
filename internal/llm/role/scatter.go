package role

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
)

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
