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
)

// Claims is what Answers may be besides: of all who share them, one at a time asks a
// question.
type Claims interface {
	// Claim takes, in one step, those of the questions that nobody else is asking. It
	// says so of each, in their order. What was claimed is the caller's until End.
	Claim(ctx context.Context, keys []string) ([]Claim, error)
	// End gives claimed questions back. Their answers are kept by then, or there are
	// none; failure, if any, is what others who ask are told for a while.
	End(claims []Claim, failure *answer.Failure)
}

// Claim is what came of the claim to one question: it is the caller's, it failed lately
// for somebody else, or, with neither, somebody else is asking it.
type Claim struct {
	Key     string
	Ticket  int64 // of the one claim to the question; 0 means that it is not the caller's
	Failure *answer.Failure
}

// Once is a way to answer some questions, which are known by their places in a list.
type Once struct {
	Look func(i int) bool // answers one out of what is kept, if it can
	// Ask asks. It may call done for questions as they are answered; failure is what
	// others shall be told, nil for nothing.
	Ask  func(mine []int, done func(mine []int, failure *answer.Failure))
	Fail func(i int, err error) // ends one that could not be asked
}

// The pauses between looks whether another has the answer by now.
const (
	firstLook   = 20 * time.Millisecond
	longestLook = time.Second
)

// Once has each question asked once among all who share the kept answers: who comes
// second waits for the answer that the first keeps, or asks when there was none. What
// is the caller's to ask is asked, and given back, before it waits for others.
func (c *Client) Once(ctx context.Context, b Batch, questions []string, o Once) {
	keys := make([]string, len(questions))
	for i, q := range questions {
		keys[i] = b.key(c.versioned(q))
	}
	c.once(ctx, keys, o)
}

func (c *Client) once(ctx context.Context, keys []string, o Once) {
	open := make([]int, len(keys))
	for i := range open {
		open[i] = i
	}
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

// share claims questions, asks what is the caller's, and returns what others are asking.
func (o *Once) share(ctx context.Context, claims Claims, keys []string, open []int) (others []int) {
	wanted := make([]string, len(open))
	for k, i := range open {
		wanted[k] = keys[i]
	}
	got, err := claims.Claim(ctx, wanted)
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

// askMine asks what was claimed, but for what another has answered between the look and
// the claim.
func (o *Once) askMine(claims Claims, mine []int, held map[int]Claim) {
	var mu sync.Mutex // guards held: chunks end side by side
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

// tellable returns the failure that others who ask the same may be told in place of
// asking: one of the service, after every attempt.
func tellable(ctx context.Context, err error) *answer.Failure {
	failure := asFailure(err)
	if ctx.Err() != nil || failure.Unsent || ownEnd(failure) {
		return nil
	}
	return &answer.Failure{Kind: failure.Kind, Detail: failure.Detail}
}

// Join lets those who ask the same at the same time share one answer.
type Join[T any] struct {
	mu  sync.Mutex
	now map[string]*asking[T]
}

// asking is a question under way. Its fields are set when done is closed.
type asking[T any] struct {
	done   chan struct{}
	answer T
	left   bool // who asked gave up for its own sake: the others ask anew
}

// claim returns the questions under way among those of keys, in their order, and nil
// for each that is now the caller's to ask, who must call end. All are claimed in
// one step, so that of several callers one asks them together.
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

// end gives the answer of a claimed question to those who wait.
func (j *Join[T]) end(key string, answer T, left bool) {
	j.mu.Lock()
	defer j.mu.Unlock()
	under := j.now[key]
	under.answer, under.left = answer, left
	delete(j.now, key)
	close(under.done)
}

// wait returns another's answer; false means that it gave none, or that the own
// time is over.
func (a *asking[T]) wait(ctx context.Context) (answer T, ok bool) {
	select {
	case <-a.done:
		return a.answer, !a.left
	case <-ctx.Done():
		return answer, false
	}
}

// Do calls ask for the first of those who ask and returns its answer to all;
// shared is true for the others. ask says whether its answer is for it alone, so
// that the others ask anew. The error is that of a context that is done.
func (j *Join[T]) Do(ctx context.Context, key string, ask func() (answer T, left bool)) (answer T,
	shared bool, err error) {
	for {
		under := j.claim(key)[0]
		if under == nil {
			left := true
			defer func() { j.end(key, answer, left) }() // also when ask panics
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

// lifetime says how long an answer is fresh. Services seldom state how long
// what they know of a published work holds, and many forbid a browser's cache
// for all they send; their answers live for ours, or longer where they say so
// (max-age, Expires). no-store from a service means an hour, which is enough to
// take up a run that broke off. Pages of documents follow RFC 9111: no-store is
// not kept, max-age less Age or Expires count, and what is to be confirmed each
// time (no-cache) is, but for the ten minutes of one run.
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

// oneRun is how long an answer counts at least, so that one run says the same of
// a page each time.
const oneRun = 10 * time.Minute

// statedLife reads max-age, less the time that the answer lay in other caches, or
// Expires, of which anything but a date means now.
func statedLife(h http.Header) (time.Duration, bool) {
	for _, part := range strings.Split(h.Get("Cache-Control"), ",") {
		name, value, _ := strings.Cut(strings.TrimSpace(part), "=")
		if !strings.EqualFold(name, "max-age") {
			continue
		}
		if n, err := strconv.Atoi(strings.Trim(value, `"`)); err == nil && n >= 0 {
			age, err := strconv.Atoi(h.Get("Age"))
			if err != nil {
				age = 0
			}
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
