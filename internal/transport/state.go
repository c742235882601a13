package transport

import (
	"sync"
	"time"

	"golang.org/x/time/rate"

	"github.com/bonafide-audit/bonafide/internal/source"
)

// State is what all who ask one service must agree on: whose turn it is, and
// whether the service is left alone. The default holds for one process;
// processes that share a contact address or a key may share it. Its methods are
// called by many at once and do not fail: a state that cannot be reached
// answers as if this process were alone.
type State interface {
	// Reserve takes the next turn and says how long it is until then. cancel
	// gives back a turn that was not used.
	Reserve(now time.Time) (wait time.Duration, cancel func(now time.Time))
	// Slow makes turns come no faster than one in every.
	Slow(now time.Time, every time.Duration)
	// Pause gives no turn before until: the service asked for that.
	Pause(until time.Time)
	// Stop leaves the service alone until then.
	Stop(until time.Time, why *source.Failure)
	// Stopped says until when the service is left alone and why; nil means that
	// it may be asked.
	Stopped(now time.Time) (until time.Time, why *source.Failure)
	// Note counts an attempt: an answer (nil), or a failure, some of which in a
	// row stop the service. What was under way when the service was stopped does
	// not count.
	Note(now time.Time, failure *source.Failure)
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
	why      *source.Failure
}

func (s *state) Reserve(now time.Time) (time.Duration, func(time.Time)) {
	s.mu.Lock()
	at := now
	if s.resume.After(now) {
		at = s.resume
	}
	s.mu.Unlock()
	turn := s.limiter.ReserveN(at, 1)
	return at.Sub(now) + turn.DelayFrom(at), turn.CancelAt
}

func (s *state) Slow(now time.Time, every time.Duration) {
	if rate.Every(every) < s.limiter.Limit() {
		s.limiter.SetLimitAt(now, rate.Every(every))
	}
}

func (s *state) Pause(until time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if until.After(s.resume) {
		s.resume = until
	}
}

func (s *state) Stop(until time.Time, why *source.Failure) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.stop(until, why)
}

func (s *state) stop(until time.Time, why *source.Failure) {
	if until.After(s.until) {
		s.until, s.why = until, why
	}
}

func (s *state) Stopped(now time.Time) (time.Time, *source.Failure) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !now.Before(s.until) {
		return time.Time{}, nil
	}
	return s.until, s.why
}

func (s *state) Note(now time.Time, failure *source.Failure) {
	s.mu.Lock()
	defer s.mu.Unlock()
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
