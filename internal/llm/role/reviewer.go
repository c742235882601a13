package role

import (
	"context"

	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/source"
)

// reviewer looks again at what the verifier said of a suspicious record.
type reviewer struct{ clerk *Clerk }

// NewReviewer makes the role that reviews the verifier where an identifier or
// the web led to a record with another title (CiteCheck).
func NewReviewer(c *Clerk) audit.Adviser { return reviewer{c} }

const reviewerSchema = `{"type":"object","additionalProperties":false,"required":["label","reasoning","comparisons"],"properties":{` +
	`"label":{"type":"string","enum":["exact","minor","major"]},"reasoning":{"type":"string","maxLength":2000},` + rowsSchema + `}}`

type reviewAnswer struct {
	Label     string `json:"label"`
	Reasoning string `json:"reasoning"`
	Rows      []row  `json:"comparisons"`
}

func (a reviewAnswer) label() string { return a.Label }

// representative gives a label the middle of its interval of scores.
var representative = map[string]float64{
	judge.Exact: (judge.ModelTauExact + 10) / 2, judge.Minor: (judge.ModelTauMinor + judge.ModelTauExact) / 2, judge.Major: judge.ModelTauMinor / 2,
}

// Name gives the role's name.
func (r reviewer) Name() string { return Reviewer }

// Advise reviews a first answer about a suspicious record.
func (r reviewer) Advise(ctx context.Context, f *audit.Finding, before []judge.Advice) (judge.Advice, bool) {
	var said *judge.Advice
	for i := range before {
		if before[i].Role == Verifier && before[i].Unheard == "" {
			said = &before[i]
		}
	}
	if said == nil || said.Record < 0 || !doubted(f, said.Record) {
		return judge.Advice{}, false
	}
	form := compare(f, said.Record)
	told := &first{said.Label, said.Score, plain(said.Reasoning, 600)}
	full, stripped := form.full.(matter), form.stripped.(matter)
	full.First, stripped.First = told, &first{Label: said.Label, Score: said.Score, Reasoning: withoutOrders(told.Reasoning)}
	form.full, form.stripped = full, stripped
	q := question{role: Reviewer, prompt: "reviewer-1", name: "review", schema: reviewerSchema, tokens: 1500}
	mine := judge.Severity(f.Verdict.Score, judge.TauMinor, judge.TauExact)
	a, confirmed, unheard := consult(ctx, r.clerk, q, form, reviewAnswer.label, func(a reviewAnswer) bool { return less(a.Label, mine) })
	out := judge.Advice{Role: Reviewer, Record: -1, Unheard: unheard}
	if unheard != "" {
		return out, true
	}
	cited, differences, ok := heard(a.Rows, &f.Evidence.Candidates[said.Record])
	if !ok {
		out.Unheard = whyQuote
		return out, true
	}
	return judge.Advice{Role: Reviewer, Label: a.Label, Scored: true, Score: representative[a.Label], Reasoning: a.Reasoning, Differences: differences,
		Cited: cited, Record: said.Record, Confirmed: confirmed}, true
}

// doubted reports a record that an identifier or the web led to and whose title
// is not the cited one.
func doubted(f *audit.Finding, at int) bool {
	c := &f.Evidence.Candidates[at]
	found := c.Hit.How == source.ByIdentifier || page(c)
	return c.Suspicious || found && c.Comparison.TitleSimilarity < titleStrong
}
