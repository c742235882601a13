package transport

import (
	"context"
	"sync"
	"time"
)

// Account counts and bounds the requests that leave the machine for one run. Runs that share a client have one
// each: a run that makes a request for others too is charged for it.
type Account struct {
	most int

	mu    sync.Mutex
	asked map[payee]int
}

// payee is a service, or a host named by a document.
type payee struct {
	name     string
	document bool
}

// NewAccount returns an account that allows at most most requests to any one service or host; with 0 it only
// counts.
func NewAccount(most int) *Account { return &Account{most: most, asked: map[payee]int{}} }

// claim takes a request and reports whether one was left.
func (a *Account) claim(to payee) bool {
	if a == nil {
		return true
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.most > 0 && a.asked[to] >= a.most {
		return false
	}
	a.asked[to]++
	return true
}

// Requests returns how many requests were made to how many services; all hosts named by documents count as one.
func (a *Account) Requests() (requests, services int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	documents := 0
	for to, n := range a.asked {
		requests += n
		if to.document {
			documents = 1
		} else {
			services++
		}
	}
	return requests, services + documents
}

// Asked reports whether a service was queried.
func (a *Account) Asked(service string) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.asked[payee{name: service}] > 0
}

type accountKey struct{}

// WithAccount returns a context whose requests are charged to a.
func WithAccount(ctx context.Context, a *Account) context.Context {
	return context.WithValue(ctx, accountKey{}, a)
}

// Span returns the least time for a number of requests to a service at its pace; an unknown service has the
// pace of a host named by a document.
func (c *Client) Span(service string, requests int) time.Duration {
	pace := policyOf(service, false).PaceFor(c.opts.Contact != "", c.opts.Keys[service])
	return time.Duration(max(requests-pace.Burst, 0)) * pace.Every
}

// Budget returns what is left of a service's daily budget: according to the service if it has said so, else
// what it documents; false if neither is known.
func (c *Client) Budget(service string) (left int, known bool) {
	if n, ok := c.serviceOf(service, false).left(); ok {
		return n, true
	}
	p := policyOf(service, false)
	if c.opts.Keys[service] && p.DailyKey > 0 {
		return p.DailyKey, true
	}
	return p.Daily, p.Daily > 0
}
