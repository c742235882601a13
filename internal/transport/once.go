package transport

import (
	"context"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/lists"
)

// Claims is an optional interface of Answers: only one of the processes that share the answers asks a question
// at a time.
type Claims interface {
	// Claim claims, in one step, those of the questions that no other process is asking. It returns one Claim
	// per question, in order. A claimed question is the caller's until End.
	Claim(ctx context.Context, keys []string) ([]Claim, error)
	// End releases claimed questions. Their answers have been stored by then, or there are none; failure, if
	// any, is what others with the same question are told for a while.
	End(claims []Claim, failure *answer.Failure)
}

// Claim is the result of claiming one question: it is the caller's, it failed recently for another process, or,
// with neither set, another process is asking it.
type Claim struct {
	Key     string
	Ticket  int64 // identifies the claim; 0 means that it is not the caller's
	Failure *answer.Failure
}

// Once says how to answer some questions, which are identified by their index in a list.
type Once struct {
	Look func(i int) bool // answers one from the cache, if possible
	// Ask makes the requests. It may call done for questions as they are answered; failure is what others are
	// told, or nil.
	Ask  func(mine []int, done func(mine []int, failure *answer.Failure))
	Fail func(i int, err error) // ends one that could not be asked
}

// The pauses between checks whether another process has the answer.
const (
	firstLook   = 20 * time.Millisecond
	longestLook = time.Second
)

// Once makes sure that each question is asked only once among all who share the stored answers: a second caller
// waits for the first one's answer, or asks if there was none. The caller's own questions are asked and
// released before it waits for others.
func (c *Client) Once(ctx context.Context, b Batch, questions []string, o Once) {
	c.once(ctx, lists.Map(questions, func(q string) string { return b.key(c.versioned(q)) }), o)
}

func (c *Client) once(ctx context.Context, keys []string, o Once) {
	open := lists.Numbers(len(keys))
	claims, shared := c.cache.Answers.(Claims)
	for pause := firstLook; ; pause = min(2*pause, longestLook) {
		if open = slices.DeleteFunc(open, o.Look); len(open) == 0 {
			return
		}
		if !shared {
			o.Ask(open, func([]int, *answer.Failure) {})
			return
		}
		n := len(open)
		if open = o.share(ctx, claims, keys, open); len(open) == 0 {
			return
		}
		if len(open) < n {
			pause = firstLook
		}
		if Sleep(ctx, pause) != nil {
			o.failAll(open, contextFailure(ctx))
			return
		}
	}
}

func (o *Once) failAll(open []int, err error) {
	for _, i := range open {
		o.Fail(i, err)
	}
}

// share claims questions, asks those that are the caller's, and returns those that others are asking.
func (o *Once) share(ctx context.Context, claims Claims, keys []string, open []int) (others []int) {
	got, err := claims.Claim(ctx, lists.Map(open, func(i int) string { return keys[i] }))
	if err != nil {
		if ctx.Err() != nil {
			err = contextFailure(ctx)
		}
		o.failAll(open, err)
		return nil
	}
	var mine []int
	held := map[int]Claim{}
	for k, i := range open {
		switch claim := got[k]; {
		case claim.Failure != nil:
			o.Fail(i, claim.Failure)
		case claim.Ticket != 0:
			mine, held[i] = append(mine, i), claim
		default:
			others = append(others, i)
		}
	}
	o.askMine(claims, mine, held)
	return others
}

// askMine asks the claimed questions, except those answered by others between the check and the claim.
func (o *Once) askMine(claims Claims, mine []int, held map[int]Claim) {
	var mu sync.Mutex // guards held: chunks end concurrently
	done := func(list []int, failure *answer.Failure) {
		var give []Claim
		mu.Lock()
		for _, i := range list {
			if claim, ok := held[i]; ok {
				give = append(give, claim)
				delete(held, i)
			}
		}
		mu.Unlock()
		if len(give) > 0 {
			claims.End(give, failure)
		}
	}
	defer done(mine, nil)
	known := []int{}
	missing := slices.DeleteFunc(slices.Clone(mine), func(i int) bool {
		if !o.Look(i) {
			return false
		}
		known = append(known, i)
		return true
	})
	done(known, nil)
	if len(missing) > 0 {
		o.Ask(missing, done)
	}
}

// shareable returns the failure that others with the same question may be told instead of asking: one of the
// service, after every attempt.
func shareable(ctx context.Context, err error) *answer.Failure {
	failure := asFailure(err)
	if ctx.Err() != nil || failure.Unsent || ownEnd(failure) {
		return nil
	}
	return &answer.Failure{Kind: failure.Kind, Detail: failure.Detail}
}

