package main

import "testing"

// TestMinChecked reads shares, which are rounded up, and numbers, which are capped at the number of references.
func TestMinChecked(t *testing.T) {
	for _, c := range []struct {
		text             string
		references, want int
	}{
		{"", 10, 0}, {"80%", 10, 8}, {"80%", 3, 3}, {"100%", 7, 7}, {"0%", 7, 0}, {"12.5%", 8, 1}, {"5", 10, 5}, {"5", 3, 3},
		{"80%", 0, 0}, {"70%", 10, 7},
	} {
		m := minChecked{c.text}
		if got, err := m.least(c.references); err != nil || got != c.want {
			t.Errorf("%q of %d: %d, %v, want %d", c.text, c.references, got, err, c.want)
		}
	}
	for _, text := range []string{"most", "101%", "-1", "1.5", "%"} {
		m := minChecked{text}
		if _, err := m.least(10); err == nil {
			t.Errorf("%q passes", text)
		}
	}
}
