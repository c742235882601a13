package biblio

// Span is a half-open byte range of a text.
type Span struct {
	Start int `json:"start"`
	End   int `json:"end"`
}

// Box is a rectangle on a page in points, origin at the lower left.
type Box struct {
	X0 float64 `json:"x0"`
	Y0 float64 `json:"y0"`
	X1 float64 `json:"x1"`
	Y1 float64 `json:"y1"`
}

// Place says where a reference stands in its document. Lines, columns and
// pages count from 1; zero means unknown or not applicable.
type Place struct {
	File    string    `json:"file,omitempty"`
	Line    int       `json:"line,omitempty"`
	Column  int       `json:"column,omitempty"`
	EndLine int       `json:"end_line,omitempty"`
	Page    int       `json:"page,omitempty"`
	Boxes   []PageBox `json:"boxes,omitempty"`
}

// PageBox is a box on one page.
type PageBox struct {
	Page int `json:"page"`
	Box  Box `json:"box"`
}

// Reference is one entry of a bibliography: a claim about a work.
type Reference struct {
	ID      string // unique in a run: stated by the input, else the key, else made from file and number
	Key     string // the citation key, "" when the input has none
	Raw     string // the entry as it stands in the document
	Place   Place
	Claimed Work

	// Spans gives for a parsed field where its value stands in Raw. Fields that
	// the input already labels (BibTeX, JSON) have none.
	Spans map[Field]Span
	// Confidence gives for a parsed field how sure the parser is, from 0 to 1.
	// A field that the input labels has none and is taken at its word.
	Confidence map[Field]float64
	// Extra holds labelled fields of the input that Claimed has no room for.
	Extra map[string]string
}

// Citation is a mark in the text that points to a reference.
type Citation struct {
	Key     string // of the reference
	Place   Place
	Context string // the sentence around the mark
}

// Problem is a part of an input that could not be read as meant. It is a
// datum of the result, never only a log line.
type Problem struct {
	Place   Place
	Rule    string // stable word: "duplicate-key", "unclosed-entry"
	Message string
}
