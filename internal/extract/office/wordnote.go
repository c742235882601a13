package office

import (
	"sort"
	"strconv"

	"github.com/bonafide-audit/bonafide/internal/extract/prose"
	"github.com/bonafide-audit/bonafide/internal/xmlscan"
)

// noteKind is footnotes or endnotes.
type noteKind struct{ element, part string }

var (
	footnotes = noteKind{"footnote", "footnotes.xml"}
	endnotes  = noteKind{"endnote", "endnotes.xml"}
)

// refer notes that the text calls a note: notes are numbered in that order.
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

// noteKey names a note as links to it do.
func noteKey(kind noteKind, number int) string { return kind.element + "-" + strconv.Itoa(number) }

// noteName is the number of a note for people.
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
		if number := w.noteIDs[kind.element+":"+t.Attr("id")]; number > 0 { // separators are called by none
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
		w.problem(w.place(), "damaged-xml", "the part %s breaks off inside markup; what stands before is read", part)
	}
}
