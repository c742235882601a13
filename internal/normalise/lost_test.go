package normalise

import (
	"strings"
	"testing"
)

func TestLostLigatures(t *testing.T) {
	for _, c := range []struct {
		damaged, whole string
		want           bool
	}{
		{"stepwisemodeltting", "stepwisemodelfitting", true},
		{"grith", "griffith", true},
		{"scienticworkows", "scientificworkflows", true},
		{"dierenal", "differential", true},
		{"oce", "office", true},
		{"fitting", "fitting", false},
		{"fittingmodels", "fitting", false},
		{"modelsoftware", "modelshardware", false},
		{"model", "models", false},
		{"deplearning", "deeplearning", false},
		{"", "fi", false},
		{"lm", "film", false}, // too short to tell
	} {
		if got := LostLigatures(c.damaged, c.whole); got != c.want {
			t.Errorf("%q, %q: %v", c.damaged, c.whole, got)
		}
	}
	long := strings.Repeat("fitt", 400)
	if LostLigatures(long[:len(long)-2]+"x", long+"y") { // the search terminates
		t.Error("found what is not there")
	}
}
