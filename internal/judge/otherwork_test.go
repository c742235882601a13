package judge

import (
	"strings"
	"testing"
)

// Words may be left out of a title, a few of them and no numbers.
func TestLeavesOut(t *testing.T) {
	for _, c := range []struct {
		have, want string
		ok         bool
	}{
		{"learning graphs with noise", "learning large graphs with noise", true},
		{"learning graphs", "learning graphs ii", false},
		{"learning graphs", "learning large graphs with noise", false},
		{"learning small graphs with noise", "learning large graphs with noise", false},
	} {
		if got := LeavesOut(strings.Fields(c.have), strings.Fields(c.want)); got != c.ok {
			t.Errorf("%s of %s: %t", c.have, c.want, got)
		}
	}
}
