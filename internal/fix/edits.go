package fix

import (
	"errors"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/bibfield"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/bibtex"
	"github.com/bonafide-audit/bonafide/internal/fix/entry"
	"github.com/bonafide-audit/bonafide/internal/latex"
	"github.com/bonafide-audit/bonafide/internal/lazy"
)

// roles lists the BibTeX fields that state a field; a new one gets the first name unless newName says otherwise.
var roles = map[biblio.Field][]bibfield.Role{
	biblio.FieldTitle: {bibfield.Title}, biblio.FieldAuthors: {bibfield.Author}, biblio.FieldVenue: {bibfield.Journal,
		bibfield.BookTitle, bibfield.MainTitle},
	biblio.FieldYear: {bibfield.Date, bibfield.Year}, biblio.FieldDOI: {bibfield.DOI}, biblio.FieldArXiv: {bibfield.Eprint,
		bibfield.ArXiv},
	biblio.FieldPMID: {bibfield.PMID}, biblio.FieldISBN: {bibfield.ISBN}, biblio.FieldURL: {bibfield.URL},
	biblio.FieldVolume: {bibfield.Volume},
	biblio.FieldIssue:  {bibfield.Number, bibfield.Issue}, biblio.FieldPages: {bibfield.Pages, bibfield.ArticleNumber},
	biblio.FieldLocation:  {bibfield.Place},
	biblio.FieldPublisher: {bibfield.Publisher, bibfield.Institution, bibfield.School, bibfield.Organization},
}

// FieldNames returns the names under which BibTeX and BibLaTeX state a field.
func FieldNames(field biblio.Field) []string { return bibfield.Named(roles[field]...) }

var (
	errInherited = errors.New("the entry does not state it itself: it comes from a parent, a macro list or another field")
	errFormula   = errors.New("the record has it with a formula or in TeX: it is to be set by hand")
	errElsewhere = errors.New("the entry states it in another field")
	errMacro     = errors.New("the file states it by a macro, and has none for what the record says")
	errAcronym   = errors.New("the file names containers by acronyms, and this one has none")
	errMore      = errors.New("the field has more than one year")
	errShape     = errors.New("the value is built in a way that cannot be changed safely")
)

// writer makes the edits of one entry.
type writer struct {
	f  *bibtex.File
	it *bibtex.Item
	h  *entry.Habits
	c  *Correction
}

// edits returns the edits of a patch. A value that the record writes in TeX, mostly a formula, is not written as text.
func (w *writer) edits(p Patch) ([]bibtex.Edit, error) {
	list, err := w.made(p)
	if p.Aim == Publishes && p.Field == biblio.FieldVenue {
		for i := range w.it.Fields {
			if w.dropped(&w.it.Fields[i]) {
				list = append(list, w.f.DeleteField(w.it, i))
			}
		}
	}
	for _, e := range list {
		old := w.f.Text(e.Span)
		for sign, most := range map[string]int{`\textbackslash`: 0, `\$`: 1} {
			if strings.Count(e.Text, sign) > strings.Count(old, sign)+most {
				return nil, errFormula
			}
		}
		if (p.Field == biblio.FieldTitle || p.Field == biblio.FieldAuthors) && p.Action == Replace && !keepsTeX(old, e.Text) {
			return nil, errFormula
		}
	}
	return list, err
}

// teX matches formulas and commands, which may be the author's own macros.
var teX = lazy.Regexp(`\$[^$]+\$|\\[A-Za-z]{2,}`)

// keepsTeX reports whether the new text keeps all formulas of the old one, and all its commands that are not
// letters: only the author knows what "\Pp" or "8\TeV" means.
func keepsTeX(old, text string) bool {
	for _, part := range teX.FindAllString(old, -1) {
		if letter := part[0] == '\\' && latex.Text(part) != ""; !letter &&
			strings.Count(text, part) < strings.Count(old, part) {
			return false
		}
	}
	return true
}

