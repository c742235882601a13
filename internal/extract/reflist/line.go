package reflist

import (
	"cmp"
	"slices"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// Line is one line of a document as laid out.
type Line struct {
	Text   string
	Page   int // from 1
	Block  int // column on the page; lines of a block are below each other
	Box    biblio.Box
	Base   float64 // height of the baseline
	Size   float64 // of the font, in points
	Font   int     // lines in different fonts have different values
	Bold   bool
	Raised int    // bytes at the start of Text that are a raised number
	Key    string // the name of the entry that starts here, if the file states it
	URIs   []string
}

// Document is all lines in reading order, and what is known about the whole.
type Document struct {
	Lines []Line

	body    float64 // font size of most of the text
	words   vocabulary
	pages   int
	keyed   []int     // lines with a key
	heights []float64 // highest baseline of each page
	columns map[column]edges
}

type column struct{ page, block int }

// edges are the left and right ends of the text of a column.
type edges struct{ left, right float64 }

// New prepares lines in reading order: running heads, folios and the like are removed.
func New(lines []Line) *Document {
	d := &Document{}
	if len(lines) > biblio.MaxLines {
		lines = lines[:biblio.MaxLines]
	}
	d.Lines = dropFurniture(lines)
	d.body = bodySize(d.Lines)
	d.words = vocabularyOf(d.Lines)
	d.columns = map[column]edges{}
	for i := range d.Lines {
		l := &d.Lines[i]
		c := column{l.Page, l.Block}
		e, ok := d.columns[c]
		if !ok {
			e = edges{l.Box.X0, l.Box.X1}
		}
		d.columns[c] = edges{min(e.left, l.Box.X0), max(e.right, l.Box.X1)}
		d.pages = max(d.pages, l.Page)
		if l.Key != "" {
			d.keyed = append(d.keyed, i)
		}
		for len(d.heights) <= l.Page && len(d.heights) < biblio.MaxLines {
			d.heights = append(d.heights, 0)
		}
		if l.Page >= 0 && l.Page < len(d.heights) {
			d.heights[l.Page] = max(d.heights[l.Page], l.Base)
		}
	}
	return d
}

func bodySize(lines []Line) float64 {
	counts := map[int]int{}
	for _, l := range lines {
		counts[int(l.Size*2+0.5)] += len(l.Text)
	}
	sizes := make([]int, 0, len(counts))
	for s := range counts {
		sizes = append(sizes, s)
	}
	slices.Sort(sizes)
	if len(sizes) == 0 {
		return 10
	}
	best := slices.MaxFunc(sizes, func(a, b int) int { return cmp.Compare(counts[a], counts[b]) })
	return float64(best) / 2
}
