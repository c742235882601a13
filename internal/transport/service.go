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
	"time"

	"github.com/bonafide-audit/bonafide/internal/answer"
)

// service is a client's data about one service or host: its policy, its state, and its counts.
type service struct {
	policy   Policy
	document bool // it is a host named by a document
	state    State
	slots    chan struct{}

	mu    sync.Mutex
	stats Stats
}

// enter waits for the turn of a request that costs cost of the daily budget. leave must be called if err is
// nil.
func (s *service) enter(ctx context.Context, clock Clock, cost int) (leave func(), waited time.Duration, err error) {
	if _, err := s.availability(ctx, clock.Now()); err != nil {
		return nil, 0, err
	}
	start := clock.Now()
	if leave, err = s.connect(ctx); err != nil {
		return nil, 0, err
	}
	if err := s.turn(ctx, clock, cost); err != nil {
		leave()
		return nil, 0, err
	}
	return leave, clock.Now().Sub(start), nil
}

// connect waits for a free connection, in this process and then among all who share the state. It comes before
// the turn: otherwise a turn that waited for a connection would coincide with later ones.
func (s *service) connect(ctx context.Context) (leave func(), err error) {
	select {
	case s.slots <- struct{}{}:
	case <-ctx.Done():
		return nil, contextFailure(ctx)
	}
	own := func() { <-s.slots }
	shared, ok := s.state.(Connections)
	if !ok {
		return own, nil
	}
	theirs, err := shared.Connect(ctx)
	if err != nil {
		own()
		return nil, s.unavailable(ctx, err)
	}
	return func() { theirs(); own() }, nil
}

// unavailable returns why the state could not be queried.
func (s *service) unavailable(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return contextFailure(ctx)
	}
	return asFailure(err)
}

// turn waits for the pace and charges the budgets.
func (s *service) turn(ctx context.Context, clock Clock, cost int) error {
	wait, cancel, err := s.state.Reserve(ctx, clock.Now(), cost)
	if err != nil {
		return s.unavailable(ctx, err)
	}
	if err := s.await(ctx, clock, wait); err != nil {
		cancel(clock.Now())
		return err
	}
	if b := answer.AllowanceOf(ctx); b != nil && !b.Spend() {
		return &answer.Failure{Kind: answer.Budget, Detail: "skipped: the reference's requests are used up"}
	}
	if a, _ := ctx.Value(accountKey{}).(*Account); !a.claim(payee{s.policy.Service, s.document}) {
		return &answer.Failure{Kind: answer.Budget,
			Detail: fmt.Sprintf("skipped: the run's %d requests to %s are used up", a.most, s.policy.Service)}
	}
	s.count(func(c *Stats) { c.Requests++ })
	return nil
}

// mostPauses is how many pauses caused by other callers one turn waits for.
const mostPauses = 3

// await waits for a turn, and for the end of pauses that the service requested from other callers meanwhile.
func (s *service) await(ctx context.Context, clock Clock, wait time.Duration) error {
	for range 1 + mostPauses {
		if deadline, ok := ctx.Deadline(); ok && clock.Now().Add(wait).After(deadline) {
			return &answer.Failure{Kind: answer.Budget, Detail: "its turn would come after the deadline of the run"}
		}
		if err := clock.Sleep(ctx, wait); err != nil {
			return contextFailure(ctx)
		}
		available, err := s.availability(ctx, clock.Now())
		if err != nil || available.Pause <= 0 {
			return err
		}
		wait = available.Pause
	}
	return nil
}

// availability returns the state of the service; an error if it must not be queried.
func (s *service) availability(ctx context.Context, now time.Time) (Availability, error) {
	available, err := s.state.Availability(ctx, now)
	if err != nil {
		return available, s.unavailable(ctx, err)
	}
	if available.Rest <= 0 {
		return available, nil
	}
	s.count(func(c *Stats) { c.NotAsked++ })
	rest := available.Rest.Round(time.Second)
	if rest > 10*time.Minute {
		rest = rest.Round(time.Minute) // the same words, whatever the timing
	}
	return available, &answer.Failure{Kind: available.Why.Kind,
		Detail: fmt.Sprintf("not asked, %s%s: %s", answer.LeftAlone, rest, available.Why.Detail),
		Unsent: true}
}

// failed records that there was no answer. Failures that say nothing about the service's health do not count
// towards the circuit, nor do those of other hosts. A rejected question counts if it was asked alone and the
// service has answered none so far: a wrong address or a broken gateway rejects everything.
func (s *service) failed(ctx context.Context, now time.Time, failure *answer.Failure, other, alone bool) {
	s.count(func(c *Stats) { c.Failed++ })
	switch {
	case other, failure.Kind == answer.Budget, errors.Is(failure, ErrForeign):
	case rejected(failure) && (!alone || s.answered(ctx, now)):
	default:
		s.state.Note(now, failure)
	}
}

// answered reports whether the service is known to answer questions like ours, or the state cannot be queried.
func (s *service) answered(ctx context.Context, now time.Time) bool {
	available, err := s.state.Availability(ctx, now)
	return err != nil || available.Answered
}

// wait applies the wait that a failure requests: all requests to the service pause, or it is left alone if that
// takes too long.
func (s *service) wait(ctx context.Context, now time.Time, f *failed) {
	switch {
	case f.other:
		f.again = f.again && f.after <= s.policy.Retry.Bearable
		return
	case f.after > s.policy.Retry.Bearable:
		s.state.Stop(now, f.after, f.Failure)
	case f.after > 0:
		s.state.Pause(now, f.after)
	}
	if available, err := s.state.Availability(ctx, now); err != nil || available.Rest > 0 {
		f.again = false
	}
}

// adapt adapts to what the headers of an answer say about pace and budget.
func (s *service) adapt(h http.Header, now time.Time) {
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
	renewed := renewal(h.Get(s.policy.Reset), now)
	s.state.Remain(now, int(left), renewed)
	if left <= 0 {
		s.state.Stop(now, renewed, &answer.Failure{Kind: answer.RateLimited, Detail: "its daily budget is used up"})
	}
}

// left returns the rest of the daily budget that the service last stated to this process.
func (s *service) left() (n int, stated bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.stats.Remaining, s.stats.HasRemaining
}

// renewal parses the time until a budget is renewed: seconds from now, or since 1970; an hour if nothing is
// stated.
func renewal(text string, now time.Time) time.Duration {
	reset, err := strconv.Atoi(text)
	switch {
	case err != nil || reset < 0:
		return time.Hour
	case reset > 1e9:
		return time.Unix(int64(reset), 0).Sub(now)
	}
	return time.Duration(reset) * time.Second
}

// statedPace parses Crossref's x-rate-limit headers.
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
