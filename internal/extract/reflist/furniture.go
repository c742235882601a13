package reflist

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/bonafide-audit/bonafide/internal/lazy"
)

// edgeLines is the number of lines at the top and the bottom of a page that may be furniture.
const edgeLines = 3 // case: three papers of the dev data

// Furniture reports for each line whether it is something a page has besides its text: running heads and feet, which
// are on several pages, and folios.
func Furniture(lines []Line) []bool {
	pages := pagesOf(lines)
	seen := map[string][]int{}       // normal form → pages, each once
	smallest := map[string]float64{} // words without numbers → size
	var candidates []int
	set := map[string][]int{} // the same → lines that are set apart from the text
	for _, p := range pages {
		order := byHeight(lines, p)
		backwards := slices.Clone(order)
		slices.Reverse(backwards)
		for _, side := range [][]int{order, backwards} {
			for _, i := range outer(lines, side) {
				if words := headWords(lines[i].Text); words != "" {
					set[words] = append(set[words], i)
				}
			}
		}
		for _, i := range edgesOf(order) {
			key := furnitureKey(lines[i].Text)
			if at := seen[key]; len(at) == 0 || at[len(at)-1] != lines[i].Page {
				seen[key] = append(at, lines[i].Page)
			}
			words := headWords(lines[i].Text)
			if size, ok := smallest[words]; !ok || lines[i].Size < size {
				smallest[words] = lines[i].Size
			}
			candidates = append(candidates, i)
		}
	}
	drop := make([]bool, len(lines))
	heads := newRunningHeads(lines, candidates)
	for _, i := range candidates {
		key := furnitureKey(lines[i].Text)
		words := headWords(lines[i].Text)
		// the heading that a running head repeats
		if words != "" && lines[i].Size > max(largerType*heads.body, smallest[words]+sizeAlike) {
			continue
		}
		again := lines[i].Size <= largerType*heads.body && headAgain(lines, i, set[words])
		drop[i] = again || heads.has(&lines[i]) || isFurniture(key, seen[key]) &&
			!(folio(key) && continuesAfter(lines, drop, i)) &&
			!inText(lines, i, key, seen[key]) && !heads.opensChapter(&lines[i], seen[key])
	}
	return drop
}

func dropFurniture(lines []Line) []Line {
	drop := Furniture(lines)
	kept := make([]Line, 0, len(lines))
	for i, l := range lines {
		if !drop[i] {
			kept = append(kept, l)
		}
	}
	return kept
}

// isFurniture judges a line by its normal form and the pages that have it.
func isFurniture(key string, on []int) bool {
	switch {
	case key == "", listHeading(key):
		return false
	case folio(key):
		return len(key) <= folioLong
	}
	return len(on) >= headPages || len(on) == headPages-1 && len(key) > folioLong
}

// headWords returns the words of a running head without the numbers at its ends, which may be in another column, or
// "" for the heading of a list.
func headWords(s string) string {
	words := strings.Trim(s, "0123456789 .|–—-·")
	if listHeading(words) {
		return ""
	}
	return strings.ToLower(words)
}

// outer returns the lines at the top or foot of a page that are farther from the next line than that is from the one
// after it; order has the lines in sequence from there.
func outer(lines []Line, order []int) []int {
	base := func(k int) float64 { return lines[order[k]].Base }
	below := func(k int) int { // the next line of another height
		next := k + 1
		for next < len(order) && within(base(next), base(k), sameHeight) {
			next++
		}
		return next
	}
	next := below(0)
	if next >= len(order) || next > edgeLines {
		return nil
	}
	after := below(next)
	if after >= len(order) {
		return nil
	}
	if math.Abs(base(0)-base(next)) < max(nextLine*lines[order[0]].Size, leadingMore*math.Abs(base(next)-base(after))) {
		return nil
	}
	return order[:next]
}

// headAgain reports whether another page has a line set apart at the same height.
func headAgain(lines []Line, i int, same []int) bool {
	l := &lines[i]
	return slices.Contains(same, i) && slices.ContainsFunc(same, func(k int) bool {
		o := &lines[k]
		return o.Page != l.Page && within(o.Base, l.Base, sameHeight) && within(o.Size, l.Size, sizeAlike)
	})
}

// folio reports whether a normal form has no word.
func folio(key string) bool { return strings.Trim(key, "#-–— |/.()[]") == "" }

// continuesAfter reports whether a line without a word is the last of an entry, "6008.", rather than a folio: it is as
// near below or above a line of the text as lines are, and as far to the left. With its full stop it may be as far
// from the line below as entries are, and may follow what looks like an end: "arXiv." and "2018.". drop has the
// furniture above it.
func continuesAfter(lines []Line, drop []bool, i int) bool {
	l := &lines[i]
	up := i - 1 // past the head of this page and the foot of the one before
	for up >= 0 && i-up < 2*edgeLines && !beside(lines, up, i) &&
		(drop[up] || lines[up].Page == l.Page || folio(furnitureKey(lines[up].Text))) {
		up--
	}
	ended := strings.HasSuffix(l.Text, ".")
	if up < 0 || endingScore(lines[up].Text) >= endOfEntry && !ended && !cutAddress(lines[up].Text) { // an end precedes it
		return false
	}
	aligned := func(o *Line) bool { return within(o.Box.X0, l.Box.X0, alignedAt*l.Size) }
	if lines[up].Page == l.Page {
		return beside(lines, up, i) && aligned(&lines[up])
	} else if i+1 >= len(lines) {
		return false
	}
	down := &lines[i+1]
	most := leading(lines, i+1, i+2)
	if ended {
		most *= 2
	}
	return below(l, down, most) && aligned(down)
}

