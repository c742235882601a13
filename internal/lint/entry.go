package lint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/bibfield"
	"github.com/bonafide-audit/bonafide/internal/bibtex"
)

// entry is one entry of a BibTeX file with what it inherits.
type entry struct {
	l         *linter
	file      *File
	bib       *bibtex.File
	it        *bibtex.Item
	kind      string // its type in lower case
	effective map[string]string
	biblatex  bool // the file is written for BibLaTeX
	sound     bool // the entry was parsed without a problem
}

// checks are applied to every entry.
var checks = []func(*entry){
	(*entry).required, (*entry).repeated, (*entry).empty, (*entry).year, (*entry).month,
	of(bibfield.ISBN, (*entry).isbn), of(bibfield.Volume, (*entry).volume), of(bibfield.ISSN, (*entry).issn),
	of(bibfield.DOI, (*entry).doi), of(bibfield.PMID, (*entry).pmid), of(bibfield.Pages, (*entry).pages),
	(*entry).characters, (*entry).names, of(bibfield.Title, (*entry).capitals),
}

// of returns a check of the entry's own field with a role.
func of(role bibfield.Role, check func(e *entry, field *bibtex.Field, text string)) func(*entry) {
	return func(e *entry) {
		if field, text := e.field(role); field != nil {
			check(e, field, text)
		}
	}
}

// entries remarks on the entries of a file one by one.
func (l *linter) entries(f *File) {
	if f.Bib == nil {
		return
	}
	biblatex := writtenForBibLaTeX(f.Bib)
	for i := range f.Bib.Items {
		it := &f.Bib.Items[i]
		if it.Kind != bibtex.Entry || bibfield.TypeOf(f.Bib.TypeName(it)).Is(bibfield.NoWork) || len(it.Fields) == 0 {
			continue
		}
		e := &entry{l: l, file: f, bib: f.Bib, it: it, kind: f.Bib.TypeName(it), effective: map[string]string{},
			biblatex: biblatex, sound: f.Bib.Sound(it)}
		fields, _ := f.Bib.Resolve(it)
		for _, have := range fields {
			if text := strings.TrimSpace(f.Bib.Said(have)); text != "" {
				e.effective[have.Name] = text
			}
		}
		for _, check := range checks {
			check(e)
		}
	}
}

// writtenForBibLaTeX reports whether any entry uses a feature of BibLaTeX only.
func writtenForBibLaTeX(f *bibtex.File) bool {
	for i := range f.Items {
		for j := range f.Items[i].Fields {
			if bibfield.Of(f.FieldName(&f.Items[i].Fields[j])).Is(bibfield.BibLaTeX) {
				return true
			}
		}
	}
	return false
}

// remark adds a remark on a field, or on the entry if field is nil.
func (e *entry) remark(rule string, field *bibtex.Field, edits []bibtex.Edit, format string, args ...any) {
	at, name := e.it.Span.Start, ""
	if field != nil {
		at, name = field.Name.Start, e.bib.FieldName(field)
	}
	if !e.sound {
		edits = nil
	}
	line, _ := e.bib.Position(at)
	e.l.add(Remark{Rule: rule, File: e.file.Name, Line: line, Key: e.bib.Key(e.it), Field: name,
		Message: fmt.Sprintf(format, args...), Edits: edits})
}

// field returns the entry's own field with a role, and its text; nil if there is none or it is empty.
func (e *entry) field(role bibfield.Role) (*bibtex.Field, string) {
	for _, name := range bibfield.Named(role) {
		if field, _ := e.bib.Field(e.it, name); field != nil {
			if text := strings.TrimSpace(e.bib.Expand(field.Value)); text != "" {
				return field, text
			}
		}
	}
	return nil, ""
}

// states reports whether the entry or a parent of it has a field with one of the roles.
func (e *entry) states(roles ...bibfield.Role) bool {
	return slices.ContainsFunc(bibfield.Named(roles...), func(name string) bool { return e.effective[name] != "" })
}

// required remarks on missing fields that the type of the entry requires.
func (e *entry) required() {
	if e.states(bibfield.EntrySet) {
		return
	}
	var missing []string
	for _, group := range bibfield.TypeOf(e.kind).Requires {
		if group.OnlyInBib && e.biblatex || e.states(group.Any...) {
			continue
		}
		missing = append(missing, bibfield.Name(group.Any[0], false))
	}
	if len(missing) > 0 {
		e.remark("missing-field", nil, nil, "@%s without %s", e.kind, strings.Join(missing, ", "))
	}
}

// repeated remarks on fields that appear twice.
func (e *entry) repeated() {
	seen := map[string]bool{}
	for j := range e.it.Fields {
		field := &e.it.Fields[j]
		name := e.bib.FieldName(field)
		if seen[name] && !bibfield.Of(name).Is(bibfield.Repeated) {
			e.remark("duplicate-field", field, nil, "%s appears twice; only the first counts", name)
		}
		seen[name] = true
	}
}

// empty remarks on fields without text.
func (e *entry) empty() {
	for j := range e.it.Fields {
		field := &e.it.Fields[j]
		_, text, ok := e.bib.Inside(field)
		if !ok || strings.TrimSpace(text) != "" || bibfield.Of(e.bib.FieldName(field)).Is(bibfield.Keys) {
			continue
		}
		var edits []bibtex.Edit
		if field.Comma >= 0 || j > 0 && j == len(e.it.Fields)-1 {
			edits = []bibtex.Edit{e.bib.DeleteField(e.it, j)}
		}
		e.remark("empty-field", field, edits, "%s has no text", e.bib.FieldName(field))
	}
}
