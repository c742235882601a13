package recorded

import (
	"testing"

	"github.com/bonafide-audit/bonafide/internal/lab/result"
)

func TestWithhold(t *testing.T) {
	o := result.Object{"title": "T", "mutation": 1, "note": 1, "original": 1, "peer_verdict": 1, "peer_reason": 1,
		"closest": 1, "offline_flags": 1, "_from": "H1-1"}
	withhold(o)
	if len(o) != 1 {
		t.Errorf("left: %v", o)
	}
}