// cutAddress reports whether a text ends inside an address: "https://doi.org/10.1145/347636.".
func cutAddress(s string) bool {
	word := s[strings.LastIndexByte(s, ' ')+1:]
	return address.MatchString(word) && strings.ContainsRune("./-_", lastRune(word))
}

// beside reports whether line b is as near below line a as lines are.
func beside(lines []Line, a, b int) bool {
	return below(&lines[a], &lines[b], leading(lines, a, a-1))
}

// inText reports whether a line at the edge of a page continues an entry and is repeated on other pages by chance,
// such as the words of proceedings: few pages far from each other have it, it is as near to the text as lines are,
// and the line before has not ended.
func inText(lines []Line, i int, key string, on []int) bool {
	if folio(key) || len(on) > 2*headPages || followEachOther(on) {
		return false
	}
	l := &lines[i]
	beside := func(a, b int) bool {
		return b < len(lines) && below(&lines[a], &lines[b], nextLine*l.Size) &&
			within(lines[a].Box.X0, lines[b].Box.X0, alignedAt*l.Size)
	}
	before := i - 1 // past the head and foot between two pages
	for before >= 0 && i-before < 2*edgeLines && !beside(before, i) &&
		(lines[before].Page == l.Page || folio(furnitureKey(lines[before].Text))) {
		before--
	}
	return before >= 0 && endingScore(lines[before].Text) < endOfEntry && (beside(before, i) || beside(i, i+1))
}

// followEachOther reports whether pages have at most one other page between any two.
func followEachOther(pages []int) bool {
	for i, page := range pages {
		if i > 0 && page-pages[i-1] > 2 {
			return false
		}
	}
	return true
}

// below reports whether a line is below another in one column and type, at most the given distance.
func below(up, down *Line, most float64) bool {
	gap := up.Base - down.Base
	return up.Page == down.Page && up.Block == down.Block && gap > 0 && gap < most && within(up.Size, down.Size, sizeAlike)
}

// leading returns how far a line may be from line a to be the next: as far as line b on its other side, or as lines
// of its size are.
func leading(lines []Line, a, b int) float64 {
	most := nextLine * lines[a].Size
	if b < 0 || b >= len(lines) || lines[a].Page != lines[b].Page || lines[a].Block != lines[b].Block {
		return most
	}
	if gap := math.Abs(lines[a].Base - lines[b].Base); gap < widestLine*lines[a].Size {
		most = max(most, leadingMore*gap)
	}
	return most
}

// The measures of running heads and folios.
const (
	// bytes of a folio, "– 1234 –", and of what is a running head on only two pages; case: a paper of the dev data
	folioLong = 12
	headPages = 3 // minimum pages with a running head; case: TestKeysBesideNumbers, TestLists
	// of the size, between the edges of lines of one entry: a hanging indent of half an inch; case:
	// TestLists, TestYearAtHeadOfPage
	alignedAt   = 4.1
	nextLine    = 1.5 // of the size, the distance of the next line of a text; case: TestRunningHeads
	widestLine  = 2.5 // of the size; farther lines are not set in one text; case: TestYearAtHeadOfPage
	leadingMore = 1.1 // of the distance of two lines, that of a third; case: TestYearAtHeadOfPage
	sizeAlike   = 0.5 // points by which sizes of one type differ
)

type span struct{ first, last int }

func pagesOf(lines []Line) []span {
	var pages []span
	for i := range lines {
		if i == 0 || lines[i].Page != lines[i-1].Page {
			pages = append(pages, span{i, i})
		}
		pages[len(pages)-1].last = i + 1
	}
	return pages
}

func byHeight(lines []Line, p span) []int {
	order := make([]int, 0, p.last-p.first)
	for i := p.first; i < p.last; i++ {
		order = append(order, i)
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(lines[b].Base, lines[a].Base) })
	return order
}

// edgesOf returns the lines at the top and the bottom of a page, from all lines in order.
func edgesOf(order []int) []int {
	if len(order) <= 2*edgeLines {
		return order
	}
	return slices.Concat(order[:edgeLines], order[len(order)-edgeLines:])
}

// outerNumber matches a folio before or after other words.
var outerNumber = lazy.Regexp(`^\d{1,4}\s|\s\d{1,4}$`)

// furnitureKey returns a line in lower case with every number as "#". The numbers in addresses stay, because
// addresses of entries differ in nothing else.
func furnitureKey(s string) string {
	lower := strings.ToLower(strings.Join(strings.Fields(s), " "))
	if strings.Contains(lower, "http") || strings.Contains(lower, "doi") || strings.Contains(lower, "arxiv:") {
		return outerNumber.ReplaceAllString(lower, "#")
	}
	var b strings.Builder
	number := false
	for _, r := range lower {
		if unicode.IsDigit(r) {
			if !number {
				b.WriteByte('#')
			}
			number = true
			continue
		}
		number = false
		b.WriteRune(r)
	}
	return b.String()
}

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
