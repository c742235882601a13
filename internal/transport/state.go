package transport

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"github.com/bonafide-audit/bonafide/internal/answer"
)

// State is what all clients of one service must agree on: whose turn it is, what is left of its budget, and
// whether it is left alone. The default is for one process; processes that share a contact address or a key may
// share it. Its methods are safe for concurrent use. now is by the caller's clock; in a shared state only
// durations count, so clocks need not agree.
//
// A state that cannot be reached returns a *answer.Failure, and no caller proceeds on its own. What has to be
// recorded in it meanwhile is recorded before the next turn.
type State interface {
	// Reserve takes the next turn, and its cost from the daily budget, and returns the time until then. cancel
	// returns what was not used. The error is Spent if less is left.
	Reserve(ctx context.Context, now time.Time, cost int) (wait time.Duration, cancel func(now time.Time), err error)
	// Availability returns the state of the service.
	Availability(ctx context.Context, now time.Time) (Availability, error)
	// Slow limits the pace to one turn in every.
	Slow(now time.Time, every time.Duration)
	// Pause allows no turn for a while, because the service requested it.
	Pause(now time.Time, wait time.Duration)
	// Stop leaves the service alone for a while.
	Stop(now time.Time, rest time.Duration, why *answer.Failure)
	// Remain records what is left of the daily budget, which is renewed after a while.
	Remain(now time.Time, left int, renewed time.Duration)
	// Note records an attempt: an answer (nil), or a failure; several consecutive failures stop the service.
	// Attempts that were under way when the service was stopped do not count.
	Note(now time.Time, failure *answer.Failure)
}

// Availability is whether a service can be queried.
type Availability struct {
	Rest     time.Duration   // how long it is left alone; 0 means that it can be queried
	Why      *answer.Failure // the reason of Rest
	Pause    time.Duration   // minimum time to the next turn, as requested by the service
	Answered bool            // recently at least once: it is up, and knows questions like ours
}

// Connections is an optional interface of a State: it bounds the requests under way of all who share it.
type Connections interface {
	// Connect waits for a free connection. leave releases it.
	Connect(ctx context.Context) (leave func(), err error)
}

// Spent returns the failure of a request that costs more than is left of the daily budget.
func Spent(left, cost int) *answer.Failure {
	return &answer.Failure{Kind: answer.RateLimited,
		Detail: fmt.Sprintf("not asked: %d of its daily budget are left, and this costs %d", left, cost), Unsent: true}
}

// NameFor returns a name shared by all clients that a service treats as one: with the same key or, without one,
// the same address. Neither can be derived from it.
func NameFor(service string, as ...string) string {
	sum := sha256.Sum256([]byte(strings.Join(as, "\x00")))
	return service + " " + hex.EncodeToString(sum[:6])
}

// NewState returns the state of one service for one process.
func NewState(p Policy, pace Pace) State {
	limit := rate.Inf
	if pace.Every > 0 {
		limit = rate.Every(pace.Every)
	}
	return &state{limiter: rate.NewLimiter(limit, pace.Burst), circuit: p.Circuit}
}

type state struct {
	limiter *rate.Limiter
	circuit Circuit

	mu       sync.Mutex
	resume   time.Time // no turn comes earlier
	failures int       // consecutive
	opened   int       // times in a row
	until    time.Time // left alone
	why      *answer.Failure
	answered bool
	left     int       // of the daily budget
	renewed  time.Time // left is valid until then
}

func (s *state) Reserve(_ context.Context, now time.Time, cost int) (time.Duration, func(time.Time), error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if now.Before(s.renewed) {
		if s.left < cost {
			return 0, nil, Spent(s.left, cost)
		}
		s.left -= cost
	}
	at := now
	if s.resume.After(now) {
		at = s.resume
	}
	turn := s.limiter.ReserveN(at, 1)
	cancel := func(now time.Time) {
		turn.CancelAt(now)
		s.mu.Lock()
		defer s.mu.Unlock()
		s.left += cost
	}
	return at.Sub(now) + turn.DelayFrom(at), cancel, nil
}

func (s *state) Availability(_ context.Context, now time.Time) (Availability, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	st := Availability{Rest: max(s.until.Sub(now), 0), Pause: max(s.resume.Sub(now), 0), Answered: s.answered}
	if st.Rest > 0 {
		st.Why = s.why
	}
	return st, nil
}

func (s *state) Slow(now time.Time, every time.Duration) {
	if rate.Every(every) < s.limiter.Limit() {
		s.limiter.SetLimitAt(now, rate.Every(every))
	}
}

func (s *state) Pause(now time.Time, wait time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if until := now.Add(wait); until.After(s.resume) {
		s.resume = until
	}
}

func (s *state) Stop(now time.Time, rest time.Duration, why *answer.Failure) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.stop(now.Add(rest), why)
}

func (s *state) stop(until time.Time, why *answer.Failure) {
	if until.After(s.until) {
		s.until, s.why = until, why
	}
}

func (s *state) Remain(now time.Time, left int, renewed time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.left, s.renewed = left, now.Add(renewed)
}

func (s *state) Note(now time.Time, failure *answer.Failure) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.answered = s.answered || failure == nil
	if now.Before(s.until) {
		return
	}
	if failure == nil {
		s.failures, s.opened = 0, 0
		return
	}
	s.failures++
	if c := s.circuit; c.Failures > 0 && (s.failures >= c.Failures || s.opened > 0 && s.failures >= c.More) {
		rest := min(c.Rest<<min(s.opened, 8), c.Longest)
		s.failures, s.opened = 0, s.opened+1
		s.stop(now.Add(rest), failure)
	}
}
