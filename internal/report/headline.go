package report

import (
	"strings"
	"unicode/utf8"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// gravityWords say how bad a difference is, for people.
var gravityWords = map[string]string{"substantive": " (major)", "slip": " (minor)", "peripheral": " (detail)"}

// headline says on pages what differs, as a person would: "Missing author: Claire Cui".
// Reasons other than a difference keep the words that all reports have.
func headline(r *Reason, words string, d difference) string {
	if !strings.HasSuffix(r.Rule, "-differs") {
		return words
	}
	said := valueHeadline(r, d)
	if biblio.Field(r.Field) == biblio.FieldAuthors {
		said = authorsHeadline(r.Variant, d.words)
	}
	return said + gravityWords[r.Gravity]
}

// shortValue is how many characters of two values a headline has room for.
const shortValue = 60

// valueHeadline says how the values of a field that is no list differ.
func valueHeadline(r *Reason, d difference) string {
	field := strings.ReplaceAll(Visible(r.Field), "_", " ")
	if first, size := utf8.DecodeRuneInString(field); size > 0 {
		field = strings.ToUpper(string(first)) + field[size:]
	}
	claimed, recorded := Visible(r.Claimed), Visible(r.Recorded)
	switch {
	case d.words != "":
		return field + ": " + d.words
	case utf8.RuneCountInString(claimed+recorded) <= shortValue:
		return field + ": " + claimed + " → " + recorded
	}
	return field + " differs from the record"
}

// authorsHeadline says in a person's words how two lists of authors differ.
func authorsHeadline(variant, words string) string {
	if words == "" {
		return "Authors differ from the record"
	}
	parts := strings.Split(words, "; ")
	for i, part := range parts {
		switch names, of, ok := strings.Cut(part, ": "); {
		case part == "the order is another":
			parts[i] = "Author order differs from the record"
		case ok && names == "left out":
			parts[i] = severalOf("Missing author", of)
		case ok && names == "not in the record":
			parts[i] = severalOf("Extra author", of)
		default:
			kind := "Wrong author"
			if variant == "misspelt" {
				kind = "Misspelt author"
			}
			parts[i] = kind + ": " + strings.Trim(strings.Replace(part, "” for “", " → ", 1), "“”")
		}
	}
	return strings.Join(parts, "; ")
}

// severalOf names one thing or several.
func severalOf(what, names string) string {
	if strings.Contains(names, ", ") {
		what += "s"
	}
	return what + ": " + names
}
