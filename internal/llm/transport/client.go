package transport

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/bonafide-audit/bonafide/internal/llm"
)

// Options say where a service is and how patient its user.
type Options struct {
	Base    string            // address, to which paths are added
	Header  map[string]string // sent with every request; may hold a key
	Secrets []string          // keys, which no error may show
	Timeout time.Duration     // of one attempt, to its last byte; 0 means two minutes
	Client  *http.Client      // nil means one of our own

	Sleep  func(context.Context, time.Duration) error // of tests
	Now    func() time.Time                           // of tests
	Jitter func() float64                             // of tests
}

// WithKey gives options that also send header, which holds a key that no error
// may show. Headers of the options win.
func (o Options) WithKey(header map[string]string, key string) Options {
	all := maps.Clone(header)
	maps.Copy(all, o.Header)
	o.Header, o.Secrets = all, append(o.Secrets[:len(o.Secrets):len(o.Secrets)], key)
	return o
}

const (
	attempts       = 3
	bearable       = 30 * time.Second // longest wait that a service may ask for
	defaultTimeout = 2 * time.Minute
	mostAnswer     = 16 << 20 // bytes
	mostVectors    = 64 << 20
)

// Client asks one service. It is safe for concurrent use.
type Client struct {
	opts Options
	base *url.URL
	http *http.Client
	gate gate
}

// New checks an address and makes a client for it.
func New(o Options) (*Client, error) {
	base, err := url.Parse(o.Base)
	if err != nil || base.Host == "" || base.Scheme != "http" && base.Scheme != "https" {
		return nil, errors.New("the address of a model's server must begin with http:// or https:// and name a host")
	}
	if base.User != nil {
		return nil, errors.New("the address of a model's server must not hold a password: give the key in the environment")
	}
	for _, values := range base.Query() { // one may be a key
		o.Secrets = append(o.Secrets[:len(o.Secrets):len(o.Secrets)], values...)
	}
	if o.Timeout <= 0 {
		o.Timeout = defaultTimeout
	}
	if o.Sleep == nil {
		o.Sleep = sleep
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Jitter == nil {
		o.Jitter = rand.Float64
	}
	c := &Client{opts: o, base: base, http: o.Client}
	if c.http == nil {
		c.http = &http.Client{Transport: roundTripper()}
	}
	stay := *c.http // a redirect would carry the key to another host
	stay.CheckRedirect = stop
	c.http = &stay
	return c, nil
}

func stop(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }

// Plain gives a client without keys that follows no redirect.
func Plain() *http.Client { return &http.Client{Transport: roundTripper(), CheckRedirect: stop} }

// shared keeps connections between clients of one run.
var roundTripper = sync.OnceValue(func() http.RoundTripper {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.MaxIdleConnsPerHost = 16
	t.MaxResponseHeaderBytes = 256 << 10
	return t
})

// Faulty is an answer that can hold an error though its status is 200.
type Faulty interface {
	Fault() *Rejection // nil when it holds none
}

// Ask posts in as JSON and reads the answer into out.
func (c *Client) Ask(ctx context.Context, path string, in, out any) error {
	return c.do(ctx, path, in, func(resp *http.Response) error { return c.readJSON(resp, mostAnswer, out) })
}

// AskLarge is Ask for answers of many numbers.
func (c *Client) AskLarge(ctx context.Context, path string, in, out any) error {
	return c.do(ctx, path, in, func(resp *http.Response) error { return c.readJSON(resp, mostVectors, out) })
}

// Get reads the answer of a request without a body into out.
func (c *Client) Get(ctx context.Context, path string, out any) error {
	return c.do(ctx, path, nil, func(resp *http.Response) error { return c.readJSON(resp, mostAnswer, out) })
}

// Stream posts in as JSON and gives each event of the answer. begin is called
// before each attempt, since a stream that broke is asked for anew.
func (c *Client) Stream(ctx context.Context, path string, in any, begin func(), each func(event string, data []byte) error) error {
	return c.do(ctx, path, in, func(resp *http.Response) error {
		if !typed(resp, "text/event-stream") {
			return &trouble{Failure: &llm.Failure{Kind: llm.Malformed, Detail: "the answer is no stream of events"}}
		}
		begin()
		err := Events(io.LimitReader(resp.Body, mostAnswer), each)
		var f *llm.Failure
		var r *Rejection
		switch {
		case err == nil || errors.As(err, &f):
			return err
		case errors.As(err, &r):
			return c.rejected(resp, r)
		}
		return broken(err)
	})
}

// do asks until an answer was read, trying again what may heal.
func (c *Client) do(ctx context.Context, path string, in any, read func(*http.Response) error) error {
	var body []byte
	if in != nil {
		var err error
		if body, err = json.Marshal(in); err != nil {
			return &llm.Failure{Kind: llm.Unsupported, Detail: "request cannot be written", Err: err}
		}
	}
	for n := 0; ; n++ {
		if f := c.gate.shut(c.opts.Now()); f != nil {
			return f
		}
		err := c.once(ctx, path, body, read)
		var t *trouble
		if !errors.As(err, &t) {
			if err == nil {
				c.gate.open()
			}
			return err
		}
		if ctx.Err() != nil {
			return c.givenUp(ctx)
		}
		wait, again := c.again(t, n)
		if !again {
			c.gate.note(c.opts.Now(), t)
			return t.Failure
		}
		if c.opts.Sleep(ctx, wait) != nil {
			return c.givenUp(ctx)
		}
	}
}

// givenUp is the failure of a question whose time is over, which is held
// against the service, or whose run has ended, which is not.
func (c *Client) givenUp(ctx context.Context) error {
	t := &trouble{Failure: &llm.Failure{Kind: llm.Timeout, Detail: "no answer in time", Err: ctx.Err()}}
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		c.gate.note(c.opts.Now(), t)
	}
	return t.Failure
}

