package web

import (
	"context"
	"log/slog"
	"net/http"
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
	// Sources gives the state of every source.
	Sources    func(context.Context) ([]setup.State, error)
	Plans      []string // orders in which they may be asked, the usual one first
	Services   []string // that people may have asked
	Model      bool     // people may have a language model help
	Schemes    []string // how verdicts may be labelled, the usual one first
	Hosts      []string // names that a browser may address the server by, without port; nil for any
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

// Handler gives the pages and the API over runs.
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
