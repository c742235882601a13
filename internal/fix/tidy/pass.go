package tidy

import (
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/bibtex"
	"github.com/bonafide-audit/bonafide/internal/lists"
)

// eachSound applies the edits that a function returns for the entries that were parsed without a problem. may
// reports whether the values of a field may change.
func (t *tidier) eachSound(may func(field string) bool, edits func(it *bibtex.Item) []bibtex.Edit) (int, error) {
	return t.eachAs(may, itself, func(n int) []bibtex.Edit { return edits(t.entry(n)) })
}

// eachAs is like eachSound for edits of numbered entries that leave values alike as transformed by a function.
func (t *tidier) eachAs(may func(field string) bool, as func(string) string,
	edits func(n int) []bibtex.Edit) (int, error) {
	groups := make([][]bibtex.Edit, len(t.entries))
	for n := range t.entries {
		if t.sound[n] {
			groups[n] = edits(n)
		}
	}
	return t.make(groups, func(before, after *bibtex.File) bool { return keepsAs(before, after, may, as) })
}

// make applies one group of edits per entry, except those after which the file would not be sound, and parses
// the file again.
func (t *tidier) make(groups [][]bibtex.Edit, sound func(before, after *bibtex.File) bool) (int, error) {
	var edits []bibtex.Edit
	changed := 0
	for n, kept := range bibtex.Sift(t.text, groups, func(text []byte) bool { return sound(t.f, bibtex.Parse(text)) }) {
		switch {
		case len(groups[n]) == 0:
		case kept:
			edits = append(edits, groups[n]...)
			changed++
		default:
			t.note(n, true, "the file would not be read as before")
			groups[n] = nil
		}
	}
	if changed == 0 {
		return 0, nil
	}
	out, err := bibtex.Splice(t.text, edits)
	if err != nil {
		return 0, err
	}
	t.text = string(out)
	t.read()
	return changed, nil
}

// entriesOf returns the entries of a file.
func entriesOf(f *bibtex.File) (list []*bibtex.Item) {
	for i := range f.Items {
		if f.Items[i].Kind == bibtex.Entry {
			list = append(list, &f.Items[i])
		}
	}
	return list
}

// numbers returns the numbers of all entries.
func (t *tidier) numbers() []int { return lists.Numbers(len(t.entries)) }

// alike reports whether a changed file has the entries with some numbers, in their order and without new problems, and
// each is the same.
func alike(before, after *bibtex.File, numbers []int, same func(n int, a, b *bibtex.Item) bool) bool {
	old, now := entriesOf(before), entriesOf(after)
	if len(now) != len(numbers) || len(after.Problems) > len(before.Problems) {
		return false
	}
	for place, n := range numbers {
		if !same(n, old[n], now[place]) {
			return false
		}
	}
	return true
}

func itself(text string) string { return text }

// keepsAs reports whether a changed file has the same items, keys and types, and the same fields with the same values,
// as transformed by a function, except in fields that may change.
func keepsAs(before, after *bibtex.File, may func(field string) bool, as func(string) string) bool {
	if !bibtex.ReadsAlike(before, after) {
		return false
	}
	for i := range before.Items {
		a, b := &before.Items[i], &after.Items[i]
		switch {
		case a.Kind != bibtex.Entry:
			if before.Text(a.Span) != after.Text(b.Span) {
				return false
			}
		case before.TypeName(a) != after.TypeName(b) || !sameFields(before, after, a, b, may, as):
			return false
		}
	}
	return true
}

// sameFields reports whether two entries have the same fields in the same order with the same values, as
// transformed by a function, except fields that may change.
func sameFields(before, after *bibtex.File, a, b *bibtex.Item, may func(field string) bool,
	as func(string) string) bool {
	return slices.EqualFunc(staying(before, a, may), staying(after, b, may), func(x, y *bibtex.Field) bool {
		return before.FieldName(x) == after.FieldName(y) && as(before.Expand(x.Value)) == as(after.Expand(y.Value))
	})
}

func staying(f *bibtex.File, it *bibtex.Item, may func(field string) bool) []*bibtex.Field {
	var list []*bibtex.Field
	for i := range it.Fields {
		if !may(f.FieldName(&it.Fields[i])) {
			list = append(list, &it.Fields[i])
		}
	}
	return list
}

// only allows changes in the named fields.
func only(names ...string) func(string) bool {
	return func(field string) bool {
		return slices.Contains(names, field)
	}
}

// nothing allows no change.
func nothing(string) bool { return false }

// own returns the first field of an entry with a name, and its trimmed text between the delimiters; nil if
// there is none or its value is not a single text.
func (t *tidier) own(it *bibtex.Item, name string) (*bibtex.Field, string) {
	field, _ := t.f.Field(it, name)
	_, text, ok := t.f.Inside(field)
	if !ok {
		return nil, ""
	}
	return field, strings.TrimSpace(text)
}

// put returns the edit that writes text between the delimiters of a field; none when
// it is there, or could not are there.
func (t *tidier) put(field *bibtex.Field, text string) []bibtex.Edit {
	span, old, ok := t.f.Inside(field)
	if !ok || old == text || !bibtex.Balanced(text) || t.f.Text(field.Value.Span)[0] == '"' && bibtex.QuoteOutside(text) {
		return nil
	}
	return []bibtex.Edit{{Span: span, Text: text}}
}
