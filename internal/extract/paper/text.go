package paper

import (
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/extract/reading"
	"github.com/bonafide-audit/bonafide/internal/extract/reflist"
)

// textMax is how long a text grows before it is ended at the next line.
const textMax = 1 << 16

// texts joins the lines outside the entries to running text. It goes on over
// columns and pages, unless a column ends with a sentence.
func (p *paper) texts(entries []reflist.Entry) []reading.Text {
	listed := map[spot]bool{}
	for _, e := range entries {
		if e.Note {
			continue
		}
		for _, l := range e.Lines {
			listed[spotOf(l.Page, l.Box.X0, l.Base)] = true
		}
	}
	var texts []reading.Text
	run := &running{p: p}
	for k := range p.lines {
		l := &p.lines[k]
		if listed[spotOf(l.Page, l.Box.X0, l.Base)] {
			continue
		}
		if n := len(run.lines); n > 0 && (run.body.Len() > textMax || !p.sameColumn(run.lines[n-1], k) && stopped(p.lines[run.lines[n-1]].Text)) {
			texts = append(texts, run.text())
			run = &running{p: p}
		}
		run.add(k)
	}
	if len(run.lines) > 0 {
		texts = append(texts, run.text())
	}
	return texts
}

func stopped(s string) bool { return strings.HasSuffix(s, ".") || strings.HasSuffix(s, ":") }

// running is text in the making.
type running struct {
	p      *paper
	body   strings.Builder
	lines  []int // indices into the lines of the paper
	starts []int // of each, its offset in the body
	raised []biblio.Span
}

// add appends a line; a word broken at the end of the line before is mended.
func (r *running) add(k int) {
	at := r.body.Len()
	r.lines, r.starts = append(r.lines, k), append(r.starts, at)
	l := &r.p.lines[k]
	if l.Raised > 0 {
		r.raised = append(r.raised, biblio.Span{Start: at, End: at + l.Raised})
	}
	for _, m := range r.p.marks(k) {
		r.raised = append(r.raised, biblio.Span{Start: at + m.Start, End: at + m.End})
	}
	if stem, ok := strings.CutSuffix(l.Text, "-"); ok && k+1 < len(r.p.lines) && opensSmall(r.p.lines[k+1].Text) {
		r.body.WriteString(stem)
		return
	}
	r.body.WriteString(l.Text)
	r.body.WriteByte(' ')
}

func opensSmall(s string) bool { return s != "" && s[0] >= 'a' && s[0] <= 'z' }

// marks gives the raised numbers inside a line.
func (p *paper) marks(k int) []biblio.Span {
	page, _ := slices.BinarySearch(p.first, k+1)
	page--
	var spans []biblio.Span
	for _, m := range p.doc.Pages[page].Lines[k-p.first[page]].Marks {
		if m.Start >= 0 && m.Start < m.End && m.End <= len(p.lines[k].Text) {
			spans = append(spans, biblio.Span{Start: m.Start, End: m.End})
		}
	}
	return spans
}

func (r *running) text() reading.Text {
	p, lines, starts := r.p, r.lines, r.starts
	return reading.Text{Body: r.body.String(), Raised: r.raised, At: func(start, end int) biblio.Place {
		var place biblio.Place
		first, exact := slices.BinarySearch(starts, start)
		if !exact {
			first--
		}
		for n := max(first, 0); n < len(lines) && (starts[n] < end || place.Boxes == nil); n++ {
			l := &p.lines[lines[n]]
			box := l.Box
			box.X0, box.X1 = across(l, start-starts[n]), across(l, end-starts[n])
			if place.Page == 0 {
				place.Page = l.Page
			}
			place.Boxes = append(place.Boxes, biblio.PageBox{Page: l.Page, Box: biblio.Box(box)})
		}
		return place
	}}
}

// across gives the distance from the left of a byte of a line, as though all
// characters were equally wide.
func across(l *reflist.Line, offset int) float64 {
	share := float64(max(0, min(offset, len(l.Text)))) / float64(max(len(l.Text), 1))
	return l.Box.X0 + share*(l.Box.X1-l.Box.X0)
}

// contextLines is how many lines before and after a mark its sentence spans at
// most.
const contextLines = 6

// sentence gives the sentence around an offset in line k.
func (p *paper) sentence(k, offset int) string {
	first, last := k, k
	for first > 0 && k-first < contextLines && p.sameColumn(first-1, k) {
		first--
	}
	for last+1 < len(p.lines) && last-k < contextLines && p.sameColumn(last+1, k) {
		last++
	}
	run := &running{p: p}
	for i := first; i <= last; i++ {
		run.add(i)
	}
	offset += run.starts[k-first]
	return reading.Clip(reading.Sentence(run.body.String(), offset), "")
}

func (p *paper) sameColumn(a, b int) bool {
	return p.lines[a].Page == p.lines[b].Page && p.lines[a].Block == p.lines[b].Block
}
