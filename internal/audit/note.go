package audit

import (
	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/match"
)

// CandidateNote is a remark on a candidate beyond its comparison. Confidence, from 0 to 100, is set by gates that state
// one.
type CandidateNote struct {
	Mark       string // "" for none
	Confidence float64
}

// Suspicious marks a record that was found by an identifier, an address or a web search and has a dissimilar
// title: the sign of an identifier attached to the wrong paper.
const Suspicious = "suspicious"

// Gate restricts what sources have answered about a reference, and says how the candidates that are left are noted.
type Gate func(*biblio.Reference, []answer.Lookup) (kept []answer.Lookup, note func(*match.Candidate) CandidateNote)

// Note returns the usual note on a candidate.
func Note(c *match.Candidate) (n CandidateNote) {
	switch c.Hit.How {
	case answer.ByIdentifier:
		if c.Suspicious {
			n.Mark = Suspicious
		}
	case answer.ByURL, answer.ByWebSearch:
		if c.Comparison.SameWork < match.SameWorkThreshold && c.Comparison.Of(biblio.FieldTitle).Agreement == match.Differs {
			n.Mark = Suspicious
		}
	}
	return n
}

// notesOn returns the note on each candidate, or nil if there are none.
func notesOn(candidates []match.Candidate, note func(*match.Candidate) CandidateNote) []CandidateNote {
	list, some := make([]CandidateNote, len(candidates)), false
	for i := range candidates {
		list[i] = note(&candidates[i])
		some = some || list[i] != CandidateNote{}
	}
	if !some {
		return nil
	}
	return list
}
