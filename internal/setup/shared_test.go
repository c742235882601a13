package setup

import (
	"context"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/bonafide-audit/bonafide/internal/llm"
	"github.com/bonafide-audit/bonafide/internal/source"
	"github.com/bonafide-audit/bonafide/internal/testing/llmtest"
	"github.com/bonafide-audit/bonafide/internal/transport"
)

// shelf is a place for answers that several setups have in common.
type shelf struct{ kept sync.Map }

func (s *shelf) Read(_ context.Context, key string) []byte {
	data, _ := s.kept.Load(key)
	b, _ := data.([]byte)
	return b
}

func (s *shelf) Write(_ context.Context, key string, data []byte) { s.kept.Store(key, data) }
func (s *shelf) Err() error                                       { return nil }

// TestSharedStateOfModels: a server of models that another process found to be down
// is left alone by this one too.
func TestSharedStateOfModels(t *testing.T) {
	model := llmtest.New(t, llmtest.Say(`{}`))
	states := map[string]transport.State{}
	opt := Options{Online: Online{Shared: Shared{State: func(_ string, p transport.Policy, pace transport.Pace) transport.State {
		if states[p.Service] == nil {
			states[p.Service] = transport.NewState(p, pace)
		}
		return states[p.Service]
	}}}, Models: Models{Model: "compatible:small", URL: model.URL + "/v1?secret=planted", Roles: []string{"judge"}, Cache: NoModels, Env: func(name string) string {
		return map[string]string{"BONAFIDE_MODEL_KEY": llmtest.Key}[name]
	}}}
	ask := func() error {
		s, err := Open(opt)
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		_, err = s.Models.Role("judge").Ask(t.Context(), llm.Request{Role: "judge", Turns: []llm.Turn{llm.User("?")}})
		return err
	}
	if err := ask(); err != nil || len(states) != 1 {
		t.Fatal(err, states)
	}
	for name, state := range states {
		if strings.Contains(name, "planted") {
			t.Errorf("a secret names the service %q", name)
		}
		state.Stop(time.Now(), time.Hour, &source.Failure{Kind: source.Unreachable})
	}
	asked := len(model.Calls())
	if err := ask(); err == nil || len(model.Calls()) != asked {
		t.Errorf("asked a server that is left alone: %v", err)
	}
}

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
			State: func(_ string, p transport.Policy, pace transport.Pace) transport.State {
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
