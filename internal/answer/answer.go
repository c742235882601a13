// Package answer is the result of asking about a work: what a source declares about itself, what it returned, what
// its silence means, and why it did not answer. A failure says nothing about the work.
//
// May be imported by: everything.
package answer

import (
	"errors"
	"fmt"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/parallel"
)

// How says how a record was found.
type How string

// The ways in which records are found.
const (
	ByIdentifier How = "identifier"
	ByTitle      How = "title"
	ByRaw        How = "raw"
	ByURL        How = "url"
	ByWebSearch  How = "web-search"
	ByMemory     How = "memory"
	ByEvent      How = "event" // a work of the claimed container and time, by its authors
)

// Hit is a record and how it was found; ID is set for ByIdentifier and names the identifier that was looked up.
type Hit struct {
	Record biblio.Record
	How    How
	ID     ident.ID
}

// Answer is what a source returned: the records, and what its silence means for this query. NoSuchID lists
// identifiers that do not exist according to the source, which is their registry or a closed world.
type Answer struct {
	Hits     []Hit
	Coverage Coverage
	NoSuchID []ident.ID
	// Registered lists identifiers that exist according to their registry, although no source can read what they
	// describe; if a lookup failed for the others, they may exist too.
	Registered []Registration
	// Attested says how many records of the source have the spellings in which a hit and the claim differ by a letter
	// or two: the claimed spellings and the recorded ones.
	Attested []Attestation
	// Beside lists the people, as "Family, Given", whom a hit with the claimed title lacks and who have signed a record
	// together with another of the claimed authors.
	Beside []string
}

// Registration is an identifier with the agency that registered it.
type Registration struct {
	ID     ident.ID
	Agency string
}

// Attestation counts the records that have a word in their title, or an author with a name. Counting stops once there
// are many.
type Attestation struct {
	Field   biblio.Field
	Text    string
	Records int
}

// Outcome is the result of asking one source.
type Outcome string

// Every enabled source has exactly one outcome per reference.
const (
	Found    Outcome = "found"
	NoMatch  Outcome = "no-match"
	NotAsked Outcome = "not-asked"
	Failed   Outcome = "failed"
)

// Lookup is the evidence from one source for one reference.
type Lookup struct {
	Source  Info
	Outcome Outcome
	Answer  Answer
	Reason  string   // for NotAsked and Failed: why
	Failure *Failure // for Failed
}

// NewLookup turns the result of a connector into evidence.
func NewLookup(info Info, answer Answer, err error) Lookup {
	var failure *Failure
	switch {
	case err == nil && len(answer.Hits) > 0:
		return Lookup{Source: info, Outcome: Found, Answer: answer}
	case err == nil:
		return Lookup{Source: info, Outcome: NoMatch, Answer: answer}
	case errors.Is(err, ErrNotAsked):
		return Lookup{Source: info, Outcome: NotAsked, Reason: err.Error()}
	case !errors.As(err, &failure):
		failure = &Failure{Kind: BadAnswer, Detail: err.Error(), Err: err}
	}
	return Lookup{Source: info, Outcome: Failed, Reason: failure.Error(), Failure: failure}
}

// ErrNotAsked means that a source cannot be asked with this query. It says nothing about the work.
var ErrNotAsked = errors.New("source cannot be asked with this query")

// FailureKind is why a source or a model did not answer.
type FailureKind string

// Failures differ in what a user can do about them.
const (
	Timeout     FailureKind = "timeout"
	RateLimited FailureKind = "rate-limited"
	Refused     FailureKind = "refused" // bot wall, login, 401, 403, 202
	Unreachable FailureKind = "unreachable"
	BadAnswer   FailureKind = "bad-answer" // truncated, wrong content type, not parsable
	Budget      FailureKind = "budget"     // the run's own limit was reached

	// For models only.
	Rejected    FailureKind = "rejected"  // the provider does not accept the request or the key
	Refusal     FailureKind = "refusal"   // the model declined to answer
	Cut         FailureKind = "cut"       // the answer ended before it was complete
	Malformed   FailureKind = "malformed" // the answer does not fit its schema
	Unsupported FailureKind = "unsupported"
)

// Failure means that a source was asked and did not answer. It says nothing
// about the work.
type Failure struct {
	Kind   FailureKind
	Detail string
	Err    error
	Unsent bool // no request was made: the service is being left alone
}

// LeftAlone precedes, in the Detail of a Failure, the time for which a service is not asked again.
const LeftAlone = "left alone for another "

// Error returns the reason in one line.
func (f *Failure) Error() string {
	if f.Detail != "" {
		return fmt.Sprintf("%s: %s", f.Kind, f.Detail)
	}
	return string(f.Kind)
}

// Unwrap returns the cause.
func (f *Failure) Unwrap() error { return f.Err }

// Broke returns err, or a Failure if the program's own code panicked over an answer; what names the part that broke,
// for example "connector".
func Broke(what string, err error) error {
	if _, ok := errors.AsType[*parallel.Fault](err); ok {
		return &Failure{Kind: BadAnswer, Detail: what + " broke: " + err.Error()}
	}
	return err
}
