package judge

import (
	"slices"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/match"
	"github.com/bonafide-audit/bonafide/internal/normalise"
)

// Scruple says why a record that differs in a field proves nothing, for the entry may be
// right as it stands; "" when nothing speaks for it. A correction is not written then, and
// the difference is a lead at most.
//
// Other words in a title, and another given name of a person, are no scruples: fix leaves
// them where nothing says of which print a record is, but they are the usual errors of
// those who cite from memory.
func Scruple(c *match.Candidate, field biblio.Field) string {
	f := c.Comparison.Of(field)
	switch field {
	case biblio.FieldTitle:
		if have, want := normalise.Words(f.Claimed), normalise.Words(f.Recorded); !slices.Equal(have, want) &&
			sameWords(have, want) {
			return "the record has the same words in another order, and one of the two was changed"
		}
	case biblio.FieldYear:
		if volumeYear(f, c) && !c.Comparison.SharesIdentifier() {
			return "the entry has the year of the volume and the record that of the conference"
		}
	}
	return ""
}

// sameWords reports two titles of the same words, in whatever order.
func sameWords(have, want []string) bool {
	return slices.Equal(slices.Sorted(slices.Values(have)), slices.Sorted(slices.Values(want)))
}

// volumeYear reports an entry dated a year after its record whose container's proceedings
// come out as a volume of the next year.
func volumeYear(f match.FieldComparison, c *match.Candidate) bool {
	if f.Kind != match.KindOffByOne || f.Claimed <= f.Recorded {
		return false
	}
	container := normalise.ParseContainer(c.Hit.Record.Container.Title)
	return slices.ContainsFunc(container.Venues, match.LateVolumes)
}
