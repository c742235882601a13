package cli

import "testing"

func TestGrowth(t *testing.T) {
	for _, c := range []struct {
		name        string
		live, usual int
		want        int
	}{
		{"nothing in use", 0, 100, 100},
		{"half of the large heap", largeHeap / 2, 100, 100},
		{"most of it", largeHeap * 2 / 3, 100, 50},
		{"more than it", 2 * largeHeap, 100, 33},
	} {
		if got := growth(uint64(c.live), c.usual); got < c.want-1 || got > c.want {
			t.Errorf("%s: %d %%, not %d", c.name, got, c.want)
		}
	}
}
