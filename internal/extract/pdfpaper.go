package extract

import (
	"cmp"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/extract/reflist"
	"github.com/bonafide-audit/bonafide/internal/pdf"
)

// paper is a PDF as the finder of reference lists sees it.
type paper struct {
	doc   *pdf.Document
	lines []reflist.Line
	first []int // of each page, the index of its first line
}

func newPaper(doc *pdf.Document) *paper {
	p := &paper{doc: doc}
	for _, page := range doc.Pages {
		p.first = append(p.first, len(p.lines))
		for _, l := range page.Lines {
			line := reflist.Line{
				Text: l.Text, Page: page.Number, Block: l.Block, Box: reflist.Box(l.Box), Base: l.Base, Size: l.Size,
				Font: l.Font, Raised: l.Raised,
			}
			if l.Font < len(doc.Fonts) {
				line.Bold = doc.Fonts[l.Font].Bold
			}
			p.lines = append(p.lines, line)
		}
	}
	p.first = append(p.first, len(p.lines))
	p.nameEntries()
	p.addLinks()
	return p
}

// pageLines gives the lines of a page by its number.
func (p *paper) pageLines(number int) []reflist.Line {
	i, ok := slices.BinarySearchFunc(p.doc.Pages, number, func(pg pdf.Page, n int) int { return cmp.Compare(pg.Number, n) })
	if !ok {
		return nil
	}
	return p.lines[p.first[i]:p.first[i+1]]
}

// entryName gives the key that a named place of an entry has: hyperref's
// "cite.key", with biblatex's "cite.0@key".
func entryName(name string) (string, bool) {
	key, ok := strings.CutPrefix(name, "cite.")
	if !ok || key == "" {
		return "", false
	}
	if section, rest, ok := strings.Cut(key, "@"); ok && rest != "" && strings.Trim(section, "0123456789") == "" {
		key = rest
	}
	return key, true
}

// nameEntries gives to the lines at which entries open the keys of the named
// places there.
func (p *paper) nameEntries() {
	for _, d := range p.doc.Dests {
		key, ok := entryName(d.Name)
		if !ok || d.Y == 0 {
			continue
		}
		if l := lineAt(p.pageLines(d.Page), d.X, d.Y); l != nil && l.Key == "" {
			l.Key = key
		}
	}
}

// lineAt gives the first line below a place, in the column where it stands.
// The place of an entry is at the top of its first line or a little above.
func lineAt(lines []reflist.Line, x, y float64) *reflist.Line {
	var best *reflist.Line
	for i := range lines {
		l := &lines[i]
		if l.Base > y+1 || l.Base < y-60 || x > 0 && (l.Box.X0 < x-40 || l.Box.X0 > x+60) {
			continue
		}
		if best == nil || l.Base > best.Base {
			best = l
		}
	}
	return best
}

// addLinks gives to every line the addresses that its area leads to.
func (p *paper) addLinks() {
	for _, page := range p.doc.Pages {
		lines := p.pageLines(page.Number)
		for _, link := range page.Links {
			if link.URI == "" {
				continue
			}
			mid := (link.Box.Y0 + link.Box.Y1) / 2
			for i := range lines {
				l := &lines[i]
				if mid > l.Box.Y0-1 && mid < l.Box.Y1+1 && link.Box.X0 < l.Box.X1 && link.Box.X1 > l.Box.X0 && len(l.URIs) < 20 {
					l.URIs = append(l.URIs, link.URI)
				}
			}
		}
	}
}

// references turns entries into references.
func (p *paper) references(entries []reflist.Entry) []biblio.Reference {
	var out []biblio.Reference
	for _, e := range entries {
		ref := biblio.Reference{Key: e.Key, Raw: e.Text, Place: placeOf(e.Lines)}
		parse(&ref)
		if e.Label != "" {
			ref.Extra = map[string]string{"label": e.Label}
		}
		out = append(out, ref)
	}
	return out
}

// placeOf gives the first page of an entry, and one box for each column.
func placeOf(lines []reflist.Line) biblio.Place {
	place := biblio.Place{Page: lines[0].Page}
	block := -1
	for _, l := range lines {
		n := len(place.Boxes)
		if n == 0 || place.Boxes[n-1].Page != l.Page || block != l.Block {
			place.Boxes = append(place.Boxes, biblio.PageBox{Page: l.Page, Box: biblio.Box(l.Box)})
			block = l.Block
			continue
		}
		b := &place.Boxes[n-1].Box
		b.X0, b.Y0, b.X1, b.Y1 = min(b.X0, l.Box.X0), min(b.Y0, l.Box.Y0), max(b.X1, l.Box.X1), max(b.Y1, l.Box.Y1)
	}
	return place
}
