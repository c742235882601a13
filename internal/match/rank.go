package match

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// Candidates below these bounds are dropped: they are about other works.
const (
	keepSameWork   = 0.02 // case: none from half to twice as much
	keepSimilarity = 55.0 // case: none from 35 to 70
	keepMost       = 40   // case: none from 20 to 80
)

// Rank compares a claim with every record found and returns the candidates, the most likely first. The order depends
// only on the records, never on the order of the lookups: equal candidates are ordered by agreement, origin, the
// source's name and the record's key. A raw text that is not empty is what the claim was parsed from, and decides
// what it says.
func Rank(claim *biblio.Work, raw string, lookups []answer.Lookup) []Candidate {
	form := NewClaim(claim)
	text := printedClaim{raw: raw, form: form}
	var list []Candidate
	for i := range lookups {
		l := &lookups[i]
		if l.Outcome != answer.Found {
			continue
		}
		for _, hit := range l.Answer.Hits {
			c := Candidate{Hit: hit, Source: l.Source, Origin: originOf(&l.Source, &hit.Record),
				Comparison: text.reconcile(&hit.Record.Work, form.Compare(&hit.Record.Work))}
			byID := hit.How == answer.ByIdentifier
			c.Suspicious = byID && c.Comparison.SameWork < SameWorkThreshold &&
				c.Comparison.Of(biblio.FieldTitle).Agreement == Differs
			if foundDirectly(hit.How) || c.Comparison.SameWork >= keepSameWork ||
				c.Comparison.TitleSimilarity >= keepSimilarity {
				list = append(list, c)
			}
		}
	}
	keys := make([]rankKey, len(list))
	order := make([]int, len(list))
	for i := range list {
		keys[i], order[i] = keyOf(&list[i]), i
	}
	slices.SortStableFunc(order, func(x, y int) int {
		if n := keys[x].compare(&keys[y]); n != 0 {
			return n
		}
		if n := cmp.Compare(textOf(&list[x]), textOf(&list[y])); n != 0 {
			return n
		}
		return cmp.Compare(fmt.Sprintf("%#v", list[x].Hit), fmt.Sprintf("%#v", list[y].Hit)) // all that is left
	})
	out := make([]Candidate, 0, min(len(list), keepMost))
	for n, i := range order {
		if n < keepMost || foundDirectly(list[i].Hit.How) {
			out = append(out, list[i])
		}
	}
	return out
}

// originOf returns the origin of a record. What a source declares for all its records takes precedence over what a
// record says; a record for which neither says anything is a personal list.
func originOf(info *answer.Info, r *biblio.Record) biblio.Origin {
	switch {
	case info.Origin.Kind != biblio.Unstated:
		return info.Origin
	case r.Origin.Kind != biblio.Unstated:
		return r.Origin
	}
	return biblio.Origin{Kind: biblio.PersonalList}
}

// foundDirectly reports whether a record was found through something that the reference names, or by a web search: it
// is kept whatever its title, since another title there is a sign of its own.
func foundDirectly(how answer.How) bool {
	return how == answer.ByIdentifier || how == answer.ByURL || how == answer.ByWebSearch
}

// rankKey orders candidates.
type rankKey struct {
	same   int // SameWork in steps of a thousandth
	agree  int
	origin biblio.OriginKind
}

func keyOf(c *Candidate) rankKey {
	k := rankKey{same: int(c.Comparison.SameWork*1000 + 0.5), origin: c.Origin.Kind}
	for _, f := range c.Comparison.Fields {
		switch f.Agreement {
		case Agrees:
			k.agree += 3
		case Variant:
			k.agree += 2
		case Differs:
			k.agree -= 2
		}
	}
	return k
}

func (k *rankKey) compare(o *rankKey) int {
	return cmp.Or(cmp.Compare(o.same, k.same), cmp.Compare(o.agree, k.agree), cmp.Compare(o.origin, k.origin))
}

// textOf orders candidates that the key does not: by what most often distinguishes two records.
func textOf(c *Candidate) string {
	r := &c.Hit.Record
	parts := []string{c.Source.Name, r.Source, r.LocalID, string(c.Hit.How), r.Container.Title, r.YearString(),
		r.Title, r.Pages, r.Volume, r.Issue, r.Publisher, r.Place, r.URL}
	for _, id := range r.IDs {
		parts = append(parts, id.Value)
	}
	for _, a := range r.Contributors {
		parts = append(parts, a.Family+a.Given)
	}
	return strings.Join(parts, "\x00")
}
