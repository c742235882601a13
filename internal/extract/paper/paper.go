package paper

import (
	"cmp"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/extract/reading"
	"github.com/bonafide-audit/bonafide/internal/extract/reflist"
	"github.com/bonafide-audit/bonafide/internal/lazy"
	"github.com/bonafide-audit/bonafide/internal/pdf"
)

// paper is a PDF in the form used to find reference lists.
type paper struct {
	doc   *pdf.Document
	lines []reflist.Line
	first []int      // for each page, the index of its first line
	in    []*running // for each line, the running text that it is part of, or nil if there is none
}

func newPaper(doc *pdf.Document) *paper {
	p := &paper{doc: doc}
	for _, page := range doc.Pages {
		p.first = append(p.first, len(p.lines))
		for _, l := range page.Lines {
			line := reflist.Line{
				Text: l.Text, Page: page.Number, Block: l.Block, Box: l.Box, Base: l.Base, Size: l.Size,
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

func (p *paper) pageIndex(number int) (int, bool) {
	return slices.BinarySearchFunc(p.doc.Pages, number, func(pg pdf.Page, n int) int { return cmp.Compare(pg.Number, n) })
}

// citedPlace matches names of places where biblatex's note styles cite a work, which are not entries.
var citedPlace = lazy.Regexp(`^\d+:[a-z]:\d+:`)

// entryName returns the key in the named place of an entry: hyperref's "cite.key", or biblatex's "cite.0@key".
func entryName(name string) (string, bool) {
	key, ok := strings.CutPrefix(name, "cite.")
	if !ok || key == "" || citedPlace.MatchString(key) {
		return "", false
	}
	if section, rest, ok := strings.Cut(key, "@"); ok && rest != "" && strings.Trim(section, "0123456789") == "" {
		key = rest
	}
	return key, true
}

// shifts are how far, in points, the named place of an entry may be above the baseline of its first line. Programs
// differ: some name the top of the line, others the foot of the previous line.
var shifts = []float64{-1, 3, 6, 9}

// nameEntries assigns to the lines at which entries begin the keys of the named places there, using the shift for
// which these lines look most like beginnings.
func (p *paper) nameEntries() {
	var best map[int]string
	bestScore := 0.0
	for _, shift := range shifts {
		keys := map[int]string{}
		score := 0.0
		for _, d := range p.doc.Dests {
			key, ok := entryName(d.Name)
			if !ok || d.Y == 0 {
				continue
			}
			at := p.lineBelow(d.Page, d.X, d.Y-shift)
			if at < 0 || keys[at] != "" {
				continue
			}
			keys[at] = key
			above := ""
			if at > 0 {
				above = p.lines[at-1].Text
			}
			score += reflist.Opening(above, p.lines[at].Text)
		}
		if best == nil || score > bestScore+0.5 {
			best, bestScore = keys, score
		}
	}
	for at, key := range best {
		p.lines[at].Key = key
	}
}

// lineBelow returns the index of the first line whose baseline is not above a height, in the column of the place, or
// -1 if there is none.
func (p *paper) lineBelow(page int, x, y float64) int {
	i, ok := p.pageIndex(page)
	if !ok {
		return -1
	}
	best := -1
	for k := p.first[i]; k < p.first[i+1]; k++ {
		l := &p.lines[k]
		if l.Base > y || l.Base < y-60 || x > 0 && (l.Box.X0 < x-40 || l.Box.X0 > x+60) {
			continue
		}
		if best < 0 || l.Base > p.lines[best].Base {
			best = k
		}
	}
	return best
}

// addLinks adds to every line the targets of the links in its area.
func (p *paper) addLinks() {
	for i, page := range p.doc.Pages {
		lines := p.lines[p.first[i]:p.first[i+1]]
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

func (p *paper) references(entries []reflist.Entry) []biblio.Reference {
	out := make([]biblio.Reference, 0, len(entries))
	var printed reading.Printed
	for k, e := range entries {
		ref := biblio.Reference{Key: e.Key, Raw: e.Text, Place: placeOf(e.Lines)}
		if e.Note {
			ref.Place.Note = cmp.Or(e.Label, "*")
		}
		printed.Read(&ref)
		if e.Label != "" {
			ref.Extra = map[string]string{reading.LabelField: e.Label}
		}
		if e.Further {
			reading.SetExtra(&ref, reading.ListField, reading.FurtherReading)
		}
		if !e.Note && !sharesLines(entries, k) {
			for _, l := range e.Lines {
				for _, uri := range l.URIs {
					reading.AddLink(&ref, uri)
				}
			}
		}
		out = append(out, ref)
	}
	return out
}

// sharesLines reports whether an entry is on the same lines as its neighbour, so that a link cannot be assigned to
// either.
func sharesLines(entries []reflist.Entry, k int) bool {
	same := func(a, b reflist.Entry) bool {
		return a.Lines[0].Page == b.Lines[0].Page && a.Lines[0].Block == b.Lines[0].Block &&
			a.Lines[0].Base == b.Lines[0].Base
	}
	return k > 0 && same(entries[k-1], entries[k]) || k+1 < len(entries) && same(entries[k+1], entries[k])
}

// placeOf returns the first page of an entry, and one box for each line.
func placeOf(lines []reflist.Line) biblio.Place {
	place := biblio.Place{Page: lines[0].Page}
	for _, l := range lines {
		place.Boxes = append(place.Boxes, biblio.PageBox{Page: l.Page, Box: l.Box})
	}
	return place
}
