package runs

import "sync"

// changes tells who waits for a run that something of it has changed.
type changes struct {
	mu      sync.Mutex
	waiting map[string]chan struct{}
}

// next gives a channel that is closed at the next change of a run. Who calls it
// before he looks misses none.
func (c *changes) next(run string) <-chan struct{} {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.waiting == nil {
		c.waiting = map[string]chan struct{}{}
	}
	if c.waiting[run] == nil {
		c.waiting[run] = make(chan struct{})
	}
	return c.waiting[run]
}

func (c *changes) happened(run string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if wake := c.waiting[run]; wake != nil {
		close(wake)
		delete(c.waiting, run)
	}
}

// Changed gives a channel that is closed at the next change of a run in this
// process. Call it before looking, so that no change is missed.
func (s *Store) Changed(run string) <-chan struct{} { return s.changes.next(run) }
