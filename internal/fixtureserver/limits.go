package fixtureserver

import "github.com/bonafide-audit/bonafide/internal/source/polite"

// Enforce makes every service refuse what goes beyond its documented limits, of
// clients with or without a contact address.
func (s *Server) Enforce(contact bool) {
	for _, m := range polite.Services() {
		p := polite.Pace{Every: m.Every, Burst: m.Burst, Connections: m.Connections}
		if contact && m.Contact.Connections > 0 {
			p = m.Contact
		}
		for _, host := range Hosts[m.Service] {
			s.Limit(host, p.Every, p.Burst)
		}
	}
}

// LoseAfter makes every request fail once n more have been answered: the network
// is gone. A negative n brings it back.
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
