package audit

import (
	"context"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/source"
)

// adviser answers with the result of a function.
type adviser struct {
	name string
	say  func(f *Finding, before []judge.Advice) (judge.Advice, bool)
}

func (a adviser) Name() string { return a.name }

func (a adviser) Advise(_ context.Context, f *Finding, before []judge.Advice) (judge.Advice, bool) {
	return a.say(f, before)
}

func TestAdviceThatBreaksChangesNothing(t *testing.T) {
	ref, rec := sample()
	rec.Issued.Year = 1999
	stages := [][]source.Connector{{fake{info: strong("a"), records: []biblio.Record{rec}}}}
	plain := (&Auditor{Stages: stages}).Reference(context.Background(), ref, Options{})
	for name, a := range map[string]adviser{
		"panics": {"x", func(*Finding, []judge.Advice) (judge.Advice, bool) { panic("out of cheese") }},
		"is late": {"x", func(*Finding, []judge.Advice) (judge.Advice, bool) {
			return judge.Advice{Role: "x", Record: -1, Unheard: "timeout"}, true
		}},
		"is mute": {"x", func(*Finding, []judge.Advice) (judge.Advice, bool) { return judge.Advice{}, false }},
		"acquits": {"x", func(*Finding, []judge.Advice) (judge.Advice, bool) {
			return judge.Advice{Role: "x", Label: judge.Exact, Scored: true, Score: 10, Record: 0, Confirmed: true}, true
		}},
		"invents": {"x", func(*Finding, []judge.Advice) (judge.Advice, bool) {
			return judge.Advice{Role: "x", Label: "real", Record: 77, Confirmed: true}, true
		}},
		"corrupts": {"x", func(f *Finding, _ []judge.Advice) (judge.Advice, bool) {
			return judge.Advice{Role: "x", Label: judge.Major, Scored: true, Score: 0, Record: 0}, true
		}},
	} {
		got := (&Auditor{Stages: stages, Advisers: []Adviser{a}}).Reference(context.Background(), ref, Options{})
		if got.Verdict.Outcome != plain.Verdict.Outcome || !cmp.Equal(got.Verdict.Codes, plain.Verdict.Codes) ||
			!cmp.Equal(got.Evidence, plain.Evidence) {
			t.Errorf("one that %s: %v %v", name, got.Verdict.Outcome, got.Verdict.Codes)
		}
		if name == "is mute" && !cmp.Equal(got, plain) {
			t.Error("silence left a trace")
		}
	}
}

// Advisers see the advice of earlier ones, and the timing of answers has no effect.
func TestAdviceKeepsOrder(t *testing.T) {
	ref, rec := sample()
	stages := [][]source.Connector{{fake{info: strong("a"), records: []biblio.Record{rec}}}}
	first := adviser{"first", func(f *Finding, _ []judge.Advice) (judge.Advice, bool) {
		time.Sleep(time.Duration(f.Reference.ID[0]%3) * time.Millisecond)
		return judge.Advice{Role: "first", Label: f.Reference.ID, Record: -1}, f.Reference.ID != "c"
	}}
	second := adviser{"second", func(f *Finding, before []judge.Advice) (judge.Advice, bool) {
		if len(before) == 0 {
			return judge.Advice{}, false
		}
		return judge.Advice{Role: "second", Label: "after " + before[0].Label, Record: -1}, true
	}}
	a := Auditor{Stages: stages, Advisers: []Adviser{first, second}}
	var refs []biblio.Reference
	for i := range 40 {
		ref.ID = string(rune('a' + i%26))
		refs = append(refs, ref)
	}
	i := 0
	err := a.All(context.Background(), refs, Options{Jobs: 4}, func(f Finding) error {
		want := 2
		if refs[i].ID == "c" {
			want = 0
		}
		if f.Reference.ID != refs[i].ID || len(f.Advice) != want || want > 0 && f.Advice[1].Label != "after "+refs[i].ID {
			t.Errorf("%d: %s %+v", i, f.Reference.ID, f.Advice)
		}
		i++
		return nil
	})
	if err != nil || i != len(refs) {
		t.Errorf("%d findings, %v", i, err)
	}
}
