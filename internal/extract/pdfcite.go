package extract

import (
	"math"
	"regexp"
	"strconv"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/extract/reflist"
	"github.com/bonafide-audit/bonafide/internal/pdf"
)

// pdfCitations bounds what is kept of one document.
const pdfCitations = 20000

// citations gives the marks in the text that point to entries: links to their
// named places, and, where there are none, numbers in brackets.
func (p *paper) citations(entries []reflist.Entry) []biblio.Citation {
	if list := p.linkedCitations(); len(list) > 0 {
		return list
	}
	return p.numberedCitations(entries)
}

// spot is a place in the document, in half points.
type spot struct{ page, x, y int }

func spotOf(page int, x, y float64) spot {
	return spot{page, int(math.Round(x * 2)), int(math.Round(y * 2))}
}

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
			if !ok || link.Page == 0 || len(list) >= pdfCitations {
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

// contextLines is how many lines before and after a mark its sentence spans at
// most.
const contextLines = 4

// sentence gives the sentence around an offset in line k.
func (p *paper) sentence(k, offset int) string {
	first, last := k, k
	for first > 0 && k-first < contextLines && p.sameColumn(first-1, k) {
		first--
	}
	for last+1 < len(p.lines) && last-k < contextLines && p.sameColumn(last+1, k) {
		last++
	}
	var b strings.Builder
	for i := first; i <= last; i++ {
		if i == k {
			offset += b.Len()
		}
		text := p.lines[i].Text
		if stem, ok := strings.CutSuffix(text, "-"); ok && i < last {
			b.WriteString(stem)
			continue
		}
		b.WriteString(text)
		b.WriteByte(' ')
	}
	text := b.String()
	start, end := 0, len(text)
	for _, loc := range sentenceEnd.FindAllStringIndex(text, -1) {
		if stop := loc[0] + strings.LastIndexByte(text[loc[0]:loc[1]], ' '); stop <= offset {
			start = stop
		} else if end == len(text) {
			end = stop
		}
	}
	return strings.TrimSpace(strings.ToValidUTF8(text[start:end], ""))
}

// sentenceEnd is a stop after a word of some length, before a capital.
var sentenceEnd = regexp.MustCompile(`[a-zß-ÿ)\]\d]{2}[.?!] [A-ZÀ-Þ]`)

func (p *paper) sameColumn(a, b int) bool {
	return p.lines[a].Page == p.lines[b].Page && p.lines[a].Block == p.lines[b].Block
}

// numberMark is one or more numbers of entries in brackets.
var numberMark = regexp.MustCompile(`\[\d{1,4}(?:\s*[,;–-]\s*\d{1,4})*\]`)

// numberedCitations reads marks like "[3, 5–7]" outside the lists. Their key is
// the label of the entry.
func (p *paper) numberedCitations(entries []reflist.Entry) []biblio.Citation {
	labels := map[string]bool{}
	listed := map[spot]bool{}
	for _, e := range entries {
		if e.Note {
			continue
		}
		if e.Label != "" {
			labels[e.Label] = true
		}
		for _, l := range e.Lines {
			listed[spotOf(l.Page, l.Box.X0, l.Base)] = true
		}
	}
	var list []biblio.Citation
	for k := range p.lines {
		l := &p.lines[k]
		if len(labels) < 3 || !strings.Contains(l.Text, "[") || listed[spotOf(l.Page, l.Box.X0, l.Base)] {
			continue
		}
		for _, loc := range numberMark.FindAllStringIndex(l.Text, -1) {
			for _, label := range numbersIn(l.Text[loc[0]+1 : loc[1]-1]) {
				if !labels[label] || len(list) >= pdfCitations {
					continue
				}
				box := biblio.PageBox{Page: l.Page, Box: biblio.Box(l.Box)}
				list = append(list, biblio.Citation{Key: label, Place: biblio.Place{Page: l.Page, Boxes: []biblio.PageBox{box}}, Context: p.sentence(k, loc[0])})
			}
		}
	}
	return list
}

// longestRange bounds "[1–40]": a longer one is no citation.
const longestRange = 40

// numbersIn gives the numbers of "3, 5–7" one by one.
func numbersIn(s string) []string {
	var out []string
	for _, part := range strings.FieldsFunc(s, func(r rune) bool { return r == ',' || r == ';' }) {
		from, to, isRange := strings.Cut(strings.ReplaceAll(part, "–", "-"), "-")
		a, errA := strconv.Atoi(strings.TrimSpace(from))
		b, errB := strconv.Atoi(strings.TrimSpace(to))
		switch {
		case errA != nil:
		case !isRange || errB != nil:
			out = append(out, strconv.Itoa(a))
		case b >= a && b-a < longestRange:
			for n := a; n <= b; n++ {
				out = append(out, strconv.Itoa(n))
			}
		}
	}
	return out
}
