package reflist

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// pageOf returns a page of lines at the usual distance, the first of which is a head that is set apart.
func pageOf(page int, head string, texts ...string) []Line {
	at := func(text string, base float64) Line {
		return Line{Text: text, Page: page, Box: biblio.Box{X0: 72, X1: 400}, Base: base, Size: 10}
	}
	lines := []Line{at(head, 740)}
	for i, text := range texts {
		lines = append(lines, at(text, 706-12*float64(i)))
	}
	return lines
}

// body returns enough text that no line in its middle is at an edge of its page.
func body(first string, page int, last string) []string {
	texts := []string{first}
	for i := range 8 {
		texts = append(texts, fmt.Sprintf("text %c%c of page %[3]c", 'a'+i, 'a'+page, 'a'+page))
	}
	return append(texts, last)
}

func TestRunningHeads(t *testing.T) {
	const venue = "Principles and Practice of Knowledge Discovery in Databases."
	for _, c := range []struct {
		name  string
		head  func(page int) string
		first map[int]string // the first line of the text of a page
		last  map[int]string // the last
		gone  []string
		kept  []string
	}{
		{name: "a heading with the page's number", head: func(p int) string {
			if p%2 == 0 {
				return fmt.Sprintf("%d REFERENCES", p+168)
			}
			return fmt.Sprintf("References %d", p+168)
		}, gone: []string{"170 REFERENCES", "References 171", "References 175"}},
		{name: "a heading without a number on every page", head: func(int) string { return "References" },
			gone: []string{"References"}},
		{name: "numbered sections are no running heads", head: func(p int) string {
			return map[int]string{2: "7.4 References", 6: "8 References"}[p] + ""
		}, kept: []string{"7.4 References", "8 References"}},
		{name: "a short head on two pages", head: func(p int) string { return map[int]string{2: "Part 1", 3: "Part 1"}[p] },
			gone: []string{"Part 1"}},
		{name: "words of an entry that two pages open with", head: func(p int) string { return fmt.Sprint(p) },
			first: map[int]string{2: venue, 6: venue}, kept: []string{venue}, gone: []string{"2", "6"}},
		{name: "pages of an entry below a head", head: func(p int) string { return fmt.Sprintf("Literature %d", p) },
			first: map[int]string{4: "1211-1215."}, kept: []string{"1211-1215."}, gone: []string{"Literature 4"}},
		{name: "the end of an address below a head", head: func(p int) string { return fmt.Sprint(p) },
			last:  map[int]string{3: "https://doi.org/10.1145/347636."},
			first: map[int]string{4: "348031"}, kept: []string{"348031"}},
		{name: "addresses that differ in their numbers", head: func(p int) string { return fmt.Sprint(p) },
			first: map[int]string{2: "https://arxiv.org/abs/1408.0762", 3: "https://arxiv.org/abs/1908.1088",
				4: "https://arxiv.org/abs/1908.1167"},
			kept: []string{"https://arxiv.org/abs/1408.0762", "https://arxiv.org/abs/1908.1088",
				"https://arxiv.org/abs/1908.1167"}},
	} {
		var lines []Line
		for p := 1; p <= 8; p++ {
			first := c.first[p]
			if first == "" {
				first = fmt.Sprintf("a text %c begins here and", 'a'+p)
			}
			last := c.last[p]
			if last == "" {
				last = fmt.Sprintf("the text %c ends with", 'a'+p)
			}
			lines = append(lines, pageOf(p, c.head(p), body(first, p, last)...)...)
		}
		left := map[string]bool{}
		for _, l := range dropFurniture(lines) {
			left[l.Text] = true
		}
		for _, s := range c.gone {
			if left[s] {
				t.Errorf("%s: %q is left", c.name, s)
			}
		}
		for _, s := range c.kept {
			if !left[s] {
				t.Errorf("%s: %q is gone", c.name, s)
			}
		}
	}
}

// A large line on pages far from each other opens chapters.
func TestChapterHeadingStays(t *testing.T) {
	var lines []Line
	for p := 1; p <= 12; p++ {
		page := pageOf(p, "", body("words", p, "more words")...)
		if p%4 == 1 {
			page[0].Text, page[0].Size = fmt.Sprintf("Chapter %d", p), 20
		}
		lines = append(lines, page...)
	}
	kept := 0
	for _, l := range dropFurniture(lines) {
		if l.Size == 20 {
			kept++
		}
	}
	if kept != 3 {
		t.Errorf("%d headings of chapters are left, want 3", kept)
	}
}

