package web

import (
	"context"
	"sync"
	"time"

	"github.com/bonafide-audit/bonafide/internal/runs"
)

// counts keep the counts of venues for a moment, so that all who follow one have them
// counted once.
type counts struct {
	mu   sync.Mutex
	kept map[string]*keptCounts
}

type keptCounts struct {
	mu     sync.Mutex
	counts runs.VenueCounts
	until  time.Time
}

// countsMost bounds how many are kept.
const countsMost = 1000

// of gives the counts of a desk, at most livePause old.
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
	if time.Now().Before(one.until) {
		return one.counts, nil
	}
	fresh, err := d.Counts(ctx)
	if err == nil {
		one.counts, one.until = fresh, time.Now().Add(livePause)
	}
	return fresh, err
}
