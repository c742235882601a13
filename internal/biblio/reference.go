package biblio

import "github.com/bonafide-audit/bonafide/row"

// Where something is in a document: as rows state it.
type (
	Span    = row.Span
	Box     = row.Box
	PageBox = row.PageBox
	Place   = row.Place
)

// Reference is one entry of a bibliography: a claim about a work.
type Reference struct {
	ID      string // unique in a run: stated by the input, else the key, else made from file and number
	Key     string // the citation key; "" if the input has none
	Raw     string // the entry as it is in the document
	Place   Place
	Claimed Work

	// Spans holds, for each parsed field, where its value is in Raw. Fields that the input already labels (BibTeX,
	// JSON) have no span.
	Spans map[Field]Span
	// Confidence holds, for each parsed field, how sure the parser is, from 0 to 1. A field that the input labels has
	// no entry and is trusted.
	Confidence map[Field]float64
	// Extra holds labelled fields of the input for which Claimed has no place.
	Extra map[string]string
	// Recognised says that Raw was read from an image by OCR and may contain OCR errors.
	Recognised bool
	// Reading says what a model did where the program's own parser found too little. It is never filled from an
	// input.
	Reading Reading
	// Citations are the marks in the text that point here, in order.
	Citations []Citation
	// Uncited says that the citations of the document are known well enough to say that none points here.
	Uncited bool
}

// LabelField is the name in Extra of the number or sign that a list puts before an entry.
const LabelField = "label"

// Printed reports whether the claim was cut out of a printed text, Raw, whose fields no one labelled.
func (r *Reference) Printed() bool {
	return len(r.Confidence) > 0 || r.Claimed.Title == "" && len(r.Claimed.Contributors) == 0
}

// Reading is the result of asking a model for the fields of a reference.
type Reading struct {
	Role    string // the model's role: "parser", "crop"; "" if no model was asked
	By      Reader // who read the fields
	Unheard string // why an answer did not count; "" if there was none or it did
}

// Reader says who read fields, and from what.
type Reader uint8

// What read the fields.
const (
	ByParser     Reader = iota // no model was used
	ByModel                    // every value is a span of Raw
	ByModelImage               // there was no text to check the values against
)

// Citation is a mark in the text of a document that points to a reference. A
// mark that names several has one Citation for each.
type Citation struct {
	// what the mark names: a citation key, or the label of an entry; AllEntries for \nocite{*}; "" when the mark
	// contains only names and a year
	Key   string
	Ref   string // ID of the reference it points to; "" until the document is complete, or if no reference fits
	Mark  string // as in the text: "[2–5]", "(Smith, 2020)"; "" when only its target is known
	Place Place
	// the sentence around the mark as plain text, at most ContextMax bytes; "" for a mark without text, as \nocite
	Context string
	At      Span   // of the mark in Context; empty if unknown
	Marks   []Span // of all citations in Context, including this one: one for each work that a mark names
	Section string // the nearest heading above the mark; "" if unknown
}

// AllEntries is the key with which a document cites every entry of its lists.
const AllEntries = "*"

// ContextMax is the most that a Citation keeps of its sentence, in bytes.
const ContextMax = 600

// Problem is a part of an input that could not be read as intended. It is part of the result, never only a log line.
type Problem struct {
	Place   Place
	Rule    string // stable word: "duplicate-key", "unclosed-entry"
	Message string
}
