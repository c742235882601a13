package mcp

import (
	"testing"

	"github.com/bonafide-audit/bonafide/internal/judge"
)

// An agent is told of every outcome what may be concluded.
func TestMeansOfEveryOutcome(t *testing.T) {
	for _, o := range judge.Outcomes {
		if means[o.String()] == "" {
			t.Errorf("nothing is said of %s", o)
		}
	}
}
