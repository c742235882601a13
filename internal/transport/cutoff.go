package transport

import (
	"slices"
	"sync"

	"github.com/bonafide-audit/bonafide/internal/answer"
)

// cutoff notices that this machine reaches nobody: services fail for one reason that lies on this side, and none was
// ever reached. Then further requests fail at once, since each would wait in vain.
type cutoff struct {
	mu      sync.Mutex
	reached bool
	failing map[string][]string // services by the reason for which they failed
}

// The reasons that may lie on this side.
const (
	unresolved  = "name not resolved"
	connRefused = "connection refused"
	proxyCloses = "HTTP 407"
)

// enoughServices is how many services must fail for one reason.
const enoughServices = 3

// reach records that a service was reached.
func (c *cutoff) reach() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.reached, c.failing = true, nil
}

func (c *cutoff) fail(service, reason string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	local := reason == unresolved || reason == connRefused || reason == proxyCloses
	if c.reached || !local || service == "" || slices.Contains(c.failing[reason], service) {
		return
	}
	if c.failing == nil {
		c.failing = map[string][]string{}
	}
	c.failing[reason] = append(c.failing[reason], service)
}

// err returns the failure of a request that need not be sent, nil for any other.
func (c *cutoff) err() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	for reason, services := range c.failing {
		if len(services) >= enoughServices {
			return lasting(answer.Unreachable, reason, nil)
		}
	}
	return nil
}
