package audit

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/match"
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

// TestShare: a reference spends its budget on the sources that can be asked about it, in their order.
func TestShare(t *testing.T) {
	titled := func(title string, spent int) *inquiry {
		in := &inquiry{spent: spent}
		in.query.Claimed.Title = title
		return in
	}
	stage := []source.Connector{fake{info: overNet("a")}, fake{info: strong("corpus")}, fake{info: overNet("b")}}
	for _, c := range []struct {
		name     string
		requests int
		in       *inquiry
		want     [3]bool
	}{
		{"no budget", 0, titled("T", 7), [3]bool{true, true, true}},
		{"for both", 2, titled("T", 0), [3]bool{true, true, true}},
		{"for one", 1, titled("T", 0), [3]bool{true, true, false}},
		{"for one, after another", 2, titled("T", 1), [3]bool{true, true, false}},
		{"used up", 1, titled("T", 1), [3]bool{false, true, false}},
		{"nothing to ask with", 1, titled("", 1), [3]bool{true, true, true}},
	} {
		may := Budget{Requests: c.requests}.share(stage, []*inquiry{c.in})
		if got := [3]bool{may[0][0], may[1][0], may[2][0]}; got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
	online, none := overNet("a"), answer.Lookup{Outcome: answer.NoMatch}
	for want, lookups := range map[int][]answer.Lookup{
		1: {none, {Outcome: answer.Failed, Failure: &answer.Failure{Kind: answer.Timeout}}},
		0: {{Outcome: answer.NotAsked}, {Outcome: answer.Failed, Failure: &answer.Failure{Kind: answer.Budget}}},
	} {
		for _, l := range lookups {
			if got := cost(online, l); got != want {
				t.Errorf("%+v costs %d", l, got)
			}
		}
	}
	if got := cost(strong("corpus"), none); got != 0 {
		t.Errorf("a corpus costs %d", got)
	}
}

// TestNoteOfLookups: a source that is asked again replaces what it said, unless it was not asked then; the record that
// a reference is judged against names its source.
func TestNoteOfLookups(t *testing.T) {
	lookup := func(name string, outcome answer.Outcome) answer.Lookup {
		return answer.Lookup{Source: answer.Info{Name: name}, Outcome: outcome}
	}
	in := &inquiry{}
	for stage, l := range []answer.Lookup{lookup("a", answer.NoMatch), lookup("b", answer.NotAsked),
		lookup("a", answer.Found), lookup("a", answer.NotAsked)} {
		in.note(stage+1, l, 0, 1)
	}
	if l := in.Evidence.Lookups; len(l) != 2 || l[0].Outcome != answer.Found || l[1].Source.Name != "b" {
		t.Errorf("lookups %+v", l)
	}
	in.Evidence.Candidates = []match.Candidate{{Source: answer.Info{Name: "a"}}}
	for best, want := range map[int]string{0: "b false false; a true true; ", -1: "b false false; a true false; ",
		1: "b false false; a true false; "} {
		in.Verdict.Best = best
		var got strings.Builder
		in.trace(func(s Step) { fmt.Fprintf(&got, "%s %t %t; ", s.Source, s.Asked, s.Chosen) })
		if got.String() != want {
			t.Errorf("the best is %d: %s, want %s", best, got.String(), want)
		}
	}
	in.trace(nil)
}

// TestProvenIDs: notices are asked for by the DOIs of the records of online services of which a verified work is one.
func TestProvenIDs(t *testing.T) {
	doi := func(s string) ident.ID { return ident.ID{Scheme: ident.DOI, Value: s} }
	candidate := func(online bool, same float64, ids ...ident.ID) match.Candidate {
		c := match.Candidate{Source: answer.Info{Online: online}}
		c.Comparison.SameWork, c.Hit.Record.IDs = same, ids
		return c
	}
	in := &inquiry{}
	in.Evidence.Candidates = []match.Candidate{
		candidate(true, 0, doi("10.1/best"), ident.ID{Scheme: ident.PMID, Value: "1"}),
		candidate(true, 1, doi("10.1/same"), doi("10.1/best")),
		candidate(true, match.SameWorkThreshold, doi("10.1/just")),
		candidate(true, match.SameWorkThreshold-.01, doi("10.1/other")),
		candidate(false, 1, doi("10.1/corpus")),
	}
	for outcome, want := range map[judge.Outcome]string{judge.Verified: "[doi:10.1/best doi:10.1/same doi:10.1/just]",
		judge.Discrepant: "[]", judge.Inconclusive: "[]"} {
		in.Verdict.Outcome, in.Verdict.Best = outcome, 0
		if got := fmt.Sprint(in.proven()); got != want {
			t.Errorf("%v: %s, want %s", outcome, got, want)
		}
	}
}
