package tidy

import (
	"strings"

	"github.com/bonafide-audit/bonafide/internal/bibtex"
)

// nameWidth is the width of the column of names of fields; longer names take more.
const nameWidth = 12

// align writes one field a line with the equals signs in one column. Values stay
// as they are, over several lines too; an entry with comments between its fields is
// left as it is.
func (t *tidier) align(string) (int, error) {
	eol := t.f.LineEnd()
	groups := make([][]bibtex.Edit, len(t.entries))
	for n := range t.entries {
		it := t.entry(n)
		if !t.sound[n] || !t.plain(it) {
			continue
		}
		if old, text := t.text[it.Key.Start:it.Close], t.laidOut(it, eol); old != text {
			groups[n] = []bibtex.Edit{{Span: bibtex.Span{Start: it.Key.Start, End: it.Close}, Text: text}}
		}
	}
	return t.make(groups, func(before, after *bibtex.File) bool {
		return keeps(before, after, func(string) bool { return false })
	})
}

// laidOut gives an entry from its key to its closing delimiter.
func (t *tidier) laidOut(it *bibtex.Item, eol string) string {
	var b strings.Builder
	b.WriteString(t.f.Key(it))
	for i := range it.Fields {
		name := t.f.Text(it.Fields[i].Name)
		b.WriteString("," + eol + "  " + name + strings.Repeat(" ", max(nameWidth-len(name), 0)) + " = " + t.f.Text(it.Fields[i].Value.Span))
	}
	if it.Fields[len(it.Fields)-1].Comma >= 0 {
		b.WriteByte(',')
	}
	b.WriteString(eol)
	return b.String()
}
