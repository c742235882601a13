package transport

import (
	"cmp"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"maps"
	"mime"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/klauspost/compress/gzip"

	"github.com/bonafide-audit/bonafide/internal/answer"
)

// hops is the maximum number of redirects.
const hops = 8

// attempt waits for its turn, sends the request once and reads the answer.
func (c *Client) attempt(ctx context.Context, s *service, req *Request, stale *entry) (resp *Response,
	none bool, err error) {
	leave, waited, err := s.enter(ctx, c.clock, req.Cost)
	if err != nil {
		return nil, false, err
	}
	defer leave()
	start := time.Now()
	resp, err = c.exchange(ctx, s, req, stale)
	if err == nil && req.Read != nil {
		if none, err = req.Read(resp); err != nil {
			err = unread(err)
		}
	}
	c.note(ctx, s, req, resp, err, waited, time.Since(start))
	if f, asked := err.(*failed); asked { // before the connection is released
		s.wait(ctx, c.clock.Now(), f)
	}
	return resp, none, err
}

// unread converts the error of an unreadable answer: perhaps it was truncated in a way that HTTP does not show.
func unread(err error) error {
	if failure, ok := errors.AsType[*answer.Failure](err); ok {
		if _, ok := err.(*failed); ok {
			return err
		}
		return &failed{Failure: failure, again: failure.Kind == answer.RateLimited}
	}
	return passing(answer.BadAnswer, err.Error(), err)
}

// note updates the counts, the circuit and the trace.
func (c *Client) note(ctx context.Context, s *service, req *Request, resp *Response, err error, waited,
	took time.Duration) {
	event := Event{Service: s.policy.Service, Method: req.method(), URL: req.URL, Waited: waited, Took: took}
	s.count(func(c *Stats) { c.Waited += waited })
	if resp != nil {
		event.Status, event.Bytes = resp.Status, len(resp.Body)
		s.count(func(c *Stats) { c.Bytes += int64(len(resp.Body)) })
	}
	if err == nil {
		s.state.Note(c.clock.Now(), nil)
	} else if failure := asFailure(err); ctx.Err() == nil {
		event.Failure = failure.Error()
		f, asked := err.(*failed)
		s.failed(ctx, c.clock.Now(), failure, asked && f.other, ctx.Value(togetherKey{}) == nil)
	}
	if c.opts.Trace != nil {
		c.opts.Trace(event)
	}
}

// exchange sends the request, follows redirects, and returns the whole answer.
func (c *Client) exchange(ctx context.Context, s *service, req *Request, stale *entry) (*Response, error) {
	within, cancel := context.WithTimeout(ctx, cmp.Or(c.opts.Timeout, req.Timeout, s.policy.Timeout))
	defer cancel()
	u, err := url.Parse(req.URL)
	if err != nil {
		return nil, lasting(answer.BadAnswer, "not an address", err)
	}
	trusted := ""
	if req.Service != "" {
		trusted = u.Host
	}
	for hop := 0; ; hop++ {
		if err := c.cutoff.err(); err != nil {
			return nil, err
		}
		raw, err := c.send(within, req, u, trusted != "" && u.Host == trusted, stale)
		if err != nil {
			err = c.networkFailure(ctx, req, err)
			c.cutoff.fail(req.Service, asFailure(err).Detail)
			return nil, ofHost(trusted, u, err)
		}
		if raw.StatusCode == http.StatusProxyAuthRequired {
			c.cutoff.fail(req.Service, proxyCloses)
		} else {
			c.cutoff.reach()
		}
		next, err := redirect(req, raw, u)
		if err != nil || next != nil {
			io.CopyN(io.Discard, raw.Body, 4096)
			raw.Body.Close()
		}
		if err != nil {
			return nil, err
		}
		if next == nil {
			resp, err := c.receive(ctx, cancel, s, req, raw, u, stale)
			return resp, ofHost(trusted, u, err)
		}
		if hop == hops {
			return nil, lasting(answer.BadAnswer, fmt.Sprintf("more than %d redirects", hops), nil)
		}
		u = next
	}
}

