package transport

import (
	"context"
	"errors"
	"time"

	"github.com/bonafide-audit/bonafide/internal/answer"
)

// Policy is how one service is treated: what it documents, or, where it
// documents nothing, what a careful person would do. Headers that ask to wait are read
// in failure.go, in whatever form a service writes them.
type Policy struct {
	Service string
	// Every is the time between requests, Burst how many may go at once before
	// that counts, Connections how many may be under way.
	Every       time.Duration
	Burst       int
	Connections int
	// Contact and Key hold the same when a contact address or a key is given;
	// zero means no difference.
	Contact, Key Pace
	// Remaining and Reset name the headers with what is left of a daily budget
	// and the seconds until it is renewed; "" when the service states neither. A
	// header with "-USD" behind the name states the same in dollars, of which one
	// buys Dollar; 0 means that there is none.
	Remaining, Reset string
	Dollar           float64
	// Daily is the daily budget that it documents, DailyKey that with a key; 0 when
	// it is not known.
	Daily, DailyKey int
	// Throttles lists statuses with which the service throttles besides those of
	// all services, and Pause is how long it is given when it throttles and does
	// not say how long; 0 means the usual pauses between attempts.
	Throttles []int
	Pause     time.Duration
	// Timeout bounds one request with its body; 0 means no bound.
	Timeout time.Duration
	// MaxBytes bounds one body after decompression.
	MaxBytes int64
	// Retry, Circuit and Statuses are those of all services of a kind.
	Retry    Retry
	Circuit  Circuit
	Statuses Statuses
	// Documented says where the figures are from.
	Documented string
}

// Pace is a rate with its burst and the number of connections.
type Pace struct {
	Every       time.Duration
	Burst       int
	Connections int
}

// Retry says how often a question is asked and how long the pauses are.
type Retry struct {
	Attempts   int           // at most
	Unreadable int           // attempts at an answer that cannot be read; 0 means Attempts
	First      time.Duration // the pause after the first attempt
	Factor     int           // by which each pause is longer than the one before
	Longest    time.Duration // pause of our own
	// Bearable is the longest that one request waits because it was told to;
	// beyond it the service is left alone for as long as it says.
	Bearable time.Duration
	// Spread makes pauses from half to one and a half of their length, so that
	// not all come back at once.
	Spread bool
}

// Circuit says when a service is left alone, and for how long.
type Circuit struct {
	Failures int           // in a row that open it; 0 means that it never opens
	More     int           // in a row that open it again
	Rest     time.Duration // for which it is open, twice as long each time
	Longest  time.Duration
}

// Statuses says what statuses mean that are no answer: the first row that names
// one counts. A row without codes is for all that are left.
type Statuses []Status

// Status is what some statuses mean.
type Status struct {
	Codes []int
	Kind  answer.FailureKind
	Again bool // asking again may help
	Wait  bool // their Retry-After counts
	// Stated limits the row to answers with a Retry-After.
	Stated bool
}

// Policies by kind of service.
var (
	recordsRetry = Retry{Attempts: 3, Unreadable: 2, First: 500 * time.Millisecond, Factor: 4, Longest: time.Minute,
		Bearable: 30 * time.Second, Spread: true}
	recordsCircuit  = Circuit{Failures: 5, More: 2, Rest: time.Minute, Longest: 15 * time.Minute}
	recordsStatuses = Statuses{
		{Codes: []int{403}, Kind: answer.RateLimited, Again: true, Wait: true, Stated: true}, // a limit under another number
		{Codes: []int{202, 401, 402, 403, 405, 406, 407, 418, 451, 999}, Kind: answer.Refused},
		{Codes: []int{408}, Kind: answer.Timeout, Again: true},
		{Codes: []int{425, 429}, Kind: answer.RateLimited, Again: true, Wait: true},
		{Codes: []int{500, 502, 503, 504, 520, 521, 522, 523, 524, 529}, Kind: answer.Unreachable, Again: true, Wait: true},
		{Codes: serverErrors, Kind: answer.Unreachable},
		{Kind: answer.BadAnswer},
	}

	// modelsPolicy is that of providers of models: few questions that cost much,
	// whose answers may be long in coming.
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

	// dumpsPolicy is that of files of gigabytes: patient, without a bound of the
	// whole time, and without a circuit, since one file is asked for at a time.
	dumpsPolicy = Policy{MaxBytes: 1 << 40,
		Retry: Retry{Attempts: 5, First: time.Second, Factor: 2, Longest: 2 * time.Minute, Bearable: 2 * time.Minute},
		Statuses: Statuses{
			{Codes: []int{429, 503}, Kind: answer.RateLimited, Again: true, Wait: true},
			{Codes: []int{408, 500, 502, 504}, Kind: answer.Unreachable, Again: true},
			{Kind: answer.BadAnswer},
		}}
)

// serverErrors is in a row for every status of 500 and above.
var serverErrors = []int{}

// do asks until there is an answer or none is to be had, and returns the last
// error. It begins no pause that would end after the context's deadline.
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

// attempts returns how many there may be after a failure. An answer that cannot be
// read is an accident once.
func (r Retry) attempts(f *failed) int {
	if f.Kind == answer.BadAnswer && r.Unreadable > 0 {
		return r.Unreadable
	}
	return r.Attempts
}

// pause returns that after attempt n, from 0.
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
