package paper

import (
	"math"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/extract/reading"
	"github.com/bonafide-audit/bonafide/internal/extract/reflist"
	"github.com/bonafide-audit/bonafide/internal/lazy"
)

// spot is a place in the document, in half points.
type spot struct{ page, x, y int }

func spotOf(page int, x, y float64) spot {
	return spot{page, int(math.Round(x * 2)), int(math.Round(y * 2))}
}

// linkedCitations returns the marks that are links to the named places of
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
			box := biblio.PageBox{Page: page.Number, Box: link.Box}
			c := biblio.Citation{Key: key, Place: biblio.Place{Page: page.Number, Boxes: []biblio.PageBox{box}}}
			if k := p.lineOf(i, link.Box); k >= 0 && p.in[k] != nil {
				run, part := p.in[k], p.linked(k, link.Box)
				c.Section = run.section
				c.Context, c.At = reading.Surroundings(run.body.String(), run.at(k)+part.Start, run.at(k)+part.End)
			}
			// a link in two parts: names and year, or on two lines
			if n := len(list); n > 0 && list[n-1].Key == key && list[n-1].Context == c.Context &&
				(c.Context == "" || continues(c.Context, list[n-1].At, c.At)) {
				list[n-1].Place.Boxes = append(list[n-1].Place.Boxes, box)
				list[n-1].At.Start, list[n-1].At.End = min(list[n-1].At.Start, c.At.Start), max(list[n-1].At.End, c.At.End)
				continue
			}
			list = append(list, c)
		}
	}
	return list
}

// continues reports whether only signs are between two parts of a sentence.
func continues(sentence string, a, b biblio.Span) bool {
	return a.End >= b.Start || strings.Trim(sentence[a.End:b.Start], " .,;()[]’'s") == ""
}

func (p *paper) lineOf(page int, box biblio.Box) int {
	mid := (box.Y0 + box.Y1) / 2
	for k := p.first[page]; k < p.first[page+1]; k++ {
		l := &p.lines[k]
		if mid > l.Box.Y0 && mid < l.Box.Y1 && box.X0 < l.Box.X1 && box.X1 > l.Box.X0 {
			return k
		}
	}
	return -1
}

// markNumber matches a number that can be a mark or a part of one.
var markNumber = lazy.Regexp(`\d{1,4}[a-z]?(?:\s*[–-]\s*\d{1,4})?|\[[^\[\]]{1,12}\]`)

// narrow is the maximum number of characters of a link over a number.
const narrow = 6

// linked returns the part of line k that a link covers, assuming that all characters are equally wide: whole words
// for a wide link, and for a narrow one the nearest number.
func (p *paper) linked(k int, box biblio.Box) biblio.Span {
	l := &p.lines[k]
	from, to := along(l, box.X0), along(l, box.X1)
	if to-from > narrow {
		return biblio.Span{Start: wordEdge(l.Text, from), End: wordEdge(l.Text, to)}
	}
	best, nearest := biblio.Span{Start: from, End: max(from, to)}, math.Inf(1)
	for _, at := range markNumber.FindAllStringIndex(l.Text, -1) {
		if off := math.Abs(float64(at[0]+at[1]-from-to)) / 2; off < nearest {
			best, nearest = biblio.Span{Start: at[0], End: at[1]}, off
		}
	}
	return best
}

func wordEdge(s string, at int) int {
	left, right := strings.LastIndexByte(s[:at], ' ')+1, strings.IndexByte(s[at:], ' ')
	if right < 0 {
		right = len(s) - at
	}
	if at-left <= right {
		return left
	}
	return at + right
}

// along returns the offset in the text of a line at the horizontal position x.
func along(l *reflist.Line, x float64) int {
	share := (x - l.Box.X0) / max(l.Box.X1-l.Box.X0, 1)
	return int(max(0, min(1, share)) * float64(len(l.Text)))
}
