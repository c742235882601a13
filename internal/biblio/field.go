package biblio

import "strings"

// Field names one comparable field of a work. The values are the names used in all JSON output.
type Field string

// The fields, in the order in which reports list them.
const (
	FieldType      Field = "type"
	FieldTitle     Field = "title"
	FieldAuthors   Field = "authors"
	FieldVenue     Field = "venue" // the container title
	FieldYear      Field = "year"
	FieldDOI       Field = "doi"
	FieldArXiv     Field = "arxiv_id"
	FieldPMID      Field = "pmid"
	FieldISBN      Field = "isbn"
	FieldURL       Field = "url"
	FieldVolume    Field = "volume"
	FieldIssue     Field = "issue"
	FieldPages     Field = "pages"
	FieldPublisher Field = "publisher"
	FieldLocation  Field = "location" // the place of publication
)

// Fields lists every field in report order.
var Fields = []Field{
	FieldType, FieldTitle, FieldAuthors, FieldVenue, FieldYear, FieldDOI, FieldArXiv, FieldPMID,
	FieldISBN, FieldURL, FieldVolume, FieldIssue, FieldPages, FieldPublisher, FieldLocation,
}

// Core reports whether a field is one of those that identify a work: title, authors, container and year.
func (f Field) Core() bool {
	return f == FieldTitle || f == FieldAuthors || f == FieldVenue || f == FieldYear
}

// Label returns what people call a field: "DOI", "arXiv number", "venue".
func (f Field) Label() string {
	switch f {
	case FieldDOI, FieldPMID, FieldISBN:
		return strings.ToUpper(string(f))
	case FieldArXiv:
		return "arXiv number"
	case FieldURL:
		return "address"
	}
	return strings.ReplaceAll(string(f), "_", " ")
}

// Identifier reports whether a field holds an identifier.
func (f Field) Identifier() bool {
	switch f {
	case FieldDOI, FieldArXiv, FieldPMID, FieldISBN, FieldURL:
		return true
	}
	return false
}

// Detail returns a pointer to a field that a work states as plain text: URL, volume, issue, pages, publisher or
// place. It returns nil for any other field.
func (w *Work) Detail(f Field) *string {
	switch f {
	case FieldURL:
		return &w.URL
	case FieldVolume:
		return &w.Volume
	case FieldIssue:
		return &w.Issue
	case FieldPages:
		return &w.Pages
	case FieldPublisher:
		return &w.Publisher
	case FieldLocation:
		return &w.Place
	}
	return nil
}
