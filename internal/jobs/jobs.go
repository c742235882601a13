// Package jobs distributes work: to the goroutines of one process, or to as many machines as share a PostgreSQL
// database. A job is done once, tried again after a pause if it fails, given to another process if the one that
// did it has died, and put aside with its error if it fails for good. The jobs are in one table, in PostgreSQL or
// SQLite.
//
// May be imported by: runs, doors.
package jobs

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/bonafide-audit/bonafide/internal/parallel"
)

// Job is a piece of work.
type Job struct {
	Kind  string // the kind of work; each has its own workers
	Key   string // a job is not added while one of the same kind and key is unfinished
	Group string // what the job is part of: the jobs of a group are counted and cancelled together
	Body  string // input of the handler
	Try   int    // how often it was started, including this time; 0 when it is added
}

// Count identifies jobs that are counted together.
type Count struct{ Kind, State string }

// States of jobs that are counted.
const (
	Waiting = "waiting"
	Running = "running"
	Failed  = "dead"
)

// Dead is a job that has failed for good.
type Dead struct {
	Job
	Error string // of the last attempt
}

// Handler defines how the jobs of a kind are done.
type Handler struct {
	Workers int // at the same time
	// Do does a job. The job is finished if it returns nil, comes again after a while for the error of Later,
	// and otherwise after a growing pause, until it was tried Tries times. Do may be called again for a job
	// that it has done: a process can die before it records that.
	Do func(context.Context, Job) error
}

// Tries is the maximum number of attempts at a job.
const Tries = 12

// Later returns an error that makes a job come again after a while, which does not count as an attempt.
func Later(after time.Duration) error { return &later{after} }

type later struct{ after time.Duration }

func (l *later) Error() string { return fmt.Sprintf("to be done again in %v", l.after) }

type times struct {
	beat  time.Duration // how often a process reports that it is alive
	lost  time.Duration // after which a silent process is considered dead
	first time.Duration // pause after the first failure
}

var usual = times{beat: 2 * time.Second, lost: 10 * time.Second, first: time.Second}

// pause returns how long a job waits after a number of failures.
func (t times) pause(tries int) time.Duration {
	return min(t.first<<min(max(tries-1, 0), 10), 60*t.first)
}

// do does a job; a panic counts as a failure.
func (h Handler) do(ctx context.Context, j Job) error {
	err := parallel.Try(func() error { return h.Do(ctx, j) })
	if fault, ok := errors.AsType[*parallel.Fault](err); ok {
		return fmt.Errorf("it broke: %w\n%s", err, fault.Stack)
	}
	return err
}

// errCancelled and errLost are why the context of a job is done.
var (
	errCancelled = errors.New("the job was cancelled")
	errLost      = errors.New("the database was out of reach for so long that another process has the job")
)

// underWay holds the jobs that this process is doing, by their number in the database.
type underWay struct {
	mu   sync.Mutex
	jobs map[int64]context.CancelCauseFunc
}

// begin returns the context of a job, and a function to call when it has ended.
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

// ids returns the numbers of the jobs.
func (u *underWay) ids() []int64 {
	u.mu.Lock()
	defer u.mu.Unlock()
	return slices.Collect(maps.Keys(u.jobs))
}

// cancel ends the contexts of jobs; which may query the database.
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

// beats calls beat again and again, which reports that this process is alive and takes over jobs of dead ones.
// If that fails for so long that others consider this process dead, its jobs end.
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
