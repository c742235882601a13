package jobs

import (
	"context"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"
)

// underWay are the jobs that this process does, by their number in the database.
type underWay struct {
	mu   sync.Mutex
	jobs map[int64]context.CancelCauseFunc
}

// begin gives the context of a job, and what is to be called when it has ended.
func (u *underWay) begin(ctx context.Context, id int64) (context.Context, func()) {
	own, cancel := context.WithCancelCause(ctx)
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.jobs == nil {
		u.jobs = map[int64]context.CancelCauseFunc{}
	}
	u.jobs[id] = cancel
	return own, func() {
		u.mu.Lock()
		delete(u.jobs, id)
		u.mu.Unlock()
		cancel(nil)
	}
}

// ids gives the numbers of the jobs.
func (u *underWay) ids() []int64 {
	u.mu.Lock()
	defer u.mu.Unlock()
	return slices.Collect(maps.Keys(u.jobs))
}

// cancel ends the contexts of jobs; which may ask the database.
func (u *underWay) cancel(why error, which func(id int64) bool) {
	u.mu.Lock()
	list := maps.Clone(u.jobs)
	u.mu.Unlock()
	for id, cancel := range list {
		if which(id) {
			cancel(why)
		}
	}
}

// beats calls beat again and again, which says that this process is alive and takes
// jobs from those that are not. Where that fails for so long that others take this
// process for dead, its jobs end.
func (u *underWay) beats(ctx context.Context, t times, log *slog.Logger, beat func(context.Context) error) {
	last := time.Now()
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(t.beat):
		}
		within, cancel := context.WithTimeout(ctx, t.lost)
		err := beat(within)
		cancel()
		switch {
		case err == nil:
			last = time.Now()
		case ctx.Err() == nil:
			log.Error("the jobs under way could not be kept", "error", err)
			if time.Since(last) > t.lost {
				u.cancel(errLost, func(int64) bool { return true })
			}
		}
	}
}
