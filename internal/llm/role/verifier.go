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

const verifierSchema = `{"type":"object","additionalProperties":false,"required":["score","confidence","reasoning","comparisons"],"properties":{` +
	`"score":{"type":"number","minimum":0,"maximum":10},"confidence":{"type":"string","enum":["high","medium","low"]},"reasoning":{"type":"string","maxLength":2000},` + rowsSchema + `}}`

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

// Advise scores every finding that has a record to compare with.
func (s scorer) Advise(ctx context.Context, f *audit.Finding, _ []judge.Advice) (judge.Advice, bool) {
	at := foremost(f)
	if at < 0 || f.Verdict.Outcome == judge.Exempt {
		return judge.Advice{}, false
	}
	q := question{role: Verifier, prompt: "verifier-1", name: "verification", schema: verifierSchema, tokens: 1500}
	mine := judge.Severity(f.Verdict.Score, judge.TauMinor, judge.TauExact)
	a, confirmed, unheard := consult(ctx, s.asker, q, compare(f, at), scoreAnswer.label,
		func(a scoreAnswer) bool { return less(a.label(), mine) })
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

// severities orders the labels of the severity scheme, the harmless first.
var severities = map[string]int{judge.Exact: 0, judge.Minor: 1, judge.Major: 2}

// less reports whether a label is less severe than another.
func less(a, b string) bool { return severities[a] < severities[b] }

// reviewer reviews the verifier's answer about a suspicious record.
type reviewer struct{ asker *Asker }

// NewReviewer returns the role that reviews the verifier if an identifier or the web led to a record with
// another title (CiteCheck).
func NewReviewer(c *Asker) audit.Adviser { return reviewer{c} }

const reviewerSchema = `{"type":"object","additionalProperties":false,"required":["label","reasoning","comparisons"],"properties":{` +
	`"label":{"type":"string","enum":["exact","minor","major"]},"reasoning":{"type":"string","maxLength":2000},` +
	rowsSchema + `}}`

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
	q := question{role: Reviewer, prompt: "reviewer-1", name: "review", schema: reviewerSchema, tokens: 1500}
	mine := judge.Severity(f.Verdict.Score, judge.TauMinor, judge.TauExact)
	a, confirmed, unheard := consult(ctx, r.asker, q, form, reviewAnswer.label,
		func(a reviewAnswer) bool { return less(a.Label, mine) })
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
