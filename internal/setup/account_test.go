package setup

import (
	"sync"
	"testing"
	"time"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// TestRunsPayForThemselves: each of the runs that share a setup has its own limit of requests to a service, and
// its own cost.
func TestRunsPayForThemselves(t *testing.T) {
	const most = 2
	server, refs := world(t, 80)
	s := onlineSetup(t, server.URL,
		Online{Clock: newHurry(), MaxRequests: most, Sources: []string{"crossref", "openalex"}})
	spent := func(refs []biblio.Reference) (cost Cost, skipped int) {
		account := s.Account()
		for _, f := range runUnder(account.With(t.Context()), t, s.Auditor, refs, time.Time{}) {
			for _, l := range f.Evidence.Lookups {
				if l.Failure != nil && l.Failure.Kind == answer.Budget {
					skipped++
				}
			}
		}
		return account.Cost(), skipped
	}
	for i := range 2 { // one after the other
		before := server.Total()
		cost, skipped := spent(refs[20*i : 20*i+20])
		if cost.Requests != server.Total()-before || cost.Requests != 2*most || cost.Services != 2 || skipped == 0 {
			t.Errorf("run %d: %+v, %d skipped, %d requests", i, cost, skipped, server.Total()-before)
		}
	}
	before := server.Total()
	var costs [2]Cost
	var wg sync.WaitGroup
	for i := range costs { // concurrently
		wg.Go(func() { costs[i], _ = spent(refs[40+20*i : 60+20*i]) })
	}
	wg.Wait()
	if n := costs[0].Requests + costs[1].Requests; n != server.Total()-before || costs[0].Requests > 2*most ||
		costs[1].Requests > 2*most {
		t.Errorf("%+v, %d requests", costs, server.Total()-before)
	}
	if cost, _ := spent(nil); cost.Requests != 0 || cost.Services != 0 || len(cost.Left) != 0 {
		t.Errorf("a run that asks nothing: %+v", cost)
	}
}
