package paper

import (
	"math"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/extract/reading"
	"github.com/bonafide-audit/bonafide/internal/extract/reflist"
	"github.com/bonafide-audit/bonafide/internal/pdf"
)

// spot is a place in the document, in half points.
type spot struct{ page, x, y int }

func spotOf(page int, x, y float64) spot {
	return spot{page, int(math.Round(x * 2)), int(math.Round(y * 2))}
}

// linkedCitations gives the marks that are links to the named places of
// entries.
func (p *paper) linkedCitations() []biblio.Citation {
	keys := map[spot]string{}
	for _, d := range p.doc.Dests {
		if key, ok := entryName(d.Name); ok && d.Y != 0 {
			keys[spotOf(d.Page, d.X, d.Y)] = key
		}
	}
	if len(keys) == 0 {
		return nil
	}
	var list []biblio.Citation
	for i, page := range p.doc.Pages {
		for _, link := range page.Links {
			key, ok := keys[spotOf(link.Page, link.X, link.Y)]
			if !ok || link.Page == 0 || len(list) >= reading.MaxCitations {
				continue
			}
			box := biblio.PageBox{Page: page.Number, Box: biblio.Box(link.Box)}
			c := biblio.Citation{Key: key, Place: biblio.Place{Page: page.Number, Boxes: []biblio.PageBox{box}}}
			if k := p.lineOf(i, link.Box); k >= 0 {
				c.Context = p.sentence(k, along(&p.lines[k], (link.Box.X0+link.Box.X1)/2))
			}
			if n := len(list); n > 0 && list[n-1].Key == key && list[n-1].Context == c.Context { // a link over two lines
				list[n-1].Place.Boxes = append(list[n-1].Place.Boxes, box)
				continue
			}
			list = append(list, c)
		}
	}
	return list
}

// lineOf finds the line of a page in which a box lies.
func (p *paper) lineOf(page int, box pdf.Box) int {
	mid := (box.Y0 + box.Y1) / 2
	for k := p.first[page]; k < p.first[page+1]; k++ {
		l := &p.lines[k]
		if mid > l.Box.Y0 && mid < l.Box.Y1 && box.X0 < l.Box.X1 && box.X1 > l.Box.X0 {
			return k
		}
	}
	return -1
}

// along gives the offset in the text of a line at a distance from the left.
func along(l *reflist.Line, x float64) int {
	share := (x - l.Box.X0) / max(l.Box.X1-l.Box.X0, 1)
	return int(max(0, min(1, share)) * float64(len(l.Text)))
}
