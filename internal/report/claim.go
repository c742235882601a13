package report

import (
	"fmt"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/claim"
	"github.com/bonafide-audit/bonafide/row"
)

// The values of Claim.Read.
const (
	ReadWhole    = "full text"
	ReadAbstract = "abstract"
	ReadNothing  = "nothing"
)

// ClaimAccuses reports whether a claim is reported to its author as a fault.
func ClaimAccuses(c *Claim) bool { return claim.Outcome(c.Outcome).Accuses() }

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
	from *row.TextSource) Claim {
	said := Claim{
		Place: citation.Place, Mark: citation.Mark, Sentence: c.Sentence, Own: c.Mark, Text: c.Text(),
		Section:  c.Section,
		Function: string(c.Function), Together: c.Together, Outcome: string(f.Outcome), Reason: string(f.Reason),
		Message: claimMessages[f.Reason],
		Read:    read, Source: from, Coverage: round(f.Coverage, 3),
	}
	for _, p := range c.Parts {
		part := row.ClaimPart{Kind: string(p.Kind), Text: p.Text}
		for _, check := range f.Checks {
			if check.Part == p {
				part.Standing, part.Stated = string(check.Status), check.Stated
			}
		}
		said.Parts = append(said.Parts, part)
	}
	for _, r := range readings {
		said.Readings = append(said.Readings, row.Reading{
			Role: r.Role, Outcome: string(r.Outcome), Quote: r.Quote, Why: r.Why, Unheard: r.Unheard})
	}
	for _, p := range f.Passages {
		said.Passages = append(said.Passages, row.Passage{
			Text: p.Text, Section: string(p.Section), Page: p.Page, Boxes: p.Boxes, Highlights: p.Highlights})
	}
	return said
}

// TakeClaims adds the claims about the work to a finding; those that accuse become notices, which every
// format shows.
func (f *Finding) TakeClaims(list []Claim) {
	f.Claims = list
	for i := range list {
		if c := &list[i]; ClaimAccuses(c) {
			f.Notices = append(f.Notices, Notice{Rule: "claim-" + c.Outcome, Message: claimSentence(c)})
		}
	}
}

// ClaimNote returns the note at the mark of a claim, in lines: the outcome and the passages; "" if there are no
// passages.
func ClaimNote(c *Claim) string {
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
		lines = append(lines, strings.TrimSpace("the work"+passagePlace(p))+": “"+shortened(Visible(p.Text), passageMost)+"”")
	}
	return strings.Join(lines, "\n")
}

// passageMost is the maximum length of a passage in a note, in characters.
const passageMost = 600

// claimSentence describes a claim that accuses in one line.
func claimSentence(c *Claim) string {
	s := "the text says"
	if where := c.Within(); where != "" {
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
		s += "; the work" + passagePlace(&c.Passages[0]) + ": “" + c.Passages[0].Text + "”"
	}
	return s
}

// passagePlace describes where a passage is in its work.
func passagePlace(p *row.Passage) string {
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

// citationsMax is the maximum number of citations in a row.
const citationsMax = 5

// CitationRow returns the row of a citation.
func CitationRow(c biblio.Citation) Citation {
	return Citation{Place: c.Place, Mark: c.Mark, Context: c.Context}
}

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
