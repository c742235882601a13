package tidy

import (
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/bibfield"
	"github.com/bonafide-audit/bonafide/internal/bibtex"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/latex"
	"github.com/bonafide-audit/bonafide/internal/normalise"
)

// shelved reports whether a field of an entry is of no use in another one.
func shelved(name string) bool {
	row := bibfield.Of(name)
	return row.Is(bibfield.Stamp) || row.Role == bibfield.CrossRef || row.Role == bibfield.XData ||
		row.Role == bibfield.IDs
}

// adopted returns the edits that add to an entry what only others state.
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
			if has[bibfield.Meaning(name)] || shelved(name) || strings.TrimSpace(t.f.Expand(value)) == "" ||
				t.commented(&other.Fields[i]) {
				continue
			}
			text, ok := t.moved(&other.Fields[i], it.Span.Start, mapping)
			if !ok {
				t.note(n, true, "%s is built with macros that are defined differently where %s stands", name, t.key(kept))
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

// moved returns a value as it must be written in another place to mean the same there: with the new keys, and
// as text if a macro is redefined between the places. It returns false if that cannot be written.
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

// redefined reports whether a macro is defined between two places.
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

// removal returns the edit that removes an entry, with its line and one empty line.
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

// lineBreak returns where the next line starts if the rest of a line is blank.
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

// noteMerged records which keys are removed and where entries differ.
func (t *tidier) noteMerged(m merged, mapping newKeys) {
	for i, n := range m.dropped {
		if old := t.key(n); mapping.replaces(old, t.key(m.kept)) {
			t.out.Renamed = append(t.out.Renamed, Rename{old, t.key(m.kept), t.kind})
		}
		lost := ""
		if list := t.differences(append([]int{m.kept}, m.dropped[:i]...), n); len(list) > 0 {
			lost = "; lost: " + strings.Join(list, ", ")
		}
		t.note(n, false, "merged into %s%s", t.key(m.kept), lost)
		t.show(m.kept, n)
	}
}

// said returns the field of an entry that means the same as the named one, or nil.
func (t *tidier) said(n int, name string) *bibtex.Field {
	it := t.entry(n)
	for i := range it.Fields {
		if field := &it.Fields[i]; bibfield.Meaning(t.f.FieldName(field)) == bibfield.Meaning(name) &&
			strings.TrimSpace(t.f.Expand(field.Value)) != "" && !t.commented(field) {
			return field
		}
	}
	return nil
}

// differences lists what a removed entry says differently from the one that stays, or from those whose fields
// that one takes over, apart from form.
func (t *tidier) differences(others []int, dropped int) (list []string) {
	b := t.entry(dropped)
	for i := range b.Fields {
		name, text := t.f.FieldName(&b.Fields[i]), strings.TrimSpace(t.f.Expand(b.Fields[i].Value))
		if shelved(name) || text == "" {
			continue
		}
		for _, n := range others {
			field := t.said(n, name)
			if field == nil {
				continue
			}
			if !t.sameSaid(name, n, dropped, t.f.Expand(field.Value), text) {
				list = append(list, name+" "+text)
			}
			break
		}
	}
	return list
}

// conflicts lists the fields in which a removed entry would lose something: the type, and all but private
// fields that say something else.
func (t *tidier) conflicts(kept, dropped int) (list []string) {
	a, b := t.f.TypeName(t.entry(kept)), t.f.TypeName(t.entry(dropped))
	if a != b && b != "misc" && b != "online" && b != "unpublished" {
		list = append(list, "@"+a+" and @"+b)
	}
	ahead := t.ahead(kept, dropped)
	fields := t.entry(dropped).Fields
	for i := range fields {
		name, text := t.f.FieldName(&fields[i]), strings.TrimSpace(t.f.Expand(fields[i].Value))
		row := bibfield.Of(name)
		field := t.said(kept, name)
		switch {
		case text == "" || shelved(name) || row.Is(bibfield.Private):
		case t.commented(&fields[i]):
			list = append(list, name)
		case field == nil:
			if _, ok := t.moved(&fields[i], t.entry(kept).Span.Start, newKeys{}); !ok {
				list = append(list, name)
			}
		case ahead && slices.Contains(dated, row.Role):
		case !t.sameSaid(name, kept, dropped, t.f.Expand(field.Value), text):
			list = append(list, name)
		}
	}
	return list
}

// dated are the fields in which an article that is online ahead of its issue differs from the same article in
// its issue.
var dated = []bibfield.Role{bibfield.Year, bibfield.Date, bibfield.Month, bibfield.Pages}

// ahead reports whether an entry cites ahead of print, under the same DOI, what another cites with its volume.
func (t *tidier) ahead(kept, dropped int) bool {
	a, b := t.works[kept], t.works[dropped]
	if a == nil || b == nil || a.Volume == "" || b.Volume != "" || b.Issued.Year > a.Issued.Year {
		return false
	}
	id := a.ID(ident.DOI)
	return !id.IsZero() && id == b.ID(ident.DOI)
}

// sameSaid reports whether two entries say the same in a field, or the one that stays says it more fully.
func (t *tidier) sameSaid(name string, kept, dropped int, a, b string) bool {
	if sameText(name, a, b) {
		return true
	}
	row := bibfield.Of(name)
	switch {
	case row.Role == bibfield.Year, row.Role == bibfield.Date:
		return strings.HasPrefix(a, b)
	case row.Role == bibfield.Author:
		return t.moreNames(kept, dropped)
	}
	return false
}

// moreNames reports whether an entry names the authors of another one at least as fully: no list is cut, no
// name is missing, and no given name is shorter.
func (t *tidier) moreNames(kept, dropped int) bool {
	a, b := t.works[kept], t.works[dropped]
	if a == nil || b == nil || a.AuthorsCut || len(a.Authors()) != len(b.Authors()) && !b.AuthorsCut ||
		len(a.Authors()) < len(b.Authors()) {
		return false
	}
	for i, other := range b.Authors() {
		one := a.Authors()[i]
		if normalise.Text(one.Family) != normalise.Text(other.Family) || one.Literal != other.Literal ||
			!fuller(one.Given, other.Given) {
			return false
		}
	}
	return true
}

// fuller reports whether given names contain each of some others, or more of it: "Ann M." those of "A. M." and "Ann".
func fuller(given, other string) bool {
	words := func(s string) []string { return strings.Fields(normalise.Text(strings.ReplaceAll(s, ".", ". "))) }
	a, b := words(given), words(other)
	if len(a) < len(b) {
		return false
	}
	for i := range b {
		if !strings.HasPrefix(a[i], b[i]) {
			return false
		}
	}
	return true
}

// sameText reports whether two values of a field say the same.
func sameText(name, a, b string) bool {
	a, b = latex.Text(a), latex.Text(b)
	row := bibfield.Of(name)
	switch {
	case row.Is(bibfield.Names):
		x, y := strings.Fields(normalise.Text(a)), strings.Fields(normalise.Text(b))
		slices.Sort(x)
		slices.Sort(y)
		return slices.Equal(x, y)
	case row.Role == bibfield.Journal, row.Role == bibfield.BookTitle:
		x, y := normalise.ParseContainer(a), normalise.ParseContainer(b)
		return normalise.Identical(&x, &y)
	}
	if row.Role == bibfield.DOI {
		x, okA := ident.ParseDOI(a)
		y, okB := ident.ParseDOI(b)
		return okA && okB && x == y || a == b
	}
	return normalise.Text(a) == normalise.Text(b)
}

// kept reports whether an entry states at least what it did, except for the keys of others.
func kept(before, after *bibtex.File, a, b *bibtex.Item) bool {
	return before.Key(a) == after.Key(b) && len(b.Fields) >= len(a.Fields) && hasValues(before, after, a, b, namesKeys)
}
