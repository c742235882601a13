package transport

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"golang.org/x/net/idna"

	"github.com/bonafide-audit/bonafide/internal/lists"
)

// errPrivate means that an address from a document is outside the public network.
var errPrivate = errors.New("address is not on the public network")

// unicast is all of IPv6 that is assigned to the public internet; beyond it lie
// forms that carry IPv4 addresses (::ffff:0:127.0.0.1, 64:ff9b::7f00:1).
var unicast = netip.MustParsePrefix("2000::/3")

// special lists the networks that are not part of the public internet or that embed other addresses in their
// own: IANA's registries of special-purpose addresses (RFC 6890 and its updates).
var special = prefixes(
	"0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12",
	"192.0.0.0/24", "192.0.2.0/24",
	"192.31.196.0/24", "192.52.193.0/24", "192.88.99.0/24", "192.168.0.0/16", "192.175.48.0/24",
	"198.18.0.0/15", "198.51.100.0/24",
	"203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4",
	"2001::/23", "2001:db8::/32", "2002::/16", "2620:4f:8000::/48", "3fff::/20",
)

func prefixes(list ...string) []netip.Prefix {
	return lists.Map(list, netip.MustParsePrefix)
}

// public reports whether an address belongs to the public internet.
func public(addr netip.Addr) bool {
	if !addr.IsValid() || addr.Zone() != "" {
		return false
	}
	addr = addr.Unmap()
	if addr.Is6() && !unicast.Contains(addr) {
		return false
	}
	return !slices.ContainsFunc(special, func(p netip.Prefix) bool { return p.Contains(addr) })
}

// checkURL rejects everything but plain http or https to a named host: other schemes, passwords, the low ports
// of other protocols, and numbers that only some programs, such as proxies, read as addresses (127.1,
// 0x7f000001).
func checkURL(u *url.URL) error {
	if u.Scheme != "http" && u.Scheme != "https" {
		return fmt.Errorf("scheme %q is not fetched", u.Scheme)
	}
	if u.Hostname() == "" {
		return errors.New("address has no host")
	}
	if u.User != nil {
		return errors.New("address carries a user name")
	}
	if text := u.Port(); text != "" {
		if port, err := strconv.Atoi(text); err != nil || port < 1024 && port != 80 && port != 443 || port > 65535 {
			return fmt.Errorf("port %s is not fetched", text)
		}
	}
	host, err := plainHost(u)
	if err != nil {
		return err
	}
	return checkHost(host)
}

// checkHost rejects names of private hosts, and numbers that are not complete addresses.
func checkHost(host string) error {
	if numeric(host[strings.LastIndexByte(host, '.')+1:]) {
		if _, err := netip.ParseAddr(host); err != nil {
			return errPrivate
		}
	}
	if host == "localhost" || strings.HasSuffix(host, ".localhost") || strings.HasSuffix(host, ".internal") ||
		strings.HasSuffix(host, ".local") {
		return errPrivate
	}
	return nil
}

// plainHost returns the host of an address as it is requested: in ASCII, in lower case and without a final dot.
func plainHost(u *url.URL) (string, error) {
	host := u.Hostname()
	if strings.ContainsFunc(host, func(r rune) bool { return r >= 0x80 }) {
		ascii, err := idna.Lookup.ToASCII(host)
		if err != nil {
			return "", errors.New("host is not a name")
		}
		host = ascii
	}
	return strings.TrimRight(strings.ToLower(host), "."), nil
}

// numeric reports whether a label is a decimal or hexadecimal number, with which no host name ends.
func numeric(label string) bool {
	if hex, ok := strings.CutPrefix(label, "0x"); ok {
		return strings.Trim(hex, "0123456789abcdef") == ""
	}
	return label != "" && strings.Trim(label, "0123456789") == ""
}

// guard returns a function that checks the address of a connection right before it is made, after name
// resolution. allowed are exceptions.
func guard(allowed []netip.Prefix) func(network, address string, _ syscall.RawConn) error {
	return func(network, address string, _ syscall.RawConn) error {
		if !strings.HasPrefix(network, "tcp") {
			return errPrivate
		}
		ap, err := netip.ParseAddrPort(address)
		if err != nil {
			return errPrivate
		}
		return checkAddr(ap.Addr(), allowed)
	}
}

func checkAddr(addr netip.Addr, allowed []netip.Prefix) error {
	if public(addr) || slices.ContainsFunc(allowed, func(p netip.Prefix) bool { return p.Contains(addr.Unmap()) }) {
		return nil
	}
	return errPrivate
}

// MayFetch reports whether req may make the user's own server, which may be in a private network, fetch an
// address named by a document. Where that redirects is up to the server. A replay allows what the recorded run
// requested.
func (c *Client) MayFetch(ctx context.Context, req *Request, address string) bool {
	if c.opts.Tape.Playing() {
		return c.played(req.key()) != nil
	}
	u, err := url.Parse(address)
	if err != nil || checkURL(u) != nil {
		return false
	}
	if c.opts.Via != "" { // the gateway resolves names
		return true
	}
	host, _ := plainHost(u) // checked above
	return checkThroughProxy(ctx, c.opts.Resolver, host, c.opts.Reach) == nil
}

// checkThroughProxy resolves a host here although a proxy will resolve it again: the best that can be done if
// the connection is not ours. A name that does not resolve here is left to the proxy.
func checkThroughProxy(ctx context.Context, resolver *net.Resolver, host string, allowed []netip.Prefix) error {
	if addr, err := netip.ParseAddr(host); err == nil {
		return checkAddr(addr, allowed)
	}
	addrs, err := resolver.LookupNetIP(ctx, "ip", host)
	if err != nil {
		return nil
	}
	for _, addr := range addrs {
		if err := checkAddr(addr, allowed); err != nil {
			return err
		}
	}
	return nil
}

// The connections for downloads: bounds for each step before the body, which Stall bounds. An address named by
// the user or the table of dumps may be anywhere; its redirects must lead to the public network or, from an
// address on this machine, to this machine.
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

// redirectGuard sends requests to the named host unguarded, and requests to other hosts, reached by redirects,
// through guarded connections.
type redirectGuard struct{ home string }

// Public returns a client for one message to an address of the public network: it follows no redirect.
func Public() *http.Client {
	return &http.Client{Transport: &redirectGuard{}, Timeout: 10 * time.Second,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
}

// RoundTrip sends one request.
func (h *redirectGuard) RoundTrip(req *http.Request) (*http.Response, error) {
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
