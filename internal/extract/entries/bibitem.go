package entries

import (
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/bibfield"
	"github.com/bonafide-audit/bonafide/internal/bibtex"
	"github.com/bonafide-audit/bonafide/internal/normalise"
)

// Of returns an entry of a file with its fields, including inherited ones, and, as written, those whose macros are
// unknown.
func Of(f *bibtex.File, it *bibtex.Item, fields []bibtex.Effective) (Entry, map[string]string) {
	entry := Entry{Kind: f.TypeName(it), Fields: make([]Field, 0, len(fields))}
	unread := map[string]string{}
	for _, e := range fields {
		if !f.Known(e.Field.Value) && !telling(bibfield.Of(e.Name).Role, f.Text(e.Field.Value.Span)) {
			unread[e.Name] = f.Text(e.Field.Value.Span)
			continue
		}
		entry.Add(statedAs(fields, e.Name), f.Said(e))
	}
	return entry, unread
}

// telling reports whether the name of an undefined macro tells its meaning: a month, or a conference or journal by
// its common name.
func telling(role bibfield.Role, macro string) bool {
	switch role {
	case bibfield.Month:
		return true
	case bibfield.Journal, bibfield.BookTitle:
		return normalise.VenueName(macro) != ""
	}
	return false
}

// statedAs returns the name under which a field is read. A field disabled by an at sign counts if the entry has no
// other with its name: BibTeX would print nothing.
func statedAs(fields []bibtex.Effective, name string) string {
	plain, disabled := strings.CutPrefix(name, "@")
	if !disabled || slices.ContainsFunc(fields, func(e bibtex.Effective) bool { return e.Name == plain }) {
		return name
	}
	return plain
}
