package judge

import (
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/match"
	"github.com/bonafide-audit/bonafide/internal/normalise"
)

// Strict returns real or fake by the rules of CiteAudit's judge: every significant word of the title must agree; all
// listed authors must be present, in any order; arXiv on either side allows any container, two different conferences
// reject; other years of the same work are accepted. Not found is fake; undecided verdicts, and references that are
// not papers, are unknown.
func Strict(v Verdict) string {
	switch v.Outcome {
	case NotFound:
		return "fake"
	case Inconclusive, Ambiguous, Exempt:
		return "unknown"
	case Doubtful: // a lead proves nothing; nothing is known about a work that no source has
		if v.Best < 0 {
			return "unknown"
		}
		return "real"
	case Verified:
		return "real"
	}
	for _, r := range v.Reasons {
		switch {
		case r.Status != Refuted:
		case r.Field == biblio.FieldTitle,
			r.Field == biblio.FieldAuthors && r.Kind != match.KindReordered && r.Kind != match.KindDeleted,
			r.Field == biblio.FieldVenue && r.Kind == match.KindOtherVenue && !journalAndConference(r.Claimed, r.Recorded):
			return "fake"
		}
	}
	return "real"
}

// journalAndConference reports whether one name is a journal's and the other a conference's, which CiteAudit allows.
func journalAndConference(a, b string) bool {
	x, y := normalise.ParseContainer(a).Head, normalise.ParseContainer(b).Head
	return x != "" && y != "" && x != y
}
