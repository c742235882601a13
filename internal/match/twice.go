package match

import (
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/normalise"
)

// twiceAmong is the length of the longest list in which a repeated name is one person: in a longer list two people
// may well have the same name.
const twiceAmong = 40 // case: TestTwice

// Twice returns a person whom a list of authors names twice, perhaps in two forms, or "" if there is none. Initials
// say less than names: two of them must match, or two people must be on the list twice.
func Twice(list []biblio.Contributor) string {
	if len(list) > twiceAmong {
		return ""
	}
	forms := make([]normalise.Name, len(list))
	for i := range list {
		forms[i] = comparisonForm(list[i])
	}
	vague, first := 0, ""
	for i := range forms {
		for j := range i {
			switch sameTwice(&forms[j], &forms[i]) {
			case surelyOne:
				return list[j].String()
			case perhapsOne:
				vague++
				if vague == 2 {
					return first
				}
				first = list[j].String()
			}
		}
	}
	return ""
}

// CallName reports whether one name has several initials, and the other one given name, by which the person may be
// called: "L. J." and "Bart".
func CallName(initials, called biblio.Contributor) bool {
	a, b := comparisonForm(initials), comparisonForm(called)
	letters := len(a.Given) > 1 && !slices.ContainsFunc(a.Given, func(w string) bool { return !singleRune(w) }) ||
		len(a.Given) == 1 && a.Glued[0]
	return letters && len(b.Given) == 1 && !singleRune(b.Given[0]) && !b.Glued[0]
}

// onePerson says how surely two names of one list belong to one person.
type onePerson uint8

const (
	notOne onePerson = iota
	perhapsOne
	surelyOne
)

// sameTwice compares two names of one list: people who share a family name are mostly relatives, or have a common
// name.
func sameTwice(a, b *normalise.Name) onePerson {
	if a.Body || b.Body || !slices.Equal(a.Family, b.Family) || len(a.Given) == 0 || len(b.Given) == 0 {
		return notOne
	}
	x, y := a.Given, b.Given
	if len(x) > len(y) {
		x, y, a, b = y, x, b, a
	}
	for i, w := range x {
		if w != y[i] && !(singleRune(w) && strings.HasPrefix(y[i], w)) && !(singleRune(y[i]) && strings.HasPrefix(w, y[i])) {
			return notOne
		}
	}
	whole := !singleRune(x[0]) && x[0] == y[0]
	switch {
	case len(x) < len(y) && len(x) < len(b.Hyphen) && b.Hyphen[len(x)]: // "Wen", "Wen-Xin"
		return notOne
	case whole, len(x) > 1 && len(x) == len(y):
		return surelyOne
	}
	return perhapsOne
}
