package judge

import (
	"slices"
	"strings"

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

// wordsOfOne is how many significant words make a title one work's, if no record has it for another.
const wordsOfOne = 4

// sharedTitle reports whether a record has the claimed title for other people than record c.
func (d *deliberation) sharedTitle(c *match.Candidate) bool {
	people := c.Hit.Record.Authors()
	return slices.ContainsFunc(d.ev.Candidates, func(o match.Candidate) bool {
		others := o.Hit.Record.Authors()
		return o.Comparison.AgreesOn(biblio.FieldTitle) && len(others) > 0 && !shareWords(people, others)
	})
}

// shareWords reports whether two lists of people have somebody in common: two words of names, since names come in the
// wrong order or several in one, or a family name whose initials do not tell two people apart.
func shareWords(a, b []biblio.Contributor) bool {
	namesA, namesB := nameWords(a), nameWords(b)
	common := 0
	for w, x := range namesA {
		y, ok := namesB[w]
		switch {
		case !ok:
		case x.family && y.family && (x.initials == "" || y.initials == "" || strings.ContainsAny(x.initials, y.initials)),
			x.family != y.family && len(w) >= tellingWord:
			return true
		case len(w) > 1:
			common++
		}
	}
	return common > 1
}

// tellingWord is the length of a word from which it is hardly a family name and a given name by chance, as Chen is.
const tellingWord = 5

// nameWord is a word of names: whether of a family name, and then its bearers' initials, "" if one has none.
type nameWord struct {
	family   bool
	initials string
}

// nameWords returns the words of the names of people.
func nameWords(list []biblio.Contributor) map[string]nameWord {
	names := map[string]nameWord{}
	for i := range list {
		first := ""
		for _, w := range normalise.Words(list[i].Given) {
			first += string([]rune(w)[:1])
			if _, ok := names[w]; !ok {
				names[w] = nameWord{}
			}
		}
		for _, w := range normalise.Words(list[i].Family) {
			if n := names[w]; first == "" || n.family && n.initials == "" {
				names[w] = nameWord{true, ""}
			} else {
				names[w] = nameWord{true, n.initials + first}
			}
		}
	}
	return names
}
