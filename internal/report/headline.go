package report

import (
	"cmp"
	"strings"
	"unicode/utf8"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/judge"
)

// gravityWords are the words for gravities shown to people.
var gravityWords = map[string]string{
	"fabricated": "invented", "substantive": "major", "slip": "minor", "peripheral": "detail",
}

// statusOf returns the status that a reason states, also in a row from before reasons stated one.
func statusOf(r *Reason) judge.Status {
	if s, ok := judge.ParseStatus(r.Status); ok && s != judge.NoStatus {
		return s
	}
	return judge.StatusOf(r.Rule)
}

// Differs reports whether a reason says that a record contradicts a field: proved, or for a person to check.
func Differs(r *Reason) bool {
	strength, _ := judge.ParseStrength(r.Strength)
	s := statusOf(r)
	return s.Wrong() || s == judge.Contested && strength >= judge.Lead
}

// headline says what differs in plain words: "Missing author: Claire Cui".
func headline(r *Reason, d difference) string {
	field := biblio.Field(r.Field)
	values := valueHeadline(r, d)
	switch {
	case field == biblio.FieldAuthors:
		values = cmp.Or(d.words, "Authors differ from the record")
	case statusOf(r) == judge.InDoubt:
		values += "?"
	}
	return strings.NewReplacer("VALUES", values, "FIELD", field.Label(), "CLAIMED", Visible(r.Claimed),
		"RECORDED", Visible(r.Recorded)).Replace(judge.Head(r.Rule, r.Variant, field))
}

// shortValue is how many characters of two values fit in a headline.
const shortValue = 60

// valueHeadline says how the values of a field that is not a list differ.
func valueHeadline(r *Reason, d difference) string {
	field := Visible(biblio.Field(r.Field).Label())
	if first, size := utf8.DecodeRuneInString(field); size > 0 {
		field = strings.ToUpper(string(first)) + field[size:]
	}
	claimed, recorded := Visible(r.Claimed), Visible(r.Recorded)
	if biblio.Field(r.Field) == biblio.FieldPages {
		claimed, recorded = dashes.Replace(claimed), dashes.Replace(recorded)
	}
	short := utf8.RuneCountInString(claimed+recorded) <= shortValue
	switch {
	// two ranges are clearer than their differences
	case d.words != "" && (!short || biblio.Field(r.Field) != biblio.FieldPages):
		return field + ": " + d.words
	case short:
		return field + ": " + claimed + " → " + recorded
	}
	return field + " differs from the record"
}

// dashes normalises the dashes of page ranges.
var dashes = strings.NewReplacer("--", "–", "-", "–")
