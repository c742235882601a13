package recorded

import (
	"slices"
	"strings"
	"unicode"
)

// NameSet gives a set of surnames in one order, each once.
func NameSet(names []string) string {
	var list []string
	for _, n := range names {
		if n = Comparable(n); n != "" {
			list = append(list, n)
		}
	}
	slices.Sort(list)
	return strings.Join(slices.Compact(list), "|")
}

// Comparable gives the case-folded tokens of a value without punctuation,
// "pp.", "pages" and a leading "In".
func Comparable(s string) string {
	words := strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) })
	words = slices.DeleteFunc(words, func(w string) bool { return w == "pp" || w == "pages" })
	if len(words) > 1 && words[0] == "in" {
		words = words[1:]
	}
	return strings.Join(words, " ")
}
