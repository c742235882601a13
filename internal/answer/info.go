package answer

import (
	"slices"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
)

// Info is what a source declares of itself. The judge reads it; no code
// compares a source's name.
type Info struct {
	Name    string
	Version int  // of the connector; part of the key of cached answers
	Online  bool // asking it leaves the machine
	Schemes []ident.Scheme
	Titles  bool // can be searched by title
	Raw     bool // can be searched by a whole reference string
	// Origin is that of all its records; a source whose records come from many
	// hands states none, and its records say theirs.
	Origin biblio.Origin
	// OrderedAuthors is true when author lists are in the order printed.
	OrderedAuthors bool
	// CompleteAuthors is true when a list not marked as cut has every author.
	CompleteAuthors bool
	// Types lists the kinds of works the source covers; nil means any. A list
	// that is empty but not nil says that it covers no kind as a whole (it is of
	// one field of research, say), so that its silence never means absence.
	Types []biblio.Type
	// FromYear and ToYear bound the years it covers; zero means unbounded.
	FromYear, ToYear int
	// Authority lists the fields in which its records are followed before those of
	// other sources where records of one version of a work differ.
	Authority []biblio.Field
	// Deposit is true when its records are what the publisher of a work stated
	// itself: followed where no source has authority.
	Deposit bool
	// Registry is true when its "no such identifier" for one of Schemes is the
	// word of the authority that assigns it.
	Registry bool
	// Notices is true when it has what publishers say of their works afterwards
	// (retractions, corrections): it is asked about verified works too, by the DOIs of
	// the records that verified them.
	Notices bool
}

// Rank says how far a field of its records is followed where records of one
// version of a work differ: 2 with authority, 1 as the publisher's word, else 0.
func (i Info) Rank(field biblio.Field) int {
	if slices.Contains(i.Authority, field) {
		return 2
	}
	if i.Deposit {
		return 1
	}
	return 0
}
