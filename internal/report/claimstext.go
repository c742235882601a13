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

	"github.com/bonafide-audit/bonafide/internal/claim"
	"github.com/bonafide-audit/bonafide/row"
)

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
	for _, p := range c.Parts {
		if p.Stated != "" {
			t.print(t.paragraph(indent, color, "“"+p.Text+"” is “"+p.Stated+"” there")...)
		}
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
