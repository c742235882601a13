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

// Silence is what is assumed about the works that a source has: how much it means that it lacks one. Counts, where
// there are any (internal/judge/silence.json), take precedence.
type Silence struct {
	// Holds are the shares of works that it has; the first that fits a work applies. They are on the low side, since too
	// high a share accuses real works. Kinds that are not listed have 0.
	Holds []Holding
	// TakenFrom names the source from which it takes its records: what both lack counts once.
	TakenFrom string
}

// Holding is the share of a class of works that a source has.
type Holding struct {
	Type  biblio.Type
	Of    Part
	Share float64
	Why   string
}

// Part is a part of the works of a type.
type Part uint8

// The parts.
const (
	All          Part = iota
	Deposited         // in proceedings of IEEE, ACM or Springer
	OnArXiv           // cited as on arXiv
	Listed            // in a journal or conference that the table of venues names
	ListedLately      // Listed, since 2010
)

// Extent says to what extent a source's silence about a claim means absence.
type Extent uint8

// Extents grow with what silence proves.
const (
	Uncovered    Extent = iota // silence says nothing
	Covered                    // such works are usually present: kind and year are covered
	CompleteHere               // the source is complete for the claimed container and year
	World                      // these are all works that exist
)

// Coverage is what a source says about one query: to what extent its silence means absence, and why, for the report.
// Container and Year name the row of its coverage table that applied, if any; Listing then says what it lists there.
type Coverage struct {
	Extent    Extent
	Container string
	Year      int
	Why       string
	Searched  bool // by title, so that silence means as much as it usually does for the source
	Listing   Listing
}

// Listing says how close a claim comes to what a source lists for the claimed container and year. It is plain data:
// the judge decides what follows from it. The event is the container in that year, the year before and the year
// after, with its other parts: findings, workshops, tracks.
type Listing struct {
	// Searched is true if the source searched the works of the event. An index of an older format cannot, and then
	// absence proves nothing.
	Searched bool
	// Works is the number of works of the container that year, as the source's table declares; 0 if it does not say.
	Works int
	// Before and After say that the source is also complete for the year before and the year after.
	Before, After bool
	// Sisters says that the source also lists the other parts of the event.
	Sisters bool
	// Title is the similarity of the most similar title of the event, from 0 to 1; SameAuthorTitle is the same for
	// all works of the source by a claimed author.
	Title, SameAuthorTitle float64
	// Authors is the number of claimed authors that were looked up.
	Authors int
	// Cut says that the claimed list of authors ends in "et al.".
	Cut bool
	// Shared is the largest number of claimed authors that one work of the event has; SharedAnywhere is the same for
	// all works of the source. A match that is one of several is not counted.
	Shared, SharedAnywhere int
}
