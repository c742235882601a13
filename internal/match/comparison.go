package match

import (
	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// Agreement is how a claimed field relates to a recorded one.
type Agreement uint8

// The agreements, from nothing known to contradiction.
const (
	NotCompared Agreement = iota // the pair was not compared
	Unclaimed                    // the reference does not state the field
	Unrecorded                   // the record does not state it
	Agrees                       // the same apart from form
	Variant                      // another accepted form; Kind says which
	Undecided                    // may be the same or not (P1)
	Differs                      // not the same; Kind says how
)

// String returns the word used in JSON and reports.
func (a Agreement) String() string {
	return [...]string{"not-compared", "unclaimed", "unrecorded", "agrees", "variant", "undecided", "differs"}[a]
}

// FieldComparison is the agreement of one field with its ground.
type FieldComparison struct {
	Field     biblio.Field
	Agreement Agreement
	Kind      string  // stable word for the variant or difference: "initials", "et-al", "abbreviated", "reordered"
	Claimed   string  // as the reference states it
	Recorded  string  // as the record states it
	Score     float64 // similarity from 0 to 1
}

// Agreed reports whether the field is the same, in this or another accepted form.
func (f FieldComparison) Agreed() bool { return f.Agreement == Agrees || f.Agreement == Variant }

// Comparison holds one FieldComparison per field, in the order of
// biblio.Fields, and what follows from all of them together.
type Comparison struct {
	Fields []FieldComparison
	// TitleSimilarity is 0 to 100: max(0, (1 - lev(a,b)/max(|a|,|b|)) * 100) of
	// the normalised titles (CiteCheck).
	TitleSimilarity float64
	// SameWork is the probability, from 0 to 1, that the record describes the work that the reference means; at or
	// above SameWorkThreshold it counts as the work.
	SameWork float64
}

// Of returns the comparison of one field.
func (c Comparison) Of(field biblio.Field) FieldComparison {
	for _, f := range c.Fields {
		if f.Field == field {
			return f
		}
	}
	return FieldComparison{Field: field}
}

// AgreesOn reports whether a field is the same, in this or another accepted form.
func (c *Comparison) AgreesOn(field biblio.Field) bool { return c.Of(field).Agreed() }

// SameContainer reports whether both descriptions name one container. A preprint server, claimed for a work that a
// record has in a container, is not the same.
func (c *Comparison) SameContainer() bool {
	venue := c.Of(biblio.FieldVenue)
	return venue.Agreed() && venue.Kind != KindPreprint
}

// SameInPrint reports whether both descriptions name one place in print: the container, the volume and the first
// page, and no other issue.
func (c *Comparison) SameInPrint() bool {
	return c.SameContainer() && c.AgreesOn(biblio.FieldVolume) && c.AgreesOn(biblio.FieldPages) &&
		c.Of(biblio.FieldIssue).Agreement != Differs
}

// Candidate is a record that may be the work claimed, with its comparison.
type Candidate struct {
	Hit        answer.Hit
	Source     answer.Info
	Origin     biblio.Origin // of the record: as its source declares, else as the record says
	Comparison Comparison
	// Suspicious marks a record that was found by an identifier but has another title: the sign of an identifier
	// attached to the wrong paper.
	Suspicious bool
}

// AgreesWholly reports whether a record states every claimed field, and states it as claimed or in another accepted
// form, ignoring the kind of work, which many state loosely. exactly says that no field is in another form.
func (c *Comparison) AgreesWholly() (wholly, exactly bool) {
	exactly = true
	for _, f := range c.Fields {
		switch {
		case f.Field == biblio.FieldType || f.Agreement == Unclaimed:
		case !f.Agreed():
			return false, false
		default:
			exactly = exactly && f.Agreement == Agrees
		}
	}
	return true, exactly
}
