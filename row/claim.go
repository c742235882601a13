package row

// Citation is a mark in the text that refers to a reference.
type Citation struct {
	Place
	Mark    string `json:"mark,omitempty"`
	Context string `json:"context,omitempty"` // the sentence around the mark
}

// Claim is what the text claims at one citation mark, and what the cited work says about it.
type Claim struct {
	Place
	Mark     string      `json:"mark,omitempty"`
	Sentence string      `json:"sentence"`
	Own      Span        `json:"own,omitzero"` // the mark in the sentence
	Text     string      `json:"text"`         // the part of the sentence that the mark belongs to
	Section  string      `json:"section,omitempty"`
	Function string      `json:"function"` // supporting, contrasting, method, background or mention
	Together int         `json:"together"` // works that the mark cites
	Parts    []ClaimPart `json:"parts,omitempty"`
	Outcome  string      `json:"outcome"` // supported, partly, contradicted, not-addressed or not-checkable
	Reason   string      `json:"reason"`
	Message  string      `json:"message"`
	Read     string      `json:"read"` // what was read of the cited work: full text, abstract or nothing
	Source   *TextSource `json:"source,omitempty"`
	Failed   string      `json:"failed,omitempty"` // why a better text, which may exist, could not be had
	Coverage float64     `json:"coverage"`         // share of the claim that the passages address, 0 … 1
	Passages []Passage   `json:"passages,omitempty"`
	Readings []Reading   `json:"readings,omitempty"` // by models
}

// ClaimPart is a part of a claim that can be checked.
type ClaimPart struct {
	Kind     string `json:"kind"` // number, comparison, direction, negation, population or quotation
	Text     string `json:"text"`
	Standing string `json:"standing,omitempty"` // stands, differs, absent or unread, if it was looked for
	Stated   string `json:"stated,omitempty"`   // what the text says instead
}

// TextSource says where the text of a cited work is from.
type TextSource struct {
	Kind    string `json:"kind"` // folder, zotero, arxiv, …, record
	Where   string `json:"where,omitempty"`
	Licence string `json:"licence,omitempty"`
	Digest  string `json:"digest,omitempty"` // SHA-256 of the file that was read
}

// Passage is a part of the cited work that addresses a claim.
type Passage struct {
	Text       string    `json:"text"`
	Section    string    `json:"section,omitempty"`
	Page       int       `json:"page,omitempty"`
	Boxes      []PageBox `json:"boxes,omitempty"` // in the file that was read
	Highlights []Span    `json:"highlights,omitempty"`
}

// Reading is a model's conclusion about a claim.
type Reading struct {
	Role    string `json:"role"`
	Outcome string `json:"outcome,omitempty"`
	Quote   string `json:"quote,omitempty"` // verbatim in the text
	Why     string `json:"why,omitempty"`
	Unheard string `json:"unheard,omitempty"` // why it was ignored
}
