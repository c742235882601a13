package role

import (
	"context"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/judge"
)

// scorer is the verifier: a score from 0 to 10 for a citation and its record.
type scorer struct{ asker *Asker }

// NewVerifier returns the role that scores how faithfully a citation describes the record found (CiteCheck).
func NewVerifier(c *Asker) audit.Adviser { return scorer{c} }

type scoreAnswer struct {
	Score      float64 `json:"score"`
	Confidence string  `json:"confidence"`
	Reasoning  string  `json:"reasoning"`
	Rows       []row   `json:"comparisons"`
}

func (a scoreAnswer) label() string {
	return judge.Severity(a.Score, judge.ModelTauMinor, judge.ModelTauExact)
}

func (s scorer) Name() string { return Verifier }

// Advise scores a finding that is not verified, has a record to compare with, and a field at issue: of any other its
// answer could move nothing.
func (s scorer) Advise(ctx context.Context, f *audit.Finding, _ []judge.Advice) (judge.Advice, bool) {
	at := foremost(f)
	if at < 0 || f.Verdict.Outcome == judge.Exempt || f.Verdict.Outcome == judge.Verified {
		return judge.Advice{}, false
	}
	form := compare(f, at)
	if len(form.full.(matter).AtIssue) == 0 {
		return judge.Advice{}, false
	}
	q := question{role: Verifier, prompt: "verifier-1", name: "verification", tokens: 1500, schema: objectOf(
		"comparisons", rowsOf(form.full.(matter).AtIssue...), "reasoning", textOf(mostReasoning),
		"score", integerOf(0, 10), "confidence", confidences)}
	mine := judge.Severity(f.Verdict.Score, judge.TauMinor, judge.TauExact)
	a, confirmed, unheard := consult(ctx, s.asker, q, form, scoreAnswer.label,
		func(a scoreAnswer) bool { return less(a.label(), mine) && !accused(f) })
	out := judge.Advice{Role: Verifier, Record: -1, Unheard: unheard}
	if unheard != "" {
		return out, true
	}
	cited, ok := citedRows(a.Rows, &f.Evidence.Candidates[at])
	if !ok {
		out.Unheard = whyQuote
		return out, true
	}
	return judge.Advice{Role: Verifier, Label: a.label(), Scored: true, Score: a.Score, Confidence: sureness[a.Confidence],
		Reasoning: a.Reasoning,
		Cited:     cited, Record: at, Confirmed: confirmed}, true
}

// sureness maps the words of confidence to numbers.
var sureness = map[string]float64{"high": 0.9, "medium": 0.6, "low": 0.3}

// accused reports whether the rules accuse a reference: no score changes that, so none needs to be confirmed.
func accused(f *audit.Finding) bool {
	return f.Verdict.Outcome == judge.Discrepant || f.Verdict.Outcome == judge.NotFound
}

// severities orders the labels of the severity scheme, the harmless first.
var severities = map[string]int{judge.Exact: 0, judge.Minor: 1, judge.Major: 2}

// less reports whether a label is less severe than another.
func less(a, b string) bool { return severities[a] < severities[b] }

// reviewer reviews the verifier's answer about a suspicious record.
type reviewer struct{ asker *Asker }

// NewReviewer returns the role that reviews the verifier if an identifier or the web led to a record with
// another title (CiteCheck).
func NewReviewer(c *Asker) audit.Adviser { return reviewer{c} }

type reviewAnswer struct {
	Label     string `json:"label"`
	Reasoning string `json:"reasoning"`
	Rows      []row  `json:"comparisons"`
}

func (a reviewAnswer) label() string { return a.Label }

// representative maps a label to the middle of its interval of scores.
var representative = map[string]float64{
	judge.Exact: (judge.ModelTauExact + 10) / 2, judge.Minor: (judge.ModelTauMinor + judge.ModelTauExact) / 2,
	judge.Major: judge.ModelTauMinor / 2,
}

// Name returns the role's name.
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
	full.First, stripped.First = told, &first{Label: said.Label, Score: said.Score,
		Reasoning: withoutOrders(told.Reasoning)}
	form.full, form.stripped = full, stripped
	q := question{role: Reviewer, prompt: "reviewer-1", name: "review", tokens: 1500, schema: objectOf(
		"comparisons", rowsOf(full.AtIssue...), "reasoning", textOf(mostReasoning),
		"label", choiceOf(judge.Exact, judge.Minor, judge.Major))}
	mine := judge.Severity(f.Verdict.Score, judge.TauMinor, judge.TauExact)
	a, confirmed, unheard := consult(ctx, r.asker, q, form, reviewAnswer.label,
		func(a reviewAnswer) bool { return less(a.Label, mine) && !accused(f) })
	out := judge.Advice{Role: Reviewer, Record: -1, Unheard: unheard}
	if unheard != "" {
		return out, true
	}
	cited, ok := citedRows(a.Rows, &f.Evidence.Candidates[said.Record])
	if !ok {
		out.Unheard = whyQuote
		return out, true
	}
	return judge.Advice{Role: Reviewer, Label: a.Label, Scored: true, Score: representative[a.Label],
		Reasoning: a.Reasoning,
		Cited:     cited, Record: said.Record, Confirmed: confirmed}, true
}

// doubted reports whether an identifier or the web led to a record whose title is not the cited one.
func doubted(f *audit.Finding, at int) bool {
	c := &f.Evidence.Candidates[at]
	found := c.Hit.How == answer.ByIdentifier || page(c)
	return c.Suspicious || found && c.Comparison.TitleSimilarity < titleStrong
}
