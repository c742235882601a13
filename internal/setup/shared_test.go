package setup

import (
	"sync"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/transport"
)

// shelf is a place for answers that several setups have in common.
type shelf struct{ kept sync.Map }

func (s *shelf) Read(key string) []byte {
	data, _ := s.kept.Load(key)
	b, _ := data.([]byte)
	return b
}

func (s *shelf) Write(key string, data []byte) { s.kept.Store(key, data) }
func (s *shelf) Err() error                    { return nil }

// TestShared: setups that share answers ask once, and each takes the state of a
// service from who is handed in.
func TestShared(t *testing.T) {
	server, refs := world(t, 10)
	common := &shelf{}
	var mu sync.Mutex
	states := map[string]int{}
	opt := func() Online {
		return Online{clock: newHurry(), Shared: Shared{
			Answers: common,
			State: func(p transport.Policy, pace transport.Pace) transport.State {
				mu.Lock()
				defer mu.Unlock()
				states[p.Service]++
				return transport.NewState(p, pace)
			},
		}}
	}
	want := rows(t, run(t, online(t, server.URL, opt()).Auditor, refs))
	asked := server.Total()
	if got := rows(t, run(t, online(t, server.URL, opt()).Auditor, refs)); got != want || server.Total() != asked || asked == 0 {
		t.Errorf("%d requests, then %d more", asked, server.Total()-asked)
	}
	if states["crossref"] != 2 {
		t.Errorf("states %v", states)
	}
}
