package audit

import (
	"context"
	"fmt"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/match"
	"github.com/bonafide-audit/bonafide/internal/source"
)

// What is known of some references is not asked again, and all findings are those of
// the whole run, in its order, with the duplicates among all.
func TestKnown(t *testing.T) {
	ref, record := sample()
	var asked atomic.Int64
	a := &Auditor{Stages: [][]source.Connector{{fake{info: strong("a"), records: []biblio.Record{record}, delay: func() time.Duration {
		asked.Add(1)
		return 0
	}}}}}
	var refs []biblio.Reference
	for i := range 300 {
		r := ref
		r.ID, r.Raw = fmt.Sprint(i), fmt.Sprint("raw ", i)
		refs = append(refs, r)
	}
	run := func(opt Options) (list []Finding) {
		if err := a.All(context.Background(), refs, opt, func(f Finding) error {
			list = append(list, f)
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		return list
	}
	whole := run(Options{Jobs: 3})
	if n := int(asked.Load()); n != len(refs) {
		t.Fatalf("%d questions", n)
	}
	for name, knows := range map[string]func(i int) bool{
		"none": func(int) bool { return false }, "all": func(int) bool { return true },
		"some": func(i int) bool { return i%3 == 1 }, "the first": func(i int) bool { return i < 200 }, "the last": func(i int) bool { return i > 100 },
	} {
		asked.Store(0)
		known := 0
		list := run(Options{Jobs: 3, Known: func(r *biblio.Reference) (Finding, bool) {
			i := slices.IndexFunc(refs, func(one biblio.Reference) bool { return SameClaim(&one, r) })
			if !knows(i) {
				return Finding{}, false
			}
			known++
			return whole[i].Kept().Again(r), true
		}})
		if n := int(asked.Load()); n != len(refs)-known {
			t.Errorf("%s: %d questions, %d known", name, n, known)
		}
		for i := range list {
			if diff := cmp.Diff(whole[i].Verdict, list[i].Verdict); diff != "" || list[i].Reference.ID != refs[i].ID || len(list[i].Evidence.Lookups[0].Answer.Hits) != len(whole[i].Evidence.Lookups[0].Answer.Hits) {
				t.Fatalf("%s: finding %d differs: %s", name, i, diff)
			}
		}
	}
}

// What a memory may keep of a verified work: the record that decided, and others that are
// surely of the work, from online services that speak of it for themselves.
func TestProven(t *testing.T) {
	candidate := func(id string, same float64, online bool, kind biblio.OriginKind) match.Candidate {
		return match.Candidate{Hit: source.Hit{Record: biblio.Record{LocalID: id}}, Comparison: match.Comparison{SameWork: same}, Source: source.Info{Online: online}, Origin: biblio.Origin{Kind: kind}}
	}
	f := Finding{Evidence: judge.Evidence{Candidates: []match.Candidate{
		candidate("another work", match.SameWorkThreshold/2, true, biblio.Publisher),
		candidate("the best", match.SameWorkThreshold/2, true, biblio.Publisher),
		candidate("just the work", match.SameWorkThreshold, true, biblio.Publisher),
		candidate("on this machine", 1, false, biblio.Publisher),
		candidate("a page", 1, true, biblio.ConfirmOnly),
	}}, Verdict: judge.Verdict{Outcome: judge.Verified, Codes: []judge.Code{judge.R1}, Best: 1}}
	var kept []string
	for _, r := range f.Proven() {
		kept = append(kept, r.LocalID)
	}
	if !judge.Settled(f.Verdict) || !slices.Equal(kept, []string{"the best", "just the work"}) {
		t.Errorf("settled %t, kept %q", judge.Settled(f.Verdict), kept)
	}
	f.Verdict.Outcome = judge.Inconclusive
	if f.Proven() != nil {
		t.Error("what is not verified is kept")
	}
}
