package wire

import (
	"strings"
	"testing"
)

// TestMaxContributors: a list beyond the bound is cut, and the record is read.
func TestMaxContributors(t *testing.T) {
	r, err := RIS([]byte("TY  - JOUR\nTI  - A study\n" + strings.Repeat("AU  - Doe, A.\n", maxContributors+1) + "ER  -\n"))
	if err != nil || len(r.Contributors) != maxContributors {
		t.Errorf("%d contributors, %v", len(r.Contributors), err)
	}
}
