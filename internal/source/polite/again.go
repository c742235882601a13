package polite

import (
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/bonafide-audit/bonafide/internal/source"
)

// attempts is how often a question is asked at most.
const attempts = 3

// trouble is a failure with what decides about asking again.
type trouble struct {
	*source.Failure
	heals bool          // asking again may help
	after time.Duration // what Retry-After says; -1 when it says nothing
}

// Unwrap gives the failure.
func (t *trouble) Unwrap() error { return t.Failure }

func lasting(kind source.FailureKind, detail string, err error) *trouble {
	return &trouble{Failure: &source.Failure{Kind: kind, Detail: detail, Err: err}, after: -1}
}

func passing(kind source.FailureKind, detail string, err error) *trouble {
	return &trouble{Failure: &source.Failure{Kind: kind, Detail: detail, Err: err}, heals: true, after: -1}
}

// again says whether to ask again, and after how long. A service that wants to
// be left alone for longer than is bearable is.
func (c *Client) again(l *lane, err error, attempt int) (time.Duration, bool) {
	t, ok := err.(*trouble)
	if !ok {
		return 0, false
	}
	if t.after > bearable {
		l.stop(c.clock.Now().Add(t.after), t.Failure)
		return 0, false
	}
	if t.after > 0 {
		l.pause(c.clock.Now().Add(t.after))
	}
	if !t.heals || attempt+1 >= attempts {
		return 0, false
	}
	if t.Kind == source.BadAnswer && attempt > 0 { // once is an accident
		return 0, false
	}
	backoff := 500 * time.Millisecond << (2 * attempt) // 0.5 s, 2 s
	wait := backoff/2 + time.Duration(c.opts.Jitter()*float64(backoff))
	return max(wait, t.after), true
}

// judgeStatus says what a status means that is no answer; nil when Read is to
// look at it.
func judgeStatus(req *Request, status int, h http.Header, now time.Time) error {
	if req.answer(status) {
		return nil
	}
	detail := "HTTP " + strconv.Itoa(status)
	if status == 403 && retryAfter(h, now) >= 0 { // a limit under another number
		status = 429
	}
	switch status {
	case 202, 401, 402, 403, 405, 406, 407, 418, 451, 999:
		return lasting(source.Refused, detail, nil)
	case 408:
		return passing(source.Timeout, detail, nil)
	case 425, 429:
		t := passing(source.RateLimited, detail, nil)
		t.after = retryAfter(h, now)
		return t
	case 500, 502, 503, 504, 520, 521, 522, 523, 524, 529:
		t := passing(source.Unreachable, detail, nil)
		t.after = retryAfter(h, now)
		return t
	}
	if status >= 500 {
		return lasting(source.Unreachable, detail, nil)
	}
	return lasting(source.BadAnswer, detail, nil)
}

// retryAfter reads the header in seconds or as a date; -1 when absent.
func retryAfter(h http.Header, now time.Time) time.Duration {
	text := strings.TrimSpace(h.Get("Retry-After"))
	if text == "" {
		return -1
	}
	if n, err := strconv.ParseInt(text, 10, 64); err == nil {
		return time.Duration(min(max(n, 0), 86400*7)) * time.Second
	}
	if at, err := http.ParseTime(text); err == nil {
		return max(at.Sub(now), 0)
	}
	return -1
}
