package match

import (
	"unicode"

	"github.com/bonafide-audit/bonafide/internal/fold"
)

// KindBodyForPeople is a body claimed as the only author of a work whose record
// lists people: both ways of naming are usual, and neither refutes the other.
const KindBodyForPeople = "body-for-people"

// body reports a name that is a body's: read as one, or one word with two
// capitals side by side or a digit, as "OpenAI" and "NVIDIA" have them.
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

// besideBodies compares lists that differ once more without the bodies that they
// begin or end with, since some write the team of a work beside its members:
// "Gemini Team, R. Anil, …", or before the first of them: "OpenAI Josh Achiam".
// It gives Differs where this explains nothing.
func (c *claimForm) besideBodies(recorded []person, cut bool) (Agreement, string, alignment) {
	claimed, left := withoutBodies(c.authors), withoutBodies(recorded)
	switch {
	case len(claimed) == 0 && len(left) == 0:
		return Differs, "", alignment{}
	case len(claimed) == 0 && len(c.authors) == 1:
		body := &c.authors[0]
		for i := range recorded {
			q := &recorded[i]
			same := body.same(q).level <= Variant
			switch {
			case same && q.Given == "" || i == 0 && glued(body, q) != nil:
				return Variant, KindBody, align(c.authors, recorded)
			case same: // a family name in capitals
				return Differs, "", alignment{}
			}
		}
		return Differs, KindBodyForPeople, alignment{}
	case len(claimed) == 0 || len(left) == 0:
		return Differs, "", alignment{}
	}
	if len(claimed) < len(c.authors) {
		if rest := glued(&c.authors[0], &left[0]); rest != nil {
			left = append([]person{*rest}, left[1:]...)
		}
	}
	if len(claimed) == len(c.authors) && len(left) == len(recorded) {
		return Differs, "", alignment{}
	}
	al := align(claimed, left)
	agreement, kind := c.judgeList(&al, cut)
	if agreement > Undecided {
		return Differs, "", alignment{}
	}
	if agreement == Agrees {
		agreement, kind = Variant, KindBody
	}
	return agreement, kind, al
}

// withoutBodies cuts the bodies, and what is no name, off both ends of a list.
func withoutBodies(list []person) []person {
	for len(list) > 0 && (list[0].body() || list[0].form().All == "") {
		list = list[1:]
	}
	for len(list) > 0 && (list[len(list)-1].body() || list[len(list)-1].form().All == "") {
		list = list[:len(list)-1]
	}
	return list
}

// glued gives the person behind the name of a body that a record runs into the
// first author's, nil when there is none.
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
	n := fold.NewName(rest[0], "", rest[len(rest)-1], "")
	return &person{Contributor: first.Contributor, name: &n}
}
