package judge

import (
	"math"
	"slices"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/fold"
	"github.com/bonafide-audit/bonafide/internal/match"
)

// convicted reports that an accused verdict says of a field that it is wrong.
func (v *Verdict) convicted(field biblio.Field) bool {
	return v.Accuses() && slices.ContainsFunc(v.Reasons, func(r Reason) bool { return r.Field == field && ConvictingRule(r.Rule) })
}

// strangerKinds are the differences of author lists in which somebody is named
// who is no author.
var strangerKinds = []string{match.KindAdded, match.KindReplaced, match.KindOneReplaced, match.KindFabricated}

// strangerShare gives the share of the claimed authors who are not the record's,
// where the list is wrong: the least of all records of the work.
func strangerShare(ref *biblio.Reference, ev Evidence, v *Verdict) float64 {
	claimed := len(ref.Claimed.Authors())
	if claimed == 0 || !v.convicted(biblio.FieldAuthors) {
		return 0
	}
	least := 1.0
	for _, version := range v.Versions {
		for _, i := range version {
			c := &ev.Candidates[i]
			f := c.Comparison.Of(biblio.FieldAuthors)
			if f.Agreement == match.Unrecorded || f.Agreement == match.NotCompared {
				continue
			}
			if !slices.Contains(strangerKinds, f.Kind) {
				return 0
			}
			known := math.Ceil(f.Score*float64(listed(ref, c, claimed)) - 1e-9)
			least = min(least, 1-min(known/float64(claimed), 1))
		}
	}
	return least
}

// listed gives the number of names that the likeness of two lists is a share
// of.
func listed(ref *biblio.Reference, c *match.Candidate, claimed int) int {
	recorded := len(c.Hit.Record.Authors())
	switch {
	case c.Hit.Record.AuthorsCut:
		return min(claimed, recorded)
	case ref.Claimed.AuthorsCut:
		return claimed
	}
	return max(claimed, recorded)
}

// containerUnknown reports that the claimed container is wrong and known to
// nobody, where sources that cover such works were asked.
func containerUnknown(ref *biblio.Reference, ev Evidence, v *Verdict) bool {
	name := ref.Claimed.Container.Title
	if name == "" || v.Outcome != Discrepant || !v.convicted(biblio.FieldVenue) || fold.KnownContainer(name) {
		return false
	}
	cover := coverage(ref, ev.Lookups)
	if len(cover.covered) == 0 && len(cover.complete) == 0 {
		return false
	}
	return !slices.ContainsFunc(ev.Candidates, func(c match.Candidate) bool { return c.Comparison.Of(biblio.FieldVenue).Agreed() })
}
