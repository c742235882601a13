package judge

import (
	"slices"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/match"
	"github.com/bonafide-audit/bonafide/internal/normalise"
)

// Scruple returns the doubt for which a record that differs in a field proves nothing, or NoDoubt if there is none.
// With one no correction is written, and the difference is a lead at most.
//
// Different words in a title and different given names are not scruples: fix leaves them alone if nothing says which
// print a record describes, but they are the usual errors of people who cite from memory.
func Scruple(c *match.Candidate, field biblio.Field) Doubt {
	f := c.Comparison.Of(field)
	switch field {
	case biblio.FieldTitle:
		if have, want := normalise.Words(f.Claimed), normalise.Words(f.Recorded); !slices.Equal(have, want) &&
			sameWords(have, want) {
			return WordsMoved
		}
	case biblio.FieldYear:
		if volumeYear(f, c) && !c.Comparison.SharesIdentifier() {
			return YearOfVolume
		}
	}
	return NoDoubt
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
