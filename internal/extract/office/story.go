package office

import (
	"strconv"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/extract/prose"
	"github.com/bonafide-audit/bonafide/internal/extract/reading"
	"github.com/bonafide-audit/bonafide/internal/xmlscan"
)

// story collects the paragraphs of a document and the content of its fields. The text of notes is collected
// separately and follows.
type story struct {
	doc prose.Document
	reading.Result
	described map[string]bool // keys of sources

	open    []*draft // paragraphs that are still open; text boxes are inside others
	keys    []string // names that lead to the next paragraph
	note    string   // number of the current note
	pending []int    // sources first cited in the open paragraph
	count   int      // paragraphs of the text
	lists   int      // open elements that contain a reference list
	rows    []int    // first paragraph of each open row of a table
	full    bool
}

type draft struct {
	prose.Paragraph
	text       strings.Builder
	endDeleted bool   // its end is a tracked deletion
	joined     bool   // and was reached: the next one continues it
	listed     bool   // text of a reference list was written to it
	number     string // list that numbers it
	level      int
	closed     int // its place in the document plus one, once it has ended
}

// maxNested bounds the nesting of paragraphs, runs, tables and the like, beyond which the content counts as part of
// its surroundings.
const maxNested = 500

// maxText bounds one paragraph, in bytes.
const maxText = 1 << 20 // case: TestDOCXPrintedList

func (s *story) begin() *draft {
	var p *draft
	if n := len(s.open); n > 0 && s.open[n-1].joined {
		p = s.open[n-1]
		p.joined = false
	} else if n := len(s.open); n >= maxNested {
		return s.open[n-1]
	} else {
		p = &draft{}
		s.open = append(s.open, p)
	}
	p.Keys, s.keys = append(p.Keys, s.keys...), nil
	return p
}

// top returns the open paragraph, or nil between paragraphs.
func (s *story) top() *draft {
	if n := len(s.open); n > 0 && !s.open[n-1].joined {
		return s.open[n-1]
	}
	return nil
}

func (s *story) end() {
	p := s.top()
	if p == nil {
		return
	}
	s.open = s.open[:len(s.open)-1]
	if len(s.doc.Paragraphs) >= biblio.MaxParagraphs {
		if !s.full {
			s.Problem(biblio.Place{}, "too-long", "the document has more than %d paragraphs; the rest is not read",
				biblio.MaxParagraphs)
		}
		s.full = true
		return
	}
	p.Text = p.text.String()
	p.Note = s.note
	if s.note == "" {
		s.count++
		p.Place.Paragraph = s.count
	} else {
		p.Place.Note = s.note
	}
	p.Listed = p.Listed || p.listed || s.lists > 0
	for _, i := range s.pending {
		s.doc.Sources[i].Place = p.Place
	}
	s.pending = nil
	s.doc.Paragraphs = append(s.doc.Paragraphs, p.Paragraph)
	p.closed = len(s.doc.Paragraphs)
}

func (s *story) beginRow() {
	push(&s.rows, len(s.doc.Paragraphs))
}

// endRow closes a row. A label in a cell of its own is joined to what it numbers.
func (s *story) endRow() {
	first, ok := pop(&s.rows)
	if !ok {
		return
	}
	all := s.doc.Paragraphs
	if len(all)-first != 2 || len(all[first].Text) > 8 {
		return
	}
	label := strings.Trim(all[first].Text, "[](). \t\n")
	if _, err := strconv.Atoi(label); err != nil {
		return
	}
	all[first+1].Label, all[first+1].Item = label, true
	all[first+1].Keys = append(all[first+1].Keys, all[first].Keys...)
	all[first].Text = ""
}

func (s *story) write(text string) {
	p := s.top()
	if p == nil || p.text.Len()+len(text) > maxText {
		return
	}
	if s.lists > 0 && strings.TrimSpace(text) != "" {
		p.listed = true
	}
	p.text.WriteString(text)
}

func (s *story) at() int {
	if p := s.top(); p != nil {
		return p.text.Len()
	}
	return 0
}

// cite records a citation: its mark, also in a paragraph that has ended, and the works it describes.
func (s *story) cite(f fieldCode, p *draft, from, to int) {
	if p == nil {
		return
	}
	if len(f.Keys) > 0 {
		m := prose.Mark{At: min(from, p.text.Len()), Keys: f.Keys}
		if text := p.text.String(); from < to {
			m.Shown = strings.Join(strings.Fields(text[from:to]), " ")
		}
		in := &p.Paragraph
		if p.closed > 0 {
			in = &s.doc.Paragraphs[p.closed-1]
		}
		in.Marks = append(in.Marks, m)
	}
	for _, src := range f.Sources {
		if src.Key == "" || s.described[src.Key] {
			continue
		}
		switch n := len(s.doc.Sources); {
		case n < biblio.MaxReferences:
			s.described[src.Key] = true
			s.doc.Sources = append(s.doc.Sources, src)
			s.pending = append(s.pending, n)
		case !s.full:
			s.full = true
			s.Problem(biblio.Place{}, "too-many-references", "references from here on are not read")
		}
	}
}

func (s *story) link(f fieldCode, p *draft, from, to int) {
	if p == nil || from > to {
		return
	}
	switch {
	case f.URI != "":
		p.Links = append(p.Links, prose.Link{Span: biblio.Span{Start: from, End: to}, URI: f.URI})
	case f.Anchor != "":
		s.cite(fieldCode{Keys: []string{f.Anchor}}, p, from, to)
	}
}

func (s *story) place() biblio.Place {
	if s.note != "" {
		return biblio.Place{Note: s.note}
	}
	return biblio.Place{Paragraph: s.count + 1}
}

func (s *story) result() reading.Result {
	s.wake()
	r := s.doc.Read()
	r.Problems = append(s.Problems, r.Problems...)
	return r
}

// wake turns the quiet sources that the text cites into references.
func (s *story) wake() {
	quiet := map[string]*prose.Source{}
	for i := range s.doc.Sources {
		if src := &s.doc.Sources[i]; src.Quiet {
			quiet[src.Key] = src
		}
	}
	if len(quiet) == 0 {
		return
	}
	for i := range s.doc.Paragraphs {
		p := &s.doc.Paragraphs[i]
		for _, m := range p.Marks {
			for _, key := range m.Keys {
				if src := quiet[key]; src != nil && src.Quiet {
					src.Quiet, src.Place, src.Shown = false, p.Place, m.Shown
				}
			}
		}
	}
}

// walk processes one token after another; an element for whose start tag start returns false is skipped.
func walk(scan *xmlscan.Scanner, start func(xmlscan.Token) bool, end, text func(string)) {
	for t := range scan.Tokens() {
		switch t.Kind {
		case xmlscan.Start:
			if !start(t) {
				scan.Skip(t)
			}
		case xmlscan.End:
			end(t.Name)
		case xmlscan.Text:
			text(t.Text)
		}
	}
}

// push adds to a list of open ones, unless they are nested too deeply.
func push[T any](open *[]T, one T) {
	if len(*open) < maxNested {
		*open = append(*open, one)
	}
}

// pop removes and returns the last element of a list of open ones, or returns false if there is none.
func pop[T any](open *[]T) (last T, ok bool) {
	n := len(*open)
	if n == 0 {
		return last, false
	}
	last, *open = (*open)[n-1], (*open)[:n-1]
	return last, true
}
