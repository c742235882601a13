package annotate

import (
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/report"
	"github.com/bonafide-audit/bonafide/row"
)

// A claim has its note at its own mark, with the passages of the work; one without passages has none.
func TestClaims(t *testing.T) {
	at := row.Place{File: "a.pdf", Page: 2, Boxes: []biblio.PageBox{{Page: 2, Box: biblio.Box{X1: 10, Y1: 10}}}}
	claim := func(outcome string, passages ...row.Passage) row.Claim {
		return row.Claim{Place: at, Outcome: outcome, Message: "why",
			Parts: []row.ClaimPart{{Text: "3 %", Stated: "5 %"}}, Passages: passages}
	}
	f := report.Finding{Finding: row.Finding{Outcome: "verified", Claims: []row.Claim{
		claim("contradicted", row.Passage{Text: "It was 5 %.", Page: 4}), claim("not-checkable",
			row.Passage{Text: "It was."}), claim("not-checkable"),
	}}}
	var p Paper
	p.Add(&f)
	if len(p.notes) != 2 || p.notes[0].Color != accusing || p.notes[1].Color != citing || p.notes[0].Page != 2 {
		t.Fatalf("%+v", p.notes)
	}
	for _, want := range []string{"contradicted: why", "“3 %” is “5 %” there", "the work (page 4): “It was 5 %.”"} {
		if !strings.Contains(p.notes[0].Text, want) {
			t.Errorf("%q is not in %q", want, p.notes[0].Text)
		}
	}
}
