package report

import (
	"testing"

	"github.com/bonafide-audit/bonafide/row"
)

func TestFailOn(t *testing.T) {
	of := func(outcome, gravity string, codes ...string) *Summary {
		s := NewSummary(Run{})
		s.Add(Finding{row.Finding{Outcome: row.Outcome(outcome), Gravity: gravity, Codes: codes}})
		return s
	}
	verified, pages, slip := of("verified", "none", "R1"), of("discrepant", "peripheral",
		"H6"), of("discrepant", "slip", "H4")
	title, gone, open := of("discrepant", "substantive", "H1"), of("not-found", "fabricated",
		"H0"), of("inconclusive", "none", "U")
	weighed := func(outcome, gravity, strength string, codes ...string) *Summary {
		s := NewSummary(Run{})
		s.Add(Finding{row.Finding{Outcome: row.Outcome(outcome), Gravity: gravity, Strength: strength, Codes: codes}})
		return s
	}
	doubt, likely := weighed("doubtful", "none", "lead", "H2"), weighed("discrepant", "substantive", "likely", "H1")
	apart := weighed("discrepant", "slip", "certain", "H4") // beside one that is grave but less certain
	apart.Add(
		Finding{row.Finding{Outcome: "discrepant", Gravity: "substantive", Strength: "likely", Codes: []string{"H1"}}})
	for _, c := range []struct {
		word string
		s    *Summary
		want bool
	}{
		{"substantive", verified, false}, {"substantive", open, false}, {"substantive", pages, false},
		{"substantive", slip, false}, {"substantive", title, true}, {"substantive", gone, true},
		{"peripheral", pages, true}, {"slip", slip, true},
		{"fabricated", title, false}, {"fabricated", gone, true},
		{"discrepant", pages, true}, {"not-found", title, false}, {"not-found", gone, true}, {"inconclusive", open, true},
		{"inconclusive", verified, false},
		{"H4", slip, true}, {"h4", slip, true}, {"H4", title, false}, {"fabricated, H6", pages, true}, {"U", open, true},
		{"major", slip, false}, {"major", title, true}, {"Minor", slip, true}, {"wrong", pages, true}, {"wrong", open, false},
		{"could-not-be-checked", open, true}, {"slip,fabricated", slip, true}, {"never", gone, false},
		{DefaultFailOn, verified, false}, {DefaultFailOn, open, false}, {DefaultFailOn, pages, false},
		{DefaultFailOn, slip, false}, {DefaultFailOn, title, true}, {DefaultFailOn, gone, true},
		{DefaultFailOn, likely, true}, {DefaultFailOn, doubt, false}, {"substantive", doubt, false}, {"lead", doubt, true},
		{"likely", doubt, false}, {"doubtful", doubt, true}, {"ambiguous", doubt, true},
		{"discrepant", doubt, false}, {"doubtful", likely, true}, {"doubtful", open, false},
		{"certain+substantive", likely, false}, {"certain", likely, false}, {"certain", title, true},
		{"certain+substantive", apart, false}, {"certain+slip", apart, true}, {"certain,substantive", apart, true},
		{"certain+substantive, H4", apart, true}, {"likely + H1", apart, true},
		{"certain+H1", apart, false}, {"H1+H4", apart, false}, {"slip+substantive", slip, false},
		{"slip+substantive", title, true}, {"note", doubt, true}, {"note", verified, false},
	} {
		f, err := ParseFailOn(c.word)
		if err != nil {
			t.Fatal(err)
		}
		if got := f.Fails(c.s); got != c.want {
			t.Errorf("%s: %v of %v %v", c.word, got, c.s.Outcomes, c.s.Gravities)
		}
	}
	for _, word := range []string{"", "verified", "exempt", "none", "severe", "slip,", "never,slip", "H7", "likely+",
		"likely+never", "likely++slip"} {
		if _, err := ParseFailOn(word); err == nil {
			t.Errorf("%q is taken", word)
		}
	}
}
