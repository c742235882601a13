package paper

import (
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/lists"
	"github.com/bonafide-audit/bonafide/internal/pdf"
)

// The bounds of a title.
const (
	titleLines  = 6    // most lines
	titleLeast  = 12   // letters
	titleMost   = 400  // letters
	alikeSize   = 0.6  // points by which sizes within one title differ
	smallCaps   = 0.75 // of the size of capitals
	pageTop     = 0.4  // of the height: a title begins above this share from the top; case: TestRealPages
	readTimeout = 20 * time.Second
)

// FrontPage reads the title and identifiers on the first page of a PDF. Authors and container, whose layouts differ
// too much to be read reliably, are left out, because the result is compared with what references claim. ok is false
// if the page has no title set apart by its size.
func FrontPage(src []byte) (work biblio.Work, ok bool) {
	front, err := ReadFront(src)
	if err != nil || front.Title == "" {
		return work, false
	}
	work.Title = front.Title
	for _, id := range front.IDs {
		work.AddID(id)
	}
	return work, true
}

// Front is the content of the first page of a PDF.
type Front struct {
	Title  string     // set apart by its size, or "" if there is none
	IDs    []ident.ID // the DOI and the arXiv id, each only if it is the only one of its kind
	Blocks []string   // consecutive lines of one size, from the top
	Lines  []string   // from the top
}

// The bounds of a front.
const (
	frontLines = 100
	blockLines = 12 // a longer block is running text
)

// ReadFront reads the first page of a PDF, or the second if the first has no text.
func ReadFront(src []byte) (Front, error) {
	doc, err := pdf.Read(src, pdf.Options{MaxPages: 2, Timeout: readTimeout})
	if err != nil {
		return Front{}, err
	}
	i := slices.IndexFunc(doc.Pages, func(p pdf.Page) bool { return len(p.Lines) > 0 })
	if i < 0 {
		return Front{}, nil
	}
	page := &doc.Pages[i]
	front := Front{IDs: identifiers(page), Blocks: blocks(page)}
	if i == 0 {
		front.Title = title(page)
	}
	front.Lines = lists.Map(page.Lines[:min(len(page.Lines), frontLines)], func(l pdf.Line) string { return l.Text })
	return front, nil
}

func blocks(page *pdf.Page) []string {
	var list, parts []string
	size := 0.0
	end := func() {
		if len(parts) > 0 && len(parts) <= blockLines {
			list = append(list, joined(parts))
		}
		parts = nil
	}
	for _, l := range page.Lines[:min(len(page.Lines), frontLines)] {
		if upright(l, page) {
			continue
		}
		if l.Size > size+alikeSize || l.Size < size-alikeSize {
			end()
			size = l.Size
		}
		parts = append(parts, strings.TrimSpace(unmarked(l)))
	}
	end()
	return list
}

// title joins the lines of the largest type in the upper part of a page. A page whose largest type is that of its
// text has no title.
func title(page *pdf.Page) string {
	first, size := -1, 0.0
	sizes := map[int]int{} // letters by tenth of a point
	for i, l := range page.Lines {
		n := letters(l.Text)
		sizes[int(l.Size*10+0.5)] += n
		if n >= 4 && l.Size > size+alikeSize && page.Height-l.Base < pageTop*page.Height && !upright(l, page) {
			first, size = i, l.Size
		}
	}
	if first < 0 || size <= body(sizes)+alikeSize {
		return ""
	}
	var parts []string
	for i := first; i < len(page.Lines) && len(parts) < titleLines; i++ {
		l := page.Lines[i]
		if l.Size < size-alikeSize && !(l.Size >= smallCaps*size && capitals(l.Text) && capitals(parts[0])) {
			break
		}
		parts = append(parts, strings.TrimSpace(unmarked(l)))
	}
	text := joined(parts)
	if n := letters(text); n < titleLeast || n > titleMost {
		return ""
	}
	return text
}

// upright reports whether a line runs up the margin, like the stamp of a preprint server: it is taller than wide.
func upright(l pdf.Line, page *pdf.Page) bool {
	return l.Box.Y1-l.Box.Y0 > 3*(l.Box.X1-l.Box.X0) && l.Box.X1 < page.Width/8
}

// body returns the size in which most letters of a page are set, in points.
func body(sizes map[int]int) float64 {
	best, most := 0, -1
	for size, n := range sizes {
		if n > most || n == most && size < best {
			best, most = size, n
		}
	}
	return float64(best) / 10
}

// unmarked returns a line without raised signs at its end, which refer to a note.
func unmarked(l pdf.Line) string {
	if n := len(l.Marks); n > 0 && l.Marks[n-1].End == len(l.Text) {
		return l.Text[:l.Marks[n-1].Start]
	}
	return strings.TrimRight(l.Text, "*†‡ ")
}

// joined joins the lines of a title; a hyphen at the end of a line stays, since titles are rarely broken inside
// words.
func joined(parts []string) string {
	var b strings.Builder
	for i, p := range parts {
		if i > 0 && !strings.HasSuffix(parts[i-1], "-") {
			b.WriteByte(' ')
		}
		b.WriteString(p)
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// capitals reports whether text has no small letters, which is how small capitals are read.
func capitals(s string) bool { return strings.ToUpper(s) == s }

func letters(s string) int {
	n := 0
	for _, r := range s {
		if unicode.IsLetter(r) {
			n++
		}
	}
	return n
}

// identifiers returns the DOI or arXiv id that a page shows for itself: if it shows several of a kind, they may
// belong to references, and none counts.
func identifiers(page *pdf.Page) []ident.ID {
	find := func(l pdf.Line) []ident.Found { return ident.Find(l.Text) }
	return ident.Alone(slices.Concat(lists.Map(page.Lines, find)...))
}
