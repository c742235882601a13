package web

import (
	"context"
	"sync"
	"time"

	"github.com/bonafide-audit/bonafide/internal/runs"
)

// counts keep the counts of venues for a moment, so that all who look at one have them
// counted once.
type counts struct {
	mu   sync.Mutex
	kept map[string]*keptCounts
}

type keptCounts struct {
	mu      sync.Mutex
	counts  runs.VenueCounts
	until   time.Time
	changed <-chan struct{} // closed when something has changed in this process
}

// hold reports counts that are as good as new ones.
func (k *keptCounts) hold() bool {
	select {
	case <-k.changed:
		return false
	default:
		return k.changed != nil && time.Now().Before(k.until)
	}
}

// countsMost bounds how many are kept.
const countsMost = 1000

// of gives the counts of a desk: without what another process has changed within
// livePause.
func (c *counts) of(ctx context.Context, d *runs.Desk) (runs.VenueCounts, error) {
	key := d.Venue.Name
	if d.Role == runs.AreaHead {
		key += "\x00" + d.Person
	}
	c.mu.Lock()
	if c.kept == nil || len(c.kept) >= countsMost {
		c.kept = map[string]*keptCounts{}
	}
	if c.kept[key] == nil {
		c.kept[key] = &keptCounts{}
	}
	one := c.kept[key]
	c.mu.Unlock()
	one.mu.Lock()
	defer one.mu.Unlock()
	if one.hold() {
		return one.counts, nil
	}
	changed := d.Changed()
	fresh, err := d.Counts(ctx)
	if err == nil {
		one.counts, one.until, one.changed = fresh, time.Now().Add(livePause), changed
	}
	return fresh, err
}
