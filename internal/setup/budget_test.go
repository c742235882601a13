package setup

import (
	"testing"
	"time"

	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/testing/fixtureserver"
	"github.com/bonafide-audit/bonafide/internal/testing/testenv"
)

func TestMain(m *testing.M) { testenv.RunWaiting(m) }

// TestBudgetsHold: a run never asks more than its budgets allow, never more than a fifth above what was told before,
// and what it was not allowed to ask is all that the next one has to.
func TestBudgetsHold(t *testing.T) {
	t.Parallel()
	const all = 1000 // credits
	whole := 0       // requests without a budget
	for _, c := range []struct {
		name      string
		reference int // --budget
		service   int // --requests
		credits   int
	}{
		{"none", 0, 0, all},
		{"one service a reference", 1, 0, 0},
		{"three services a reference", 3, 0, all},
		{"one request to a service", 0, 1, 10},
		{"six requests to a service", 0, 6, 60},
	} {
		t.Run(c.name, func(t *testing.T) {
			server := fixtureserver.New(nil)
			defer server.Close()
			refs, _ := mixed(t, server)
			server.SetCredits(all)
			cache := t.TempDir()
			opt := Online{Clock: newHurry(), Cache: cache, MaxRequests: c.service, Contact: "a@example.org",
				Budget: audit.Budget{Requests: c.reference}}
			s := onlineSetup(t, server.URL, opt)
			forecast, account := s.Forecast(refs), s.Account()
			summary := sum(s, runUnder(account.With(t.Context()), t, s.Auditor, refs, time.Time{}))
			used, credits := server.Total(), all-server.Credits()
			if c.reference > 0 && used > c.reference*len(refs) || credits > c.credits || used != account.Cost().Requests {
				t.Errorf("%d requests and %d credits for %d references", used, credits, len(refs))
			}
			seen := server.Requests()
			delete(seen, "raw.githubusercontent.com") // of two services: papers of a meeting, and repositories
			for host, n := range seen {
				if c.service > 0 && n > c.service {
					t.Errorf("%d requests to %s", n, host)
				}
			}
			foreseen := used - seen["archive.org"] // which is asked about pages that are gone
			if told := forecast.Credits[0].Spend; 5*foreseen > 6*forecast.Requests || 5*credits > 6*told {
				t.Errorf("%d requests and %d credits told, %d and %d used", forecast.Requests, told, used, credits)
			}
			if limited := c.reference+c.service > 0; limited != (summary.Spared() != "") {
				t.Errorf("said: %q", summary.Spared())
			}
			server.Reset()
			opt.Budget, opt.MaxRequests = audit.Budget{}, 0
			run(t, onlineSetup(t, server.URL, opt).Auditor, refs)
			if c.service+c.reference == 0 {
				whole = used
			}
			if rest := server.Total(); rest > whole-used/2 {
				t.Errorf("%d requests more without a budget, after %d of %d", rest, used, whole)
			}
		})
	}
}
