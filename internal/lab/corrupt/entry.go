package corrupt

import (
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// Change is what one operator did to one field. Authors are one text, joined by listSeparator.
type Change struct {
	Field    string `json:"field"`
	From     string `json:"from"`
	To       string `json:"to"`
	Operator string `json:"operator"`
}

// Entry is one labelled reference with all that is known about how it was made.
type Entry struct {
	ID       string   `json:"id"`
	Work     string   `json:"paper_id"` // the same for all entries of one work
	Family   string   `json:"set"`      // whose kinds of errors it has
	Operator string   `json:"mutation"`
	Code     string   `json:"code"`  // the main code
	Codes    []string `json:"codes"` // all that apply
	Class    string   `json:"class"`
	Label    string   `json:"label"` // valid, hallucinated_minor, hallucinated_major
	GT       string   `json:"gt"`    // real or fake
	// title, authors, year, venue, identifier, details, compound; "" if nothing is wrong
	Kind     string        `json:"kind"`
	Fields   []string      `json:"changed_fields"`
	Variant  string        `json:"variant,omitempty"` // in what other way a real reference is written
	Split    string        `json:"split,omitempty"`
	Writer   string        `json:"writer"` // "rules", or the model that wrote the change
	Changes  []Change      `json:"changes"`
	Original biblio.Flat   `json:"original"`
	Versions []biblio.Flat `json:"versions"` // every version of the work in the corpus

	Claim biblio.Flat `json:"-"` // what the reference says after the changes
}

// listSeparator joins the names of a list into one text.
const listSeparator = "; "

// fieldsInOrder are the fields that operators may change, in report order.
var fieldsInOrder = []string{"type", "title", "authors", "venue", "year", "doi", "arxiv_id", "url", "volume", "issue",
	"pages", "publisher", "location"}

// Value returns a field of a flat work as one text.
func Value(f *biblio.Flat, field string) string {
	if field == "authors" {
		return strings.Join(f.Authors, listSeparator)
	}
	if p := place(f, field); p != nil {
		return *p
	}
	return ""
}

// put sets a field from one text.
func put(f *biblio.Flat, field, value string) {
	if field == "authors" {
		f.Authors = nil
		if value != "" {
			f.Authors = strings.Split(value, listSeparator)
		}
		return
	}
	if p := place(f, field); p != nil {
		*p = value
	}
}

func place(f *biblio.Flat, field string) *string {
	switch field {
	case "type":
		return &f.Type
	case "title":
		return &f.Title
	case "venue":
		return &f.Venue
	case "year":
		return (*string)(&f.Year)
	case "doi":
		return &f.DOI
	case "arxiv_id":
		return &f.ArXivID
	case "url":
		return &f.URL
	case "volume":
		return &f.Volume
	case "issue":
		return &f.Issue
	case "pages":
		return &f.Pages
	case "publisher":
		return &f.Publisher
	case "location":
		return &f.Location
	}
	return nil
}

// Undo returns the claim of an entry with its changes undone, last first.
func (e *Entry) Undo() biblio.Flat {
	f := e.Claim
	f.Authors = slices.Clone(f.Authors)
	for _, c := range slices.Backward(e.Changes) {
		put(&f, c.Field, c.From)
	}
	return f
}

// same reports whether two flat works state the same in every field that an operator may change.
func same(a, b *biblio.Flat) bool {
	return !slices.ContainsFunc(fieldsInOrder, func(field string) bool { return Value(a, field) != Value(b, field) })
}
