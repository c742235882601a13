package office

import (
	"cmp"
	"sort"
	"strconv"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/extract/prose"
	"github.com/bonafide-audit/bonafide/internal/xmlscan"
)

type run struct {
	raised, hidden bool
	start          int
}

type anchorLink struct {
	field fieldCode
	para  *draft
	start int
}

type control struct {
	field   fieldCode
	para    *draft
	start   int
	content bool // its content has begun
}

func (w *word) style(p *draft, id string) {
	s := w.styles.resolve(id)
	p.Heading = cmp.Or(p.Heading, s.heading)
	p.Listed = p.Listed || s.listed
	if p.number == "" {
		p.number, p.level = s.number, s.level
	}
}

func (w *word) text(start xmlscan.Token) {
	for t := range w.scan.Tokens() {
		if t.Kind == xmlscan.End && t.Name == start.Name {
			return
		}
		if t.Kind != xmlscan.Text {
			continue
		}
		switch {
		case start.Name != "t":
			w.instruct(start.Name, t.Text)
		case w.instructing() || len(w.runs) > 0 && w.runs[len(w.runs)-1].hidden:
		default:
			w.write(t.Text)
		}
	}
}

func (w *word) endRun() {
	r, ok := pop(&w.runs)
	if !ok {
		return
	}
	p := w.top()
	if p == nil || !r.raised || r.start >= p.text.Len() {
		return
	}
	raise(p, r.start)
}

// raise records that the text of a paragraph from start on is a superscript.
func raise(p *draft, start int) {
	text := p.text.String()[start:]
	if strings.Trim(text, "0123456789,;–—- ") != "" || len(p.Raised) > 10000 {
		return
	}
	if n := len(p.Raised); n > 0 && p.Raised[n-1].End == start {
		p.Raised[n-1].End = p.text.Len()
		return
	}
	p.Raised = append(p.Raised, biblio.Span{Start: start, End: p.text.Len()})
}

// endParagraph closes the paragraph, unless its end was deleted.
func (w *word) endParagraph() {
	p := w.top()
	if p == nil {
		return
	}
	for _, f := range w.fields { // an instruction ends with its paragraph
		if f.para == p && !f.separated {
			w.separate(f)
		}
	}
	if p.endDeleted {
		p.endDeleted, p.joined = false, true
		return
	}
	w.end()
}

func (w *word) bookmark(name string) {
	if f, ok := w.stored[name]; ok {
		w.cite(f, w.top(), w.at(), w.at())
		return
	}
	for _, prefix := range []string{"_GoBack", "_Hlk", "_Toc", "OLE_LINK", "_heading", "ZOTERO_"} {
		if strings.HasPrefix(name, prefix) {
			return
		}
	}
	if name == "" || len(name) > 200 || len(w.keys) > 50 {
		return
	}
	if p := w.top(); p != nil {
		if len(p.Keys) < 50 {
			p.Keys = append(p.Keys, name)
		}
		return
	}
	w.keys = append(w.keys, name)
}

type noteKind struct{ element, part string }

var (
	footnotes = noteKind{"footnote", "footnotes.xml"}
	endnotes  = noteKind{"endnote", "endnotes.xml"}
)

// refer records that the text calls a note: notes are numbered in that order.
func (w *word) refer(kind noteKind, id string) {
	key := kind.element + ":" + id
	if w.noteIDs == nil {
		w.noteIDs, w.counts = map[string]int{}, map[string]int{}
	}
	if w.noteIDs[key] == 0 {
		w.counts[kind.element]++
		w.noteIDs[key] = w.counts[kind.element]
	}
	if p := w.top(); p != nil && w.note == "" && len(p.Marks) < 100000 {
		p.Marks = append(p.Marks, prose.Mark{At: p.text.Len(), Keys: []string{noteKey(kind, w.noteIDs[key])}})
	}
}

// noteKey returns the name of a note that links to it use.
func noteKey(kind noteKind, number int) string { return kind.element + "-" + strconv.Itoa(number) }

// noteName returns the number of a note for readers.
func (w *word) noteName(kind noteKind, number int) string {
	if kind == endnotes && w.counts[footnotes.element] > 0 {
		return "e" + strconv.Itoa(number)
	}
	return strconv.Itoa(number)
}

// notesOf reads the notes of a kind in the order in which the text calls them.
func (w *word) notesOf(kind noteKind, part string) {
	text := w.optional(part)
	if len(text) == 0 {
		return
	}
	type note struct{ number, from, to int }
	var list []note
	s := xmlscan.NewScanner(text)
	for t := range s.Tokens() {
		if t.Kind != xmlscan.Start || t.Name != kind.element {
			continue
		}
		end := s.Skip(t)
		if number := w.noteIDs[kind.element+":"+t.Attr("id")]; number > 0 { // nothing calls separators
			list = append(list, note{number, t.From, end})
		}
	}
	sort.SliceStable(list, func(i, j int) bool { return list[i].number < list[j].number })
	w.links = w.relationships(part)
	for _, n := range list {
		w.note = w.noteName(kind, n.number)
		w.keys = []string{noteKey(kind, n.number)}
		w.scan = xmlscan.NewScanner([]byte(s.Source(n.from, n.to)))
		w.walk()
		w.finish()
	}
	w.note, w.keys = "", nil
	if s.Err() != nil {
		w.Problem(w.place(), "damaged-xml", "the part %s breaks off inside markup; what comes before it is read", part)
	}
}