// again says whether to ask again, and after how long.
func (c *Client) again(t *trouble, n int) (time.Duration, bool) {
	if !t.heals || t.after > bearable || n+1 >= attempts {
		return 0, false
	}
	backoff := 500 * time.Millisecond << (2 * n) // 0.5 s, 2 s
	return max(t.after, backoff/2+time.Duration(c.opts.Jitter()*float64(backoff))), true
}

// once makes one attempt.
func (c *Client) once(ctx context.Context, path string, body []byte, read func(*http.Response) error) error {
	ctx, cancel := context.WithTimeout(ctx, c.opts.Timeout)
	defer cancel()
	req, err := c.request(ctx, path, body)
	if err != nil {
		return &llm.Failure{Kind: llm.Rejected, Detail: "request cannot be sent"}
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return c.hidden(broken(err))
	}
	defer resp.Body.Close()
	if resp.StatusCode < 200 || resp.StatusCode > 299 {
		text, _ := io.ReadAll(io.LimitReader(resp.Body, 64<<10))
		return c.rejected(resp, readRejection(resp.StatusCode, text))
	}
	if err := read(resp); err != nil {
		return c.hidden(err)
	}
	return nil
}

func (c *Client) request(ctx context.Context, path string, body []byte) (*http.Request, error) {
	u := *c.base
	more, query, _ := strings.Cut(path, "?")
	u.RawPath = strings.TrimSuffix(u.EscapedPath(), "/") + more
	path, err := url.PathUnescape(u.RawPath)
	if err != nil {
		return nil, err
	}
	u.Path = path
	if query != "" && u.RawQuery != "" {
		query = u.RawQuery + "&" + query
	}
	if query != "" {
		u.RawQuery = query
	}
	method := http.MethodGet
	if body != nil {
		method = http.MethodPost
	}
	req, err := http.NewRequestWithContext(ctx, method, u.String(), bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	req.Header.Set("User-Agent", "bonafide")
	for name, value := range c.opts.Header {
		req.Header.Set(name, value)
	}
	return req, nil
}
