package pdf

import (
	"strconv"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/testing/pdftest"
)

// TestLineNumbers: which numbers next to text count its lines. Each character is a line of the page, from top to
// bottom: "1" has the next number, "+" the one after it, "." none; " " increases the distance to the next line.
func TestLineNumbers(t *testing.T) {
	const prose = "A line of the text of a review copy"
	page := func(lines string, size, x float64, first int) (p pdftest.Page, numbers int) {
		y, n := 740.0, first
		for _, sign := range lines {
			if sign == ' ' {
				y -= 7
				continue
			}
			if sign == '+' {
				n++
			}
			if sign != '.' {
				p.Texts = append(p.Texts, pdftest.Text{X: x, Y: y, Size: size, Text: strconv.Itoa(n)})
				n, numbers = n+1, numbers+1
			}
			p.Texts = append(p.Texts, pdftest.Text{X: 72, Y: y, Text: prose})
			y -= 14
		}
		return p, numbers
	}
	type sheet struct {
		lines   string
		size, x float64
		first   int
	}
	even := func(n int) string { return strings.Repeat("1", n) }
	for _, c := range []struct {
		name   string
		pages  []sheet
		counts bool // on the last page
	}{
		{"many at even distances, in the type of the text", []sheet{{even(13), 10, 40, 11}}, true},
		{"ten of them, as in a table", []sheet{{even(10), 10, 40, 11}}, false},
		{"many, a quarter of them at other distances", []sheet{{"1111 111 11 1111 11 11 11", 10, 40, 11}}, false},
		{"many, a quarter of which skip one", []sheet{{"1+11+111+111+1111+1", 10, 40, 11}}, false},
		{"many, of which one skips one", []sheet{{"11111+1111111111", 10, 40, 11}}, true},
		{"small ones at uneven distances", []sheet{{"11 111 1 11", 5, 50, 11}}, true},
		{"hardly smaller ones at uneven distances", []sheet{{"11 111 1 11", 9, 50, 11}}, false},
		{"small ones at most lines", []sheet{{"11 111.1 11 11", 5, 50, 11}}, true},
		{"small ones at six lines of ten", []sheet{{"11 .11 .1. 1.", 5, 50, 11}}, false},
		{"three small ones", []sheet{{"1 11", 5, 50, 11}}, true},
		{"two small ones", []sheet{{"1 1", 5, 50, 11}}, false},
		{"two that go on, in the same place", []sheet{{even(20), 5, 50, 11}, {"1 1", 5, 50, 31}}, true},
		{"one that goes on", []sheet{{even(20), 5, 50, 11}, {"1", 5, 50, 31}}, true},
		{"two that do not go on", []sheet{{even(20), 5, 50, 11}, {"1 1", 5, 50, 41}}, false},
		{"two that go on a little aside", []sheet{{even(20), 5, 50, 11}, {"1 1", 5, 52, 31}}, true},
		{"two that go on elsewhere", []sheet{{even(20), 5, 50, 11}, {"1 1", 5, 45, 31}}, false},
		{"in fives", []sheet{{"....1....1....1....1", 10, 40, 5}}, false},
	} {
		var pages []pdftest.Page
		numbers := 0
		for _, s := range c.pages {
			var p pdftest.Page
			p, numbers = page(s.lines, s.size, s.x, s.first)
			pages = append(pages, p)
		}
		doc := read(t, pages...)
		left := 0
		for _, line := range texts(doc.Pages[len(pages)-1]) {
			if line != prose {
				left++
			}
		}
		if want := map[bool]int{true: 0, false: numbers}[c.counts]; left != want {
			t.Errorf("%s: %d of %d numbers are left: %q", c.name, left, numbers, texts(doc.Pages[len(pages)-1]))
		}
	}
}
