package polite

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"github.com/bonafide-audit/bonafide/internal/source"
)

const (
	// bearable is the longest that one request waits because it was told to;
	// beyond it the service is left alone for as long as it says.
	bearable = 30 * time.Second
	// tooMany failures in a row open the circuit for rest, twice as long each
	// time up to longest.
	tooMany = 5
	rest    = time.Minute
	longest = 15 * time.Minute
)

// lane is what a client keeps of one service or host: its pace, whether it is
// left alone, and what was asked of it.
type lane struct {
	manners  Manners
	document bool // it is a host that a document named
	limiter  *rate.Limiter
	slots    chan struct{}
	max      int

	mu       sync.Mutex
	stats    Stats
	failures int // in a row
	opened   int // times in a row
	until    time.Time
	why      *source.Failure
	resume   time.Time // when it wants to be asked again, soon enough to wait for
}

func newLane(m Manners, p Pace, max int) *lane {
	limit := rate.Inf
	if p.Every > 0 {
		limit = rate.Every(p.Every)
	}
	return &lane{manners: m, limiter: rate.NewLimiter(limit, p.Burst), slots: make(chan struct{}, p.Connections), max: max,
		stats: Stats{Service: m.Service}}
}

// enter waits for the request's turn. leave must be called when err is nil.
func (l *lane) enter(ctx context.Context, clock Clock) (waited time.Duration, err error) {
	if failure := l.closed(clock.Now()); failure != nil {
		return 0, failure
	}
	start := clock.Now()
	select {
	case l.slots <- struct{}{}:
	case <-ctx.Done():
		return 0, contextFailure(ctx)
	}
	if err := l.turn(ctx, clock); err != nil {
		<-l.slots
		return 0, err
	}
	return clock.Now().Sub(start), nil
}

// turn waits for the pace and takes from the budgets.
func (l *lane) turn(ctx context.Context, clock Clock) error {
	now := clock.Now()
	if rest := l.paused(now); rest > 0 {
		if deadline, ok := ctx.Deadline(); ok && now.Add(rest).After(deadline) {
			return tooLate()
		}
		if err := clock.Sleep(ctx, rest); err != nil {
			return contextFailure(ctx)
		}
		now = clock.Now()
	}
	turn := l.limiter.ReserveN(now, 1)
	wait := turn.DelayFrom(now)
	if deadline, ok := ctx.Deadline(); ok && now.Add(wait).After(deadline) {
		turn.CancelAt(now)
		return tooLate()
	}
	if err := clock.Sleep(ctx, wait); err != nil {
		turn.CancelAt(clock.Now())
		return contextFailure(ctx)
	}
	if failure := l.closed(clock.Now()); failure != nil { // opened meanwhile
		return failure
	}
	if b := source.AllowanceOf(ctx); b != nil && !b.Spend() {
		return &source.Failure{Kind: source.Budget, Detail: "skipped: the reference's requests are used up"}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.max > 0 && l.stats.Requests >= l.max {
		return &source.Failure{Kind: source.Budget, Detail: fmt.Sprintf("skipped: the run's %d requests to %s are used up", l.max, l.manners.Service)}
	}
	l.stats.Requests++
	return nil
}

func tooLate() error {
	return &source.Failure{Kind: source.Budget, Detail: "its turn would come after the deadline of the run"}
}

func (l *lane) leave() { <-l.slots }

// pause keeps every request waiting that has not been sent: the service asked
// for that, whoever's request it was that it told.
func (l *lane) pause(until time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if until.After(l.resume) {
		l.resume = until
	}
}

// paused says how long a service wants to be left alone yet.
func (l *lane) paused(now time.Time) time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.resume.Sub(now)
}

// closed gives the reason why the service is left alone, nil when it is not.
func (l *lane) closed(now time.Time) *source.Failure {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !now.Before(l.until) {
		return nil
	}
	l.stats.NotAsked++
	return &source.Failure{Kind: l.why.Kind, Detail: fmt.Sprintf("not asked, left alone for another %s: %s", l.until.Sub(now).Round(time.Second), l.why.Detail)}
}

func (l *lane) stopped(now time.Time) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return now.Before(l.until)
}

// stop leaves the service alone.
func (l *lane) stop(until time.Time, why *source.Failure) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if until.After(l.until) {
		l.until, l.why = until, why
	}
}

// succeeded notes an answer, whatever it says.
func (l *lane) succeeded() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.failures, l.opened = 0, 0
}

// failed notes that there was no answer. Failures that say nothing about the
// service's health do not count towards the circuit.
func (l *lane) failed(now time.Time, failure *source.Failure) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.stats.Failed++
	if failure.Kind == source.Budget || rejected(failure) {
		return
	}
	if l.failures++; l.failures < tooMany && (l.opened == 0 || l.failures < 2) {
		return
	}
	pause := min(rest<<l.opened, longest)
	l.failures, l.opened = 0, min(l.opened+1, 8)
	if until := now.Add(pause); until.After(l.until) {
		l.until, l.why = until, failure
	}
}

// heed adapts to what the headers of an answer say about pace and budget.
func (l *lane) heed(h http.Header, now time.Time) {
	if every, ok := statedPace(h); ok && rate.Every(every) < l.limiter.Limit() {
		l.limiter.SetLimitAt(now, rate.Every(every))
	}
	if l.manners.Remaining == "" {
		return
	}
	left, err := strconv.ParseFloat(h.Get(l.manners.Remaining), 64)
	if err != nil {
		return
	}
	l.mu.Lock()
	l.stats.Remaining, l.stats.HasRemaining = int(left), true
	l.mu.Unlock()
	if left > 0 {
		return
	}
	reset, err := strconv.Atoi(h.Get(l.manners.Reset))
	if err != nil || reset < 0 {
		reset = 3600
	}
	until := now.Add(time.Duration(reset) * time.Second)
	if at := time.Unix(int64(reset), 0); reset > 1e9 { // given as a time, not a span
		until = at
	}
	l.stop(until, &source.Failure{Kind: source.RateLimited, Detail: "its daily budget is used up"})
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

func (l *lane) count(f func(*Stats)) {
	l.mu.Lock()
	defer l.mu.Unlock()
	f(&l.stats)
}

// contextFailure says why a context is done: its deadline is the run's limit.
func contextFailure(ctx context.Context) error {
	if ctx.Err() == context.DeadlineExceeded {
		return &source.Failure{Kind: source.Budget, Detail: "the deadline of the run", Err: ctx.Err()}
	}
	return &source.Failure{Kind: source.Budget, Detail: "cancelled", Err: ctx.Err()}
}
