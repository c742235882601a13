package formats

import (
	"errors"
	"slices"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/bibtex"
	"github.com/bonafide-audit/bonafide/internal/fix"
	"github.com/bonafide-audit/bonafide/internal/fix/entry"
	"github.com/bonafide-audit/bonafide/internal/normalise"
)

// errNoField means that an entry does not state what a patch replaces, or has no place for what it adds.
var errNoField = errors.New("the entry has no field for it")

// form is what a format calls the values of its entries.
type form struct {
	names       map[biblio.Field][]string // those that state a field, the one for a new value first
	shorts      []string                  // those of the abbreviations of containers
	identifying []string                  // whose text may contain an identifier
	order       []string                  // of new values
	kind        func(biblio.Type) string  // "" for no type
}

// layout writes the values of an entry, by their numbers.
type layout interface {
	put(i int, text string) []bibtex.Edit
	remove(i int) bibtex.Edit
	insert(after int, name, text string) bibtex.Edit
}

// named is a value with its name: a line of RIS, a member of CSL-JSON.
type named struct{ name, text string }

// fielded writes the patches of an entry whose values have names.
type fielded struct {
	*form
	layout
	values  []named
	c       *fix.Correction
	claimed *biblio.Work
}

// value returns the number of the first value with one of the names, or -1.
func (w *fielded) value(names ...string) int {
	for _, name := range names {
		if i := slices.IndexFunc(w.values, func(v named) bool { return v.name == name }); i >= 0 {
			return i
		}
	}
	return -1
}

// before returns the number of the value that usually precedes a new one.
func (w *fielded) before(name string) (after int) {
	rank := slices.Index(w.order, name)
	for i, v := range w.values {
		if r := slices.Index(w.order, v.name); r >= 0 && r <= rank {
			after = i
		}
	}
	return after
}

// edits returns the edits of one patch, none if the entry says so already.
func (w *fielded) edits(p fix.Patch) ([]bibtex.Edit, error) {
	if p.Action == fix.Add {
		return w.added(p)
	}
	i, text := w.value(w.names[p.Field]...), p.To
	switch p.Field {
	case biblio.FieldYear:
		return w.each(w.names[p.Field], func(old string) (string, bool) {
			return entry.Year(old, w.claimed.Issued.Year, w.c.Work.Issued)
		})
	case biblio.FieldVenue:
		return w.venue()
	case biblio.FieldDOI, biblio.FieldArXiv, biblio.FieldPMID, biblio.FieldISBN:
		return w.identifier(p, i)
	}
	if i < 0 || p.Field == biblio.FieldTitle && w.value("subtitle") >= 0 {
		return nil, errNoField
	}
	switch p.Field {
	case biblio.FieldType:
		text = w.kind(w.c.Work.Type)
	case biblio.FieldTitle:
		text = entry.Title(w.values[i].text, text)
	case biblio.FieldPages:
		text = entry.Pages(w.values[i].text, text, "-")
	}
	return w.put(i, text), nil
}

// added states a field that the entry lacks. A line SN may have an ISSN.
func (w *fielded) added(p fix.Patch) ([]bibtex.Edit, error) {
	names := w.names[p.Field]
	if i := w.value(names...); len(names) == 0 || i >= 0 && w.values[i].name != "SN" {
		return nil, errNoField
	}
	return []bibtex.Edit{w.insert(w.before(names[0]), names[0], p.To)}, nil
}

// each returns the edits of all values with one of the names that a function changes.
func (w *fielded) each(names []string, change func(old string) (string, bool)) (edits []bibtex.Edit, err error) {
	err = errNoField
	for i, v := range w.values {
		if !slices.Contains(names, v.name) {
			continue
		}
		if text, ok := change(v.text); ok {
			edits, err = append(edits, w.put(i, text)...), nil
		}
	}
	return edits, err
}

// identifier replaces the wrong identifier wherever the entry states it, or else what is in its place.
func (w *fielded) identifier(p fix.Patch, own int) ([]bibtex.Edit, error) {
	edits, err := w.each(w.identifying, func(old string) (string, bool) { return entry.Swap(old, p.From, p.To) })
	if len(edits) == 0 && own >= 0 && p.Field != biblio.FieldISBN {
		return w.put(own, entry.DOI(w.values[own].text, p.To)), nil
	}
	return edits, err
}

// venue writes the container into every value with the wrong one, whose abbreviation goes if the record has none.
func (w *fielded) venue() ([]bibtex.Edit, error) {
	wrong, short := normalise.ParseContainer(w.claimed.Container.Title), w.c.Work.Container.Abbreviation()
	var edits []bibtex.Edit
	err := errNoField
	for i, v := range w.values {
		if !slices.Contains(w.names[biblio.FieldVenue], v.name) || w.claimed.Title != "" && v.text == w.claimed.Title {
			continue
		}
		have, isName := normalise.ParseContainer(v.text), v.text == w.claimed.Container.Title
		switch {
		case !isName && v.text != w.claimed.Container.Short &&
			normalise.CompareContainers(&have, &wrong) <= normalise.SeriesOf:
			continue
		case slices.Contains(w.shorts, v.name) && (!isName || err == nil): // beside the name
			if short == "" {
				edits = append(edits, w.remove(i))
			} else {
				edits = append(edits, w.put(i, short)...)
			}
		default:
			edits = append(edits, w.put(i, entry.Container(v.text, w.c.Work.Container))...)
		}
		err = nil
	}
	return edits, err
}