// ofHost marks the failure of a host to which a service, whose own host is trusted, redirected: it says nothing
// about the service.
func ofHost(trusted string, u *url.URL, err error) error {
	if f, ok := err.(*failed); ok && trusted != "" && u.Host != trusted {
		f.other = true
	}
	return err
}

// redirect returns the target of a redirect, nil for any other answer.
func redirect(req *Request, raw *http.Response, from *url.URL) (*url.URL, error) {
	switch raw.StatusCode {
	case 301, 302, 303, 307, 308:
	default:
		return nil, nil
	}
	if req.NoRedirect && req.answer(raw.StatusCode) {
		return nil, nil
	}
	to, err := from.Parse(raw.Header.Get("Location"))
	if err != nil || raw.Header.Get("Location") == "" {
		return nil, lasting(answer.BadAnswer, "redirect to nowhere", err)
	}
	if req.method() != http.MethodGet {
		return nil, lasting(answer.BadAnswer, "redirect of a question with a body", nil)
	}
	if to.RawQuery == req.withSecret(from.RawQuery) { // it repeats the query, including keys
		to.RawQuery = from.RawQuery
	}
	same := strings.TrimRight(to.EscapedPath(), "/") == strings.TrimRight(from.EscapedPath(), "/") &&
		to.RawQuery == from.RawQuery
	if req.Service != "" && !req.Follow && !same {
		return nil, lasting(answer.BadAnswer, "redirect to another question", nil)
	}
	if from.Scheme == "https" && to.Scheme == "http" && to.Host == from.Host {
		to.Scheme = "https"
	}
	to.Fragment = ""
	return to, nil
}

// send makes one request and returns the answer with its body unread.
func (c *Client) send(ctx context.Context, req *Request, u *url.URL, trusted bool,
	stale *entry) (*http.Response, error) {
	if !trusted {
		if err := checkURL(u); err != nil {
			return nil, lasting(answer.Refused, err.Error(), err)
		}
	}
	wire := *u
	if trusted {
		wire.RawQuery = req.withSecret(u.RawQuery)
		rebase(&wire, c.opts.Bases[req.Service])
	}
	transport := c.guarded
	if trusted {
		transport = c.open
	}
	if c.opts.Via != "" {
		transport = c.open
		via, err := url.Parse(c.opts.Via)
		if err != nil {
			return nil, lasting(answer.Unreachable, "the gateway's address", err)
		}
		wire.Path = cmp.Or(wire.Path, "/")
		rebase(&wire, via.JoinPath(wire.Host))
	}
	var body io.Reader
	if req.Body != nil {
		body = strings.NewReader(string(req.Body))
	}
	out, err := http.NewRequestWithContext(ctx, req.method(), wire.String(), body)
	if err != nil {
		return nil, lasting(answer.BadAnswer, "not an address", nil)
	}
	c.setHeaders(out, req, trusted, stale)
	if transport == c.guarded && c.opts.Proxy != nil {
		if p, err := c.opts.Proxy(out); err == nil && p != nil {
			host, _ := plainHost(u) // checked above
			if err := checkThroughProxy(ctx, c.opts.Resolver, host, c.opts.Reach); err != nil {
				return nil, err
			}
		}
	}
	return transport.RoundTrip(out)
}

// rebase moves an address of a service below another base, if base is not nil.
func rebase(u, base *url.URL) {
	if base == nil {
		return
	}
	path := strings.TrimRight(base.EscapedPath(), "/") + u.EscapedPath()
	if plain, err := url.PathUnescape(path); err == nil {
		u.Scheme, u.Host, u.Path, u.RawPath = base.Scheme, base.Host, plain, path
	}
}

// setHeaders sets the headers: who we are, what we want, what we have already.
func (c *Client) setHeaders(out *http.Request, req *Request, trusted bool, stale *entry) {
	h := out.Header
	h.Set("User-Agent", c.userAgent(trusted))
	h.Set("Accept-Encoding", "gzip")
	setIf(h, "Accept", req.Accept)
	setIf(h, "Content-Type", req.ContentType)
	if trusted {
		maps.Copy(h, req.SecretHeader)
	}
	if stale != nil && stale.ETag != "" {
		h.Set("If-None-Match", stale.ETag)
	} else if stale != nil {
		setIf(h, "If-Modified-Since", stale.Modified)
	}
}

