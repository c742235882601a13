package fixtureserver

import (
	"bytes"
	"io"
	"net/http"
	"slices"

	"github.com/bonafide-audit/bonafide/internal/transport"
)

// Enforce makes every service reject requests beyond its documented limits, for clients with or without a
// contact address, and with keys for the named services.
func (s *Server) Enforce(contact bool, keys ...string) {
	for _, m := range transport.Services() {
		p := transport.Pace{Every: m.Every, Burst: m.Burst, Connections: m.Connections}
		if contact && m.Contact.Connections > 0 {
			p = m.Contact
		}
		if slices.Contains(keys, m.Service) && m.Key.Connections > 0 {
			p = m.Key
		}
		for _, host := range HostsOf(m.Service) {
			s.Limit(host, p.Every, p.Burst)
		}
	}
}

// SetCredits sets how many credits OpenAlex has left for the day, and makes requests consume them; before it,
// nothing is consumed.
func (s *Server) SetCredits(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.credits, s.metered = n, true
}

// Credits returns how many credits OpenAlex has left for the day.
func (s *Server) Credits() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.credits
}

// spend consumes credits and returns what is left; ok is false if there were not enough.
func (s *Server) spend(n int) (left int, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case !s.metered:
		return s.credits, true
	case s.credits < n:
		return s.credits, false
	}
	s.credits -= n
	return s.credits, true
}

// LoseAfter makes every request fail after n more have been answered: the network is gone. A negative n
// restores it.
func (s *Server) LoseAfter(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.left, s.losing = n, n >= 0
}

// lost counts a request towards the loss of the network; the caller holds the
// lock.
func (s *Server) lost() bool {
	if !s.losing {
		return false
	}
	s.left--
	return s.left < 0
}

// hold is a time in which no request is answered.
type hold struct {
	after int           // requests still answered
	begun chan struct{} // closed at the first request that waits
	over  chan struct{}
}

// HoldAfter leaves every request unanswered after n more have been taken, until Release, and returns a channel
// that is closed when the first one waits: then a client is in the middle of its run, however fast it is.
func (s *Server) HoldAfter(n int) (begun <-chan struct{}) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.hold = &hold{after: n, begun: make(chan struct{}), over: make(chan struct{})}
	return s.hold.begun
}

// Release answers the requests held since HoldAfter, and all later ones.
func (s *Server) Release() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.hold != nil {
		close(s.hold.over)
		s.hold = nil
	}
}

// held returns the channel for which a request has to wait, or nil; the caller holds the lock.
func (s *Server) held() <-chan struct{} {
	if s.hold == nil {
		return nil
	}
	if s.hold.after--; s.hold.after >= 0 {
		return nil
	}
	if s.hold.after == -1 {
		close(s.hold.begun)
	}
	return s.hold.over
}

// wait waits for the end of a hold; it returns false if the client left before. It reads the body first, or the
// server would not notice that.
func wait(over <-chan struct{}, r *http.Request) bool {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return false
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	select {
	case <-over:
		return true
	case <-r.Context().Done():
		return false
	}
}
