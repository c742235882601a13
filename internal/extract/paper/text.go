package paper

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/extract/reading"
	"github.com/bonafide-audit/bonafide/internal/extract/reflist"
	"github.com/bonafide-audit/bonafide/internal/lazy"
)

// textMax is the length from which a text is ended at the next line.
const textMax = 1 << 16

// texts joins the lines outside the entries, headings and page furniture into running text. It continues over columns
// and pages, unless a column ends with a sentence, and records which text each line is in.
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
	p.in = make([]*running, len(p.lines))
	furniture, headings := reflist.Furniture(p.lines), p.headings()
	var texts []reading.Text
	run := &running{p: p}
	end := func(section string) {
		if len(run.lines) > 0 {
			texts = append(texts, run.text())
		}
		run = &running{p: p, section: section}
	}
	for k := range p.lines {
		l := &p.lines[k]
		if furniture[k] || listed[spotOf(l.Page, l.Box.X0, l.Base)] {
			continue
		}
		if heading := headings[k]; heading != "" {
			end(heading)
			continue
		}
		if n := len(run.lines); n > 0 &&
			(run.body.Len() > textMax || !p.sameColumn(run.lines[n-1], k) && stopped(p.lines[run.lines[n-1]].Text)) {
			end(run.section)
		}
		run.add(k)
		p.in[k] = run
	}
	end("")
	return texts
}

func stopped(s string) bool { return strings.HasSuffix(s, ".") || strings.HasSuffix(s, ":") }

// running is a text being collected.
type running struct {
	p       *paper
	section string // the heading above it
	body    strings.Builder
	lines   []int // indices into the lines of the paper
	starts  []int // offset of each in the body
	raised  []biblio.Span
}

// add appends a line, rejoining a word broken at the end of the previous line.
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
	return reading.Text{Body: r.body.String(), Section: r.section, Raised: r.raised,
		At: func(start, end int) biblio.Place {
			var place biblio.Place
			first, exact := slices.BinarySearch(starts, start)
			if !exact {
				first--
			}
			for n := max(first, 0); n < len(lines) && (starts[n] < end || place.Boxes == nil); n++ {
				l := &p.lines[lines[n]]
				box := l.Box
				box.X0, box.X1 = across(l, start-starts[n]), across(l, end-starts[n])
				place.Page = cmp.Or(place.Page, l.Page)
				place.Boxes = append(place.Boxes, biblio.PageBox{Page: l.Page, Box: box})
			}
			return place
		}}
}

// across returns the horizontal position of a byte of a line, assuming that all characters are equally wide.
func across(l *reflist.Line, offset int) float64 {
	share := float64(max(0, min(offset, len(l.Text)))) / float64(max(len(l.Text), 1))
	return l.Box.X0 + share*(l.Box.X1-l.Box.X0)
}

func (r *running) at(k int) int {
	i, _ := slices.BinarySearch(r.lines, k)
	return r.starts[i]
}

// headingMost is the maximum length of a section heading, in bytes.
const headingMost = 90

// sectionHead matches the beginning of a section heading.
var sectionHead = lazy.Regexp(`^(?:(?:\d{1,2}(?:\.\d{1,2}){0,3}|[IVX]{1,5}|[A-H])[.)]?\s+)?\p{Lu}`)

// insideStop matches where a sentence continues after bold words that open a paragraph.
var insideStop = lazy.Regexp(`\p{Ll}[.:?!]\s`)

// headings returns the section headings by line number: short lines in larger or bolder type than the text, or
// numbered and in capitals, that do not end like a sentence.
func (p *paper) headings() map[int]string {
	body, boldText := p.bodyType()
	found := map[int]string{}
	for k := range p.lines {
		l := &p.lines[k]
		text := strings.TrimSpace(l.Text)
		if len(text) < 4 || len(text) > headingMost || strings.ContainsAny(text[len(text)-1:], ".,;:-") ||
			!sectionHead.MatchString(text) || insideStop.MatchString(text) {
			continue
		}
		larger := l.Size > body*1.08 && l.Size < body*2
		numbered := text[0] >= '1' && text[0] <= '9' && strings.Contains(text, " ") && strings.ToUpper(text) == text
		if larger || l.Bold && !boldText || numbered {
			found[k] = text
		}
	}
	return found
}

// bodyType returns the size of most of the text, and whether much of it is bold.
func (p *paper) bodyType() (size float64, bold bool) {
	sizes, boldBytes, all := map[float64]int{}, 0, 0
	for i := range p.lines {
		n := len(p.lines[i].Text)
		sizes[math.Round(p.lines[i].Size*2)/2] += n
		all += n
		if p.lines[i].Bold {
			boldBytes += n
		}
	}
	most := 0
	for s, n := range sizes {
		if n > most || n == most && s > size {
			size, most = s, n
		}
	}
	return size, boldBytes*4 >= all
}

func (p *paper) sameColumn(a, b int) bool {
	return p.lines[a].Page == p.lines[b].Page && p.lines[a].Block == p.lines[b].Block
}
