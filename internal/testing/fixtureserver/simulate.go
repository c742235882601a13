package fixtureserver

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"sync"
	"time"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/transport"
)

// Simulate is like New, inside synctest.Test, where time only passes when something waits for it: the duration
// of a run then depends only on limits and latencies, whatever else the machine does. A client reaches the
// server with the clock and not through the network.
func Simulate(works []biblio.Flat) (*Server, transport.Clock) {
	s := newServer(works)
	l := &pipes{calls: make(chan net.Conn), closed: make(chan struct{})}
	s.http = &httptest.Server{Listener: l, Config: &http.Server{Handler: http.HandlerFunc(s.serve)}}
	s.http.Start()
	s.URL = s.http.URL
	return s, &simulated{l}
}

// simulated is the clock of a synctest bubble with a connection to a server in it.
type simulated struct{ *pipes }

// Now returns the time in the bubble.
func (*simulated) Now() time.Time { return time.Now() }

// Sleep waits in the bubble's time.
func (*simulated) Sleep(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return ctx.Err()
	}
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// pipes is a listener whose connections stay in the process.
type pipes struct {
	calls  chan net.Conn
	once   sync.Once
	closed chan struct{}
}

// Dial connects, whatever the address.
func (p *pipes) Dial(ctx context.Context, _, _ string) (net.Conn, error) {
	here, there := net.Pipe()
	select {
	case p.calls <- there:
		return here, nil
	case <-p.closed:
		return nil, errors.New("the server is closed")
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// Accept returns the next connection.
func (p *pipes) Accept() (net.Conn, error) {
	select {
	case c := <-p.calls:
		return c, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}

// Close closes the listener.
func (p *pipes) Close() error {
	p.once.Do(func() { close(p.closed) })
	return nil
}

// Addr returns a placeholder address.
func (p *pipes) Addr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 1} }
