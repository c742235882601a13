package judge

import (
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/match"
)

// letterFields are the nine fields of the study of BibTeX entries, in order.
var letterFields = []biblio.Field{
	biblio.FieldType, biblio.FieldAuthors, biblio.FieldTitle, biblio.FieldVenue, biblio.FieldYear,
	biblio.FieldVolume, biblio.FieldIssue, biblio.FieldPages, biblio.FieldDOI,
}

// FieldLetters gives one letter for each of the nine fields: C correct, M
// missing, F fabricated, P partial, S substituted, X not applicable.
func FieldLetters(v Verdict) string {
	by := map[biblio.Field]Reason{}
	for _, r := range v.Reasons {
		if r.Field != "" {
			by[r.Field] = r
		}
	}
	var b strings.Builder
	for _, field := range letterFields {
		b.WriteByte(letterOf(v, by, field))
	}
	return b.String()
}

// partialKinds are the variants, and the differences, that FieldLetters calls partial.
var partialKinds = struct{ variants, differences []string }{
	[]string{match.KindEtAl, match.KindSubtitleOmitted, match.KindFirstPage, match.KindInitials},
	[]string{match.KindDeleted, match.KindMisspelt, match.KindWord, match.KindWordReplaced, match.KindTypo},
}

// fabricatedRules are those by which a value exists nowhere.
var fabricatedRules = []string{"no-such-identifier", "identifier-malformed", "not-found"}

func letterOf(v Verdict, by map[biblio.Field]Reason, field biblio.Field) byte {
	r, ok := by[field]
	switch {
	case !ok && v.Best < 0 && v.Outcome == NotFound:
		return 'F'
	case !ok:
		return 'X'
	case Approves(r.Rule) && !slices.Contains(partialKinds.variants, r.Kind):
		return 'C'
	case Approves(r.Rule), strings.HasSuffix(r.Rule, "-undecided"):
		return 'P'
	case !ConvictingRule(r.Rule) || !v.Accuses(): // contested, not on record, or not decided
		return 'X'
	case slices.Contains(fabricatedRules, r.Rule) || r.Kind == match.KindFabricated:
		return 'F'
	case slices.Contains(partialKinds.differences, r.Kind):
		return 'P'
	}
	return 'S'
}
