package tidy

import (
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/bibtex"
	"github.com/bonafide-audit/bonafide/internal/fold"
	"github.com/bonafide-audit/bonafide/internal/latex"
)

// oneField lists fields that state the same under two names.
var oneField = map[string]string{
	"journaltitle": "journal", "date": "year", "location": "address", "school": "institution", "archiveprefix": "eprinttype", "primaryclass": "eprintclass",
	"page": "pages", "issue": "number", "annote": "annotation",
}

// notAdopted are the fields of an entry that are of no use in another one.
var notAdopted = map[string]bool{"crossref": true, "xdata": true, "ids": true, "timestamp": true, "bibsource": true, "biburl": true, "date-added": true, "date-modified": true, "owner": true}

func meaning(field string) string {
	if name := oneField[field]; name != "" {
		return name
	}
	return field
}

// adopted gives the edits that add to an entry what only others state.
func (t *tidier) adopted(kept int, dropped []int) (edits []bibtex.Edit) {
	it := t.entry(kept)
	has := map[string]bool{}
	fields, _ := t.f.Resolve(it)
	for _, e := range fields {
		has[meaning(e.Name)] = true
	}
	for _, n := range dropped {
		other := t.entry(n)
		for i := range other.Fields {
			name := t.f.FieldName(&other.Fields[i])
			value := other.Fields[i].Value
			if has[meaning(name)] || notAdopted[name] || strings.TrimSpace(t.f.Expand(value)) == "" || t.commented(&other.Fields[i]) {
				continue
			}
			has[meaning(name)] = true
			more, err := t.f.InsertField(it, len(it.Fields)-1, t.f.Text(other.Fields[i].Name), t.f.Text(value.Span))
			if err == nil {
				edits = append(edits, more...)
			}
		}
	}
	return edits
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
func (t *tidier) sayMerged(kept int, dropped []int) {
	for _, n := range dropped {
		if old := t.key(n); old != t.key(kept) {
			t.out.Renamed = append(t.out.Renamed, Rename{old, t.key(kept), t.kind})
		}
		t.note(n, false, "merged into %s%s", t.key(kept), t.differences(kept, n))
	}
}

// differences lists the fields that two entries state differently.
func (t *tidier) differences(kept, dropped int) string {
	var list []string
	a, b := t.entry(kept), t.entry(dropped)
	for i := range b.Fields {
		name := t.f.FieldName(&b.Fields[i])
		field, _ := t.f.Field(a, name)
		if field == nil || notAdopted[name] {
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
	switch name {
	case "author", "editor":
		x, y := strings.Fields(fold.Text(a)), strings.Fields(fold.Text(b))
		slices.Sort(x)
		slices.Sort(y)
		return slices.Equal(x, y)
	case "journal", "journaltitle", "booktitle":
		x, y := fold.ParseContainer(a), fold.ParseContainer(b)
		return fold.Identical(&x, &y)
	}
	return fold.Text(a) == fold.Text(b)
}

// keptEntries reports that a file has the entries it had except those that are
// gone, with all that they stated.
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
		if b == nil || before.Key(a) != after.Key(b) || len(b.Fields) < len(a.Fields) {
			return false
		}
		for k := range a.Fields {
			name := before.FieldName(&a.Fields[k])
			x, _ := before.Field(a, name)
			y, _ := after.Field(b, name)
			if name != "ids" && (y == nil || before.Expand(x.Value) != after.Expand(y.Value)) {
				return false
			}
		}
	}
	return next() == nil
}
