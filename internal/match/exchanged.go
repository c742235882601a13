package match

import (
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/normalise"
)

// KindExchanged says that lists agree, but that a person's given and family name are exchanged.
const KindExchanged = "names-exchanged"

// Exchanged reports whether, of two lists that agree, the first has a person's family name as the given name and the
// given name as the family name: "Jacob, Devlin". A recorded given name in capitals is a family name, which submission
// systems put first: "LI Jia".
func Exchanged(claimed, recorded []biblio.Contributor) bool {
	return len(exchanged(claimed, recorded)) > 0
}

// exchanged returns the names that Exchanged reports.
func exchanged(claimed, recorded []biblio.Contributor) (list []NameDifference) {
	for i := range min(len(claimed), len(recorded)) {
		a, b := claimed[i], recorded[i]
		familyA, givenA := normalise.Words(a.Family), normalise.Words(a.Given)
		familyB, givenB := normalise.Words(b.Family), normalise.Words(b.Given)
		if len(familyA) == 0 || len(givenA) == 0 || len(familyB) == 0 || len(givenB) == 0 || slices.Equal(familyA, familyB) {
			continue
		}
		if len(familyA[0]) > 1 && familyA[0] == givenB[0] && slices.Equal(givenA, familyB) &&
			b.Given != strings.ToUpper(b.Given) {
			list = append(list, NameDifference{a.String(), b.String(), KindExchanged})
		}
	}
	return list
}
