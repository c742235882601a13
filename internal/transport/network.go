package transport

import (
	"cmp"
	"context"
	"maps"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"
)

// connect returns a transport for one kind of service. Every step before the body is bounded; header bounds the
// time to the first byte.
func connect(dial, header time.Duration, idle int) *http.Transport {
	return &http.Transport{
		Proxy:               http.ProxyFromEnvironment,
		DialContext:         (&net.Dialer{Timeout: dial, KeepAlive: 30 * time.Second}).DialContext,
		TLSHandshakeTimeout: dial, ResponseHeaderTimeout: header, MaxIdleConnsPerHost: idle,
		IdleConnTimeout: time.Minute, ForceAttemptHTTP2: true, DisableCompression: true,
	}
}

// roundTripper returns the transport for services, or for what documents name. The latter is guarded: every
// address is checked when connecting, so that neither names nor redirects nor a second resolution lead
// elsewhere.
func (c *Client) roundTripper(guarded bool) *http.Transport {
	plain := &net.Dialer{Timeout: 10 * time.Second, KeepAlive: 30 * time.Second, Resolver: c.opts.Resolver}
	t := connect(10*time.Second, time.Minute, 4)
	t.MaxResponseHeaderBytes = 64 << 10
	t.DialContext, t.Proxy = plain.DialContext, c.opts.Proxy
	if d, ok := c.clock.(Dialer); ok {
		t.DialContext = d.Dial
	}
	if !guarded {
		return t
	}
	t.MaxIdleConnsPerHost = 1
	guardDials(t, *plain, c.opts.Reach, c.opts.Proxy)
	return t
}

// guardDials checks every address when connecting; allowed are exceptions, and so are the proxies' own
// addresses, which may be private.
func guardDials(t *http.Transport, plain net.Dialer, allowed []netip.Prefix,
	proxy func(*http.Request) (*url.URL, error)) {
	checked := plain
	checked.Control = guard(allowed)
	var proxies sync.Map
	t.DialContext = func(ctx context.Context, network, address string) (net.Conn, error) {
		if _, ok := proxies.Load(address); ok {
			return plain.DialContext(ctx, network, address)
		}
		return checked.DialContext(ctx, network, address)
	}
	if proxy != nil {
		t.Proxy = noting(proxy, &proxies)
	}
}

// noting remembers the host and port of every proxy that is used.
func noting(proxy func(*http.Request) (*url.URL, error), seen *sync.Map) func(*http.Request) (*url.URL, error) {
	return func(r *http.Request) (*url.URL, error) {
		u, err := proxy(r)
		if err == nil && u != nil {
			usual := map[string]string{"http": "80", "https": "443", "socks5": "1080", "socks5h": "1080"}[u.Scheme]
			seen.Store(net.JoinHostPort(u.Hostname(), cmp.Or(u.Port(), usual)), true)
		}
		return u, err
	}
}

// scrub removes secrets and query strings from an error's text.
func (c *Client) scrub(req *Request, text string) string {
	for _, secret := range c.secrets(req) {
		text = strings.ReplaceAll(text, secret, "…")
	}
	if i := strings.LastIndex(text, "\": "); i >= 0 { // Get "address": cause
		text = text[i+3:]
	}
	if len(text) > 200 {
		text = text[:200]
	}
	return text
}

// secrets returns the texts that must not be stored or shown.
func (c *Client) secrets(req *Request) []string {
	list := slices.Concat(slices.Collect(maps.Values(req.Secret))...)
	for _, values := range req.SecretHeader {
		for _, v := range values {
			list = append(list, v, strings.TrimPrefix(v, "Bearer "))
		}
	}
	return slices.DeleteFunc(list, func(s string) bool { return len(s) < 6 })
}
