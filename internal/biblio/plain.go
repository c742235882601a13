package biblio

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// plainName splits the commonest shape of names without looking further: two
// to four words with single spaces, each one initial ("J.", "J") or a capital
// and small Latin letters, of which none can be a particle, a suffix or part of
// the name of a body. It agrees with the full analysis wherever it answers.
func plainName(s string) (Contributor, bool) {
	if len(s) > 60 {
		return Contributor{}, false
	}
	words, start := 0, 0
	for {
		end := strings.IndexByte(s[start:], ' ')
		last := end < 0
		if last {
			end = len(s) - start
		}
		word := s[start : start+end]
		if words++; words > 4 || !plainWord(word, last) {
			return Contributor{}, false
		}
		if last {
			break
		}
		start += end + 1
	}
	if words < 2 {
		return Contributor{}, false
	}
	return Contributor{Given: s[:start-1], Family: s[start:]}, true
}

func plainWord(word string, last bool) bool {
	if len(word) == 1 || len(word) == 2 && word[1] == '.' {
		return !last && word[0] >= 'A' && word[0] <= 'Z'
	}
	for i, r := range word {
		switch {
		case i == 0 && r >= 'A' && r <= 'Z', i > 0 && r >= 'a' && r <= 'z':
		case r < 0xc0 || r > 0x24f || r == 0x130: // outside of Latin-1 and Extended A and B
			return false
		case i == 0 && !unicode.IsUpper(r), i > 0 && !unicode.IsLower(r):
			return false
		}
	}
	return utf8.RuneCountInString(word) > 1 && !notPlain[word]
}

// notPlain holds the capitalised words that need the full analysis.
var notPlain = func() map[string]bool {
	m := map[string]bool{"The": true}
	for _, table := range []map[string]bool{particles, suffixes, bodyWords} {
		for word := range table {
			m[strings.ToUpper(word[:1])+word[1:]] = true
		}
	}
	return m
}()
