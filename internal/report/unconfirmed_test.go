package report

import (
	"testing"

	"github.com/bonafide-audit/bonafide/row"
)

// Identifiers that no record states are counted if the reference is verified.
func TestUnconfirmed(t *testing.T) {
	s := NewSummary(Run{})
	open := func(outcome, field string) Finding {
		f := Finding{}
		f.Outcome, f.Reasons = row.Outcome(outcome), []Reason{{Rule: "identifier-unconfirmed", Field: field}}
		return f
	}
	for _, f := range []Finding{open("verified", "doi"), open("verified", "doi"), open("verified", "pmid"),
		open("discrepant", "doi")} {
		s.Add(f)
	}
	if got, want := s.Unconfirmed(), "2 DOIs, 1 PMID"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
