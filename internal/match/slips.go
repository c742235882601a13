package match

import (
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/fold"
)

// Slip is a word of a title, or the name of an author, that claim and record write
// alike but for a letter or two. Which side slipped shows by how many other records
// have the one spelling and the other.
type Slip struct {
	Field             biblio.Field // title or authors
	Claimed, Recorded string       // a folded word, or a name as "Family, Given"
}

// mostSlips bounds the slips of one field: what differs in more is another title
// or another list.
const mostSlips = 4

// Slips gives the places in which title and authors of two descriptions differ by a
// letter or two.
func Slips(claim, record *biblio.Work) []Slip {
	a, b := newTitle(claim.FullTitle(), claim.TitleCut), newTitle(record.FullTitle(), record.TitleCut)
	gone, added := wordsDiffer(a.words, b.words)
	list := pairsOf(biblio.FieldTitle, gone, added, fold.OneSlip)
	return append(list, pairsOf(biblio.FieldAuthors, ownNames(claim, record), ownNames(record, claim), nearName)...)
}

func pairsOf(field biblio.Field, claimed, recorded []string, near func(a, b string) bool) (list []Slip) {
	if len(claimed) > mostSlips || len(recorded) > mostSlips {
		return nil
	}
	for _, c := range claimed {
		for _, r := range recorded {
			if near(c, r) {
				list = append(list, Slip{field, c, r})
			}
		}
	}
	return list
}

// ownNames gives the authors of a whose family name no author of b has.
func ownNames(a, b *biblio.Work) (list []string) {
	others := b.Authors()
	for _, c := range a.Authors() {
		same := func(o biblio.Contributor) bool { return fold.Text(o.Family) == fold.Text(c.Family) }
		if c.Family != "" && len(list) <= mostSlips && !slices.ContainsFunc(others, same) {
			list = append(list, c.Family+", "+c.Given)
		}
	}
	return list
}

// nearName reports two names whose family names differ by at most two letters.
func nearName(a, b string) bool {
	x, _, _ := strings.Cut(a, ",")
	y, _, _ := strings.Cut(b, ",")
	x, y = fold.Squash(fold.Text(x)), fold.Squash(fold.Text(y))
	return len(x) > 3 && x != y && fold.Distance(x, y) <= 2
}
