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

// FieldLetters returns one letter for each of the nine fields: C correct, M
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

// partialKinds are the variants and differences that FieldLetters calls partial.
var partialKinds = struct{ variants, differences []string }{
	[]string{match.KindEtAl, match.KindSubtitleOmitted, match.KindFirstPage, match.KindInitials},
	[]string{match.KindDeleted, match.KindMisspelt, match.KindWord, match.KindWordReplaced, match.KindTypo},
}

// fabricatedRules are the rules that say that a value exists nowhere.
var fabricatedRules = []string{"no-such-identifier", "identifier-malformed", "not-found"}

func letterOf(v Verdict, by map[biblio.Field]Reason, field biblio.Field) byte {
	r, ok := by[field]
	switch {
	case !ok && v.Best < 0 && v.Outcome == NotFound:
		return 'F'
	case !ok:
		return 'X'
	case r.Status.Agrees() && !slices.Contains(partialKinds.variants, r.Kind):
		return 'C'
	case r.Status.Agrees(), r.Status == InDoubt:
		return 'P'
	case !r.proves() || !v.Accuses(): // contested, not recorded, or undecided
		return 'X'
	case slices.Contains(fabricatedRules, r.Rule) || r.Kind == match.KindFabricated:
		return 'F'
	case slices.Contains(partialKinds.differences, r.Kind):
		return 'P'
	}
	return 'S'
}

// hallucinationKinds maps the fields that are wrong, and what is wrong with the first of them, to kinds of
// hallucination; the first match applies.
var hallucinationKinds = []struct {
	fields []biblio.Field
	when   func(Reason) bool
	kind   string
}{
	{[]biblio.Field{biblio.FieldTitle, biblio.FieldAuthors}, anyhow, "hybrid_fabrication"},
	{[]biblio.Field{biblio.FieldDOI}, func(r Reason) bool { return r.Rule != "identifier-of-other-work" },
		"fabricated_doi"},
	{[]biblio.Field{biblio.FieldTitle}, func(r Reason) bool {
		return r.Kind == match.KindOtherTitle || r.Kind == match.KindSubtitle
	}, "chimeric_title"},
	{[]biblio.Field{biblio.FieldTitle}, anyhow, "near_miss_title"},
	{[]biblio.Field{biblio.FieldAuthors}, func(r Reason) bool { return r.Kind == match.KindDeleted },
		"partial_author_list"},
	{[]biblio.Field{biblio.FieldAuthors, biblio.FieldVenue}, anyhow, "merged_citation"},
	{[]biblio.Field{biblio.FieldAuthors}, anyhow, "swapped_authors"},
	{[]biblio.Field{biblio.FieldVenue}, func(r Reason) bool {
		return r.Kind == match.KindPublished || r.Rule == "venue-absent"
	}, "preprint_as_published"},
	{[]biblio.Field{biblio.FieldVenue, biblio.FieldYear}, anyhow, "arxiv_version_mismatch"},
	{[]biblio.Field{biblio.FieldVenue}, anyhow, "wrong_venue"},
	{[]biblio.Field{biblio.FieldYear}, anyhow, "arxiv_version_mismatch"},
	{[]biblio.Field{biblio.FieldDOI}, anyhow, "fabricated_doi"},
}

func anyhow(Reason) bool { return true }

// noticeKinds maps notices to kinds of hallucination; they take precedence.
var noticeKinds = map[string]string{"future-date": "future_date", "placeholder-author": "placeholder_authors"}

// hallucinationKind returns the kind of a hallucination as HALLMARK calls it.
func hallucinationKind(v Verdict) string {
	for _, n := range v.Notices {
		if kind, ok := noticeKinds[n.Rule]; ok {
			return kind
		}
	}
	const fabrication = "plausible_fabrication"
	if v.Outcome == NotFound || v.Best < 0 {
		return fabrication
	}
	wrong := map[biblio.Field]Reason{}
	for _, r := range v.Reasons {
		if r.Field != "" && !r.Status.Agrees() && slices.Contains(v.Fields, r.Field) {
			wrong[r.Field] = r
		}
	}
	for _, h := range hallucinationKinds {
		right := slices.ContainsFunc(h.fields, func(f biblio.Field) bool { return wrong[f].Rule == "" })
		if !right && h.when(wrong[h.fields[0]]) {
			return h.kind
		}
	}
	return fabrication
}
