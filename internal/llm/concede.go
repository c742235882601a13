package llm

import (
	"errors"
	"sync"

	"github.com/bonafide-audit/bonafide/internal/transport"
)

// Offer is something that a client can leave out of its requests when a server
// or a model does not take it.
type Offer struct {
	What  string
	Words []string // in lower case; one of them is in the rejection that is meant
}

// Concessions are the offers that a server made use of; they hold for the rest
// of a run. Servers and models differ in the parameters that they take, and
// none says so beforehand.
type Concessions struct {
	mu    sync.Mutex
	given map[string]bool
}

// Given says whether an offer was used.
func (c *Concessions) Given(what string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.given[what]
}

// Make uses the first offer that a rejection is about and that the request at
// hand did not have; false means that there is none and the rejection stands.
func (c *Concessions) Make(err error, used func(what string) bool, offers ...Offer) bool {
	var f *Failure
	var r *transport.Rejection
	if !errors.As(err, &f) || !errors.As(err, &r) || f.Kind != Rejected && r.Status != 501 {
		return false
	}
	if r.Status != 400 && r.Status != 404 && r.Status != 422 && r.Status != 501 {
		return false
	}
	for _, o := range offers {
		if used(o.What) || !r.Mentions(o.Words...) {
			continue
		}
		c.mu.Lock()
		defer c.mu.Unlock()
		if c.given == nil {
			c.given = map[string]bool{}
		}
		c.given[o.What] = true
		return true
	}
	return false
}
