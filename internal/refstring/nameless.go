package refstring

import (
	"strings"
	"unicode/utf8"
)

// collectives are words for bodies that may stand behind a name cut down to
// initials.
var collectives = map[string]bool{"team": true, "group": true, "collaboration": true, "consortium": true}

// nameless reports a body of whose name only initials were left, as style files
// do that take it for a person: "N. C. H. X. Team". It names nobody.
func nameless(p piece) bool {
	words := strings.Fields(p.text)
	n := len(words) - 1
	if n < 2 || !collectives[strings.ToLower(words[n])] {
		return false
	}
	for _, w := range words[:n] {
		if utf8.RuneCountInString(w) != 2 || !strings.HasSuffix(w, ".") {
			return false
		}
	}
	return true
}
