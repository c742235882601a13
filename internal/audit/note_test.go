package audit

import (
	"testing"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/match"
)

func TestNote(t *testing.T) {
	const little = match.SameWorkThreshold - .01
	for _, c := range []struct {
		name  string
		how   answer.How
		same  float64
		title match.Agreement
		odd   bool // the comparison called it suspicious
		want  bool
	}{
		{"an identifier's of another work", answer.ByIdentifier, 0, match.Differs, false, false},
		{"an identifier's that is suspicious by itself", answer.ByIdentifier, 1, match.Agrees, true, true},
		{"a page of another work", answer.ByURL, little, match.Differs, false, true},
		{"a page found in the web of another work", answer.ByWebSearch, little, match.Differs, false, true},
		{"a page of the work", answer.ByURL, match.SameWorkThreshold, match.Differs, false, false},
		{"a page of the title", answer.ByURL, little, match.Agrees, false, false},
		{"a title's of another work", answer.ByTitle, little, match.Differs, false, false},
	} {
		candidate := match.Candidate{Hit: answer.Hit{How: c.how}, Suspicious: c.odd}
		candidate.Comparison.SameWork = c.same
		candidate.Comparison.Fields = []match.FieldComparison{{Field: biblio.FieldTitle, Agreement: c.title}}
		got := notesOn([]match.Candidate{{}, candidate}, Note)
		if (got != nil) != c.want || c.want && got[1].Mark != Suspicious {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}
