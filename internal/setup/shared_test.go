package setup

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/llm"
	"github.com/bonafide-audit/bonafide/internal/shared"
	"github.com/bonafide-audit/bonafide/internal/testing/llmtest"
	"github.com/bonafide-audit/bonafide/internal/testing/testenv"
	"github.com/bonafide-audit/bonafide/internal/transport"
)

// shelf is a cache of answers that several setups share.
type shelf struct{ kept sync.Map }

func (s *shelf) Read(_ context.Context, key string) []byte {
	data, _ := s.kept.Load(key)
	b, _ := data.([]byte)
	return b
}

func (s *shelf) Write(_ context.Context, key string, data []byte) { s.kept.Store(key, data) }
func (s *shelf) Err() error                                       { return nil }

// TestSharedStateOfModels: a model server that another process found to be down is left alone by this one too.
func TestSharedStateOfModels(t *testing.T) {
	model := llmtest.New(t, llmtest.Say(`{}`))
	states := map[string]transport.State{}
	opt := Options{
		Online: Online{Shared: Shared{State: func(_ string, p transport.Policy, pace transport.Pace) transport.State {
			if states[p.Service] == nil {
				states[p.Service] = transport.NewState(p, pace)
			}
			return states[p.Service]
		}}}, Models: Models{Model: "compatible:small", URL: model.URL + "/v1?secret=planted", Roles: []string{"judge"},
			Cache: NoModels, Env: func(name string) string {
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
		state.Stop(time.Now(), time.Hour, &answer.Failure{Kind: answer.Unreachable})
	}
	asked := len(model.Calls())
	if err := ask(); err == nil || len(model.Calls()) != asked {
		t.Errorf("asked a server that is left alone: %v", err)
	}
}

// TestShared: setups that share answers ask once, and each takes the state of a service from the given function.
func TestShared(t *testing.T) {
	server, refs := world(t, 10)
	common := &shelf{}
	var mu sync.Mutex
	states := map[string]int{}
	opt := func() Online {
		return Online{Clock: newHurry(), Shared: Shared{
			Answers: common,
			State: func(_ string, p transport.Policy, pace transport.Pace) transport.State {
				mu.Lock()
				defer mu.Unlock()
				states[p.Service]++
				return transport.NewState(p, pace)
			},
		}}
	}
	want := rows(t, run(t, onlineSetup(t, server.URL, opt()).Auditor, refs))
	asked := server.Total()
	if got := rows(t, run(t, onlineSetup(t, server.URL, opt()).Auditor, refs)); got != want ||
		server.Total() != asked || asked == 0 {
		t.Errorf("%d requests, then %d more", asked, server.Total()-asked)
	}
	if states["crossref"] != 2 {
		t.Errorf("states %v", states)
	}
}

// TestWorkers: four workers that share a database ask nothing twice, though their references partly coincide,
// and have the same rows as workers that are alone.
func TestWorkers(t *testing.T) {
	t.Parallel()
	const workers, each, apart = 4, 40, 10
	played, refs := world(t, each+(workers-1)*apart)
	target, err := url.Parse(played.URL)
	if err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	asked := map[string]int{}
	forward := httputil.NewSingleHostReverseProxy(target)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		mu.Lock()
		asked[r.URL.RequestURI()+" "+string(body)]++
		mu.Unlock()
		forward.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	check := func(i int, opt Online) string {
		opt.Clock = newHurry()
		return rows(t, run(t, onlineSetup(t, server.URL, opt).Auditor, refs[i*apart:][:each]))
	}
	var want [workers]string
	for i := range workers {
		want[i] = check(i, Online{})
	}
	alone := played.Total()
	clear(asked)
	address := testenv.Postgres(t)
	var wg sync.WaitGroup
	for i := range workers {
		wg.Go(func() {
			db, err := shared.Open(t.Context(), address)
			if err != nil {
				t.Error(err)
				return
			}
			defer db.Close()
			if got := check(i, Online{Shared: Shared{Answers: db, State: db.State}}); got != want[i] {
				t.Errorf("worker %d has other rows", i)
			}
		})
	}
	wg.Wait()
	for what, n := range asked {
		if n > 1 {
			t.Errorf("asked %d times: %s", n, what)
		}
	}
	if together := played.Total() - alone; together > alone*2/3 {
		t.Errorf("%d requests of workers that share, %d of those that do not", together, alone)
	} else {
		t.Logf("%d requests of workers that share, %d of those that do not", together, alone)
	}
}
