package report

import (
	"bufio"
	"cmp"
	"fmt"
	"html"
	"html/template"
	"io"
	"slices"
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

// TakeClaims adds the claims about the work to a finding; those that accuse become notices, which every format shows.
func (f *Finding) TakeClaims(list []Claim) {
	f.Claims = list
	for i := range list {
		if c := &list[i]; ClaimAccuses(c) {
			f.Notices = append(f.Notices, Notice{Rule: "claim-" + c.Outcome, Message: claimSentence(c)})
		}
	}
}

// ClaimNote returns the note at a claim's mark, in lines: the outcome and the passages; "" without passages.
func ClaimNote(c *Claim) string {
	if len(c.Passages) == 0 {
		return ""
	}
	lines := append([]string{Visible(c.Outcome) + ": " + Visible(c.Message)}, statedOtherwise(c)...)
	for i := range c.Passages {
		p := &c.Passages[i]
		lines = append(lines, strings.TrimSpace("the work"+passagePlace(p))+": “"+shortened(Visible(p.Text), passageMost)+"”")
	}
	return strings.Join(lines, "\n")
}

// statedOtherwise says which parts of a claim the work states otherwise.
func statedOtherwise(c *Claim) (lines []string) {
	for _, p := range c.Parts {
		if p.Stated != "" {
			lines = append(lines, Visible("“"+p.Text+"” is “"+p.Stated+"” there"))
		}
	}
	return lines
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
	if list := statedOtherwise(c); len(list) > 0 {
		s += ": " + list[0]
	}
	if len(c.Passages) > 0 {
		s += "; the work" + passagePlace(&c.Passages[0]) + ": “" + c.Passages[0].Text + "”"
	}
	return s
}

// passagePlace describes where a passage is in its work.
func passagePlace(p *row.Passage) string {
	page, section := "", strings.TrimSuffix(p.Section, string(claim.Other))
	if p.Page > 0 {
		page = fmt.Sprintf("page %d", p.Page)
	}
	return strings.TrimSuffix(" ("+joined(", ", page, section)+")", " ()")
}

// citationsMax is the maximum number of citations in a row.
const citationsMax = 5

// cite adds the citations of a reference, and a notice if there are none.
func (f *Finding) cite(ref *biblio.Reference) {
	f.Cited = len(ref.Citations)
	for _, c := range ref.Citations[:min(len(ref.Citations), citationsMax)] {
		f.Citations = append(f.Citations, Citation{Place: c.Place, Mark: c.Mark, Context: c.Context})
	}
	if ref.Uncited {
		f.Notices = append(f.Notices, Notice{Rule: "uncited", Message: "nothing in the text cites this entry"})
	}
}

// claimsText writes the claims about the cited works for people: first what the works contradict, then what to
// read, beginning with the claims that the passages address least.
type claimsText struct {
	text
	groups [claimGroups][]saidOf
	counts [claimGroups]int
	refs   int
}

// saidOf is a claim with the name of the reference that it cites.
type saidOf struct {
	Claim
	name, what string
}

// The groups of claims, in the order in which they are shown.
const (
	claimsAccused = iota
	claimsToRead
	claimsSilent // only an abstract was read, or the work must not be relied on
	claimsProven
	claimsUnread
	claimGroups
)

var claimHeadings = [claimGroups]struct{ title, about string }{
	claimsAccused: {"Stated otherwise", "the cited work says something else, or not what is quoted"},
	claimsToRead:  {"To be read", "rules do not decide; the least covered first"},
	claimsSilent:  {"Abstract only", "the abstract does not decide; the least covered first"},
	claimsProven:  {"Supported", "the passage says so"},
	claimsUnread:  {"Not readable", "no text of the cited work was available"},
}

// toRead is how many claims of a group are shown by default.
const toRead = 20

func newClaims(w io.Writer, opt Options) Writer {
	return &claimsText{text: text{w: bufio.NewWriter(w), opt: opt}}
}

func groupOf(c *Claim) int {
	switch {
	case ClaimAccuses(c):
		return claimsAccused
	case c.Outcome == string(claim.Supported):
		return claimsProven
	case c.Read == ReadNothing:
		return claimsUnread
	case c.Read == ReadAbstract || c.Reason == string(claim.Retracted) || c.Reason == string(claim.NotEstablished):
		return claimsSilent
	}
	return claimsToRead
}

func (t *claimsText) Finding(f Finding) error {
	t.refs++
	t.papers.of(f.File)
	for _, c := range f.Claims {
		g := groupOf(&c)
		t.counts[g]++
		if g != claimsUnread || t.opt.All {
			t.groups[g] = append(t.groups[g], saidOf{c, name(&f), what(&f)})
		}
	}
	return nil
}

func (t *claimsText) End(*Summary) error {
	t.tellNotice()
	total := 0
	for g := range claimGroups {
		total += t.counts[g]
		list := t.groups[g]
		if g != claimsAccused {
			slices.SortStableFunc(list, func(a, b saidOf) int { return cmp.Compare(a.Coverage, b.Coverage) })
		}
		if len(list) == 0 || t.opt.Summary || t.opt.Quiet && g != claimsAccused {
			continue
		}
		t.print(t.hanging(fmt.Sprintf("%s (%d)  ", claimHeadings[g].title, t.counts[g]), claimHeadings[g].about)...)
		most := len(list)
		if !t.opt.All && g != claimsAccused {
			most = min(most, toRead)
		}
		for i := range list[:most] {
			t.claim(&list[i])
		}
		if most < len(list) {
			t.print(fmt.Sprintf("%s… and %d more; --all shows them", indent, len(list)-most))
		}
		t.print("")
	}
	t.tellProblems()
	if total > 0 && t.counts[claimsUnread] == total {
		t.print(t.paragraph("", "", "No text of the cited works was available: name a folder with their papers (--texts), "+
			"or a source whose records have abstracts.")...)
	}
	counts := make([]string, 0, claimGroups)
	for g, n := range t.counts {
		if n > 0 {
			counts = append(counts, fmt.Sprintf("%d %s", n, strings.ToLower(claimHeadings[g].title)))
		}
	}
	t.print(t.paragraph("", "",
		strings.TrimSuffix(fmt.Sprintf("%d %s about %d %s: %s", total, plural(total, "claim"), t.refs,
			plural(t.refs, "reference"), strings.Join(counts, ", ")), ": "))...)
	return t.w.Flush()
}

// claim prints one claim with its passages.
func (t *claimsText) claim(c *saidOf) {
	mark, color := "?", caution
	switch claim.Outcome(c.Outcome) {
	case claim.Supported:
		mark, color = "✓", "32"
	case claim.Contradicted, claim.NotAddressed, claim.Partly:
		mark, color = "✗", "31"
	}
	t.print(t.hanging(fmt.Sprintf("%s %s  ", mark, c.name),
		fmt.Sprintf("%s, %s  %s", t.whereabouts(c.Place, t.named()), Visible(c.Function), c.what))...)
	t.print(t.paragraph(indent, "", "says: “"+c.Text+"”")...)
	t.print(t.paragraph(indent, color, Visible(c.Outcome)+": "+c.Message)...)
	for _, line := range statedOtherwise(&c.Claim) {
		t.print(t.paragraph(indent, color, line)...)
	}
	for _, r := range c.Readings {
		words := r.Outcome + ": " + cmp.Or(r.Why, r.Quote)
		if r.Unheard != "" {
			words = "unheard, " + r.Unheard
		}
		t.print(t.paragraph(indent, faint, "model: "+words)...)
	}
	for i := range c.Passages {
		p := &c.Passages[i]
		t.print(t.paragraph(indent, faint, strings.TrimSpace("work"+passagePlace(p))+": “"+p.Text+"”")...)
	}
}

// markedPassage returns a passage in which the words of the claim are marked.
func markedPassage(p row.Passage) template.HTML {
	var b strings.Builder
	at := 0
	for _, h := range p.Highlights {
		if h.Start < at || h.End > len(p.Text) || h.End < h.Start {
			continue
		}
		b.WriteString(html.EscapeString(Visible(p.Text[at:h.Start])) + "<mark>" +
			html.EscapeString(Visible(p.Text[h.Start:h.End])) + "</mark>")
		at = h.End
	}
	b.WriteString(html.EscapeString(Visible(p.Text[at:])))
	return template.HTML(b.String()) //nolint:gosec // every part is escaped above
}