// userAgent identifies the program. Services learn whom to contact; hosts named by documents do not, or an
// author could learn who reads.
func (c *Client) userAgent(trusted bool) string {
	version := cmp.Or(c.opts.Version, "dev")
	about := "+https://github.com/bonafide-audit/bonafide"
	if c.opts.Contact != "" && trusted {
		about += "; mailto:" + c.opts.Contact
	}
	return "bonafide/" + version + " (" + about + ")"
}

// receive reads the body within its bounds and classifies the status.
func (c *Client) receive(ctx context.Context, cancel context.CancelFunc, s *service, req *Request, raw *http.Response,
	u *url.URL, stale *entry) (*Response, error) {
	watched := newSteady(raw.Body, cancel)
	raw.Body = watched
	defer raw.Body.Close()
	s.adapt(raw.Header, c.clock.Now())
	if raw.StatusCode == http.StatusNotModified && stale != nil {
		resp := stale.response()
		for _, name := range []string{"Cache-Control", "Expires"} {
			if v := raw.Header.Get(name); v != "" {
				resp.Header.Set(name, v)
			}
		}
		return resp, nil
	}
	err := checkType(req, raw.Header)
	if !req.answer(raw.StatusCode) {
		err = s.policy.judge(raw.StatusCode, raw.Header, c.clock.Now())
	}
	if err != nil {
		if f := s.wall(raw, c.clock.Now()); f != nil {
			return nil, f
		}
		return nil, err
	}
	body, err := readBody(raw, cmp.Or(req.MaxBytes, s.policy.MaxBytes))
	if err != nil {
		return nil, watched.failure(c.networkFailure(ctx, req, err))
	}
	return &Response{Status: raw.StatusCode, Header: raw.Header, URL: u.String(), Body: body}, nil
}

// checkType rejects answers of another kind than requested: an error page instead of data.
func checkType(req *Request, h http.Header) error {
	text := h.Get("Content-Type")
	if text == "" || len(req.Types) == 0 {
		return nil
	}
	kind, _, err := mime.ParseMediaType(text)
	if err != nil {
		kind = strings.ToLower(strings.TrimSpace(strings.Split(text, ";")[0]))
	}
	if slices.ContainsFunc(req.Types, func(want string) bool { return strings.HasPrefix(kind, want) }) {
		return nil
	}
	return passing(answer.BadAnswer, fmt.Sprintf("%s instead of %s", kind, req.Types[0]), nil)
}

// networkFailure classifies errors below HTTP.
func (c *Client) networkFailure(ctx context.Context, req *Request, err error) error {
	if t, ok := err.(*failed); ok {
		return t
	}
	if ctx.Err() != nil {
		return contextFailure(ctx)
	}
	var dns *net.DNSError
	var cert *tls.CertificateVerificationError
	var unknown x509.UnknownAuthorityError
	var host x509.HostnameError
	var record tls.RecordHeaderError
	var network net.Error
	switch {
	case errors.Is(err, errPrivate):
		return lasting(answer.Refused, errPrivate.Error()+"; not fetched", nil)
	case errors.Is(err, errTooLong):
		return lasting(answer.BadAnswer, errTooLong.Error(), nil)
	case errors.As(err, &dns):
		t := lasting(answer.Unreachable, unresolved, err)
		t.again = dns.IsTemporary || dns.IsTimeout
		return t
	case errors.As(err, &cert), errors.As(err, &unknown), errors.As(err, &host), errors.As(err, &record):
		return lasting(answer.Unreachable, "TLS: certificate or handshake", err)
	case errors.Is(err, context.DeadlineExceeded), errors.As(err, &network) && network.Timeout():
		return passing(answer.Timeout, "no answer in time", err)
	case errors.Is(err, syscall.ECONNREFUSED):
		return passing(answer.Unreachable, connRefused, err)
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, gzip.ErrHeader), errors.Is(err, gzip.ErrChecksum):
		return passing(answer.BadAnswer, "answer cut short or damaged", err)
	}
	if strings.Contains(err.Error(), http.StatusText(http.StatusProxyAuthRequired)) {
		return lasting(answer.Refused, proxyCloses, err)
	}
	return passing(answer.Unreachable, c.scrub(req, err.Error()), err)
}
