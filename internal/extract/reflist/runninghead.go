package reflist

import (
	"math"
	"strconv"
	"strings"
)

// runningHeads recognises running heads that read like the heading of a list, "170 REFERENCES", among the lines at
// the edges of pages.
type runningHeads struct {
	offsets map[int]int         // folio number minus the page's index → pages with that difference
	heights map[headPlace][]int // place of a heading → pages that have it there
	folios  map[int][]Line      // for each page, the lines that are just a number
	body    float64
}

// headPlace is the position and size of a heading without a number.
type headPlace struct {
	key        string
	base, size int // in points
}

func newRunningHeads(lines []Line, edges []int) *runningHeads {
	h := &runningHeads{offsets: map[int]int{}, heights: map[headPlace][]int{}, folios: map[int][]Line{},
		body: bodySize(lines)}
	counted := map[[2]int]bool{} // page, offset
	for _, i := range edges {
		l := &lines[i]
		for _, n := range outerNumbers(l.Text) {
			if at := [2]int{l.Page, n - l.Page}; !counted[at] {
				counted[at] = true
				h.offsets[at[1]]++
			}
		}
		if folio(furnitureKey(l.Text)) {
			h.folios[l.Page] = append(h.folios[l.Page], *l)
		}
		if listHeading(l.Text) {
			at := placeOfHead(l)
			if on := h.heights[at]; len(on) == 0 || on[len(on)-1] != l.Page {
				h.heights[at] = append(on, l.Page)
			}
		}
	}
	return h
}

// opensChapter reports whether a large line is on pages far from each other, such as "Chapter 2": the opening of a
// chapter ends the previous list.
func (h *runningHeads) opensChapter(l *Line, on []int) bool {
	return l.Size > chapterHead*h.body && !followEachOther(on)
}

// chapterHead is the size of a chapter's heading relative to that of the text.
const chapterHead = 1.3 // case: TestChapterHeadingStays

func placeOfHead(l *Line) headPlace {
	return headPlace{furnitureKey(l.Text), int(math.Round(l.Base)), int(math.Round(l.Size))}
}

// has reports whether a line at the edge of a page is such a running head: a heading next to the page's own number,
// in its line or at its height, or one at the same height on consecutive pages, no larger than the text.
func (h *runningHeads) has(l *Line) bool {
	numbers := outerNumbers(l.Text)
	for _, n := range numbers {
		if h.pageNumber(n, l.Page) && listHeading(strings.Trim(l.Text, "0123456789 .|–—-·")) {
			return true
		}
	}
	if len(numbers) > 0 || !listHeading(l.Text) || l.Size > largerType*h.body {
		return false
	}
	for i := range h.folios[l.Page] {
		o := &h.folios[l.Page][i]
		if n := outerNumbers(o.Text); len(n) > 0 && h.pageNumber(n[0], l.Page) && within(o.Base, l.Base, sameHeight) {
			return true
		}
	}
	on, near := h.heights[placeOfHead(l)], 0
	for i, page := range on {
		if i > 0 && page-on[i-1] <= 2 {
			near++
		}
	}
	return len(on) >= headPages && near >= headPages-1
}

// pageNumber reports whether a number is that of a page, consistent with other pages.
func (h *runningHeads) pageNumber(n, page int) bool { return h.offsets[n-page] >= headPages }

// sameHeight is how far, in points, a folio may be from the line of its head.
const sameHeight = 2

// outerNumbers returns the numbers with which a line begins and ends.
func outerNumbers(s string) []int {
	words := strings.Fields(s)
	if len(words) == 0 {
		return nil
	}
	var list []int
	for _, w := range []string{words[0], words[len(words)-1]} {
		if n, err := strconv.Atoi(strings.Trim(w, "|–—-·[]")); err == nil && len(w) < 7 {
			list = append(list, n)
		}
	}
	return list
}
