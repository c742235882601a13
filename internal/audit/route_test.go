package audit

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/source"
)

func TestProcedure(t *testing.T) {
	for _, c := range []struct {
		done []Ran
		left []Action
		want Action
	}{
		{nil, []Action{AskMemory, AskWeb, AskScholar}, AskMemory},
		{nil, []Action{AskWeb, AskScholar}, AskWeb},
		{[]Ran{{AskMemory, true}}, []Action{AskWeb, AskScholar}, Stop},
		{[]Ran{{AskMemory, false}}, []Action{AskWeb, AskScholar}, AskWeb},
		{[]Ran{{AskMemory, false}, {AskWeb, false}}, []Action{AskScholar}, AskScholar},
		{[]Ran{{AskMemory, false}, {AskWeb, true}}, []Action{AskScholar}, Stop},
		{[]Ran{{AskMemory, false}, {AskWeb, false}, {AskScholar, false}}, nil, Stop},
	} {
		if got := (Progress{Done: c.done, Left: c.left}).usual(); got != c.want {
			t.Errorf("%v, %v left: %s, want %s", c.done, c.left, got, c.want)
		}
	}
}

// backwards routes as badly as it can, and requests what it may not.
func backwards(_ context.Context, p Progress, _ Action) Action {
	if p.Citation == "stops" {
		return Stop
	}
	if p.Citation == "breaks" {
		panic("out of cheese")
	}
	return p.Left[len(p.Left)-1]
}

// Whatever the route, the evidence is complete and in the order of the stages, and the verdict on unverified
// references is the same.
func TestRoutesChangeNoVerdict(t *testing.T) {
	ref, rec := sample()
	wrong := rec
	wrong.Issued.Year = 1999
	for name, records := range map[string][]biblio.Record{"wrong year": {wrong}, "nothing": nil} {
		stages := [][]source.Connector{{fake{info: strong("a")}}, {fake{info: strong("b")}, fake{info: strong("c")}},
			{fake{info: strong("d"), records: records}}}
		plain := Auditor{Stages: stages}
		routed := Auditor{Stages: stages, Routes: backwards, Kinds: []Action{AskMemory, AskWeb, AskScholar}}
		for _, id := range []string{"r", "stops", "breaks"} {
			ref.ID = id
			if diff := cmp.Diff(plain.Reference(context.Background(), ref, Options{}),
				routed.Reference(context.Background(), ref, Options{})); diff != "" {
				t.Errorf("%s, %s: %s", name, id, diff)
			}
		}
	}
}

func TestRouteStopsWhenVerified(t *testing.T) {
	ref, rec := sample()
	asked := 0
	a := Auditor{Stages: [][]source.Connector{{fake{info: strong("web"), asked: &asked}},
		{fake{info: strong("scholar"), records: []biblio.Record{rec}}}}, Routes: backwards,
		Kinds: []Action{AskWeb, AskScholar}}
	f := a.Reference(context.Background(), ref, Options{})
	if f.Verdict.Outcome != judge.Verified || asked != 0 || len(f.Evidence.Lookups) != 2 ||
		f.Evidence.Lookups[0].Outcome != answer.NotAsked {
		t.Errorf("%v, asked %d: %+v", f.Verdict.Outcome, asked, f.Evidence.Lookups)
	}
}
