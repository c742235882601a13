package transport

import (
	"context"
	"errors"
	"time"

	"github.com/bonafide-audit/bonafide/internal/answer"
)

// Policy says how one service is treated: as documented or, if nothing is documented, as a careful person
// would. Headers that request a wait are parsed in failure.go, in whatever form a service writes them.
type Policy struct {
	Service string
	// Every is the time between requests, Burst how many may be sent at once before that applies, Connections
	// how many may be under way.
	Every       time.Duration
	Burst       int
	Connections int
	// Contact and Key are the same with a contact address or a key; zero means no difference.
	Contact, Key Pace
	// Remaining and Reset name the headers with the rest of a daily budget and the seconds until it is renewed;
	// "" if the service states neither. A header with "-USD" after the name states the same in dollars, one of
	// which buys Dollar; 0 means that there is none.
	Remaining, Reset string
	Dollar           float64
	// Daily is the documented daily budget, DailyKey the one with a key; 0 if unknown.
	Daily, DailyKey int
	// Throttles lists statuses with which the service throttles in addition to the general ones, and Pause is
	// how long it is left alone when it throttles without saying how long; 0 means the usual pauses between
	// attempts.
	Throttles []int
	Pause     time.Duration
	// Keyless is the circuit of a client without a key, for a service that rejects most of its requests.
	Keyless Circuit
	// Timeout bounds one request with its body; 0 means no bound.
	Timeout time.Duration
	// MaxBytes bounds one body after decompression.
	MaxBytes int64
	// Retry, Circuit and Statuses are shared by all services of a kind.
	Retry    Retry
	Circuit  Circuit
	Statuses Statuses
	// Documented says where the figures come from.
	Documented string
}

// Pace is a rate with its burst and the number of connections.
type Pace struct {
	Every       time.Duration
	Burst       int
	Connections int
}

// Retry says how often a question is tried and how long the pauses are.
type Retry struct {
	Attempts   int           // at most
	Unreadable int           // attempts if the answer cannot be read; 0 means Attempts
	First      time.Duration // the pause after the first attempt
	Factor     int           // by which each pause is longer than the previous one
	Longest    time.Duration // longest pause of our own
	// Bearable is the longest wait requested by a service that one request accepts; beyond it the service is
	// left alone for that time.
	Bearable time.Duration
	// Spread varies pauses between half and one and a half times their length, so that callers do not all
	// return at once.
	Spread bool
}

// Circuit says when and for how long a service is left alone.
type Circuit struct {
	Failures int           // consecutive failures that open it; 0 means never
	More     int           // consecutive failures that open it again
	Rest     time.Duration // how long it is open, doubled each time
	Longest  time.Duration
}

// Statuses says what unsuccessful statuses mean: the first row that lists one counts. A row without codes
// covers all others.
type Statuses []Status

// Status is the meaning of some statuses.
type Status struct {
	Codes []int
	Kind  answer.FailureKind
	Again bool // retrying may help
	Wait  bool // their Retry-After applies
	// Stated limits the row to answers with a Retry-After.
	Stated bool
}

// Policies by kind of service.
var (
	recordsRetry = Retry{Attempts: 3, Unreadable: 2, First: 500 * time.Millisecond, Factor: 4, Longest: time.Minute,
		Bearable: 30 * time.Second, Spread: true}
	recordsCircuit  = Circuit{Failures: 5, More: 2, Rest: time.Minute, Longest: 15 * time.Minute}
	recordsStatuses = Statuses{
		{Codes: []int{403}, Kind: answer.RateLimited, Again: true, Wait: true, Stated: true}, // a limit under another status
		{Codes: []int{202, 401, 402, 403, 405, 406, 407, 418, 451, 999}, Kind: answer.Refused},
		{Codes: []int{408}, Kind: answer.Timeout, Again: true},
		{Codes: []int{425, 429}, Kind: answer.RateLimited, Again: true, Wait: true},
		{Codes: []int{500, 502, 503, 504, 520, 521, 522, 523, 524, 529}, Kind: answer.Unreachable, Again: true, Wait: true},
		{Codes: serverErrors, Kind: answer.Unreachable},
		{Kind: answer.BadAnswer},
	}

	// modelsPolicy is for model providers: few, expensive questions whose answers may take long.
	modelsPolicy = Policy{Timeout: 2 * time.Minute, MaxBytes: 16 * mebi,
		Retry: Retry{Attempts: 3, First: 500 * time.Millisecond, Factor: 4, Longest: time.Minute,
			Bearable: 30 * time.Second, Spread: true},
		Circuit: Circuit{Failures: 3, More: 1, Rest: 30 * time.Second, Longest: 8 * time.Minute},
		Statuses: Statuses{
			{Codes: []int{429}, Kind: answer.RateLimited, Again: true, Wait: true},
			{Codes: []int{408, 504}, Kind: answer.Timeout, Again: true, Wait: true},
			{Codes: []int{501, 505}, Kind: answer.Unreachable},
			{Codes: serverErrors, Kind: answer.Unreachable, Again: true, Wait: true},
			{Kind: answer.Refused},
		}}

	// dumpsPolicy is for files of gigabytes: patient, without a bound on the whole time, and without a circuit,
	// since files are requested one at a time.
	dumpsPolicy = Policy{MaxBytes: 1 << 40,
		Retry: Retry{Attempts: 5, First: time.Second, Factor: 2, Longest: 2 * time.Minute, Bearable: 2 * time.Minute},
		Statuses: Statuses{
			{Codes: []int{429, 503}, Kind: answer.RateLimited, Again: true, Wait: true},
			{Codes: []int{408, 500, 502, 504}, Kind: answer.Unreachable, Again: true},
			{Kind: answer.BadAnswer},
		}}
)

// serverErrors in a row covers every status of 500 and above.
var serverErrors = []int{}

// do tries until there is an answer or no hope of one, and returns the last error. It does not start a pause
// that would end after the context's deadline.
func (r Retry) do(ctx context.Context, clock Clock, jitter func() float64, once func() error) error {
	for n := 0; ; n++ {
		err := once()
		var f *failed
		if err == nil || !errors.As(err, &f) {
			return err
		}
		if f.moved {
			n = -1
		}
		if !f.again || f.after > r.Bearable || n+1 >= r.attempts(f) {
			return err
		}
		wait := r.pause(max(n, 0), f.after, jitter)
		if deadline, ok := ctx.Deadline(); ok && !clock.Now().Add(wait).Before(deadline) {
			return err
		}
		if clock.Sleep(ctx, wait) != nil {
			return err
		}
	}
}

// attempts returns the number of attempts allowed after a failure. An unreadable answer may be an accident
// once.
func (r Retry) attempts(f *failed) int {
	if f.Kind == answer.BadAnswer && r.Unreadable > 0 {
		return r.Unreadable
	}
	return r.Attempts
}

// pause returns the pause after attempt n, counted from 0.
func (r Retry) pause(n int, asked time.Duration, jitter func() float64) time.Duration {
	pause := r.First
	for range n {
		pause = min(pause*time.Duration(r.Factor), r.Longest)
	}
	if r.Spread {
		pause = pause/2 + time.Duration(jitter()*float64(pause))
	}
	return max(pause, asked)
}
