package setup

import (
	"cmp"
	"slices"
	"time"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/source"
)

// Forecast is what a run is expected to ask of services before it asks: reckoned
// from what the references state, as if nothing were kept of earlier answers and
// none settled early.
type Forecast struct {
	References int
	Requests   int
	Services   []source.Expected // most requests first; those of hosts that references name have no name
	Time       time.Duration     // at the services' limits, without the time of their answers
	Credits    []Credits
}

// Credits are what a run is expected to spend of a service's daily allowance.
type Credits struct {
	Service     string
	Spend, Left int
}

// Forecast says what checking references is expected to ask; no requests when
// no service is asked.
func (s *Setup) Forecast(refs []biblio.Reference) Forecast {
	f := Forecast{References: len(refs)}
	if s.services == nil || s.services.replay {
		return f
	}
	queries := make([]source.Query, len(refs))
	for i := range refs {
		queries[i] = source.Query{IDs: refs[i].Claimed.IDs, Claimed: refs[i].Claimed, Raw: refs[i].Raw, Printed: refs[i].Printed()}
	}
	for _, stage := range s.Auditor.Stages {
		longest := time.Duration(0)
		for _, c := range stage {
			if !c.Info().Online {
				continue
			}
			e := source.Expect(c, queries)
			if e.Requests == 0 {
				continue
			}
			f.add(e)
			if e.Service != "" { // hosts that references name have each a pace of its own
				longest = max(longest, s.services.client.Span(e.Service, e.Requests))
			}
			if left, known := s.services.client.Budget(e.Service); known && e.Credits > 0 {
				f.Credits = append(f.Credits, Credits{e.Service, e.Credits, left})
			}
		}
		f.Time += longest
	}
	slices.SortStableFunc(f.Services, func(a, b source.Expected) int {
		return cmp.Or(b.Requests-a.Requests, cmp.Compare(a.Service, b.Service))
	})
	return f
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
