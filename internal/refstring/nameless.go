package refstring

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// collectives are words for bodies that may follow a name reduced to initials.
var collectives = []string{"team", "group", "collaboration", "consortium"}

// nameless reports whether only initials are left of a body's name, which happens in style files that treat it as a
// person: "N. C. H. X. Team". It names no one.
func nameless(p piece) bool {
	i := strings.LastIndexByte(p.text, ' ')
	if i < 1 || p.text[i-1] != '.' ||
		!slices.ContainsFunc(collectives, func(w string) bool { return strings.EqualFold(w, p.text[i+1:]) }) {
		return false
	}
	initials := strings.Fields(p.text[:i])
	for _, w := range initials {
		if utf8.RuneCountInString(w) != 2 || !strings.HasSuffix(w, ".") {
			return false
		}
	}
	return len(initials) > 1
}
