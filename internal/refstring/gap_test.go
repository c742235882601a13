package refstring

import "testing"

func TestGap(t *testing.T) {
	for _, c := range []struct {
		in  string
		n   int
		cut bool
	}{
		{"Brown, T. B., Mann, B., Ryder, N., … Amodei, D.", 3, true},
		{"Brown, T. B., Mann, B., Ryder, N., . . . Amodei, D.", 3, true},
		{"Brown, T. B., Mann, B., Ryder, N., ... & Amodei, D.", 3, true},
		{"T. Brown, B. Mann, N. Ryder, J. Kaplan, …, D. Amodei", 4, true},
		{"Brown, T. B., & Mann, B.", 2, false},
		{"Brown, T. B., Mann, B., et al.", 2, true},
	} {
		names, cut := SplitNames(c.in)
		if len(names) != c.n || cut != c.cut {
			t.Errorf("%s: %d names, cut %v", c.in, len(names), cut)
		}
	}
}
