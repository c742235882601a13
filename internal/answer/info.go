package answer

import (
	"slices"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
)

// Info is what a source declares about itself. The judge reads it; no code compares a source's name.
type Info struct {
	Name    string
	Version int  // of the connector; part of the key of cached answers
	Online  bool // asking it sends requests off the machine
	Schemes []ident.Scheme
	Titles  bool // it can be searched by title
	Raw     bool // it can be searched by a whole reference string
	// Origin is the origin of all its records; a source whose records come from many places states none, and each
	// record states its own.
	Origin biblio.Origin
	// OrderedAuthors is true if author lists are in the printed order.
	OrderedAuthors bool
	// CompleteAuthors is true if a list not marked as cut has every author.
	CompleteAuthors bool
	// Types lists the kinds of works the source covers; nil means any. A list that is empty but not nil says that it
	// covers no kind completely (for example because it is limited to one field of research), so its silence never
	// means absence.
	Types []biblio.Type
	// FromYear and ToYear bound the years it covers; zero means unbounded.
	FromYear, ToYear int
	// Authority lists the fields in which its records take precedence over those of other sources if records of one
	// version of a work differ.
	Authority []biblio.Field
	// Deposit is true if its records are what the publisher of a work stated itself; they are followed if no source
	// has authority.
	Deposit bool
	// Registry is true if its "no such identifier" for one of Schemes is the word of the authority that assigns it.
	Registry bool
	// Notices is true if it has what publishers say about their works later (retractions, corrections): it is asked
	// about verified works too, by the DOIs of the records that verified them.
	Notices bool
	// Silence weighs a search by title that found nothing; the zero value has no weight, unless the works of the
	// source were counted.
	Silence Silence
}

// Rank returns the precedence of a field of its records if records of one version of a work differ: 2 with authority,
// 1 as the publisher's word, else 0.
func (i Info) Rank(field biblio.Field) int {
	if slices.Contains(i.Authority, field) {
		return 2
	}
	if i.Deposit {
		return 1
	}
	return 0
}