// Join lets concurrent callers with the same question share one answer.
type Join[T any] struct {
	mu  sync.Mutex
	now map[string]*asking[T]
}

// asking is a question being asked. Its fields are set when done is closed.
type asking[T any] struct {
	done   chan struct{}
	answer T
	left   bool // the caller gave up for its own reasons: the others ask again
}

// claim returns for each key, in order, the question if it is already being asked, else nil: then the caller
// must ask it and call end. All are claimed in one step, so that one of several callers asks them together.
func (j *Join[T]) claim(keys ...string) []*asking[T] {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.now == nil {
		j.now = map[string]*asking[T]{}
	}
	under := make([]*asking[T], len(keys))
	for i, key := range keys {
		if under[i] = j.now[key]; under[i] == nil {
			j.now[key] = &asking[T]{done: make(chan struct{})}
		}
	}
	return under
}

// end passes the answer of a claimed question to the waiting callers.
func (j *Join[T]) end(key string, answer T, left bool) {
	j.mu.Lock()
	defer j.mu.Unlock()
	under := j.now[key]
	under.answer, under.left = answer, left
	delete(j.now, key)
	close(under.done)
}

// wait returns another caller's answer; false means that there is none, or that ctx is done.
func (a *asking[T]) wait(ctx context.Context) (answer T, ok bool) {
	select {
	case <-a.done:
		return a.answer, !a.left
	case <-ctx.Done():
		return answer, false
	}
}

// Do calls ask for the first caller and returns its answer to all; shared is true for the others. ask reports
// whether its answer is for the first caller only, so that the others ask again. The error is that of a context
// that is done.
func (j *Join[T]) Do(ctx context.Context, key string, ask func() (answer T, left bool)) (answer T,
	shared bool, err error) {
	for {
		under := j.claim(key)[0]
		if under == nil {
			left := true
			defer func() { j.end(key, answer, left) }() // even if ask panics
			answer, left = ask()
			return answer, false, nil
		}
		if answer, ok := under.wait(ctx); ok {
			return answer, true, nil
		}
		if ctx.Err() != nil {
			return answer, true, ctx.Err()
		}
	}
}

// lifetime returns how long an answer is fresh. Services seldom state how long their data about a published
// work remains valid, and many forbid browsers to cache anything; their answers live for ours, or longer if
// they say so (max-age, Expires). no-store from a service means an hour, which is enough to continue an
// interrupted run. Pages of documents follow RFC 9111: no-store is not cached, max-age minus Age or Expires
// count, and no-cache is revalidated each time, except within the ten minutes of one run.
func lifetime(h http.Header, ours time.Duration, document bool) time.Duration {
	stated, has := statedLife(h)
	control := strings.ToLower(h.Get("Cache-Control"))
	switch {
	case strings.Contains(control, "no-store") && document:
		return 0
	case strings.Contains(control, "no-store"):
		return min(ours, time.Hour)
	case document && strings.Contains(control, "no-cache"):
		return min(oneRun, ours)
	case document && has:
		return min(max(stated, oneRun), ours)
	case has && stated > ours:
		return min(stated, 90*24*time.Hour)
	}
	return ours
}

// oneRun is the minimum lifetime of an answer, so that one run always says the same about a page.
const oneRun = 10 * time.Minute

// statedLife parses max-age, minus the time that the answer spent in other caches, or Expires; anything but a
// date in Expires means now.
func statedLife(h http.Header) (time.Duration, bool) {
	for _, part := range strings.Split(h.Get("Cache-Control"), ",") {
		name, value, _ := strings.Cut(strings.TrimSpace(part), "=")
		if !strings.EqualFold(name, "max-age") {
			continue
		}
		if n, err := strconv.Atoi(strings.Trim(value, `"`)); err == nil && n >= 0 {
			age, _ := strconv.Atoi(h.Get("Age")) // 0 if not stated
			return time.Duration(min(max(n-max(age, 0), 0), 10*365*86400)) * time.Second, true
		}
	}
	if h.Get("Expires") == "" {
		return 0, false
	}
	expires, err := http.ParseTime(h.Get("Expires"))
	if err != nil {
		return 0, true
	}
	date, err := http.ParseTime(h.Get("Date"))
	if err != nil {
		return 0, false
	}
	return max(expires.Sub(date), 0), true
}
