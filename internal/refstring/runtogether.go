package refstring

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/words"
)

// RunTogether splits a name that is a whole list, as programs and people put it into one field: "A B; C D", "A B, C
// D, E F", "A B und C D". ok is false for a single name, and if a piece may be anything other than the name of a
// person.
func RunTogether(name string) (people []biblio.Contributor, cut, ok bool) {
	if strings.Count(name, ",") < 2 && !joined(name) || strings.HasPrefix(name, "{") {
		return nil, false, false
	}
	people, cut = SplitNames(name)
	if len(people) < 2 {
		return nil, false, false
	}
	for i := range people {
		if !personal(&people[i]) {
			return nil, false, false
		}
	}
	return people, cut, true
}

// joined reports whether a sign or a word joins people who were put into one name. One-letter words are parts of
// names: "Ortega y Gasset".
func joined(name string) bool {
	if strings.Contains(name, ";") || strings.Contains(name, " & ") {
		return true
	}
	for rest := name; ; {
		_, behind, ok := strings.Cut(rest, " ")
		if !ok {
			return false
		}
		word, _, ok := strings.Cut(behind, " ")
		if ok && len(word) > 1 && (word[0] >= 'a' && word[0] <= 'z' || word[0] >= utf8.RuneSelf) && words.Joins(word) {
			return true
		}
		rest = behind
	}
}

// personal reports whether c has a given and a family name whose words begin with capitals or are particles.
func personal(c *biblio.Contributor) bool {
	family, given := strings.Fields(c.Family), strings.Fields(c.Given)
	if c.Literal != "" || len(family) == 0 || len(given) == 0 || len(family) > 2 || len(given) > 4 {
		return false
	}
	return !slices.ContainsFunc(append(family, given...),
		func(w string) bool { return !unicode.IsUpper(firstRune(w)) && !biblio.IsParticle(w) })
}
