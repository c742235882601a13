package tidy

import (
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/bibtex"
)

// structure lists the fields by which entries refer to each other.
var structure = map[string]bool{"crossref": true, "xdata": true, "xref": true, "related": true, "relatedtype": true, "entryset": true, "ids": true}

// drop takes fields out.
func (t *tidier) drop(value string) (int, error) {
	names := split(strings.ToLower(value))
	return t.without(func(field string) bool { return slices.Contains(names, field) })
}

// keep takes all other fields out.
func (t *tidier) keep(value string) (int, error) {
	names := split(strings.ToLower(value))
	return t.without(func(field string) bool { return !slices.Contains(names, field) && !structure[field] })
}

func (t *tidier) without(goes func(field string) bool) (int, error) {
	return t.eachSound(goes, func(it *bibtex.Item) (edits []bibtex.Edit) {
		for i := range it.Fields {
			if goes(t.f.FieldName(&it.Fields[i])) {
				edits = append(edits, t.f.DeleteField(it, i))
			}
		}
		return edits
	})
}
