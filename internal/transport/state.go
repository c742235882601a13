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

// State is what all who ask one service must agree on: whose turn it is, what is left
// of its budget, and whether it is left alone. The default holds for one process;
// processes that share a contact address or a key may share it. Its methods are called
// by many at once. now is by the asker's clock; of a shared state only how long
// something takes counts, so that clocks need not agree.
//
// A state that cannot be reached says so: the error is a *answer.Failure, and nobody
// goes on alone. What is to be noted in it meanwhile is noted before the next turn.
type State interface {
	// Reserve takes the next turn, and what it costs from the daily budget, and says
	// how long it is until then. cancel gives back what was not used. The error is
	// Spent where less is left.
	Reserve(ctx context.Context, now time.Time, cost int) (wait time.Duration, cancel func(now time.Time), err error)
	// Availability says how the service stands.
	Availability(ctx context.Context, now time.Time) (Availability, error)
	// Slow makes turns come no faster than one in every.
	Slow(now time.Time, every time.Duration)
	// Pause gives no turn for a while: the service asked for that.
	Pause(now time.Time, wait time.Duration)
	// Stop leaves the service alone for a while.
	Stop(now time.Time, rest time.Duration, why *answer.Failure)
	// Remain notes what is left of the daily budget, which is renewed after a while.
	Remain(now time.Time, left int, renewed time.Duration)
	// Note counts an attempt: an answer (nil), or a failure, some of which in a
	// row stop the service. What was under way when the service was stopped does
	// not count.
	Note(now time.Time, failure *answer.Failure)
}

// Availability is how a service stands with those who ask it.
type Availability struct {
	Rest     time.Duration   // for which it is left alone; 0 means that it may be asked
	Why      *answer.Failure // the reason of Rest
	Pause    time.Duration   // until the next turn at least, as the service asked
	Answered bool            // lately at least once: it is there, and knows questions like ours
}

// Connections is what a State may be besides: it bounds the requests that are under
// way, of all who share it.
type Connections interface {
	// Connect waits for a free connection. leave gives it back.
	Connect(ctx context.Context) (leave func(), err error)
}

// Spent is the failure of a request that costs more than is left of the daily budget.
func Spent(left, cost int) *answer.Failure {
	return &answer.Failure{Kind: answer.RateLimited,
		Detail: fmt.Sprintf("not asked: %d of its daily budget are left, and this costs %d", left, cost), Unsent: true}
}

// NameFor names what those agree on who ask a service as one: with the same key, or, where
// there is none, under the same address. Neither can be read from it.
func NameFor(service string, as ...string) string {
	sum := sha256.Sum256([]byte(strings.Join(as, "\x00")))
	return service + " " + hex.EncodeToString(sum[:6])
}

// NewState makes the state of one service for one process.
func NewState(p Policy, pace Pace) State {
	limit := rate.Inf
	if pace.Every > 0 {
		limit = rate.Every(pace.Every)
	}
	return &state{limiter: rate.NewLimiter(limit, pace.Burst), circuit: p.Circuit}
}

// state is the State of one process.
type state struct {
	limiter *rate.Limiter
	circuit Circuit

	mu       sync.Mutex
	resume   time.Time // no turn comes before
	failures int       // in a row
	opened   int       // times in a row
	until    time.Time // left alone
	why      *answer.Failure
	answered bool
	left     int       // of the daily budget
	renewed  time.Time // until then left counts
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