// Furniture is a folio of a few signs, a long line on two pages or a short one on three; never the heading of a list.
func TestIsFurniture(t *testing.T) {
	for _, c := range []struct {
		key  string
		on   []int
		want bool
	}{
		{"#", []int{1}, true}, {"– # –", []int{1}, true}, {"# / # / # / #", []int{1}, false}, {"", []int{1, 2, 3}, false},
		{"references", []int{1, 2, 3}, false},
		{"part # of us", []int{1, 2}, false}, {"part # of all", []int{1, 2}, true}, {"part #", []int{1, 2, 3}, true},
		{"part # of all of them", []int{1}, false},
	} {
		if isFurniture(c.key, c.on) != c.want {
			t.Errorf("%q on %v: %t", c.key, c.on, !c.want)
		}
	}
	for s, want := range map[string]string{
		"Journal of Subjects 12": "journal of subjects #", "12  Abel and Berg": "# abel and berg",
		"https://example.org/a12": "https://example.org/a12", "17 https://example.org/a12": "#https://example.org/a12",
		"pp. 1234–56": "pp. #–#",
	} {
		if got := furnitureKey(s); got != want {
			t.Errorf("%s: %q, want %q", s, got, want)
		}
	}
}

// A line is set apart if it is farther from the next than that is from the one after, and than lines of a text are.
func TestSetApart(t *testing.T) {
	for _, c := range []struct {
		name  string
		bases []float64
		want  int
	}{
		{"a head", []float64{740, 706, 694, 682}, 1},
		{"no farther than lines are", []float64{740, 726, 714}, 0},
		{"as far as the lines of a wide text", []float64{740, 720, 701}, 0},
		{"farther than the lines of a wide text", []float64{740, 718, 699}, 1},
		{"a head and a folio at its height", []float64{740, 741, 706, 694}, 2},
		{"three lines at one height", []float64{740, 741, 739, 706, 694}, 3},
		{"four lines at one height", []float64{740, 741, 739, 740, 706, 694}, 0},
		{"two lines", []float64{740, 706}, 0},
		{"one line", []float64{740}, 0},
	} {
		var lines []Line
		var order []int
		for i, base := range c.bases {
			lines, order = append(lines, Line{Text: "Words", Size: 10, Base: base}), append(order, i)
		}
		if got := outer(lines, order); len(got) != c.want {
			t.Errorf("%s: %v, want %d", c.name, got, c.want)
		}
	}
}

// A head is on another page too, at its height and in its size.
func TestHeadAgain(t *testing.T) {
	head := Line{Page: 1, Base: 740, Size: 9}
	for _, c := range []struct {
		name  string
		other Line
		want  bool
	}{
		{"the same", Line{Page: 2, Base: 740, Size: 9}, true},
		{"a little lower", Line{Page: 2, Base: 738.5, Size: 9.4}, true},
		{"on the same page", Line{Page: 1, Base: 740, Size: 9}, false},
		{"lower", Line{Page: 2, Base: 737, Size: 9}, false},
		{"smaller", Line{Page: 2, Base: 740, Size: 8}, false},
	} {
		lines := []Line{head, c.other}
		if headAgain(lines, 0, []int{0, 1}) != c.want {
			t.Errorf("%s: %t", c.name, !c.want)
		}
		if headAgain(lines, 0, []int{1}) {
			t.Errorf("%s: it is not set apart itself", c.name)
		}
	}
}

// Numbers at the ends of a line count if they are those of the page, as on other pages.
func TestOuterNumbers(t *testing.T) {
	for s, want := range map[string]string{
		"170 REFERENCES": "[170]", "REFERENCES | 170": "[170]", "– 12 –": "[]", "[12] Words": "[12]", "12": "[12 12]",
		"": "[]", "Words": "[]", "1234567 Words": "[]", "12 Words 13": "[12 13]",
	} {
		if got := fmt.Sprint(outerNumbers(s)); got != want {
			t.Errorf("%q: %s, want %s", s, got, want)
		}
	}
	for s, want := range map[string]bool{"1 3 5": true, "1 4": false, "1": true, "1 2 3 9": false} {
		var pages []int
		for _, p := range strings.Fields(s) {
			n, _ := strconv.Atoi(p)
			pages = append(pages, n)
		}
		if followEachOther(pages) != want {
			t.Errorf("%s follow each other: %t", s, !want)
		}
	}
}
