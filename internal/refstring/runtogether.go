package refstring

import (
	"strings"
	"unicode"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// joints are the words and signs that are between people who were put into one name.
var joints = []string{";", " and ", " & ", " und ", " et ", " och ", " og "}

// RunTogether splits a name that is a whole list, as programs and people put it into
// one field: "A B; C D", "A B, C D, E F", "A B und C D". ok is false for one name, and
// where a piece may be anything else than the name of a person.
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

func joined(name string) bool {
	for _, sign := range joints {
		if strings.Contains(name, sign) {
			return true
		}
	}
	return false
}

// personal reports a given and a family name of words that begin with capitals, or
// are particles.
func personal(c *biblio.Contributor) bool {
	family, given := strings.Fields(c.Family), strings.Fields(c.Given)
	if c.Literal != "" || len(family) == 0 || len(given) == 0 || len(family) > 2 || len(given) > 4 {
		return false
	}
	for _, w := range append(family, given...) {
		if !unicode.IsUpper(firstRune(w)) && !biblio.IsParticle(w) {
			return false
		}
	}
	return true
}
