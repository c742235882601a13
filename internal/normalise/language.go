package normalise

import (
	"strings"
	"sync"
	"unicode"

	"github.com/bonafide-audit/bonafide/internal/words"
)

// languagesOf returns the languages of a function word.
var languagesOf = sync.OnceValue(func() map[string][]words.Language { return words.Languages(words.Function) })

// Language guesses the language of a title from its function words, for example "de", or its script if that is not
// Latin, "cyrillic". "" means that the title does not show it: a single word, such as the Dutch "over", is not
// enough.
func Language(title string) string {
	if script := scriptOf(title); script != "" {
		return script
	}
	counts := map[words.Language]int{}
	seen := map[string]bool{}
	for _, w := range strings.Fields(Text(title)) {
		if seen[w] {
			continue
		}
		seen[w] = true
		for _, language := range languagesOf()[w] {
			counts[language]++
		}
	}
	best, second := words.Language(""), 0
	for language, n := range counts {
		switch {
		case n > counts[best]:
			best, second = language, counts[best]
		case n > second:
			second = n
		}
	}
	if counts[best] < 2 || counts[best] == second {
		return ""
	}
	return string(best)
}

// scriptOf returns the script of most letters of a text, or "" for Latin.
func scriptOf(s string) string {
	latin, others := 0, map[string]int{}
	for _, r := range s {
		switch {
		case unicode.Is(unicode.Latin, r):
			latin++
		case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul):
			others["east-asian"]++
		case unicode.Is(unicode.Cyrillic, r):
			others["cyrillic"]++
		case unicode.Is(unicode.Arabic, r):
			others["arabic"]++
		case unicode.Is(unicode.Hebrew, r):
			others["hebrew"]++
		case unicode.IsLetter(r) && !unicode.Is(unicode.Greek, r): // Greek letters are signs in titles
			others["other"]++
		}
	}
	for _, name := range []string{"arabic", "cyrillic", "east-asian", "hebrew", "other"} {
		if others[name] > latin {
			return name
		}
	}
	return ""
}
