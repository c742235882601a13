package reflist

import (
	"strings"

	"github.com/bonafide-audit/bonafide/internal/lists"
)

// Heading reports whether a text is the heading of a reference list: exactly or, for a paragraph known to be a
// heading, with a little more.
func Heading(s string, known bool) bool {
	s = strings.TrimSpace(s)
	return listHeading(s) || known && looseHeading(s)
}

// FurtherReading reports whether s is the heading of a list of works that the text need not cite.
func FurtherReading(s string) bool {
	return len(s) <= headingLong && furtherHeadings[strings.TrimRight(bare(s), "0123456789.")]
}

// noteHeadingLong is the length, in bytes, of the longest heading of notes.
const noteHeadingLong = 40

// NoteHeading reports whether s is the heading of notes at the end of a text.
func NoteHeading(s string) bool { return len(s) <= noteHeadingLong && noteHeadings[bare(s)] }

// Closer reports whether s is the heading of what follows a list.
func Closer(s string) bool { return closer(s) }

// Likeness returns, from 0 to 1, how much a paragraph looks like a reference.
func Likeness(s string) float64 {
	_, s = cutLabel(s)
	return likeness(s)
}

// CutLabel cuts the number or sign of any kind off a text.
func CutLabel(s string) (label, rest string) { return cutLabel(s) }

// Texts that begin with signs of one kind: a minimum number, and nine in ten.
const (
	labelledFewest = 3
	labelledOfTen  = 9
)

// CommonLabels returns the signs with which nearly all of some texts begin, of a kind with which a title may also
// begin, "Knu84: "; nil if they do not.
func CommonLabels(texts []string) []string {
	found := 0
	labels := make([]string, len(texts))
	for i, s := range texts {
		for _, k := range labelKinds {
			if label, _ := k.labelOf(s); k.common && label != "" {
				labels[i] = label
				found++
			}
		}
	}
	if found < labelledFewest || found*10 < labelledOfTen*len(texts) {
		return nil
	}
	return labels
}

// Parts returns the references of an entry that contains several: "(a) … (b) …", "…; …", or after the numbers
// of the entries that follow it.
func Parts(e Entry) []Entry { return parts(e) }

// Note is a footnote or endnote of a document that marks its notes.
type Note struct {
	Label string
	Text  string
}

// Cited returns the references in every note; none for a document in which notes do not normally cite, unless it has
// no other references.
func Cited(notes []Note, only bool) [][]Entry {
	all := make([][]Entry, len(notes))
	texts := lists.Map(notes, func(n Note) string { return strings.TrimSpace(n.Text) })
	withoutSee(texts)
	citing := 0
	for i, n := range notes {
		var plain bool
		if all[i], plain = citedIn(n.Label, nil, texts[i]); plain {
			citing++
		}
	}
	if !only && (citing < fewestCite || float64(citing) < citeShare*float64(len(notes))) {
		return make([][]Entry, len(notes))
	}
	return all
}
