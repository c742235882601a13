package recorded

import (
	"math"
	"testing"
)

func TestTokenF1(t *testing.T) {
	tests := []struct {
		a, b string
		want float64
	}{
		{"A ﬁeld, tested", "a field tested", 1},
		{"one two three four", "one two", 2.0 / 3},
		{"a a b", "a b b", 2.0 / 3},
		{"", "", 0},
	}
	for _, tt := range tests {
		if got := TokenF1(tt.a, tt.b); math.Abs(got-tt.want) > 1e-9 {
			t.Errorf("TokenF1(%q, %q) = %g, want %g", tt.a, tt.b, got, tt.want)
		}
	}
}

func TestPairsAreOneToOne(t *testing.T) {
	gold := []Printed{{Raw: "a b c d e f g h i j"}, {Raw: "a b c d e f g h i k"}}
	ours := []Printed{{Raw: "a b c d e f g h i k"}}
	if got := Pairs(gold, ours, SameString); got[0] != -1 || got[1] != 0 {
		t.Errorf("pairs %v: the better one wins", got)
	}
}

func TestHoldsTitle(t *testing.T) {
	ours := Printed{Raw: "A. Bel. W APITI: a water-mark of models. 2024.", Title: "x"}
	for title, want := range map[string]bool{"WAPITI: a watermark of models": true, "a water-mark": true,
		"Models 2025": false, "ter-ma": false} {
		if got := HoldsTitle(Printed{Title: title}, ours) > 0; got != want {
			t.Errorf("%q held: %v", title, got)
		}
	}
}
