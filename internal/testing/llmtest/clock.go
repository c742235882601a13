package llmtest

import (
	"context"
	"sync"
	"time"
)

// Clock is a transport.Clock that does not wait. It lists what it should have
// waited.
type Clock struct {
	mu    sync.Mutex
	waits []time.Duration
}

// Now gives the time of the machine.
func (*Clock) Now() time.Time { return time.Now() }

// Sleep returns at once.
func (c *Clock) Sleep(ctx context.Context, d time.Duration) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.waits = append(c.waits, d)
	return ctx.Err()
}

// Waits gives the pauses so far.
func (c *Clock) Waits() []time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.waits
}
