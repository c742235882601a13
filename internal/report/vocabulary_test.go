package report

import (
	"testing"

	"github.com/bonafide-audit/bonafide/row"
)

// TestOnScreen: every word on screen maps to words of rows that are explained.
func TestOnScreen(t *testing.T) {
	for word := range onScreen {
		if !Known(word) {
			t.Errorf("%s: a word of it is not explained", word)
		}
	}
	for _, word := range []string{"H2", "verified", "doubtful", "Check-By-Hand", "not-covered", "retracted"} {
		if !Known(word) {
			t.Errorf("%s is not known", word)
		}
	}
	if Known("nonsense") {
		t.Error("nonsense is known")
	}
}

// TestWithinOnScreen selects findings by words on screen as by those of rows.
func TestWithinOnScreen(t *testing.T) {
	for _, c := range []struct {
		word    string
		finding Finding
		want    bool
	}{
		{"wrong", Finding{row.Finding{Outcome: "discrepant"}}, true},
		{"wrong", Finding{row.Finding{Outcome: "not-found"}}, true},
		{"wrong", Finding{row.Finding{Outcome: "verified"}}, false},
		{"fine", Finding{row.Finding{Outcome: "verified"}}, true},
		{"check-by-hand", Finding{row.Finding{Outcome: "doubtful"}}, true},
		{"could not be checked", Finding{row.Finding{Outcome: "inconclusive"}}, true},
		{"major", Finding{row.Finding{Outcome: "discrepant", Gravity: "substantive"}}, true},
		{"minor", Finding{row.Finding{Outcome: "discrepant", Gravity: "substantive"}}, false},
		{"retracted-or-withdrawn", Finding{row.Finding{Outcome: "verified", Notices: []Notice{{Rule: "withdrawn"}}}}, true},
		{"dismissed", Finding{row.Finding{Outcome: "discrepant", Suppressed: ByUser}}, true},
		{"dismissed", Finding{row.Finding{Outcome: "discrepant", Suppressed: Baseline}}, false},
	} {
		if got := c.finding.within([]string{c.word}); got != c.want {
			t.Errorf("%s of %+v: %v", c.word, c.finding, got)
		}
	}
}
