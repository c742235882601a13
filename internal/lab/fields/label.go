package fields

import (
	"fmt"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// Label is how a field of an entry compares with the truth.
type Label byte

// The six labels.
const (
	Correct       Label = 'C' // equal to any version after normalisation
	Missing       Label = 'M' // absent, but stated by a version
	Partial       Label = 'P' // overlaps with a version
	Substituted   Label = 'S' // belongs to another real work
	Fabricated    Label = 'F' // belongs to no known work
	NotApplicable Label = 'X' // no version states it, or it does not apply to the entry type
)

// Labels lists the labels in the order of the tables.
var Labels = []Label{Correct, Missing, Partial, Substituted, Fabricated, NotApplicable}

// Names are the nine fields, in the order of the tables.
var Names = []string{"entry_type", "author", "title", "year", "venue", "volume", "number", "pages", "doi"}

// Indexes of the fields in Names.
const (
	entryType = iota
	author
	title
	year
	venue
	volume
	number
	pages
	doi
	count
)

// Row is the labels of one entry, in the order of Names.
type Row [count]Label

// Wrong reports whether a label is an error.
func (l Label) Wrong() bool { return l != Correct && l != NotApplicable }

// Strictness is which authors must agree.
type Strictness string

// The three strictnesses, by family names alone.
const (
	FirstAuthor Strictness = "first"   // the first author, as in the study
	AuthorSet   Strictness = "set"     // all, in any order
	Ordered     Strictness = "ordered" // all, in order
)

// ParseStrictness parses one of the three.
func ParseStrictness(s string) (Strictness, error) {
	switch Strictness(s) {
	case FirstAuthor, AuthorSet, Ordered:
		return Strictness(s), nil
	}
	return "", fmt.Errorf("authors match by first, set or ordered, not by %q", s)
}

// Claim is an entry of a file. A zero Claim is an entry that could not be read at all.
type Claim struct {
	Kind string // entry type as written, lower case
	Work biblio.Work
}

// Others returns works from which an entry may have taken a value.
type Others func(c *Claim, truth []biblio.Work) []biblio.Work

// Judge labels an entry against the versions of the intended work. The order of the rules is: equal to any
// version C, absent but in the truth M, not applicable X, overlap P, of another real work S, else F.
func Judge(c *Claim, truth []biblio.Work, others Others, strict Strictness) Row {
	var row Row
	var near []biblio.Work
	looked := false
	for i := range row {
		states, stated := rules[i].states(c), false
		for k := range truth {
			stated = stated || rules[i].states(&Claim{Kind: kindOf(&truth[k]), Work: truth[k]})
		}
		switch {
		case !stated:
			row[i] = NotApplicable
		case !states && inapplicable(c.Kind, i):
			row[i] = NotApplicable
		case !states:
			row[i] = Missing
		case anyOf(truth, func(w *biblio.Work) bool { return rules[i].same(c, w, strict) }):
			row[i] = Correct
		case anyOf(truth, func(w *biblio.Work) bool { return rules[i].overlaps(c, w) }):
			row[i] = Partial
		default:
			if !looked && others != nil {
				near, looked = others(c, truth), true
			}
			row[i] = Fabricated
			if i != entryType && (anyOf(near, func(w *biblio.Work) bool { return rules[i].same(c, w, Ordered) }) ||
				i == venue && knownVenue(c)) {
				row[i] = Substituted
			}
		}
	}
	return row
}

func anyOf(list []biblio.Work, holds func(*biblio.Work) bool) bool {
	for i := range list {
		if holds(&list[i]) {
			return true
		}
	}
	return false
}

// inapplicable reports whether entries of a type do not have a field.
func inapplicable(kind string, field int) bool {
	switch kind {
	case "inproceedings", "conference":
		return field == volume || field == number
	case "misc", "online", "unpublished":
		return field == volume || field == number || field == pages
	}
	return false
}
