package web

import (
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

// Options are what an operator decides. Every bound must be set.
type Options struct {
	Version string
	Online  bool // people may have services asked
	// Accounts makes everybody say who he is, and shows nobody another's runs.
	Accounts bool
	// Sources returns the state of every source.
	Sources    func(context.Context) ([]setup.State, error)
	Plans      []string // orders in which they may be asked, the usual one first
	Services   []string // that people may have asked
	Model      bool     // people may have a language model help
	Schemes    []string // how verdicts may be labelled, the usual one first
	Hosts      []string // names that a browser may address the server by, without port; nil for any
	NoLinks    bool     // pages lead to no other site
	MaxUpload  int64    // bytes of one file
	MaxFiles   int      // of one run
	MaxWaiting int      // runs of one person that are not over
	MaxQueue   int      // runs of all that are not over
	MaxDisk    int64    // bytes of the uploads of one person
	Metrics    *Metrics // nil makes them
	Log        *slog.Logger
}

// server answers requests.
type server struct {
	store  *runs.Store
	worker *runs.Worker
	opt    Options

	attempts *attempts
	turns    turns // at what is answered at once
	counts   counts
}

// Handler returns the pages and the API over runs.
func Handler(worker *runs.Worker, opt Options) http.Handler {
	s := &server{store: worker.Store, worker: worker, opt: opt, attempts: newAttempts()}
	if s.opt.Metrics == nil {
		s.opt.Metrics = NewMetrics(worker.Store)
	}
	mux := http.NewServeMux()
	s.pages(mux)
	s.api(mux)
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("ok\n")) })
	mux.HandleFunc("GET /readyz", s.ready)
	mux.Handle("GET /metrics", s.opt.Metrics.answers())
	return s.guarded(s.identified(s.opt.Metrics.measured(mux)))
}

// ready says whether runs can be kept.
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

// policy lets a browser load what this server sends and nothing else; a script
// may make HTML of a text only through the one place that says so.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
	"form-action 'self'; " +
	"base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types bonafide"

// patience is how long a request may take to arrive, and how long one who follows
// a run may take to read what he was sent.
const patience = 2 * time.Minute

// guarded holds every request to what is allowed.
func (s *server) guarded(next http.Handler) http.Handler {
	sameOrigin := http.NewCrossOriginProtection()
	sameOrigin.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		http.Error(w, "this request comes from another site", http.StatusForbidden)
	}))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer s.recovered(w, r)
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
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

// addressed reports a request that names this server: a stranger's page could
// else point a name of its own at this machine and read what is here.
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

// turnsMost is how many questions of one person are worked on at the same time;
// others of his wait.
const turnsMost = 16

// turns bound what one person has worked on at the same time, so that he keeps
// nobody else waiting.
type turns struct {
	mu      sync.Mutex
	persons map[string]*turn
}

// turn is what one person has.
type turn struct {
	slots   chan struct{}
	holders int // who hold a slot or wait for one
}

// take waits for a turn of a person, or until ctx is done; done gives it back.
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
		one = &turn{slots: make(chan struct{}, turnsMost)}
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
