package match

import (
	"slices"
	"strings"
	"unicode"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/normalise"
	"github.com/bonafide-audit/bonafide/internal/words"
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
		if added := strangerBody(c.authors, recorded); added != noBody {
			if added == institution {
				kind = KindBodyForPeople
			}
			return Differs, kind, al
		}
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
		switch {
		case kind == KindMisspelt:
			return agreement, kind, bare
		case len(claimed) < len(c.authors) && bare.firstOfList(): // "Aad, G. and {ATLAS Collaboration}"
			return Variant, KindBody, bare
		}
	}
	return Differs, kind, al
}

// bodyKind says what an entry of a list of authors is, if not a person's name.
type bodyKind int

const (
	noBody      bodyKind = iota // nobody, or a group of authors: a collaboration, a consortium, a team
	institution                 // another body: a company, a university
	bracedName                  // words in braces that name no body
)

// groups are words of the names of groups of authors, which lists may state beside their members.
var groups = words.Set(`collaboration collaborations consortium consortia group groups team investigators network
	project initiative committee taskforce panel study trialists collaborators contributors developers community`)

// strangerBody returns what the first body is, at an end of the claimed list, that is no group of authors and that the
// record has not.
func strangerBody(claimed, recorded []person) bodyKind {
	for i := range claimed {
		p := &claimed[i]
		if !p.body() || slices.ContainsFunc(recorded,
			func(q person) bool { return p.same(&q).level <= Undecided || glued(p, &q) != nil }) {
			continue
		}
		w := strings.Fields(normalise.Text(p.String()))
		switch {
		case slices.ContainsFunc(w, func(w string) bool { return groups[w] }):
		case p.Literal == "" || len(w) < 2 || biblio.NamesBody(p.Literal) || capitalInside(p.Literal):
			return institution
		default:
			return bracedName
		}
	}
	return noBody
}

// capitalInside reports whether a word has a capital behind its first letter, or a digit: "DeepMind", "IEEE".
func capitalInside(s string) bool {
	before := ' '
	for _, r := range s {
		if unicode.IsDigit(r) || unicode.IsUpper(r) && unicode.IsLetter(before) {
			return true
		}
		before = r
	}
	return false
}

// firstOfList reports whether the claimed people are the first of the recorded ones, in order.
func (al *alignment) firstOfList() bool {
	return len(al.claim) > 0 && len(al.claim) < len(al.record) && len(al.added) == 0 && al.inOrder &&
		(len(al.deleted) == 0 || al.deleted[0] == len(al.claim))
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
	if !body.body() || len(all) < len(words)+2 || !slices.Equal(all[:len(words)], words) {
		return nil
	}
	rest := all[len(words):]
	n := normalise.NewName(rest[0], "", rest[len(rest)-1], "")
	return &person{Contributor: first.Contributor, name: &n}
}
