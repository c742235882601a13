package judge

import (
	"slices"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/match"
	"github.com/bonafide-audit/bonafide/internal/normalise"
)

// Scruple returns why a record that differs in a field proves nothing because the entry may be right as written, or
// "" if there is no such reason. With a scruple no correction is written, and the difference is a lead at most.
//
// Different words in a title and different given names are not scruples: fix leaves them alone if nothing says which
// print a record describes, but they are the usual errors of people who cite from memory.
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

// sameWords reports whether two titles have the same words in any order.
func sameWords(have, want []string) bool {
	return slices.Equal(slices.Sorted(slices.Values(have)), slices.Sorted(slices.Values(want)))
}

// volumeYear reports whether an entry is dated a year after its record and the container's proceedings come out as a
// volume of the following year.
func volumeYear(f match.FieldComparison, c *match.Candidate) bool {
	if f.Kind != match.KindOffByOne || f.Claimed <= f.Recorded {
		return false
	}
	container := normalise.ParseContainer(c.Hit.Record.Container.Title)
	return slices.ContainsFunc(container.Venues, match.LateVolumes)
}

// Doubt names why a record's value may not be the right one.
type Doubt string

// The doubts.
const (
	NoDoubt      Doubt = ""
	Misread      Doubt = "misread"      // the field may have been read wrongly from print
	Contradicted Doubt = "contradicted" // another identifier of the reference names another work
)
