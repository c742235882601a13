package audit

import (
	"context"
	"fmt"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/match"
	"github.com/bonafide-audit/bonafide/internal/source"
)

// Sources are not asked again about known references, and the findings are those of the whole run, in its order, with
// duplicates found among all.
func TestKnown(t *testing.T) {
	ref, record := sample()
	var asked atomic.Int64
	a := &Auditor{
		Stages: [][]source.Connector{{fake{info: strong("a"), records: []biblio.Record{record}, delay: func() time.Duration {
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
		"some": func(i int) bool { return i%3 == 1 }, "the first": func(i int) bool {
			return i < 200
		}, "the last": func(i int) bool { return i > 100 },
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
			if diff := cmp.Diff(whole[i].Verdict, list[i].Verdict); diff != "" || list[i].Reference.ID != refs[i].ID ||
				len(list[i].Evidence.Lookups[0].Answer.Hits) != len(whole[i].Evidence.Lookups[0].Answer.Hits) {
				t.Fatalf("%s: finding %d differs: %s", name, i, diff)
			}
		}
	}
}

// What a memory may keep of a verified work: the record that decided, and others that are surely of the work, from
// online services that speak for themselves.
func TestProven(t *testing.T) {
	candidate := func(id string, same float64, online bool, kind biblio.OriginKind) match.Candidate {
		return match.Candidate{Hit: answer.Hit{Record: biblio.Record{LocalID: id}},
			Comparison: match.Comparison{SameWork: same}, Source: answer.Info{Online: online}, Origin: biblio.Origin{Kind: kind}}
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

// TestSameClaim: any difference in what a verdict rests on makes another claim; nothing else does.
func TestSameClaim(t *testing.T) {
	ref, _ := sample()
	ref.Raw, ref.Key, ref.Extra = "raw", "key", map[string]string{"note": "n"}
	ref.Confidence = map[biblio.Field]float64{biblio.FieldTitle: .5}
	for name, c := range map[string]struct {
		edit func(*biblio.Reference)
		same bool
	}{
		"nothing":     {func(*biblio.Reference) {}, true},
		"its id":      {func(r *biblio.Reference) { r.ID = "other" }, true},
		"the text":    {func(r *biblio.Reference) { r.Raw = "other" }, false},
		"the key":     {func(r *biblio.Reference) { r.Key = "other" }, false},
		"how it came": {func(r *biblio.Reference) { r.Recognised = !r.Recognised }, false},
		"other":       {func(r *biblio.Reference) { r.Extra = map[string]string{"note": "m"} }, false},
		"confidence": {func(r *biblio.Reference) { r.Confidence = map[biblio.Field]float64{biblio.FieldTitle: .6} },
			false},
		"the claim": {func(r *biblio.Reference) { r.Claimed.Volume = "7" }, false},
	} {
		other := ref
		c.edit(&other)
		if SameClaim(&ref, &other) != c.same || SameClaim(&other, &ref) != c.same {
			t.Errorf("%s differs: the same claim %v", name, !c.same)
		}
	}
}

// TestWorks: the records of the cited work that a second reference may also cite.
func TestWorks(t *testing.T) {
	record := func(title, id string) match.Candidate {
		r := biblio.Record{Source: "s", LocalID: id, Work: biblio.Work{Title: title}}
		return match.Candidate{Hit: answer.Hit{Record: r}}
	}
	candidates := []match.Candidate{record("Birds", "1"), record("birds.", "2"), record("Birds, part 2", "3"),
		record("Birds", ""), record("Birds", "5")}
	for _, c := range []struct {
		outcome judge.Outcome
		best    int
		want    string
	}{
		{judge.Verified, 0, "[[s 1] [s 2]]"}, {judge.Discrepant, 0, "[[s 1] [s 2]]"}, {judge.Doubtful, 0, "[[s 1] [s 2]]"},
		{judge.Verified, 2, "[[s 3]]"}, {judge.Ambiguous, 0, "[]"}, {judge.NotFound, 0, "[]"}, {judge.Verified, -1, "[]"},
	} {
		f := Finding{Evidence: judge.Evidence{Candidates: candidates},
			Verdict: judge.Verdict{Outcome: c.outcome, Best: c.best, Versions: [][]int{{2, 0}, {3, 1}}}}
		if got := fmt.Sprint(works(&f)); got != c.want {
			t.Errorf("%v, %d: %s, want %s", c.outcome, c.best, got, c.want)
		}
	}
}
