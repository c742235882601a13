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
	Kind  string // the kind of work; each has workers of its own
	Key   string // of two jobs of a kind with the same key, the second is not added before the first is over
	Group string // what the job is part of: its jobs are counted and cancelled together
	Body  string // for who does it
	Try   int    // how often it was begun, with this time; 0 of one that is added
}

// Queue carries jobs. It is safe for concurrent use, also by several processes.
type Queue interface {
	// Add adds jobs, and says how many of them are new.
	Add(ctx context.Context, list ...Job) (added int, err error)
	// Work does jobs until ctx is done and nothing is under way any more. What is
	// under way then is done anew by who works next.
	Work(ctx context.Context, handlers map[string]Handler) error
	// Cancel ends the jobs of a group. The context of those under way is done soon,
	// wherever they are.
	Cancel(ctx context.Context, group string) error
	// Open counts the jobs of a group that are not over; those of all for "".
	Open(ctx context.Context, group string) (int, error)
	// Dead returns jobs of a group that have failed for good, in the order of their keys
	// from behind one on.
	Dead(ctx context.Context, group, behind string, most int) ([]Dead, error)
	// Bury forgets the jobs of a group that have failed for good.
	Bury(ctx context.Context, group string) error
	// Counts counts the jobs that are not over, and those that failed for good, by kind
	// and state.
	Counts(ctx context.Context) (map[Count]int, error)
}

// Count names jobs that are counted together.
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
	Error string // of the last time
}

// Handler says how the jobs of a kind are done.
type Handler struct {
	Workers int // at the same time
	// Do does a job. The job is over when there is no error, comes again after a while
	// for the error of Later, and else after a pause that grows, until it was tried
	// Tries times. Do may be called again for a job that it has done: a process can die
	// before it says so.
	Do func(context.Context, Job) error
}

// Tries is how often a job is tried.
const Tries = 12

// Later makes a job come again after a while, which is not counted as a try.
func Later(after time.Duration) error { return &later{after} }

type later struct{ after time.Duration }

func (l *later) Error() string { return fmt.Sprintf("to be done again in %v", l.after) }

// times are those of a queue.
type times struct {
	beat  time.Duration // how often a process says that it is alive
	lost  time.Duration // after which one that says nothing is taken for dead
	first time.Duration // pause after the first failure
}

var usual = times{beat: 2 * time.Second, lost: 10 * time.Second, first: time.Second}

// pause returns how long a job waits that has failed so often.
func (t times) pause(tries int) time.Duration {
	return min(t.first<<min(max(tries-1, 0), 10), 60*t.first)
}

// do does a job; one that panics has failed.
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

// underWay are the jobs that this process does, by their number in the database.
type underWay struct {
	mu   sync.Mutex
	jobs map[int64]context.CancelCauseFunc
}

// begin returns the context of a job, and what is to be called when it has ended.
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
