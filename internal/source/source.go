package source

import (
	"context"
	"errors"
	"fmt"
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

// Extent says how far a source's silence about a claim means absence.
type Extent uint8

// Extents grow with what "not there" proves.
const (
	Uncovered    Extent = iota // silence says nothing
	Covered                    // such works are usually there: kind and year are covered
	CompleteHere               // the source is complete for the claimed container and year
	World                      // these are all the works there are
)

// Coverage is what a source says of one query: how far its silence means
// absence, and why, for the report. Container and Year name the row of its
// coverage table that applied, when one did; Listing then says what it lists
// there.
type Coverage struct {
	Extent    Extent
	Container string
	Year      int
	Why       string
	Searched  bool // by title, so that silence says as much as the source usually has
	Listing   Listing
}

// Query is what a source is asked about one reference: everything claimed.
// Claimed fields rank; none of them filters.
type Query struct {
	IDs     []ident.ID // to be resolved exactly
	Proven  []ident.ID // DOIs of records that other services have of the work, which is verified: for sources with Notices
	Claimed biblio.Work
	Raw     string // the whole reference string, for sources that can use it
	Printed bool   // Raw is print, from which Claimed was parsed
	Limit   int    // most records wanted by similarity; 0 means the source's own
}

// How says by what a record was found.
type How string

// Records are found by one of these.
const (
	ByIdentifier How = "identifier"
	ByTitle      How = "title"
	ByRaw        How = "raw"
	ByURL        How = "url"
	ByWebSearch  How = "web-search"
	ByMemory     How = "memory"
	ByEvent      How = "event" // a work of the claimed container and time, by its authors
)

// Hit is a record with how it was found; ID is set for ByIdentifier and names
// the identifier that was asked for.
type Hit struct {
	Record biblio.Record
	How    How
	ID     ident.ID
}

// Answer is what a source said: the records, and what its silence means for
// this query. NoSuchID lists identifiers that the source, as their registry or
// as a closed world, says do not exist.
type Answer struct {
	Hits     []Hit
	Coverage Coverage
	NoSuchID []ident.ID
	// Registered lists identifiers that exist by the word of their registry,
	// although no source can read what they describe; a lookup that failed for the
	// rest may have them too.
	Registered []Registration
	// Attested says how many records of the source have the spellings in which a
	// hit differs from the claim by a letter or two: the claimed ones and the
	// recorded ones.
	Attested []Attestation
}

// Registration is an identifier with the agency that registered it.
type Registration struct {
	ID     ident.ID
	Agency string
}

// Attestation counts the records that have a word in their title, or an author of
// a name. Counts end where there are many.
type Attestation struct {
	Field   biblio.Field
	Text    string
	Records int
}

// ErrNotAsked means that a source cannot be asked with this query. It says
// nothing about the work.
var ErrNotAsked = errors.New("source cannot be asked with this query")

// FailureKind is why a source did not answer.
type FailureKind string

// Failures differ in what a person can do about them.
const (
	Timeout     FailureKind = "timeout"
	RateLimited FailureKind = "rate-limited"
	Refused     FailureKind = "refused" // bot wall, login, 401, 403, 202
	Unreachable FailureKind = "unreachable"
	BadAnswer   FailureKind = "bad-answer" // truncated, wrong content type, not parsable
	Budget      FailureKind = "budget"     // the run's own limit was reached
)

// Failure means that a source was asked and did not answer. It says nothing
// about the work.
type Failure struct {
	Kind   FailureKind
	Detail string
	Err    error
	Unsent bool // no request was made: the service is being left alone
}

// Error says why in one line.
func (f *Failure) Error() string {
	if f.Detail != "" {
		return fmt.Sprintf("%s: %s", f.Kind, f.Detail)
	}
	return string(f.Kind)
}

// Unwrap returns the cause.
func (f *Failure) Unwrap() error { return f.Err }

// Outcome is what came of asking one source.
type Outcome string

// Every source that a run enables has exactly one outcome per reference.
const (
	Found    Outcome = "found"
	NoMatch  Outcome = "no-match"
	NotAsked Outcome = "not-asked"
	Failed   Outcome = "failed"
)

// Lookup is the evidence that one source gave for one reference.
type Lookup struct {
	Source  Info
	Outcome Outcome
	Answer  Answer
	Reason  string   // for NotAsked and Failed: why
	Failure *Failure // for Failed
}

// NewLookup turns what a connector returned into evidence.
func NewLookup(info Info, answer Answer, err error) Lookup {
	var failure *Failure
	switch {
	case err == nil && len(answer.Hits) > 0:
		return Lookup{Source: info, Outcome: Found, Answer: answer}
	case err == nil:
		return Lookup{Source: info, Outcome: NoMatch, Answer: answer}
	case errors.Is(err, ErrNotAsked):
		return Lookup{Source: info, Outcome: NotAsked, Reason: err.Error()}
	case errors.As(err, &failure):
		return Lookup{Source: info, Outcome: Failed, Reason: failure.Error(), Failure: failure}
	}
	failure = &Failure{Kind: BadAnswer, Detail: err.Error(), Err: err}
	return Lookup{Source: info, Outcome: Failed, Reason: failure.Error(), Failure: failure}
}

// Connector asks one source. No records and a nil error mean searched, not
// there; ErrNotAsked means that this source cannot be asked with this query; a
// *Failure means that it did not answer. Only the first says anything about
// the work, and only within the coverage that the answer states. A connector
// translates; it never judges. It is safe for concurrent use.
type Connector interface {
	Info() Info
	Lookup(ctx context.Context, q Query) (Answer, error)
}

// Listing says how near a claim comes to what a source lists of the claimed
// container and year. It is plain data: what follows from it the judge says.
// The event is the container in that year, the year before and the year after,
// with its other parts: findings, workshops, tracks.
type Listing struct {
	// Searched is true when the source looked at the works of the event. An
	// index of an older format cannot, and then absence proves nothing.
	Searched bool
	// Works is how many works the container has that year, as the source's
	// table declares; 0 when it does not say.
	Works int
	// Before and After say that the source is complete for the year before and
	// for the year after as well.
	Before, After bool
	// Sisters says that the source lists the other parts of the event too.
	Sisters bool
	// Title is how alike the likest title of the event is, from 0 to 1; Kin the
	// same for all works of the source that have a claimed author.
	Title, Kin float64
	// Authors is how many of the claimed authors were looked for.
	Authors int
	// Cut says that the claimed list of authors ends in "et al.".
	Cut bool
	// Shared is how many of the claimed authors the work of the event has that
	// has most of them; Together the same for all works of the source. One of
	// several is not counted.
	Shared, Together int
}
