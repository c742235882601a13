package judge

import (
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/match"
)

// hallucinationKind names a hallucination in the words of HALLMARK, by what is
// wrong; the most telling first.
func hallucinationKind(v Verdict) string {
	wrong := map[biblio.Field]Reason{}
	for _, r := range v.Reasons {
		if r.Field != "" && !Approves(r.Rule) && inFields(v.Fields, r.Field) {
			wrong[r.Field] = r
		}
	}
	for _, n := range v.Notices {
		switch n.Rule {
		case "future-date":
			return "future_date"
		case "placeholder-author":
			return "placeholder_authors"
		}
	}
	title, badTitle := wrong[biblio.FieldTitle]
	authors, badAuthors := wrong[biblio.FieldAuthors]
	venue, badVenue := wrong[biblio.FieldVenue]
	_, badYear := wrong[biblio.FieldYear]
	doi, badDOI := wrong[biblio.FieldDOI]
	switch {
	case v.Outcome == NotFound || v.Best < 0:
		return "plausible_fabrication"
	case badTitle && badAuthors:
		return "hybrid_fabrication"
	case badDOI && doi.Rule != "identifier-of-other-work":
		return "fabricated_doi"
	case badTitle && (title.Kind == match.KindOtherTitle || title.Kind == match.KindSubtitle):
		return "chimeric_title"
	case badTitle:
		return "near_miss_title"
	case badAuthors && authors.Kind == match.KindDeleted:
		return "partial_author_list"
	case badAuthors && badVenue:
		return "merged_citation"
	case badAuthors:
		return "swapped_authors"
	case badVenue && (venue.Kind == match.KindPublished || venue.Rule == "venue-absent"):
		return "preprint_as_published"
	case badVenue && badYear:
		return "arxiv_version_mismatch"
	case badVenue:
		return "wrong_venue"
	case badYear:
		return "arxiv_version_mismatch"
	case badDOI:
		return "fabricated_doi"
	}
	return "plausible_fabrication"
}

func inFields(list []biblio.Field, field biblio.Field) bool {
	for _, f := range list {
		if f == field {
			return true
		}
	}
	return false
}
