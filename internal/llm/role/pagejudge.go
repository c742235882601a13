package role

import (
	"context"
	"strconv"

	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/judge"
)

// pageJudge decides strictly whether a fetched page is the cited work.
type pageJudge struct{ asker *Asker }

// NewJudge returns the role that judges fetched pages by CiteAudit's criteria.
func NewJudge(c *Asker) audit.Adviser { return pageJudge{c} }

type matchAnswer struct {
	Match  bool   `json:"match"`
	Result *int   `json:"matched_result"`
	Note   string `json:"note"`
	Rows   []row  `json:"comparisons"`
}

func (a matchAnswer) key() string {
	if !a.Match || a.Result == nil {
		return "no"
	}
	return strconv.Itoa(*a.Result)
}

// Name returns the role's name.
func (j pageJudge) Name() string { return Judge }

// fetched is a page as shown to the judge.
type fetched struct {
	N       int         `json:"result"`
	Fields  biblio.Flat `json:"fields"`
	Snippet string      `json:"text,omitempty"`
	Words   []words     `json:"words,omitempty"`
}

type pages struct {
	Citation *biblio.Flat `json:"citation,omitempty"`
	Results  []fetched    `json:"results"`
}

// mostPages is how many pages are judged, as in the paper.
const mostPages = 5

// Advise judges the pages fetched for a work that no source has.
func (j pageJudge) Advise(ctx context.Context, f *audit.Finding, _ []judge.Advice) (judge.Advice, bool) {
	if f.Verdict.Outcome != judge.NotFound {
		return judge.Advice{}, false
	}
	var list []int
	for i := range f.Evidence.Candidates {
		if page(&f.Evidence.Candidates[i]) && len(list) < mostPages {
			list = append(list, i)
		}
	}
	if len(list) == 0 {
		return judge.Advice{}, false
	}
	q := question{role: Judge, prompt: "judge-1", name: "match", tokens: 1500, schema: objectOf(
		"comparisons", rowsOf("title", "authors"), "note", textOf(mostReasoning),
		"matched_result", integerOrNull(1, len(list)), "match", boolean)}
	a, confirmed, unheard := consult(ctx, j.asker, q, j.lay(f, list), matchAnswer.key,
		func(a matchAnswer) bool { return a.Match })
	if unheard != "" {
		return judge.Advice{Role: Judge, Record: -1, Unheard: unheard}, true
	}
	out := judge.Advice{Role: Judge, Label: judge.LabelNoMatch, Reasoning: a.Note, Record: -1, Confirmed: confirmed}
	if !a.Match {
		return out, true
	}
	if a.Result == nil || *a.Result < 1 || *a.Result > len(list) {
		return judge.Advice{Role: Judge, Record: -1, Unheard: "it names a page that is not there"}, true
	}
	out.Label, out.Record = judge.LabelMatch, list[*a.Result-1]
	var ok bool
	if out.Cited, ok = citedRows(a.Rows, &f.Evidence.Candidates[out.Record]); !ok {
		return judge.Advice{Role: Judge, Record: -1, Unheard: whyQuote}, true
	}
	return out, true
}

// lay prepares the three readings of the citation and the pages.
func (j pageJudge) lay(f *audit.Finding, list []int) readings {
	claimed := f.Reference.Claimed.Flat()
	a, b := flat(claimed, same), flat(claimed, withoutOrders)
	full, stripped, bare := pages{Citation: &a}, pages{Citation: &b}, pages{}
	seen := texts(claimed)
	for n, i := range list {
		c := &f.Evidence.Candidates[i]
		fields, snippet := c.Hit.Record.Flat(), c.Hit.Record.Extra["snippet"]
		full.Results = append(full.Results, fetched{N: n + 1, Fields: flat(fields, same), Snippet: plain(snippet, mostPage)})
		stripped.Results = append(stripped.Results,
			fetched{N: n + 1, Fields: flat(fields, withoutOrders), Snippet: withoutOrders(snippet)})
		bare.Results = append(bare.Results, fetched{N: n + 1, Words: bags(c)})
		seen = append(append(seen, texts(fields)...), snippet)
	}
	return readings{full, stripped, bare, seen}
}
