package match

import (
	"slices"
	"strings"
	"unicode"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/normalise"
)

// besideMark compares lists that differ once more without an unknown mark at the end of the claimed one; it returns
// Differs if that explains nothing.
func (c *claimForm) besideMark(recorded []person, cut bool) (Agreement, string, alignment) {
	short := c.withoutUnknownMark(recorded)
	if short == nil {
		return Differs, "", alignment{}
	}
	bare := align(short.authors, recorded)
	if len(bare.pairs) == 0 {
		return Differs, "", bare
	}
	agreement, kind := short.judgeList(&bare, cut)
	return agreement, kind, bare
}

// withoutUnknownMark returns the claim as a cut list if its last name ends in what can only be a mark missing from
// the tables of words: small letters only, in a list of names with capitals, and nothing of it in the record.
// Otherwise it returns nil.
func (c *claimForm) withoutUnknownMark(recorded []person) *claimForm {
	n := len(c.authors)
	if c.authorsCut || n == 0 || len(recorded) < 2 || !capitalised(&c.authors[0]) {
		return nil
	}
	last := &c.authors[n-1]
	short := *c
	short.authorsCut = true
	switch given, ok := smallTail(last, recorded); {
	case ok:
		short.authors = slices.Clone(c.authors)
		short.authors[n-1] = person{Contributor: biblio.NameParts(last.Family, given)}
	case n > 1 && smallLetters(last.String()) &&
		!slices.ContainsFunc(recorded, func(p person) bool { return sharesWord(last, &p) }):
		short.authors = c.authors[:n-1]
	default:
		return nil
	}
	return &short
}

// smallTail returns the given name of a person without the small words at its end, "Yann" for "Yann agus daoine
// eile", if no one in the record has one of them.
func smallTail(p *person, recorded []person) (string, bool) {
	all := strings.Fields(p.Given)
	n := len(all)
	for n > 0 && smallLetters(all[n-1]) && !biblio.IsParticle(all[n-1]) {
		n--
	}
	if n == 0 || n == len(all) {
		return "", false
	}
	tail := biblio.NameParts(strings.Join(all[n:], " "), "")
	if slices.ContainsFunc(recorded, func(q person) bool { return sharesWord(&person{Contributor: tail}, &q) }) {
		return "", false
	}
	return strings.Join(all[:n], " "), true
}

// capitalised reports whether a name contains a capital.
func capitalised(p *person) bool { return strings.ContainsFunc(p.String(), unicode.IsUpper) }

// smallLetters reports whether s has small letters and no capitals or digits.
func smallLetters(s string) bool {
	return strings.ContainsFunc(s, unicode.IsLower) &&
		!strings.ContainsFunc(s, func(r rune) bool { return unicode.IsUpper(r) || unicode.IsDigit(r) })
}

// sharesWord reports whether a word of one name occurs in the other, which may write its words as one.
func sharesWord(p, q *person) bool {
	whole := strings.ReplaceAll(normalise.Translit(q.form().All), " ", "")
	return slices.ContainsFunc(strings.Fields(normalise.Translit(p.form().All)), func(w string) bool {
		return len(w) > 1 && strings.Contains(whole, w)
	})
}
