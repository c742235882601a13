package web

import (
	"net"
	"net/http"
	"runtime/debug"
	"slices"
	"time"
)

// policy lets a browser load what this server sends and nothing else; a script
// may make HTML of a text only through the one place that says so.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; " +
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

// recovered keeps a fault of one request from ending the others.
func (s *server) recovered(w http.ResponseWriter, r *http.Request) {
	fault := recover()
	if fault == nil {
		return
	}
	if fault == http.ErrAbortHandler {
		panic(fault)
	}
	s.opt.Log.Error("a request failed", "method", r.Method, "route", r.Pattern, "fault", fault, "stack", string(debug.Stack()))
	http.Error(w, "something went wrong here; it has been noted", http.StatusInternalServerError)
}
