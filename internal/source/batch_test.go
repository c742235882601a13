package source_test

import (
	"context"
	"fmt"
	"sync"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/source"
)

// single answers with the requested title, and panics on request.
type single struct{}

func (single) Info() answer.Info { return answer.Info{Name: "single", Version: 1} }

func (single) Lookup(_ context.Context, q source.Query) (answer.Answer, error) {
	switch q.Claimed.Title {
	case "break":
		panic("broken")
	case "fail":
		return answer.Answer{}, &answer.Failure{Kind: answer.Timeout}
	case "":
		return answer.Answer{}, answer.ErrNotAsked
	}
	return answer.Answer{Hits: []answer.Hit{{Record: biblio.Record{Work: q.Claimed}}}}, nil
}

func TestLookupAll(t *testing.T) {
	var queries []source.Query
	for i := range 100 {
		queries = append(queries, source.Query{Claimed: biblio.Work{Title: fmt.Sprint("title ", i)}})
	}
	queries[3].Claimed.Title, queries[4].Claimed.Title, queries[5].Claimed.Title = "break", "fail", ""
	lookups := source.LookupAll(context.Background(), single{}, queries)
	for i, l := range lookups {
		want := map[int]answer.Outcome{3: answer.Failed, 4: answer.Failed, 5: answer.NotAsked}[i]
		if want == "" {
			want = answer.Found
		}
		if l.Outcome != want || want == answer.Found && l.Answer.Hits[0].Record.Title != queries[i].Claimed.Title {
			t.Errorf("lookup %d: %s, want %s", i, l.Outcome, want)
		}
	}
}

func TestAllowance(t *testing.T) {
	a := answer.NewAllowance(50)
	ctx := answer.WithAllowance(context.Background(), a)
	var wg sync.WaitGroup
	for range 10 {
		wg.Go(func() {
			for range 10 {
				answer.AllowanceOf(ctx).Spend()
			}
		})
	}
	wg.Wait()
	if a.Spent() != 50 || a.Spend() {
		t.Errorf("%d of 50 spent", a.Spent())
	}
	if answer.AllowanceOf(context.Background()) != nil || !answer.NewAllowance(0).Spend() {
		t.Error("no allowance, or one without a limit, stops a request")
	}
}
