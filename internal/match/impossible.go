package match

import (
	"strconv"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/lazy"
)

// pageRange matches a first and a last page: numbers, perhaps with letters before them.
var pageRange = lazy.Regexp(`^\s*([A-Za-z]{0,3})(\d{1,9})\s*(?:-{1,3}|–|—)\s*([A-Za-z]{0,3})(\d{1,9})\s*$`)

// ImpossiblePages reports whether no range of pages can be as a text says: it ends before it begins, or has only
// zeros. "201-10" is short for "201-210", and "2-1" is the first page of chapter 2.
func ImpossiblePages(pages string) bool {
	if strings.Trim(pages, "0 -–—") == "" {
		return strings.Contains(pages, "0")
	}
	m := pageRange.FindStringSubmatch(pages)
	if m == nil || !strings.EqualFold(m[1], m[3]) || len(m[4]) < len(m[2]) {
		return false
	}
	first, _ := strconv.Atoi(m[2])
	last, _ := strconv.Atoi(m[4])
	return last < first && last != 1
}
