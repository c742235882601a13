package wording

import (
	"strings"

	"github.com/bonafide-audit/bonafide/internal/bibtex"
)

// acronyms are names of fields that stand in capitals beside names of any case.
var acronyms = map[string]bool{"doi": true, "url": true, "isbn": true, "issn": true, "pmid": true, "eid": true}

// Of gives the habits of one entry: the marks around its values and the case of
// its names where it has one way of its own, all else as the file has it.
func (h *Habits) Of(f *bibtex.File, it *bibtex.Item) *Habits {
	marks, names := tally{}, tally{}
	for i := range it.Fields {
		field := &it.Fields[i]
		if len(field.Value.Pieces) == 1 {
			switch field.Value.Pieces[0].Kind {
			case bibtex.Quoted:
				marks["quotes"]++
			case bibtex.Braced:
				marks["braces"]++
			}
		}
		if !acronyms[f.FieldName(field)] {
			names[caseOf(f.Text(field.Name))]++
		}
	}
	own := *h
	if way, ok := marks.only(); ok {
		own.Quotes = way == "quotes"
	}
	if way, ok := names.only(); ok {
		own.capitals, own.capital = way == "capitals", way == "capital"
	}
	return &own
}

// only gives the way in which something is written each time, more than once.
func (t tally) only() (way string, ok bool) {
	if len(t) != 1 {
		return "", false
	}
	for way, n := range t {
		return way, n > 1
	}
	return "", false
}

// Named writes the name of a new field as the file, or the entry, writes names.
func (h *Habits) Named(field string) string {
	switch {
	case acronyms[field] && len(h.acronyms[field]) > 0:
		return h.acronyms[field].most(field)
	case h.capitals:
		return strings.ToUpper(field)
	case h.capital && len(field) > 1:
		return strings.ToUpper(field[:1]) + field[1:]
	}
	return field
}
