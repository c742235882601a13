package reflist

import (
	"fmt"
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
