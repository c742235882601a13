package transport

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/bonafide-audit/bonafide/internal/source"
)

// Claims is what Answers may be besides: of all who share them, one at a time asks a
// question.
type Claims interface {
	// Claim takes, in one step, those of the questions that nobody else is asking. It
	// says so of each, in their order. What was claimed is the caller's until End.
	Claim(ctx context.Context, keys []string) ([]Claim, error)
	// End gives claimed questions back. Their answers are kept by then, or there are
	// none; failure, if any, is what others who ask are told for a while.
	End(claims []Claim, failure *source.Failure)
}

// Claim is what came of the claim to one question: it is the caller's, it failed lately
// for somebody else, or, with neither, somebody else is asking it.
type Claim struct {
	Key     string
	Ticket  int64 // of the one claim to the question; 0 means that it is not the caller's
	Failure *source.Failure
}

// Once is a way to answer some questions, which are known by their places in a list.
type Once struct {
	Look func(i int) bool // answers one out of what is kept, if it can
	// Ask asks. It may call done for questions as they are answered; failure is what
	// others shall be told, nil for nothing.
	Ask  func(mine []int, done func(mine []int, failure *source.Failure))
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
			o.Ask(open, func([]int, *source.Failure) {})
			return
		}
		n := len(open)
		if open = o.share(ctx, claims, keys, open); len(open) == 0 {
			return
		}
		if len(open) < n {
			pause = firstLook
		}
		if (wallClock{}).Sleep(ctx, pause) != nil {
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

// share claims questions, asks what is the caller's, and gives what others are asking.
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
	done := func(list []int, failure *source.Failure) {
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

// tellable gives the failure that others who ask the same may be told in place of
// asking: one of the service, after every attempt.
func tellable(ctx context.Context, err error) *source.Failure {
	failure := asFailure(err)
	if ctx.Err() != nil || failure.Unsent || ownEnd(failure) {
		return nil
	}
	return &source.Failure{Kind: failure.Kind, Detail: failure.Detail}
}
