package judge

import (
	"slices"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/match"
	"github.com/bonafide-audit/bonafide/internal/normalise"
)

// Lists of authors grow and shrink between the versions of a work; they do not turn over. If nobody whom a reference
// names has written any version of the work of that title, the names are wrong, whoever keeps the records.

// strangers reports whether nobody on the claimed list is on that of record c, which surely has the claimed title:
// people on both sides, no word of a name in common, and no other work of that title.
func (d *deliberation) strangers(c *judgedRecord) bool {
	f, r := c.Comparison.Of(biblio.FieldAuthors), &c.Hit.Record
	claimed, recorded := d.ref.Claimed.Authors(), r.Authors()
	switch {
	case f.Agreement != match.Differs || f.Kind != match.KindFabricated || !c.Comparison.AgreesOn(biblio.FieldTitle),
		len(claimed) == 0, r.AuthorsCut, c.Origin.Kind <= biblio.ConfirmOnly, c.ownPage(),
		slices.ContainsFunc(claimed, oneName) || slices.ContainsFunc(recorded, oneName),
		shareWords(claimed, recorded):
		return false
	case c.linked:
		return true
	}
	return d.titleOfOne(c.Candidate)
}

// titleOfOne reports whether no work but that of a record has the claimed title, by how long it is, by the place in
// which both appeared, and by what else was found.
func (d *deliberation) titleOfOne(c *match.Candidate) bool {
	words := d.claimedWords()
	return (words >= wordsOfOne || words >= oddTitle && samePlace(&c.Comparison)) && !d.claimsBook() &&
		c.Hit.Record.Type != biblio.Book && !d.sharedTitle(c)
}

// wordsOfOne is the number of significant words from which a title belongs to one work, if no record has it for
// another.
const wordsOfOne = 4

// sharedTitle reports whether a record has the claimed title for other people than record c.
func (d *deliberation) sharedTitle(c *match.Candidate) bool {
	people := c.Hit.Record.Authors()
	return slices.ContainsFunc(d.ev.Candidates, func(o match.Candidate) bool {
		others := o.Hit.Record.Authors()
		return o.Comparison.AgreesOn(biblio.FieldTitle) && len(others) > 0 && !shareWords(people, others)
	})
}

// shareWords reports whether two lists of people have a family name in common, or one is a given name in the other:
// names in the wrong order, or several in one.
func shareWords(a, b []biblio.Contributor) bool {
	familyA, givenA := nameWords(a)
	familyB, givenB := nameWords(b)
	for w := range familyA {
		if familyB[w] || len(w) >= tellingWord && givenB[w] {
			return true
		}
	}
	for w := range familyB {
		if len(w) >= tellingWord && givenA[w] {
			return true
		}
	}
	return false
}

// tellingWord is the length of a word from which it is hardly a family name and a given name by chance, as Chen is.
const tellingWord = 5

// nameWords returns the words of the family names and of the given names of people.
func nameWords(list []biblio.Contributor) (family, given map[string]bool) {
	family, given = map[string]bool{}, map[string]bool{}
	for i := range list {
		for _, w := range normalise.Words(list[i].Family) {
			family[w] = true
		}
		for _, w := range normalise.Words(list[i].Given) {
			given[w] = true
		}
	}
	return family, given
}
