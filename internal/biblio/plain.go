package biblio

import "strings"

// plainName splits the commonest shape of names without looking further: two
// to four words with single spaces, each one initial ("J.", "J") or a capital
// and small letters of ASCII, of which none can be a particle, a suffix or part
// of the name of a body. It agrees with the full analysis wherever it answers.
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
	if word == "" || word[0] < 'A' || word[0] > 'Z' {
		return false
	}
	if len(word) == 1 || len(word) == 2 && word[1] == '.' {
		return !last
	}
	for i := 1; i < len(word); i++ {
		if word[i] < 'a' || word[i] > 'z' {
			return false
		}
	}
	return !notPlain[word]
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
