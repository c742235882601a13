package entries

import (
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/bibfield"
	"github.com/bonafide-audit/bonafide/internal/bibtex"
	"github.com/bonafide-audit/bonafide/internal/normalise"
)

// Of returns an entry of a file from its fields, inherited ones included, and as they are
// written those whose macros no one explains.
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

// telling reports whether the name of a macro that is nowhere defined tells what it stands
// for: a month, or a conference or journal by the name that everybody has for it.
func telling(role bibfield.Role, macro string) bool {
	switch role {
	case bibfield.Month:
		return true
	case bibfield.Journal, bibfield.BookTitle:
		return normalise.VenueName(macro) != ""
	}
	return false
}

// statedAs returns the name under which a field is read. One that an at sign disables
// counts where the entry has no other of its name: BibTeX would print nothing.
func statedAs(fields []bibtex.Effective, name string) string {
	plain, disabled := strings.CutPrefix(name, "@")
	if !disabled || slices.ContainsFunc(fields, func(e bibtex.Effective) bool { return e.Name == plain }) {
		return name
	}
	return plain
}
