package setup

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/llm"
	"github.com/bonafide-audit/bonafide/internal/source"
	"github.com/bonafide-audit/bonafide/internal/transport"
)

// Forecast is what a run is expected to ask of services, computed in advance from what the references state, as
// if nothing were cached and no reference settled early.
type Forecast struct {
	References int
	Requests   int
	Services   []source.Expected // most requests first; those of hosts named in references have no name
	Time       time.Duration     // at the services' limits, without their response times
	Credits    []Credits
}

// Credits is what a run is expected to use of a service's daily allowance.
type Credits struct {
	Service     string
	Spend, Left int
}

// Forecast returns what checking references is expected to ask; no requests if no service is asked.
func (s *Setup) Forecast(refs []biblio.Reference) Forecast {
	f := Forecast{References: len(refs)}
	if s.services == nil || s.services.replay {
		return f
	}
	queries := make([]source.Query, len(refs))
	for i := range refs {
		queries[i] = source.Query{IDs: refs[i].Claimed.IDs, Claimed: refs[i].Claimed, Raw: refs[i].Raw,
			Printed: refs[i].Printed()}
	}
	for n, stage := range s.Auditor.Stages {
		longest := time.Duration(0)
		for _, c := range stage {
			if info := c.Info(); !info.Online || inStages(info.Name, s.Auditor.Stages[n+1:]) {
				continue // it is asked again later, and reports all of it then
			}
			e := source.Expect(c, queries)
			if s.requests > 0 && e.Service != "" {
				e.Requests = min(e.Requests, s.requests)
			}
			if e.Requests == 0 {
				continue
			}
			f.add(e)
			if e.Service != "" { // hosts named in references each have their own pace
				longest = max(longest, s.services.client.Span(e.Service, e.Requests))
			}
			if left, known := s.services.client.Budget(e.Service); known && e.Credits > 0 {
				f.Credits = append(f.Credits, Credits{e.Service, e.Credits, left})
			}
		}
		f.Time += longest
	}
	if most := s.Auditor.Budget.Requests; most > 0 {
		f.Requests = min(f.Requests, most*len(refs))
	}
	slices.SortStableFunc(f.Services, func(a, b source.Expected) int {
		return cmp.Or(b.Requests-a.Requests, cmp.Compare(a.Service, b.Service))
	})
	return f
}

func inStages(name string, stages [][]source.Connector) bool {
	return slices.ContainsFunc(stages, func(stage []source.Connector) bool {
		return slices.ContainsFunc(stage, func(c source.Connector) bool { return c.Info().Name == name })
	})
}

func (f *Forecast) add(e source.Expected) {
	f.Requests += e.Requests
	for i := range f.Services {
		if have := &f.Services[i]; have.Service == e.Service {
			have.Requests += e.Requests
			return
		}
	}
	f.Services = append(f.Services, e)
}

// Account counts and limits what one run asks of services and models. Runs that share a setup have one each.
type Account struct {
	setup    *Setup
	services *transport.Account
	models   *llm.Meter
}

// Account opens the account of one run.
func (s *Setup) Account() *Account {
	return &Account{s, transport.NewAccount(s.requests), s.Models.Meter()}
}

// With returns a context whose requests count on the account.
func (a *Account) With(ctx context.Context) context.Context {
	return llm.WithMeter(transport.WithAccount(ctx, a.services), a.models)
}

// Cost is what was asked of services and models. It is not part of a report, which must not depend on cached answers.
type Cost struct {
	Requests int // to services, from this machine
	Services int // asked
	Left     []Left
	Models   []llm.Total // by role
}

// Left is the number of requests that a service says are left of its daily budget.
type Left struct {
	Service  string
	Requests int
}

// Cost returns what has been asked so far.
func (a *Account) Cost() Cost {
	c := Cost{Models: a.models.Totals()}
	c.Requests, c.Services = a.services.Requests()
	if a.setup.services == nil {
		return c
	}
	for _, st := range a.setup.services.client.Stats() {
		if st.HasRemaining && a.services.Asked(st.Service) {
			c.Left = append(c.Left, Left{st.Service, st.Remaining})
		}
	}
	return c
}
