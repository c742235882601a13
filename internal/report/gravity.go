package report

import (
	"fmt"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/judge"
)

// gravity gives the gravity of a finding. Rows that were saved before rows had
// one get it from their outcome and reasons.
func (f *Finding) gravity() judge.Gravity {
	if g, ok := judge.ParseGravity(f.Gravity); ok {
		return g
	}
	switch f.Outcome {
	case judge.NotFound.String():
		return judge.Fabricated
	case judge.Discrepant.String():
	default:
		return judge.NoGravity
	}
	worst := judge.Peripheral
	for _, r := range f.Reasons {
		worst = max(worst, judge.GravityOf(judge.Reason{Rule: r.Rule, Field: biblio.Field(r.Field), Kind: r.Variant}))
	}
	return worst
}

// gravities says how grave the findings are that accuse and count: "2 fabricated, 1 slip".
func (s *Summary) gravities() string {
	var parts []string
	for i := len(judge.Gravities) - 1; i > 0; i-- {
		if n := s.counted.Gravities[judge.Gravities[i]]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, judge.Gravities[i]))
		}
	}
	return strings.Join(parts, ", ")
}
