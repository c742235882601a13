package tidy

import (
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/bibfield"
	"github.com/bonafide-audit/bonafide/internal/bibtex"
	"github.com/bonafide-audit/bonafide/internal/fold"
	"github.com/bonafide-audit/bonafide/internal/latex"
)

// shelved reports a field of an entry that is of no use in another one.
func shelved(name string) bool {
	row := bibfield.Of(name)
	return row.Is(bibfield.Stamp) || row.Role == bibfield.CrossRef || row.Role == bibfield.XData || row.Role == bibfield.IDs
}

// adopted gives the edits that add to an entry what only others state.
func (t *tidier) adopted(kept int, dropped []int, mapping newKeys) (edits []bibtex.Edit) {
	it := t.entry(kept)
	has := map[string]bool{}
	fields, _ := t.f.Resolve(it)
	for _, e := range fields {
		has[bibfield.Meaning(e.Name)] = true
	}
	for _, n := range dropped {
		other := t.entry(n)
		for i := range other.Fields {
			name := t.f.FieldName(&other.Fields[i])
			value := other.Fields[i].Value
			if has[bibfield.Meaning(name)] || shelved(name) || strings.TrimSpace(t.f.Expand(value)) == "" || t.commented(&other.Fields[i]) {
				continue
			}
			text, ok := t.moved(&other.Fields[i], it.Span.Start, mapping)
			if !ok {
				t.note(n, true, "%s is built with macros that are defined otherwise where %s stands", name, t.key(kept))
				continue
			}
			has[bibfield.Meaning(name)] = true
			more, err := t.f.InsertField(it, len(it.Fields)-1, t.f.Text(other.Fields[i].Name), text)
			if err == nil {
				edits = append(edits, more...)
			}
		}
	}
	return edits
}

// moved gives a value as it is to be written at another place, to say the same
// there: with the new keys, and as text where a macro is defined again between the
// places. It is false where that cannot be written.
func (t *tidier) moved(field *bibtex.Field, to int, mapping newKeys) (string, bool) {
	span := field.Value.Span
	for _, p := range field.Value.Pieces {
		if p.Kind == bibtex.Macro && t.redefined(t.f.Text(p.Span), min(to, span.Start), max(to, span.Start)) {
			text := t.f.Expand(field.Value)
			return "{" + text + "}", bibtex.Balanced(text)
		}
	}
	text := t.f.Text(span)
	inner, was, ok := t.f.Inside(field)
	if !ok || !bibfield.Of(t.f.FieldName(field)).Is(bibfield.Cites) || !strings.Contains(was, "cite") {
		return text, true
	}
	out, err := bibtex.Splice(was, citedIn(was, 0, mapping.of))
	if err != nil {
		return "", false
	}
	return text[:inner.Start-span.Start] + string(out) + text[inner.End-span.Start:], true
}

// redefined reports that a macro is defined between two places.
func (t *tidier) redefined(name string, from, to int) bool {
	for i := range t.f.Items {
		it := &t.f.Items[i]
		if it.Kind != bibtex.String || it.Span.Start < from || it.Span.Start >= to {
			continue
		}
		for k := range it.Fields {
			if strings.EqualFold(t.f.Text(it.Fields[k].Name), name) {
				return true
			}
		}
	}
	return false
}

// removal gives the edit that takes an entry out, with its line and one empty line.
func (t *tidier) removal(n int) bibtex.Edit {
	span := t.entry(n).Span
	lineStart := span.Start == 0 || strings.IndexByte("\r\n", t.text[span.Start-1]) >= 0
	if lineStart {
		if end, ok := lineBreak(t.text, span.End); ok {
			span.End = end
			if end, ok = lineBreak(t.text, span.End); ok {
				span.End = end
			}
		}
	}
	return bibtex.Edit{Span: span}
}

// lineBreak gives where the next line starts if the rest of a line is blank.
func lineBreak(text string, i int) (int, bool) {
	for i < len(text) && (text[i] == ' ' || text[i] == '\t') {
		i++
	}
	switch {
	case strings.HasPrefix(text[i:], "\r\n"):
		return i + 2, true
	case i < len(text) && (text[i] == '\n' || text[i] == '\r'):
		return i + 1, true
	}
	return i, false
}

// sayMerged notes which keys go and where entries differ.
func (t *tidier) sayMerged(m merged, mapping newKeys) {
	for _, n := range m.dropped {
		if old := t.key(n); mapping.gives(old, t.key(m.kept)) {
			t.out.Renamed = append(t.out.Renamed, Rename{old, t.key(m.kept), t.kind})
		}
		t.note(n, false, "merged into %s%s", t.key(m.kept), t.differences(m.kept, n))
	}
}

// differences lists the fields that two entries state differently.
func (t *tidier) differences(kept, dropped int) string {
	var list []string
	a, b := t.entry(kept), t.entry(dropped)
	for i := range b.Fields {
		name := t.f.FieldName(&b.Fields[i])
		field, _ := t.f.Field(a, name)
		if field == nil || shelved(name) {
			continue
		}
		if !sameText(name, t.f.Expand(field.Value), t.f.Expand(b.Fields[i].Value)) {
			list = append(list, name)
		}
	}
	if len(list) == 0 {
		return ""
	}
	return ", which says another " + strings.Join(list, ", ")
}

// sameText reports that two values of a field say the same.
func sameText(name, a, b string) bool {
	a, b = latex.Text(a), latex.Text(b)
	row := bibfield.Of(name)
	switch {
	case row.Is(bibfield.Names):
		x, y := strings.Fields(fold.Text(a)), strings.Fields(fold.Text(b))
		slices.Sort(x)
		slices.Sort(y)
		return slices.Equal(x, y)
	case row.Role == bibfield.Journal, row.Role == bibfield.BookTitle:
		x, y := fold.ParseContainer(a), fold.ParseContainer(b)
		return fold.Identical(&x, &y)
	}
	return fold.Text(a) == fold.Text(b)
}

// keptEntries reports that a file has the entries it had except those that are
// gone, with all that they stated; notes may cite other keys.
func keptEntries(before, after *bibtex.File, entries, gone []int) bool {
	if len(after.Problems) > len(before.Problems) {
		return false
	}
	j := -1
	next := func() *bibtex.Item {
		for j++; j < len(after.Items); j++ {
			if after.Items[j].Kind == bibtex.Entry {
				return &after.Items[j]
			}
		}
		return nil
	}
	for n, i := range entries {
		if _, went := slices.BinarySearch(gone, n); went {
			continue
		}
		a, b := &before.Items[i], next()
		if b == nil || before.Key(a) != after.Key(b) || len(b.Fields) < len(a.Fields) || !hasValues(before, after, a, b, namesKeys) {
			return false
		}
	}
	return next() == nil
}
