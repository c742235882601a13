package web

import (
	"cmp"
	"context"
	"log/slog"
	"net"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/bonafide-audit/bonafide/internal/runs"
	"github.com/bonafide-audit/bonafide/internal/setup"
)

// Options are the operator's settings. Every limit must be set.
type Options struct {
	Version string
	// Accounts requires a login, and keeps every user's runs private.
	Accounts bool
	// Sources returns the state of every source.
	Sources    func(context.Context) ([]setup.State, error)
	Offers     runs.Offers // what users may choose for their runs
	Hosts      []string    // host names that browsers may use, without port; nil for any
	NoLinks    bool        // pages link to no other site
	Proxied    bool        // a proxy in front says in X-Forwarded-For who asks
	MaxUpload  int64       // bytes of one file
	MaxFiles   int         // of one run
	MaxWaiting int         // unfinished runs of one account
	MaxQueue   int         // unfinished runs of all accounts
	MaxDisk    int64       // bytes of the uploads of one account
	Metrics    *Metrics    // nil creates them
	Log        *slog.Logger
}

type server struct {
	store  *runs.Store
	worker *runs.Worker
	opt    Options

	attempts *attempts
	turns    turns // limits concurrent requests
	plans    turns // limits requests that may plan corrections
	counts   counts
}

// Handler returns the pages and the API over runs.
func Handler(worker *runs.Worker, opt Options) http.Handler {
	s := &server{store: worker.Store, worker: worker, opt: opt, attempts: newAttempts(),
		plans: turns{most: 1}}
	if s.opt.Metrics == nil {
		s.opt.Metrics = NewMetrics(worker.Store)
	}
	mux := http.NewServeMux()
	s.pages(mux)
	s.api(mux)
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("ok\n")) })
	mux.HandleFunc("GET /readyz", s.ready)
	mux.HandleFunc("GET /metrics", s.problems(s.opt.Metrics.answer))
	return s.guarded(s.identified(s.opt.Metrics.measured(mux)))
}

func (s *server) ready(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), 5*time.Second)
	defer cancel()
	if err := s.store.Ready(ctx); err != nil {
		s.opt.Log.Error("the database does not answer", "error", err)
		http.Error(w, "the database does not answer", http.StatusServiceUnavailable)
		return
	}
	_, _ = w.Write([]byte("ready\n"))
}

// contentSecurity lets a browser load only what this server sends; a script may turn a text into HTML only in the one
// place that declares it.
const contentSecurity = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; " +
	"connect-src 'self'; form-action 'self'; " +
	"base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types bonafide"

// patience is how long a request may take to arrive, and how long a client that follows a run may take to read
// what was sent.
const patience = 2 * time.Minute

func (s *server) guarded(next http.Handler) http.Handler {
	sameOrigin := http.NewCrossOriginProtection()
	sameOrigin.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		http.Error(w, "this request comes from another site", http.StatusForbidden)
	}))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer s.recovered(w, r)
		h := w.Header()
		h.Set("Content-Security-Policy", contentSecurity)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Cache-Control", "no-store")
		if !s.addressed(r) {
			http.Error(w, "this server is not known by that name", http.StatusMisdirectedRequest)
			return
		}
		sameOrigin.Handler(next).ServeHTTP(w, r)
	})
}

// addressed reports whether a request names this server: a foreign page could otherwise point its own name at
// this machine and read data (DNS rebinding).
func (s *server) addressed(r *http.Request) bool {
	if s.opt.Hosts == nil {
		return true
	}
	host, _, err := net.SplitHostPort(r.Host)
	if err != nil {
		host = r.Host
	}
	return slices.Contains(s.opt.Hosts, host)
}

// turnsMost is how many requests of one account are processed at the same time; others of that account wait.
const turnsMost = 16

// turns limits how much one account has processed at the same time, so that it keeps no other account waiting.
type turns struct {
	most    int // turnsMost if 0
	mu      sync.Mutex
	persons map[string]*turn
}

type turn struct {
	slots   chan struct{}
	holders int // requests that hold a slot or wait for one
}

// take waits for a turn of an account, or until ctx is done; call done to end the turn.
func (t *turns) take(ctx context.Context, person string) (done func(), err error) {
	one := t.enter(person)
	select {
	case one.slots <- struct{}{}:
		return func() { <-one.slots; t.leave(person, one) }, nil
	case <-ctx.Done():
		t.leave(person, one)
		return nil, ctx.Err()
	}
}

func (t *turns) enter(person string) *turn {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.persons == nil {
		t.persons = map[string]*turn{}
	}
	one := t.persons[person]
	if one == nil {
		one = &turn{slots: make(chan struct{}, cmp.Or(t.most, turnsMost))}
		t.persons[person] = one
	}
	one.holders++
	return one
}

func (t *turns) leave(person string, one *turn) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if one.holders--; one.holders == 0 {
		delete(t.persons, person)
	}
}
