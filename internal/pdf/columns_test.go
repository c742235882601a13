package pdf

import "testing"

// A long address that runs into the line of the next column is no line over
// both columns.
func TestOverfull(t *testing.T) {
	region := []segment{
		{x0: 72, x1: 301, base: 700, size: 9}, {x0: 311, x1: 539, base: 700, size: 9},
		{x0: 90, x1: 334, base: 689, size: 9}, {x0: 329, x1: 539, base: 689, size: 9},
		{x0: 72, x1: 539, base: 678, size: 9},
	}
	for i, want := range []bool{false, false, true, false, false} {
		if got := overfull(region, i); got != want {
			t.Errorf("segment %d: overfull is %v", i, got)
		}
	}
}

// What stands below the end of a shorter right column belongs to the left one.
func TestLongerLeft(t *testing.T) {
	columns := band{segments: []segment{{x0: 72, x1: 301}, {x0: 311, x1: 539}}, columns: true}
	for _, c := range []struct {
		name  string
		below []segment
		bands int
	}{
		{"an address over the gutter", []segment{{x0: 90, x1: 350}, {x0: 72, x1: 300}, {x0: 90, x1: 280}}, 1},
		{"text over the whole width", []segment{{x0: 72, x1: 539}, {x0: 72, x1: 300}, {x0: 90, x1: 280}}, 2},
		{"text on the right too", []segment{{x0: 90, x1: 350}, {x0: 72, x1: 300}, {x0: 90, x1: 280}, {x0: 311, x1: 400}}, 2},
		{"a single line", []segment{{x0: 90, x1: 350}, {x0: 72, x1: 300}}, 2},
	} {
		if got := longerLeft([]band{columns, {segments: c.below}}, 306, 399); len(got) != c.bands {
			t.Errorf("%s: %d bands, want %d", c.name, len(got), c.bands)
		}
	}
}
