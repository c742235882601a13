package transport

import (
	"context"
	"net"
	"time"
)

// Clock tells the time and waits. Tests put their own in its place.
type Clock interface {
	Now() time.Time
	// Sleep waits for d or until ctx is done, whose error it gives.
	Sleep(ctx context.Context, d time.Duration) error
}

// Dialer is what a Clock may be besides: simulated time needs connections that
// do not leave the process. A client with such a clock reaches services through
// it. It never opens what documents name.
type Dialer interface {
	Dial(ctx context.Context, network, address string) (net.Conn, error)
}

type wallClock struct{}

func (wallClock) Now() time.Time { return time.Now() }

func (wallClock) Sleep(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return ctx.Err()
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
