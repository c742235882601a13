package transport

import (
	"context"
	"errors"
	"fmt"
	"math"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/bonafide-audit/bonafide/internal/source"
)

// service is what a client keeps of one service or host: how it is treated,
// its state, and what was asked of it.
type service struct {
	policy   Policy
	document bool // it is a host that a document named
	state    State
	slots    chan struct{}

	answered atomic.Bool // at least once: it is there, and knows questions like ours

	mu    sync.Mutex
	stats Stats
}

// enter waits for the turn of a request that costs so much of the daily budget. leave must be called when err is nil.
func (s *service) enter(ctx context.Context, clock Clock, cost int) (waited time.Duration, err error) {
	if failure := s.closed(clock.Now()); failure != nil {
		return 0, failure
	}
	start := clock.Now()
	select {
	case s.slots <- struct{}{}:
	case <-ctx.Done():
		return 0, contextFailure(ctx)
	}
	if err := s.turn(ctx, clock, cost); err != nil {
		s.leave()
		return 0, err
	}
	return clock.Now().Sub(start), nil
}

func (s *service) leave() { <-s.slots }

// turn waits for the pace and takes from the budgets.
func (s *service) turn(ctx context.Context, clock Clock, cost int) error {
	if left, ok := s.left(); ok && left < cost {
		return &source.Failure{Kind: source.RateLimited, Detail: fmt.Sprintf("not asked: %d of its daily budget are left, and this costs %d", left, cost), Unsent: true}
	}
	now := clock.Now()
	wait, cancel := s.state.Reserve(now)
	if deadline, ok := ctx.Deadline(); ok && now.Add(wait).After(deadline) {
		cancel(now)
		return &source.Failure{Kind: source.Budget, Detail: "its turn would come after the deadline of the run"}
	}
	if err := clock.Sleep(ctx, wait); err != nil {
		cancel(clock.Now())
		return contextFailure(ctx)
	}
	if failure := s.closed(clock.Now()); failure != nil { // opened meanwhile
		return failure
	}
	if b := source.AllowanceOf(ctx); b != nil && !b.Spend() {
		return &source.Failure{Kind: source.Budget, Detail: "skipped: the reference's requests are used up"}
	}
	if a := accountOf(ctx); !a.claim(payee{s.policy.Service, s.document}) {
		return &source.Failure{Kind: source.Budget, Detail: fmt.Sprintf("skipped: the run's %d requests to %s are used up", a.most, s.policy.Service)}
	}
	s.count(func(c *Stats) { c.Requests++ })
	return nil
}

// closed gives the reason why the service is left alone, nil when it is not.
func (s *service) closed(now time.Time) error {
	until, why := s.state.Stopped(now)
	if why == nil {
		return nil
	}
	s.count(func(c *Stats) { c.NotAsked++ })
	return &source.Failure{Kind: why.Kind, Detail: fmt.Sprintf("not asked, left alone for another %s: %s", until.Sub(now).Round(time.Second), why.Detail)}
}

// failed notes that there was no answer. Failures that say nothing about the
// service's health do not count towards the circuit, nor do those of other hosts. That
// it calls a question wrong says something when the question was asked alone and the
// service has answered none so far: a wrong address or a broken gateway refuses all.
func (s *service) failed(now time.Time, failure *source.Failure, other, alone bool) {
	s.count(func(c *Stats) { c.Failed++ })
	switch {
	case other, failure.Kind == source.Budget, errors.Is(failure, ErrForeign):
	case rejected(failure) && (!alone || s.answered.Load()):
	default:
		s.state.Note(now, failure)
	}
}

// wait keeps to what a failure says of a wait: all requests to the service
// pause, or it is left alone when that is not bearable.
func (s *service) wait(now time.Time, f *failed) {
	switch {
	case f.other:
		f.again = f.again && f.after <= s.policy.Retry.Bearable
		return
	case f.after > s.policy.Retry.Bearable:
		s.state.Stop(now.Add(f.after), f.Failure)
	case f.after > 0:
		s.state.Pause(now.Add(f.after))
	}
	if _, why := s.state.Stopped(now); why != nil {
		f.again = false
	}
}

// heed adapts to what the headers of an answer say about pace and budget.
func (s *service) heed(h http.Header, now time.Time) {
	if every, ok := statedPace(h); ok {
		s.state.Slow(now, every)
	}
	if s.policy.Remaining == "" {
		return
	}
	left, err := strconv.ParseFloat(h.Get(s.policy.Remaining), 64)
	if err != nil {
		dollars, inDollars := strconv.ParseFloat(h.Get(s.policy.Remaining+"-USD"), 64)
		if inDollars != nil || s.policy.Dollar == 0 {
			return
		}
		left = math.Floor(dollars*s.policy.Dollar + 1e-6)
	}
	s.count(func(c *Stats) { c.Remaining, c.HasRemaining = int(left), true })
	if left <= 0 {
		s.state.Stop(renewal(h.Get(s.policy.Reset), now), &source.Failure{Kind: source.RateLimited, Detail: "its daily budget is used up"})
	}
}

// left gives what is left of the daily budget, by the last word of the service.
func (s *service) left() (n int, stated bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.stats.Remaining, s.stats.HasRemaining
}

// renewal reads when a budget is renewed: in seconds from now, or since 1970; in
// an hour when nothing is said.
func renewal(text string, now time.Time) time.Time {
	reset, err := strconv.Atoi(text)
	switch {
	case err != nil || reset < 0:
		return now.Add(time.Hour)
	case reset > 1e9:
		return time.Unix(int64(reset), 0)
	}
	return now.Add(time.Duration(reset) * time.Second)
}

// statedPace reads Crossref's x-rate-limit headers.
func statedPace(h http.Header) (time.Duration, bool) {
	n, err := strconv.Atoi(h.Get("X-Rate-Limit-Limit"))
	if err != nil || n <= 0 {
		return 0, false
	}
	interval, err := time.ParseDuration(strings.TrimSpace(h.Get("X-Rate-Limit-Interval")))
	if err != nil || interval <= 0 {
		return 0, false
	}
	return interval / time.Duration(n), true
}

func (s *service) count(f func(*Stats)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	f(&s.stats)
}
