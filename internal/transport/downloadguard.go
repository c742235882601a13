package transport

import (
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"sync"
	"time"
)

// The connections of downloads: bounds for each step before the body comes,
// which Stall bounds. The address that a user or the table of dumps names may be
// anywhere; where it redirects to has to be on the public network, or, from an
// address of this machine, on this machine.
var (
	toDumps    = sync.OnceValue(func() *http.Transport { return connect(30*time.Second, time.Minute, 2) })
	fromPublic = sync.OnceValue(func() *http.Transport { return toDumpsGuarded(nil) })
	fromHere   = sync.OnceValue(func() *http.Transport { return toDumpsGuarded(thisMachine) })
)

var thisMachine = prefixes("127.0.0.0/8", "::1/128")

func toDumpsGuarded(allowed []netip.Prefix) *http.Transport {
	t := connect(30*time.Second, time.Minute, 2)
	guardDials(t, net.Dialer{Timeout: 30 * time.Second, KeepAlive: 30 * time.Second}, allowed, t.Proxy)
	return t
}

// homeward sends a request to the host that was named as it is, and those to
// other hosts, which redirects name, by guarded connections.
type homeward struct{ home string }

// RoundTrip sends one request.
func (h *homeward) RoundTrip(req *http.Request) (*http.Response, error) {
	if req.URL.Host == h.home {
		return toDumps().RoundTrip(req)
	}
	t, allowed := fromPublic(), []netip.Prefix(nil)
	if u := (&url.URL{Host: h.home}); onThisMachine(u.Hostname()) {
		t, allowed = fromHere(), thisMachine
	} else if err := checkURL(req.URL); err != nil {
		return nil, redirectError{err}
	}
	if proxy, err := http.ProxyFromEnvironment(req); err == nil && proxy != nil {
		if err := checkThroughProxy(req.Context(), net.DefaultResolver, req.URL.Hostname(), allowed); err != nil {
			return nil, redirectError{err}
		}
	}
	return t.RoundTrip(req)
}

func onThisMachine(host string) bool {
	addr, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && addr.IsLoopback()
}
