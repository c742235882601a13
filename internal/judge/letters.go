package judge

import (
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

func letterOf(v Verdict, by map[biblio.Field]Reason, field biblio.Field) byte {
	r, ok := by[field]
	switch {
	case !ok && v.Best < 0 && v.Outcome == NotFound:
		return 'F'
	case !ok:
		return 'X'
	case Approves(r.Rule):
		if r.Kind == match.KindEtAl || r.Kind == match.KindSubtitleOmitted || r.Kind == match.KindFirstPage || r.Kind == match.KindInitials {
			return 'P'
		}
		return 'C'
	case strings.HasSuffix(r.Rule, "-undecided"):
		return 'P'
	case !ConvictingRule(r.Rule) || !v.Accuses(): // contested, not on record, or not decided
		return 'X'
	case r.Rule == "no-such-identifier" || r.Rule == "identifier-malformed" || r.Rule == "not-found" || r.Kind == match.KindFabricated:
		return 'F'
	case r.Kind == match.KindDeleted, r.Kind == match.KindMisspelt, r.Kind == match.KindWord, r.Kind == match.KindWordReplaced, r.Kind == match.KindTypo:
		return 'P'
	}
	return 'S'
}
