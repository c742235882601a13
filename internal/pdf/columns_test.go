package pdf

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/testing/pdftest"
)

// Two runs of lines side by side are columns if the space between them is as wide as a gutter, and each has a large
// part of the width.
func TestColumns(t *testing.T) {
	line := func(letters int) string { // each is .556 of the size wide
		return strings.Repeat("banned ", letters/7+1)[:letters]
	}
	for _, c := range []struct {
		name        string
		size        float64
		left, right string
		x           float64 // of the right one
		columns     bool
	}{
		{"a narrow gutter in small type", 8, line(40), line(40), 72 + 40*8*.556, true},
		{"a wide gutter", 10, line(40), line(40), 72 + 40*10*.556 + 16, true},
		{"a narrow first column", 10, line(22), line(46), 72 + 22*10*.556 + 14, true},
		{"keys of entries", 10, "[bead]", line(60), 126, false},
		{"too little space", 10, line(40), line(40), 72 + 40*10*.556 - 4, false},
	} {
		var page pdftest.Page
		want := make([]string, 0, 20)
		for i := range 10 {
			for _, text := range []pdftest.Text{{X: 72, Text: c.left}, {X: c.x, Text: c.right}} {
				text.Y, text.Size = 700-12*float64(i), c.size
				page.Texts = append(page.Texts, text)
			}
			if !c.columns {
				want = append(want, strings.TrimSpace(c.left)+" "+strings.TrimSpace(c.right))
			}
		}
		for _, side := range []string{c.left, c.right} {
			for range 10 {
				if c.columns {
					want = append(want, strings.TrimSpace(side))
				}
			}
		}
		if got := texts(read(t, page).Pages[0]); !slices.Equal(got, want) {
			t.Errorf("%s: %q", c.name, got)
		}
	}
}

// A long address that runs into the line of the next column is not a line over both columns.
func TestOverfull(t *testing.T) {
	region := []segment{
		{x0: 72, x1: 301, base: 700, size: 9}, {x0: 311, x1: 539, base: 700, size: 9},
		{x0: 90, x1: 334, base: 689, size: 9}, {x0: 329, x1: 539, base: 689, size: 9},
		{x0: 72, x1: 539, base: 678, size: 9},
		{x0: 90, x1: 334, base: 667, size: 9}, {x0: 329, x1: 539, base: 665, size: 9}, // set a little lower
		{x0: 90, x1: 334, base: 656, size: 9}, {x0: 329, x1: 539, base: 652, size: 9}, // another line
	}
	for i, want := range []bool{false, false, true, false, false, true, false, false, false} {
		if got := overfull(region, i); got != want {
			t.Errorf("segment %d: overfull is %v", i, got)
		}
	}
}

// Text below the end of a shorter right column belongs to the left one.
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

// Below a full-width table whose columns have another gutter, the text is read in its own columns from their first
// lines on.
func TestColumnsBelowTable(t *testing.T) {
	var page pdftest.Page
	put := func(x, y float64, text string) {
		page.Texts = append(page.Texts, pdftest.Text{X: x, Y: y, Size: 8, Text: text})
	}
	for i := range 20 {
		y := 720 - 10*float64(i)
		put(55, y, strings.Repeat("name of a row ", 3))
		put(250, y, strings.Repeat("what is said of it ", 3))
		put(490, y, "number")
	}
	var want []string
	for i := range 12 {
		y := 480 - 10*float64(i)
		left, right := fmt.Sprintf("left %d ", i)+strings.Repeat("words of text ", 4), fmt.Sprintf("right %d ", i)+
			strings.Repeat("words of text ", 4)
		if i == 0 {
			left = "REFERENCES"
		}
		put(55, y, left)
		put(316, y, right)
		want = append(want, left)
	}
	for i := range 12 {
		want = append(want, fmt.Sprintf("right %d ", i)+strings.Repeat("words of text ", 4))
	}
	got := texts(read(t, page).Pages[0])
	for i := range want {
		want[i] = strings.TrimSpace(want[i])
	}
	if len(got) < len(want) || !slices.Equal(got[len(got)-len(want):], want) {
		t.Errorf("%q", got)
	}
}
