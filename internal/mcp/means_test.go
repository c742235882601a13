package mcp

import (
	"testing"

	"github.com/bonafide-audit/bonafide/internal/judge"
)

// Agents are told what can be concluded from every outcome.
func TestMeansOfEveryOutcome(t *testing.T) {
	for _, o := range judge.Outcomes {
		if means[o.String()] == "" {
			t.Errorf("nothing is said of %s", o)
		}
	}
}
