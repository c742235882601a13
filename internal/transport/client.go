package transport

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"math/rand/v2"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/bonafide-audit/bonafide/internal/answer"
)

// Options identify the client and say what it may do. The zero value works: no contact, a cache in memory.
type Options struct {
	Version string          // of the program, for User-Agent
	Contact string          // an e-mail address; services treat identified clients better
	Keys    map[string]bool // services to which requests carry a key
	Cache   *Cache          // nil means a cache in memory
	Tape    *Tape           // records or replays the run; nil means neither
	// Found and None are how long answers are cached that found something or nothing; 0 means 30 days and one
	// day.
	Found, None time.Duration
	// Timeout bounds one request, overriding the policy; 0 means the policy's.
	Timeout time.Duration
	// Via sends every request to this address instead, with the original host as first part of the path: a
	// gateway, or the fixture server of tests.
	Via string
	// Bases maps names of services to other addresses, which replace scheme and host of the service's own
	// address.
	Bases map[string]*url.URL
	// Paces overrides the rate of services; a rate only gets slower than documented unless the service is the
	// user's own.
	Paces map[string]Pace
	// Reach lists networks that addresses from documents may reach although they are not public.
	Reach    []netip.Prefix
	Resolver *net.Resolver // nil means the system's
	Proxy    func(*http.Request) (*url.URL, error)
	Clock    Clock
	// State returns what all clients of a service share, by the service's name, or "host " and the name of a
	// host named by a document; nil means NewState.
	State func(name string, policy Policy, pace Pace) State
	// Jitter returns a fraction from 0 to 1 for the wait before a retry; nil means a random one.
	Jitter func() float64
	// Trace is called for every exchange; may be nil.
	Trace func(Event)
}

// Client queries services according to their policies. It is safe for concurrent use.
type Client struct {
	opts    Options
	open    *http.Transport // to services
	guarded *http.Transport // to addresses from documents
	cache   *Cache
	clock   Clock
	asking  Join[outcome]
	batches Join[Reply]
	memo    memo
	cutoff  cutoff

	mu       sync.Mutex
	services map[string]*service
}

// New returns a client.
func New(opts Options) *Client {
	opts.Clock = cmp.Or[Clock](opts.Clock, wallClock{})
	opts.Resolver = cmp.Or(opts.Resolver, net.DefaultResolver)
	opts.Found = cmp.Or(opts.Found, 30*24*time.Hour)
	opts.None = cmp.Or(opts.None, 24*time.Hour)
	if opts.Cache == nil {
		opts.Cache = MemoryCache()
	}
	if opts.Jitter == nil {
		opts.Jitter = rand.Float64
	}
	if opts.State == nil {
		opts.State = func(_ string, policy Policy, pace Pace) State { return NewState(policy, pace) }
	}
	c := &Client{opts: opts, cache: opts.Cache, clock: opts.Clock, services: map[string]*service{}}
	c.open, c.guarded = c.roundTripper(false), c.roundTripper(true)
	c.memo.life = 10 * time.Minute
	return c
}

// Close closes idle connections.
func (c *Client) Close() {
	c.open.CloseIdleConnections()
	c.guarded.CloseIdleConnections()
}

// Contact returns the contact address sent to services, or "".
func (c *Client) Contact() string { return c.opts.Contact }

// Do answers one question. The answer was read by req.Read; the error is a *answer.Failure, or that of a
// context canceled by the caller.
func (c *Client) Do(ctx context.Context, req *Request) (*Response, error) {
	key := req.key()
	if c.opts.Tape.Playing() {
		return c.replay(req, key)
	}
	// The cache is checked inside as well, so that an answer that arrives in between is not requested again.
	a, shared, err := c.asking.Do(ctx, key, func() (a outcome, left bool) {
		a.resp, a.err = c.ask(ctx, req, key)
		return a, a.err != nil && (ctx.Err() != nil || ownEnd(a.err))
	})
	switch {
	case err != nil:
		return nil, contextFailure(ctx)
	case a.err != nil:
		return nil, a.err
	}
	if shared && req.Read != nil {
		if _, err := req.Read(a.resp); err != nil {
			return nil, asFailure(err)
		}
	}
	return a.resp, nil
}

type outcome struct {
	resp *Response
	err  error
}

// ask answers from the cache, or queries the service.
func (c *Client) ask(ctx context.Context, req *Request, key string) (resp *Response, err error) {
	if req.Transient {
		return c.asked(ctx, req, key, nil)
	}
	var stale *entry
	c.once(ctx, []string{key}, Once{
		Look: func(int) bool {
			resp, stale = c.recall(ctx, req, key)
			return resp != nil
		},
		Ask: func(mine []int, done func([]int, *answer.Failure)) {
			if resp, err = c.asked(ctx, req, key, stale); err != nil {
				done(mine, shareable(ctx, err))
			}
		},
		Fail: func(_ int, told error) {
			err = told
			c.recordFailure(ctx, req, key, told)
		},
	})
	return resp, err
}

