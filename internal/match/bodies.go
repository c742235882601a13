package match

import (
	"slices"
	"unicode"

	"github.com/bonafide-audit/bonafide/internal/normalise"
)

// KindBodyForPeople is a body claimed as the only author of a work whose record lists people: both are common, and
// neither refutes the other.
const KindBodyForPeople = "body-for-people"

// body reports whether a name is a body's: read as one, or one word with two adjacent capitals or a digit, such as
// "OpenAI" and "NVIDIA".
func (p *person) body() bool {
	if p.form().Body {
		return true
	}
	if p.Given != "" || p.Particle != "" || p.Literal != "" {
		return false
	}
	capital := false
	for _, r := range p.Family {
		upper := unicode.IsUpper(r)
		if unicode.IsSpace(r) || r == '.' {
			return false
		}
		if unicode.IsDigit(r) || upper && capital {
			return true
		}
		capital = upper
	}
	return false
}

// besideBodies compares lists that differ once more without the bodies that they begin or end with, since some write
// the team of a work next to its members: "Gemini Team, R. Anil, …", or before the first of them: "OpenAI Josh
// Achiam". If this explains nothing it returns the difference unchanged.
func (c *claimForm) besideBodies(al alignment, kind string, recorded []person, cut bool) (Agreement,
	string, alignment) {
	claimed, left := withoutBodies(c.authors), withoutBodies(recorded)
	switch {
	case len(left) > 0 && len(claimed) == 0 && len(c.authors) == 1:
		agreement, kind := c.authors[0].forPeople(kind, recorded)
		return agreement, kind, al
	case len(left) == 0 && len(claimed) < len(c.authors) && c.authorsCut && c.namesAll(recorded):
		return Variant, KindBody, al
	case len(left) == 0 || len(claimed) == 0:
		return Differs, kind, al
	case len(claimed) < len(c.authors):
		if rest := glued(&c.authors[0], &left[0]); rest != nil {
			left = append([]person{*rest}, left[1:]...)
		}
	case len(left) == len(recorded):
		return Differs, kind, al
	}
	bare := align(claimed, left)
	switch agreement, kind := c.judgeList(&bare, cut); agreement {
	case Agrees:
		return Variant, KindBody, bare
	case Variant, Undecided:
		return agreement, kind, bare
	default:
		if kind == KindMisspelt {
			return agreement, kind, bare
		}
	}
	return Differs, kind, al
}

// namesAll reports whether every body of a record is among the claimed authors, who are its first members and the
// body: "V. Khachatryan et al. (CMS Collaboration)".
func (c *claimForm) namesAll(recorded []person) bool {
	for i := range recorded {
		if !slices.ContainsFunc(c.authors, func(p person) bool { return p.body() && p.same(&recorded[i]).level <= Variant }) {
			return false
		}
	}
	return len(recorded) > 0
}

// forPeople compares a body that is the only claimed author with a list of people that differs from it by kind.
func (p *person) forPeople(kind string, recorded []person) (Agreement, string) {
	if glued(p, &recorded[0]) != nil {
		return Variant, KindBody
	}
	for i := range recorded {
		q := &recorded[i]
		switch same := p.same(q).level <= Variant; {
		case same && q.Given == "":
			return Variant, KindBody
		case same: // a family name in capitals
			return Differs, kind
		}
	}
	return Differs, KindBodyForPeople
}

// withoutBodies removes bodies, and entries that are not names, from both ends of a list.
func withoutBodies(list []person) []person {
	for len(list) > 0 && (list[0].body() || list[0].form().All == "") {
		list = list[1:]
	}
	for len(list) > 0 && (list[len(list)-1].body() || list[len(list)-1].form().All == "") {
		list = list[:len(list)-1]
	}
	return list
}

// glued returns the person after the name of a body that a record has run into the first author's, or nil if there is
// none.
func glued(body, first *person) *person {
	words, all := allWords(body.form()), allWords(first.form())
	if !body.body() || len(all) < len(words)+2 {
		return nil
	}
	for i, w := range words {
		if all[i] != w {
			return nil
		}
	}
	rest := all[len(words):]
	n := normalise.NewName(rest[0], "", rest[len(rest)-1], "")
	return &person{Contributor: first.Contributor, name: &n}
}
