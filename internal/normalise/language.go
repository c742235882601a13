package normalise

import (
	"strings"
	"sync"
	"unicode"
)

// functionWords lists, by language, short words that occur in titles in it and that no other of these languages uses
// in the same way. A word that two of them share is listed for both.
var functionWords = []struct{ language, words string }{
	{"de", "der die das den dem des und ein eine einer eines einem für von vom zu zur zum im am mit über auf bei aus " +
		"zwischen durch nach als wie ist sind unter"},
	{"en", "the of and for with from by on in to is are as at its an how what why using towards between through their we"},
	{"es", "el la los las del y en una para con por sobre entre desde hacia como su sus es al"},
	{"fr", "le la les des du et en une pour dans sur avec par au aux entre chez vers sous ses leur est sont comment l d"},
	{"it", "il lo gli le dei delle della dello degli di e una per con tra fra nel nella sul sulla dal dalla come sono"},
	{"nl", "het een en voor met van op aan bij naar uit door tussen hoe de over zijn wordt"},
	{"pt", "o os as dos das do da e em uma para com por sobre entre no na nos nas ao como sua seus"},
}

// languagesOf returns the languages of a function word.
var languagesOf = sync.OnceValue(func() map[string][]string {
	table := map[string][]string{}
	for _, f := range functionWords {
		for _, w := range strings.Fields(f.words) {
			table[w] = append(table[w], f.language)
		}
	}
	return table
})

// Language guesses the language of a title from its function words, for example "de", or its script if that is not
// Latin, "cyrillic". "" means that the title does not show it: a single word, such as the Dutch "over", is not
// enough.
func Language(title string) string {
	if script := scriptOf(title); script != "" {
		return script
	}
	counts := map[string]int{}
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
	best, second := "", 0
	for _, f := range functionWords {
		switch n := counts[f.language]; {
		case n > counts[best]:
			best, second = f.language, counts[best]
		case n > second:
			second = n
		}
	}
	if counts[best] < 2 || counts[best] == second {
		return ""
	}
	return best
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
