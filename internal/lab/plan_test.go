package lab

import (
	"context"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/source"
)

// listed is a source that answers with the question's words.
type listed string

func (l listed) Info() answer.Info { return answer.Info{Name: string(l), Titles: true, Raw: true} }

func (l listed) Lookup(_ context.Context, q source.Query) (answer.Answer, error) {
	work := biblio.Work{Title: q.Claimed.Title, IDs: q.IDs}
	return answer.Answer{Hits: []answer.Hit{{Record: biblio.Record{Work: work}}}}, nil
}

// TestPlans compares the plans with the orders in the papers.
func TestPlans(t *testing.T) {
	have := map[string][]source.Connector{"memory": {listed("memory")}, "corpus": {listed("corpus")},
		"identifiers": {listed("doi"), listed("url_direct")}, "joined": {listed("openalex")},
		"scholarly": {listed("crossref"), listed("openalex"), listed("arxiv")}, "late": {listed("semantic_scholar")},
		"web": {listed("web_search")}}
	for name, want := range map[string]string{
		"citecheck":  "corpus → arxiv → crossref → semantic_scholar → openalex → web_search",
		"citeaudit":  "memory → corpus → web_search → doi+url_direct+crossref+openalex+arxiv → semantic_scholar",
		"citetracer": "memory+corpus → doi+url_direct → crossref+openalex+arxiv → semantic_scholar → web_search",
	} {
		plan, err := PlanOf(name)
		if err != nil {
			t.Fatal(err)
		}
		var order []string
		for _, stage := range plan.Stages(have) {
			var names []string
			for _, c := range stage {
				names = append(names, c.Info().Name)
			}
			order = append(order, strings.Join(names, "+"))
		}
		got := strings.Join(order, " → ")
		if got != want || plan.Name != name || (plan.Gate != nil) != (name == "citecheck") {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
	if plan, err := PlanOf("default"); plan != nil || err != nil {
		t.Errorf("the usual plan: %v, %v", plan, err)
	}
	if _, err := PlanOf("improvised"); err == nil || !strings.HasSuffix(err.Error(), Plans()) {
		t.Errorf("an unknown plan: %v", err)
	}
	only := named("arxiv:id", have)[0]
	id := ident.ID{Scheme: ident.ArXiv, Value: "1706.03762"}
	q := source.Query{IDs: []ident.ID{id}, Claimed: biblio.Work{Title: "A title"}}
	for _, l := range source.LookupAll(t.Context(), only, []source.Query{q}) {
		if w := l.Answer.Hits[0].Record.Work; only.Info().Titles || w.Title != "" || len(w.IDs) != 1 {
			t.Errorf("asked for %+v", w)
		}
	}
}