// asked queries the service, unless the question failed recently.
func (c *Client) asked(ctx context.Context, req *Request, key string, stale *entry) (*Response, error) {
	if failure := c.memo.get(key, c.clock.Now()); failure != nil {
		return nil, failure
	}
	return c.fetch(ctx, req, key, stale)
}

// recall returns a fresh answer from the cache, or a stale one that may be revalidated. An answer cached by an
// older program that this one cannot read is neither.
func (c *Client) recall(ctx context.Context, req *Request, key string) (*Response, *entry) {
	e := c.cache.get(ctx, key)
	if e == nil || e.Failure != "" || e.ahead(c.clock.Now()) {
		return nil, nil
	}
	resp := e.response()
	if req.Read != nil {
		if _, err := req.Read(resp); err != nil {
			return nil, nil
		}
	}
	if !c.clock.Now().Before(e.Until) {
		return nil, e
	}
	c.service(req).count(func(s *Stats) { s.Cached++ })
	c.record(key, req, e)
	return resp, nil
}

// fetch retries until there is a readable answer or no hope of one.
func (c *Client) fetch(ctx context.Context, req *Request, key string, stale *entry) (*Response, error) {
	s := c.service(req)
	var resp *Response
	err := s.policy.Retry.do(ctx, c.clock, c.opts.Jitter, func() (err error) {
		var none bool
		if resp, none, err = c.attempt(ctx, s, req, stale); err == nil {
			c.keep(ctx, req, key, resp, none)
		}
		return err
	})
	if err == nil {
		return resp, nil
	}
	failure := asFailure(err)
	if _, asked := err.(*failed); asked && ctx.Err() == nil {
		c.memo.put(key, failure, c.clock.Now())
	}
	c.recordFailure(ctx, req, key, failure)
	return nil, failure
}

func (c *Client) recordFailure(ctx context.Context, req *Request, key string, err error) {
	if !errors.Is(ctx.Err(), context.Canceled) && !req.Transient {
		failure := asFailure(err)
		c.record(key, req, &entry{Failure: string(failure.Kind), Detail: failure.Detail})
	}
}

// keep caches an answer that was read to its end.
func (c *Client) keep(ctx context.Context, req *Request, key string, resp *Response, none bool) {
	if req.Transient {
		return
	}
	e := entryOf(resp, none, c.secrets(req))
	life := c.opts.Found
	if none {
		life = c.opts.None
	}
	e.Stored = c.clock.Now()
	e.Until = e.Stored.Add(lifetime(resp.Header, life, req.Service == ""))
	c.cache.put(ctx, key, e)
	c.record(key, req, e)
}

// service returns the state of the service or host of a request.
func (c *Client) service(req *Request) *service {
	name := req.Service
	if name == "" {
		if u, err := url.Parse(req.URL); err == nil {
			name = strings.ToLower(u.Hostname())
		}
	}
	return c.serviceOf(name, req.Service == "")
}

func (c *Client) serviceOf(name string, isDocument bool) *service {
	id := name
	if isDocument {
		id = "host " + name
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	s := c.services[id]
	if s == nil {
		policy := policyOf(name, isDocument)
		if !c.opts.Keys[name] && policy.Keyless.Failures > 0 {
			policy.Circuit = policy.Keyless
		}
		pace := policy.PaceFor(c.opts.Contact != "", c.opts.Keys[name])
		if own, ok := c.opts.Paces[name]; ok {
			pace = own
		}
		if isDocument && len(c.services) > maxHosts {
			maps.DeleteFunc(c.services, func(_ string, s *service) bool { return s.document && len(s.slots) == 0 })
		}
		s = &service{policy: policy, document: isDocument, state: c.opts.State(id, policy, pace),
			slots: make(chan struct{}, pace.Connections), stats: Stats{Service: name}}
		c.services[id] = s
	}
	return s
}

// maxHosts is how many hosts named by documents are remembered.
const maxHosts = 20_000

// Clock tells the time and waits. Tests replace it.
type Clock interface {
	Now() time.Time
	// Sleep waits for d or until ctx is done, and then returns its error.
	Sleep(ctx context.Context, d time.Duration) error
}

// Dialer is an optional interface of a Clock: simulated time needs connections that stay in the process. A
// client with such a clock connects to services through it, but never to what documents name.
type Dialer interface {
	Dial(ctx context.Context, network, address string) (net.Conn, error)
}

type wallClock struct{}

func (wallClock) Now() time.Time { return time.Now() }

func (wallClock) Sleep(ctx context.Context, d time.Duration) error { return Sleep(ctx, d) }

// Sleep waits for d or until ctx is done, and then returns its error.
func Sleep(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return ctx.Err()
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
