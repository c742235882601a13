package role

import (
	"context"

	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/judge"
)

// scorer is the verifier: a score from 0 to 10 for a citation and its record.
type scorer struct{ clerk *Clerk }

// NewVerifier makes the role that scores how faithfully a citation describes
// the record found (CiteCheck).
func NewVerifier(c *Clerk) audit.Adviser { return scorer{c} }

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

// Name gives the role's name.
func (s scorer) Name() string { return Verifier }

// Advise scores every finding that has a record to compare with.
func (s scorer) Advise(ctx context.Context, f *audit.Finding, _ []judge.Advice) (judge.Advice, bool) {
	at := foremost(f)
	if at < 0 || f.Verdict.Outcome == judge.Exempt {
		return judge.Advice{}, false
	}
	q := question{role: Verifier, prompt: "verifier-1", name: "verification", schema: verifierSchema, tokens: 1500}
	mine := judge.Severity(f.Verdict.Score, judge.TauMinor, judge.TauExact)
	a, confirmed, unheard := consult(ctx, s.clerk, q, compare(f, at), scoreAnswer.label, func(a scoreAnswer) bool { return less(a.label(), mine) })
	out := judge.Advice{Role: Verifier, Record: -1, Unheard: unheard}
	if unheard != "" {
		return out, true
	}
	cited, differences, ok := heard(a.Rows, &f.Evidence.Candidates[at])
	if !ok {
		out.Unheard = whyQuote
		return out, true
	}
	return judge.Advice{Role: Verifier, Label: a.label(), Scored: true, Score: a.Score, Confidence: sureness[a.Confidence], Reasoning: a.Reasoning,
		Differences: differences, Cited: cited, Record: at, Confirmed: confirmed}, true
}

// sureness gives numbers for the words of confidence.
var sureness = map[string]float64{"high": 0.9, "medium": 0.6, "low": 0.3}

// severities orders the labels of the severity scheme from harmless.
var severities = map[string]int{judge.Exact: 0, judge.Minor: 1, judge.Major: 2}

// less reports that a label is less severe than another.
func less(a, b string) bool { return severities[a] < severities[b] }
