package reflist

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
)

// edgeLines is how many lines at the top and the bottom of a page may be
// furniture.
const edgeLines = 3

// dropFurniture drops what a page carries besides its text: running heads and
// feet, which stand on several pages, and folios.
func dropFurniture(lines []Line) []Line {
	pages := pagesOf(lines)
	seen := map[string][]int{} // normal form → pages, each once
	var candidates []int
	for _, p := range pages {
		for _, i := range edgesOf(lines, p) {
			key := furnitureKey(lines[i].Text)
			if at := seen[key]; len(at) == 0 || at[len(at)-1] != lines[i].Page {
				seen[key] = append(at, lines[i].Page)
			}
			candidates = append(candidates, i)
		}
	}
	drop := make([]bool, len(lines))
	for _, i := range candidates {
		key := furnitureKey(lines[i].Text)
		drop[i] = isFurniture(key, seen[key], len(pages))
	}
	kept := make([]Line, 0, len(lines))
	for i, l := range lines {
		if !drop[i] {
			kept = append(kept, l)
		}
	}
	return kept
}

// isFurniture judges a line by its normal form and the pages that have it.
func isFurniture(key string, on []int, pages int) bool {
	if key == "" {
		return false
	}
	if strings.Trim(key, "#-–— |/.()[]") == "" || key == "page #" || key == "seite #" || key == "page # of #" {
		return len(key) <= 12
	}
	if listHeading(key) {
		return false
	}
	return len(on) >= 3 || len(on) == 2 && (pages <= 8 || len(key) > 12)
}

// span is a half-open range of lines.
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

// edgesOf gives the lines at the top and the bottom of a page.
func edgesOf(lines []Line, p span) []int {
	order := make([]int, 0, p.last-p.first)
	for i := p.first; i < p.last; i++ {
		order = append(order, i)
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(lines[b].Base, lines[a].Base) })
	if len(order) <= 2*edgeLines {
		return order
	}
	return slices.Concat(order[:edgeLines], order[len(order)-edgeLines:])
}

// furnitureKey gives a line in lower case with every number as "#".
func furnitureKey(s string) string {
	var b strings.Builder
	number := false
	for _, r := range strings.ToLower(strings.Join(strings.Fields(s), " ")) {
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
