package audit

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/source"
)

func overNet(name string) answer.Info {
	info := strong(name)
	info.Online = true
	return info
}

// TestBudget: a reference asks the first sources in order that its budget allows; a source it could not ask is a
// failure, never an absence.
func TestBudget(t *testing.T) {
	ref, _ := sample()
	byID := overNet("b")
	byID.Titles, byID.Schemes = false, []ident.Scheme{ident.DOI}
	var asked [4]int
	a := Auditor{
		Stages: [][]source.Connector{
			{fake{info: strong("corpus"), asked: new(int)}},
			{fake{info: overNet("a"), asked: &asked[0]}, fake{info: byID, err: answer.ErrNotAsked, asked: &asked[1]},
				fake{info: overNet("c"), asked: &asked[2]}},
			{fake{info: overNet("d"), asked: &asked[3]}},
		},
		Budget: Budget{Requests: 2},
	}
	var steps []Step
	a.Trace = func(s Step) { steps = append(steps, s) }
	f := a.Reference(context.Background(), ref, Options{})
	if asked != [4]int{1, 1, 1, 0} {
		t.Errorf("asked %v", asked)
	}
	last := f.Evidence.Lookups[4]
	if last.Outcome != answer.Failed || last.Failure.Kind != answer.Budget ||
		!strings.Contains(last.Reason, "2 requests") {
		t.Errorf("%+v", last)
	}
	if f.Verdict.Outcome != judge.Inconclusive {
		t.Errorf("outcome %v although a source was skipped", f.Verdict.Outcome)
	}
	if len(steps) != 5 || steps[4].Asked || !steps[3].Asked || steps[4].Stage != 3 || steps[2].Asked {
		t.Errorf("steps %+v", steps)
	}
	a.Budget = Budget{}
	if f := a.Reference(context.Background(), ref, Options{}); f.Verdict.Outcome != judge.NotFound {
		t.Errorf("without a budget: %v", f.Verdict.Outcome)
	}
}

// slow answers when its context is done.
type slow struct{ fake }

func (s slow) Lookup(ctx context.Context, _ source.Query) (answer.Answer, error) {
	<-ctx.Done()
	return answer.Answer{}, &answer.Failure{Kind: answer.Budget, Detail: "the deadline of the run", Err: ctx.Err()}
}

// TestTimeBudgetIsShared runs in simulated time.
func TestTimeBudgetIsShared(t *testing.T) {
	var refs []biblio.Reference
	for range 5 {
		ref, _ := sample()
		refs = append(refs, ref)
	}
	synctest.Test(t, func(t *testing.T) {
		a := Auditor{Stages: [][]source.Connector{{slow{fake{info: overNet("a")}}}},
			Budget: Budget{Time: 20 * time.Millisecond}}
		start := time.Now()
		n := 0
		err := a.All(t.Context(), refs, Options{}, func(f Finding) error {
			n++
			if f.Verdict.Outcome != judge.Inconclusive {
				t.Errorf("outcome %v", f.Verdict.Outcome)
			}
			return nil
		})
		if took := time.Since(start); err != nil || n != len(refs) || took != 100*time.Millisecond {
			t.Errorf("%d findings after %v, %v", n, took, err)
		}
	})
}

// short returns fewer answers than it got queries.
type short struct{ fake }

func (s short) LookupBatch(context.Context, []source.Query) []answer.Lookup { return nil }

type breaking struct{ fake }

func (s breaking) LookupBatch(context.Context, []source.Query) []answer.Lookup { panic("no") }

func TestBrokenBatches(t *testing.T) {
	ref, _ := sample()
	for name, c := range map[string]source.Connector{"short": short{fake{info: overNet("a")}},
		"breaking": breaking{fake{info: overNet("a")}}} {
		a := Auditor{Stages: [][]source.Connector{{c}}}
		f := a.Reference(context.Background(), ref, Options{})
		if l := f.Evidence.Lookups; len(l) != 1 || l[0].Outcome != answer.Failed || f.Verdict.Outcome != judge.Inconclusive {
			t.Errorf("%s: %+v, %v", name, l, f.Verdict.Outcome)
		}
	}
}

// TestAskable: what a source has to be asked with.
func TestAskable(t *testing.T) {
	byTitle, byText := answer.Info{Titles: true}, answer.Info{Raw: true}
	byDOI := answer.Info{Schemes: []ident.Scheme{ident.DOI}}
	titled, doi := source.Query{}, source.Query{IDs: []ident.ID{{Scheme: ident.DOI, Value: "10.1/x"}}}
	titled.Claimed.Title = "T"
	pmid := source.Query{IDs: []ident.ID{{Scheme: ident.PMID, Value: "1"}}, Raw: "text"}
	for _, c := range []struct {
		info answer.Info
		want [4]bool // with a title, a DOI, a PMID and text, nothing
	}{
		{byTitle, [4]bool{true, false, false, false}}, {byDOI, [4]bool{false, true, false, false}},
		{byText, [4]bool{false, false, true, false}}, {answer.Info{}, [4]bool{}},
	} {
		for i, q := range []source.Query{titled, doi, pmid, {}} {
			if askable(&c.info, &q) != c.want[i] {
				t.Errorf("%+v with %+v: %v", c.info, q, !c.want[i])
			}
		}
	}
}
