package tidy

import (
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/bibfield"
	"github.com/bonafide-audit/bonafide/internal/bibtex"
	"github.com/bonafide-audit/bonafide/internal/lists"
)

// sortFields puts the fields of entries in one order. What is between the fields stays; an entry with comments
// there is left alone.
func (t *tidier) sortFields(string) (int, error) {
	groups := make([][]bibtex.Edit, len(t.entries))
	for n := range t.entries {
		if it := t.entry(n); t.sound[n] && t.plain(it) {
			groups[n] = t.sorted(it)
		}
	}
	return t.make(groups, func(before, after *bibtex.File) bool {
		return bibtex.ReadsAlike(before, after) && alike(before, after, t.numbers(), func(_ int, a, b *bibtex.Item) bool {
			return len(a.Fields) == len(b.Fields) && hasValues(before, after, a, b, nothing)
		})
	})
}

// sorted returns the edits that put the fields of an entry in order.
func (t *tidier) sorted(it *bibtex.Item) (edits []bibtex.Edit) {
	order := lists.Numbers(len(it.Fields))
	rank := func(i int) int { return bibfield.Rank(t.f.FieldName(&it.Fields[i])) }
	slices.SortStableFunc(order, func(a, b int) int { return rank(a) - rank(b) })
	for slot, i := range order {
		if slot != i {
			edits = append(edits, bibtex.Edit{Span: whole(&it.Fields[slot]), Text: t.f.Text(whole(&it.Fields[i]))})
		}
	}
	return edits
}

func whole(field *bibtex.Field) bibtex.Span {
	return bibtex.Span{Start: field.Name.Start, End: field.Value.Span.End}
}

// hasValues reports whether an entry states what another one does, except in fields for which may is true: for
// each field the same first value.
func hasValues(before, after *bibtex.File, a, b *bibtex.Item, may func(field string) bool) bool {
	for j := range a.Fields {
		name := before.FieldName(&a.Fields[j])
		x, _ := before.Field(a, name)
		y, _ := after.Field(b, name)
		if !may(name) && (y == nil || before.Expand(x.Value) != after.Expand(y.Value)) {
			return false
		}
	}
	return true
}

// plain reports whether there is nothing but white space and BibTeX syntax between the parts of an entry.
func (t *tidier) plain(it *bibtex.Item) bool {
	at := it.Key.End
	for i := range it.Fields {
		field := &it.Fields[i]
		if !blankBut(t.text[at:field.Name.Start], ",") || !blankBut(t.text[field.Name.End:field.Value.Span.Start], "=") ||
			field.Value.Span.Len() == 0 || t.commented(field) {
			return false
		}
		at = field.Value.Span.End
	}
	return len(it.Fields) > 0 && at <= it.Close && strings.Count(t.text[at:it.Close], ",") <= 1 &&
		strings.Trim(t.text[at:it.Close], " \t\r\n,") == ""
}

// commented reports whether there is a comment between the pieces of a value.
func (t *tidier) commented(field *bibtex.Field) bool {
	pieces := field.Value.Pieces
	for i := 1; i < len(pieces); i++ {
		if strings.IndexByte(t.text[pieces[i-1].Span.End:pieces[i].Span.Start], '%') >= 0 {
			return true
		}
	}
	return false
}

// blankBut reports whether s is sign surrounded by white space.
func blankBut(s, sign string) bool { return strings.Trim(s, " \t\r\n") == sign }