func (w *writer) made(p Patch) ([]bibtex.Edit, error) {
	if p.Field == biblio.FieldType {
		return w.retype(p.To), nil
	}
	if p.Action == Add {
		return w.add(p)
	}
	if p.Field.Identifier() {
		return w.identifier(p)
	}
	field := w.field(p.Field)
	if field == nil {
		return nil, errInherited
	}
	return w.replace(field, p)
}

// field returns the field of the entry that states something, or nil.
func (w *writer) field(field biblio.Field) *bibtex.Field {
	for _, name := range FieldNames(field) {
		if f, _ := w.f.Field(w.it, name); f != nil && strings.TrimSpace(w.f.Expand(f.Value)) != "" {
			return f
		}
	}
	return nil
}

// replace returns the edits that make a field state the patch's text.
func (w *writer) replace(field *bibtex.Field, p Patch) ([]bibtex.Edit, error) {
	if len(field.Value.Pieces) == 0 || field.Value.Pieces[len(field.Value.Pieces)-1].Open {
		return nil, errShape
	}
	old := w.f.Expand(field.Value)
	switch p.Field {
	case biblio.FieldVenue, biblio.FieldPublisher:
		return w.named(field, p)
	case biblio.FieldTitle:
		if sub, _ := w.f.Field(w.it, "subtitle"); sub != nil {
			return w.titleParts(field, sub)
		}
		return w.put(field, w.h.Title(old, p.To)), nil
	case biblio.FieldAuthors:
		return w.put(field, w.h.Authors(old, w.c.Work.Authors(), p.completes())), nil
	case biblio.FieldYear:
		if !plainYear(old) {
			return nil, errMore
		}
		return w.put(field, w.year(w.f.FieldName(field), old)), nil
	case biblio.FieldPages:
		return w.put(field, w.h.Pages(old, p.To)), nil
	}
	return w.put(field, w.h.Escape(p.To)), nil
}

// plainYear reports whether a text is one year or date and nothing else: no other era, "ca." or question mark.
func plainYear(text string) bool {
	return !strings.Contains(text, "~") && oneDate.MatchString(latex.Text(text))
}

var oneDate = lazy.Regexp(`^\s*[0-9]{1,4}(-[0-9]{2}){0,2}\s*$`)

// titleParts writes a title that is spread over two fields of the entry.
func (w *writer) titleParts(title, sub *bibtex.Field) ([]bibtex.Edit, error) {
	main, rest := w.c.Work.Title, w.c.Work.Subtitle
	if rest == "" {
		i := strings.Index(main, ": ")
		if i < 0 {
			return nil, errShape
		}
		main, rest = main[:i], main[i+2:]
	}
	return append(w.put(title, w.h.Title(w.f.Expand(title.Value), main)),
		w.put(sub, w.h.Title(w.f.Expand(sub.Value), rest))...), nil
}

// put returns the edit that replaces a value by text, with the delimiters of the value or else of the file. A
// value that stays the same needs no edit.
func (w *writer) put(field *bibtex.Field, text string) []bibtex.Edit {
	value := w.delimited(text, w.style(field))
	if value == w.f.Text(field.Value.Span) {
		return nil
	}
	return []bibtex.Edit{bibtex.ReplaceValue(field, value)}
}

// style returns the kind of delimiters that a value has.
func (w *writer) style(field *bibtex.Field) bibtex.PieceKind {
	for _, piece := range field.Value.Pieces {
		if piece.Kind != bibtex.Macro {
			return piece.Kind
		}
	}
	return w.fileStyle()
}

func (w *writer) fileStyle() bibtex.PieceKind {
	if w.h.Quotes {
		return bibtex.Quoted
	}
	return bibtex.Braced
}

// delimited writes a value with its delimiters; what does not fit between them is put in braces.
func (w *writer) delimited(text string, style bibtex.PieceKind) string {
	switch {
	case style == bibtex.Number && text != "" && strings.Trim(text, "0123456789") == "":
		return text
	case style == bibtex.Quoted && !bibtex.QuoteOutside(text) || style != bibtex.Braced && style != bibtex.Quoted &&
		w.h.Quotes && !bibtex.QuoteOutside(text):
		return `"` + text + `"`
	}
	return "{" + text + "}"
}
