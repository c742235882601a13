package transport

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/bonafide-audit/bonafide/internal/answer"
)

// failed is an attempt without an answer, with what determines the next step.
type failed struct {
	*answer.Failure
	again bool          // retrying may help
	after time.Duration // the wait requested by the service
	other bool          // it concerns a host to which the service redirected
	moved bool          // part of the answer came, so the count of attempts restarts
}

// Unwrap returns the failure.
func (f *failed) Unwrap() error { return f.Failure }

func lasting(kind answer.FailureKind, detail string, err error) *failed {
	return &failed{Failure: &answer.Failure{Kind: kind, Detail: detail, Err: err}}
}

func passing(kind answer.FailureKind, detail string, err error) *failed {
	f := lasting(kind, detail, err)
	f.again = true
	return f
}

// asFailure converts any error into a failure.
func asFailure(err error) *answer.Failure {
	if failure, ok := errors.AsType[*answer.Failure](err); ok {
		return failure
	}
	return &answer.Failure{Kind: answer.BadAnswer, Detail: err.Error(), Err: err}
}

// contextFailure returns why a context is done: its deadline is the run's limit.
func contextFailure(ctx context.Context) error {
	if ctx.Err() == context.DeadlineExceeded {
		return &answer.Failure{Kind: answer.Budget, Detail: "the deadline of the run", Err: ctx.Err()}
	}
	return &answer.Failure{Kind: answer.Budget, Detail: "cancelled", Err: ctx.Err()}
}

// judge returns what an unsuccessful status of this service means.
func (p *Policy) judge(status int, h http.Header, now time.Time) *failed {
	f := p.Statuses.judge(status, h, now)
	if slices.Contains(p.Throttles, status) {
		f.Kind, f.again = answer.RateLimited, true
		f.after, _ = retryAfter(h, now)
	}
	if f.Kind == answer.RateLimited && f.after == 0 {
		f.after = p.Pause
	}
	return f
}

// judge returns what an unsuccessful status means.
func (s Statuses) judge(status int, h http.Header, now time.Time) *failed {
	wait, stated := retryAfter(h, now)
	row := s[slices.IndexFunc(s, func(row Status) bool { return row.covers(status) && (stated || !row.Stated) })]
	f := lasting(row.Kind, "HTTP "+strconv.Itoa(status), nil)
	if f.again = row.Again; row.Wait {
		f.after = wait
	}
	return f
}

func (s Status) covers(status int) bool {
	return s.Codes == nil || slices.Contains(s.Codes, status) || len(s.Codes) == 0 && status >= 500
}

// rejected reports whether a service rejected the question as wrong.
func rejected(f *answer.Failure) bool {
	switch f.Detail {
	case "HTTP 400", "HTTP 404", "HTTP 413", "HTTP 414", "HTTP 422", "HTTP 431":
		return f.Kind == answer.BadAnswer
	}
	return false
}

// ErrForeign is returned by Request.Read for an answer to another question, as broken caches or proxies return.
// The question is repeated once; the answer is never cached, and says nothing about the service's health: what
// counts as near is a guess.
var ErrForeign = errors.New("the answer to another question")

// Rejected returns the failure for a status that rejects the question: in smaller parts it may be answered.
func Rejected(status int) *answer.Failure {
	return &answer.Failure{Kind: answer.BadAnswer, Detail: "HTTP " + strconv.Itoa(status)}
}

// longestWait bounds the value of a Retry-After.
const longestWait = 1e6 * time.Second

// retryAfter parses the wait that a service requests: in milliseconds as OpenAI writes it, in seconds, or as a
// date.
func retryAfter(h http.Header, now time.Time) (wait time.Duration, stated bool) {
	if ms, err := strconv.ParseFloat(h.Get("Retry-After-Ms"), 64); err == nil && ms > 0 {
		return span(ms, time.Millisecond), true
	}
	text := strings.TrimSpace(h.Get("Retry-After"))
	if s, err := strconv.ParseFloat(text, 64); err == nil {
		if in, ok := retryIn(h.Get("X-Retry-In")); ok { // beside it INSPIRE states 0
			return max(in, span(s, time.Second)), true
		}
		return span(s, time.Second), true
	}
	if at, err := http.ParseTime(text); err == nil {
		return max(at.Sub(now), 0), true
	}
	return retryIn(h.Get("X-Retry-In"))
}

// retryIn parses INSPIRE's header: a duration such as "1.5s", or a number of seconds, perhaps followed by a
// word.
func retryIn(text string) (wait time.Duration, stated bool) {
	text = strings.TrimSpace(text)
	if d, err := time.ParseDuration(text); err == nil {
		return min(max(d, 0), longestWait), true
	}
	number, _, _ := strings.Cut(text, " ")
	if s, err := strconv.ParseFloat(number, 64); err == nil {
		return span(s, time.Second), true
	}
	return 0, false
}

// span returns n units, limited to the range from 0 to longestWait.
func span(n float64, unit time.Duration) time.Duration {
	return time.Duration(min(max(n, 0), float64(longestWait/unit)) * float64(unit))
}
