package row

// Citation is a mark in the text that refers to a reference.
type Citation struct {
	Place
	Mark    string `json:"mark,omitempty" doc:"as printed"`
	Context string `json:"context,omitempty" doc:"the sentence around the mark"`
}

// Claim is what the text claims at one citation mark, and what the cited work says about it.
type Claim struct {
	Place
	Mark     string      `json:"mark,omitempty" doc:"as printed"`
	Sentence string      `json:"sentence" doc:"around the mark"`
	Own      Span        `json:"own,omitzero" doc:"the mark in the sentence, in bytes"`
	Text     string      `json:"text" doc:"the part of the sentence that the mark belongs to"`
	Section  string      `json:"section,omitempty" doc:"heading above it"`
	Function string      `json:"function" doc:"supporting, contrasting, method, background or mention"`
	Together int         `json:"together" doc:"number of works that the mark cites"`
	Parts    []ClaimPart `json:"parts,omitempty" doc:"that can be checked"`
	Outcome  string      `json:"outcome" doc:"supported, partly, contradicted, not-addressed or not-checkable"`
	Reason   string      `json:"reason" doc:"the word for it"`
	Message  string      `json:"message" doc:"in a sentence, for people"`
	Read     string      `json:"read" doc:"what was read of the cited work: full text, abstract or nothing"`
	Source   *TextSource `json:"source,omitempty" doc:"of the text"`
	Failed   string      `json:"failed,omitempty" doc:"why a better text, which may exist, could not be had"`
	Coverage float64     `json:"coverage" doc:"share of the claim that the passages address, 0 to 1"`
	Passages []Passage   `json:"passages,omitempty" doc:"of the cited work that address the claim"`
	Readings []Reading   `json:"readings,omitempty" doc:"by models"`
}

// ClaimPart is a part of a claim that can be checked.
type ClaimPart struct {
	Kind     string `json:"kind" doc:"number, comparison, direction, negation, population or quotation"`
	Text     string `json:"text" doc:"as written"`
	Standing string `json:"standing,omitempty" doc:"stands, differs, absent or unread, if it was looked for"`
	Stated   string `json:"stated,omitempty" doc:"what the text says instead"`
}

// TextSource says where the text of a cited work is from.
type TextSource struct {
	Kind    string `json:"kind" doc:"folder, zotero, arxiv, …, record"`
	Where   string `json:"where,omitempty" doc:"file or address"`
	Licence string `json:"licence,omitempty" doc:"of the text"`
	Digest  string `json:"digest,omitempty" doc:"SHA-256 of the file that was read"`
}

// Passage is a part of the cited work that addresses a claim.
type Passage struct {
	Text       string    `json:"text" doc:"of the cited work"`
	Section    string    `json:"section,omitempty" doc:"heading above it"`
	Page       int       `json:"page,omitempty" doc:"from 1"`
	Boxes      []PageBox `json:"boxes,omitempty" doc:"in the file that was read"`
	Highlights []Span    `json:"highlights,omitempty" doc:"words of the claim, in the bytes of the text"`
}

// Reading is a model's conclusion about a claim.
type Reading struct {
	Role    string `json:"role" doc:"of the model"`
	Outcome string `json:"outcome,omitempty" doc:"as for the claim"`
	Quote   string `json:"quote,omitempty" doc:"verbatim in the text"`
	Why     string `json:"why,omitempty" doc:"in its words"`
	Unheard string `json:"unheard,omitempty" doc:"why it was ignored"`
}
