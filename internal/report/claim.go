package report

import (
	"fmt"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/claim"
)

// Claim is what the text claims at one citation mark, and what the cited work says about it.
type Claim struct {
	Place
	Mark     string      `json:"mark,omitempty"`
	Sentence string      `json:"sentence"`
	Own      biblio.Span `json:"own,omitzero"` // the mark in the sentence
	Text     string      `json:"text"`         // the part of the sentence that the mark belongs to
	Section  string      `json:"section,omitempty"`
	Function string      `json:"function"` // supporting, contrasting, method, background or mention
	Together int         `json:"together"` // works that the mark cites
	Parts    []ClaimPart `json:"parts,omitempty"`
	Outcome  string      `json:"outcome"` // supported, partly, contradicted, not-addressed or not-checkable
	Reason   string      `json:"reason"`
	Message  string      `json:"message"`
	Read     string      `json:"read"` // what was read of the cited work: full text, abstract or none
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
	Text       string           `json:"text"`
	Section    string           `json:"section,omitempty"`
	Page       int              `json:"page,omitempty"`
	Boxes      []biblio.PageBox `json:"boxes,omitempty"` // in the file that was read
	Highlights []biblio.Span    `json:"highlights,omitempty"`
}

// Reading is a model's conclusion about a claim.
type Reading struct {
	Role    string `json:"role"`
	Outcome string `json:"outcome,omitempty"`
	Quote   string `json:"quote,omitempty"` // verbatim in the text
	Why     string `json:"why,omitempty"`
	Unheard string `json:"unheard,omitempty"` // why it was ignored
}

// The values of Claim.Read.
const (
	ReadWhole    = "full text"
	ReadAbstract = "abstract"
	ReadNothing  = "nothing"
)

// Accuses reports whether the claim is reported to its author as a fault.
func (c *Claim) Accuses() bool { return claim.Outcome(c.Outcome).Accuses() }

// claimMessages describe the reasons of outcomes.
var claimMessages = map[claim.Reason]string{
	claim.NoText:           "no text of the cited work could be read, so the claim was not checked",
	claim.AbstractSilent:   "only the abstract was read, which does not decide it; the full text may say so",
	claim.Retracted:        "the cited work was retracted: do not rely on what it says",
	claim.NotEstablished:   "it is not clear which work is cited, so its text could not be read",
	claim.LaterThanCiting:  "the cited work came out after the citing one",
	claim.WordForWord:      "the cited work says this word for word",
	claim.QuotationAltered: "the cited work says this in other words",
	claim.QuotationAbsent:  "the quoted words are nowhere in the text",
	claim.NumberDiffers:    "the text has a different number there, and the claimed one nowhere",
	claim.NeedsReading:     "rules do not decide it: read the passages",
	claim.ByModel:          "a language model read the passages",
	claim.Disagreement:     "two readings of a language model differ: read the passages",
}

// ClaimRow returns the row of a claim; read is one of the values of Claim.Read.
func ClaimRow(c *claim.Claim, citation *biblio.Citation, f *claim.Finding, readings []claim.Reading, read string,
	from *TextSource) Claim {
	row := Claim{
		Place: place(citation.Place), Mark: citation.Mark, Sentence: c.Sentence, Own: c.Mark, Text: c.Text(),
		Section:  c.Section,
		Function: string(c.Function), Together: c.Together, Outcome: string(f.Outcome), Reason: string(f.Reason),
		Message: claimMessages[f.Reason],
		Read:    read, Source: from, Coverage: round(f.Coverage, 3),
	}
	for _, p := range c.Parts {
		part := ClaimPart{Kind: string(p.Kind), Text: p.Text}
		for _, check := range f.Checks {
			if check.Part == p {
				part.Standing, part.Stated = string(check.Status), check.Stated
			}
		}
		row.Parts = append(row.Parts, part)
	}
	for _, r := range readings {
		row.Readings = append(row.Readings, Reading{r.Role, string(r.Outcome), r.Quote, r.Why, r.Unheard})
	}
	for _, p := range f.Passages {
		row.Passages = append(row.Passages, Passage{p.Text, string(p.Section), p.Page, p.Boxes, p.Highlights})
	}
	return row
}

// TakeClaims adds the claims about the work to a finding; those that accuse become notices, which every
// format shows.
func (f *Finding) TakeClaims(list []Claim) {
	f.Claims = list
	for i := range list {
		if c := &list[i]; c.Accuses() {
			f.Notices = append(f.Notices, Notice{Rule: "claim-" + c.Outcome, Message: c.sentence()})
		}
	}
}

// Note returns the note at the mark of a claim, in lines: the outcome and the passages; "" if there are no passages.
func (c *Claim) Note() string {
	if len(c.Passages) == 0 {
		return ""
	}
	lines := []string{Visible(c.Outcome) + ": " + Visible(c.Message)}
	for _, p := range c.Parts {
		if p.Stated != "" {
			lines = append(lines, Visible("“"+p.Text+"” is “"+p.Stated+"” there"))
		}
	}
	for i := range c.Passages {
		p := &c.Passages[i]
		lines = append(lines, strings.TrimSpace("the work"+p.place())+": “"+shortened(Visible(p.Text), passageMost)+"”")
	}
	return strings.Join(lines, "\n")
}

// passageMost is the maximum length of a passage in a note, in characters.
const passageMost = 600

// sentence describes a claim that accuses in one line.
func (c *Claim) sentence() string {
	s := "the text says"
	if where := c.where(); where != "" {
		s += " (" + where + ")"
	}
	s += ": “" + c.Sentence + "”; " + c.Message
	for _, p := range c.Parts {
		if p.Stated != "" {
			s += ": “" + p.Text + "”, there “" + p.Stated + "”"
			break
		}
	}
	if len(c.Passages) > 0 {
		s += "; the work" + c.Passages[0].place() + ": “" + c.Passages[0].Text + "”"
	}
	return s
}

// place describes where a passage is in its work.
func (p *Passage) place() string {
	var parts []string
	if p.Page > 0 {
		parts = append(parts, fmt.Sprintf("page %d", p.Page))
	}
	if p.Section != "" && p.Section != string(claim.Other) {
		parts = append(parts, p.Section)
	}
	if len(parts) == 0 {
		return ""
	}
	return " (" + strings.Join(parts, ", ") + ")"
}

// Citation is a mark in the text that refers to a reference.
type Citation struct {
	Place
	Mark    string `json:"mark,omitempty"`
	Context string `json:"context,omitempty"` // the sentence around the mark
}

// citationsMax is the maximum number of citations in a row.
const citationsMax = 5

// CitationRow returns the row of a citation.
func CitationRow(c biblio.Citation) Citation { return Citation{place(c.Place), c.Mark, c.Context} }

// cite adds the citations of a reference, and a notice if there are none.
func (f *Finding) cite(ref *biblio.Reference) {
	f.Cited = len(ref.Citations)
	for _, c := range ref.Citations[:min(len(ref.Citations), citationsMax)] {
		f.Citations = append(f.Citations, CitationRow(c))
	}
	if ref.Uncited {
		f.Notices = append(f.Notices, Notice{Rule: "uncited", Message: "nothing in the text cites this entry"})
	}
}
