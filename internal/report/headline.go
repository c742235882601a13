package report

import (
	"cmp"
	"strings"
	"unicode/utf8"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// gravityWords are the words for gravities shown to people.
var gravityWords = map[string]string{
	"fabricated": "invented", "substantive": "major", "slip": "minor", "peripheral": "detail",
}

// headline says what differs in plain words: "Missing author: Claire Cui".
func headline(r *Reason, d difference) string {
	switch {
	case biblio.Field(r.Field).Identifier():
		return identifierHeadline(r)
	case biblio.Field(r.Field) == biblio.FieldAuthors && r.Rule != nearest && r.Rule != "reading-contested":
		return cmp.Or(d.words, "Authors differ from the record")
	case r.Rule == "venue-absent":
		return "Wrong venue: " + Visible(r.Claimed) + " does not list this work"
	case strings.HasSuffix(r.Rule, "-undecided"):
		return valueHeadline(r, d) + "?"
	case r.Rule == nearest:
		plain := *r
		plain.Rule = ""
		return "The closest match differs: " + headline(&plain, d)
	case r.Rule == "reading-contested":
		return "May be read wrongly: " + valueHeadline(r, d)
	case r.Rule == "versions-mixed":
		return valueHeadline(r, d) + ", as the cited version has it"
	}
	return valueHeadline(r, d)
}

// identifierHeadline says which work an identifier belongs to, or what another record has.
func identifierHeadline(r *Reason) string {
	word := biblio.Field(r.Field).Label()
	switch {
	case r.Rule == "identifier-of-other-work":
		return "Wrong " + word + ": " + Visible(r.Claimed) + " belongs to “" + Visible(r.Recorded) + "”"
	case r.Variant == "of-other-work":
		return "The " + word + " may be wrong: one record has " + Visible(r.Claimed) + " for “" + Visible(r.Recorded) + "”"
	}
	return "The " + word + " could not be confirmed: you cite " + Visible(r.Claimed) + ", the record has " +
		Visible(r.Recorded)
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
