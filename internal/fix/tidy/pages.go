package tidy

import (
	"strings"

	"github.com/bonafide-audit/bonafide/internal/bibtex"
	"github.com/bonafide-audit/bonafide/internal/lazy"
)

// pageRange is a first and a last page with what stands between them: numbers,
// perhaps with the same letters before both, or small Roman numerals.
var pageRange = lazy.Regexp(`^(\s*)(?:([A-Za-z]{0,3})(\d+)\s*(?:-{1,3}|–|—|‐|‑|−)\s*([A-Za-z]{0,3})(\d+)|([ivxlc]+)\s*(?:-{1,3}|–|—|‐|‑|−)\s*([ivxlc]+))(\s*)$`)

// pages writes two hyphens in ranges of pages. What may be the number of an
// article, or of a page in a chapter ("3-12--3-14"), is left as it is.
func (t *tidier) pages(string) (int, error) {
	return t.eachSound(only("pages"), func(it *bibtex.Item) []bibtex.Edit {
		field, _ := t.f.Field(it, "pages")
		_, text, ok := t.inside(field)
		if !ok {
			return nil
		}
		parts := strings.Split(text, ",")
		for i, part := range parts {
			parts[i] = twoHyphens(part)
		}
		return t.put(field, strings.Join(parts, ","))
	})
}

func twoHyphens(pages string) string {
	m := pageRange.FindStringSubmatch(pages)
	switch {
	case m == nil:
		return pages
	case m[6] != "":
		return m[1] + m[6] + "--" + m[7] + m[8]
	case m[4] != "" && m[4] != m[2]: // "A12-B3"
		return pages
	}
	return m[1] + m[2] + m[3] + "--" + m[4] + m[5] + m[8]
}
