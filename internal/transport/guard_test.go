package transport

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"os"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"golang.org/x/net/dns/dnsmessage"

	"github.com/bonafide-audit/bonafide/internal/answer"
)

func readFile(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestPublic(t *testing.T) {
	for addr, want := range map[string]bool{
		"8.8.8.8": true, "104.18.0.1": true, "2606:4700::1111": true, "1.1.1.1": true,
		"127.0.0.1": false, "10.1.2.3": false, "172.16.0.1": false, "172.31.255.255": false, "172.32.0.1": true,
		"192.168.1.1":     false,
		"169.254.169.254": false, "100.64.0.1": false, "0.0.0.0": false, "224.0.0.1": false, "255.255.255.255": false,
		"198.18.0.1": false,
		"::1":        false, "::": false, "fe80::1": false, "fc00::1": false, "fd00:ec2::254": false, "ff02::1": false,
		"::ffff:127.0.0.1": false,
		"::ffff:10.0.0.1":  false, "64:ff9b::7f00:1": false, "2002:7f00:1::": false, "::127.0.0.1": false,
		"2001:db8::1": false, "fe80::1%eth0": false,
		"::ffff:0:127.0.0.1": false, "64:ff9b:1::a00:1": false, "100::1": false, "5f00::1": false, "fec0::1": false,
		"4000::1": false, "2001:4860:4860::8888": true,
	} {
		if got := public(netip.MustParseAddr(addr)); got != want {
			t.Errorf("public(%s) = %v", addr, got)
		}
	}
}

func TestCheckURL(t *testing.T) {
	for text, want := range map[string]bool{
		"http://example.org/": true, "https://example.org:8443/x": true, "https://example.org:443": true,
		"ftp://example.org/": false, "file:///etc/passwd": false, "gopher://example.org/": false,
		"http://user:pw@example.org/": false,
		"http://example.org:22/":      false, "http://example.org:25/": false, "http://localhost/": false,
		"http://a.localhost./":             false,
		"http://metadata.google.internal/": false, "http:///x": false, "http://printer.local/": false,
		"http://example.org:6379/": true,
		"http://127.1/":            false, "http://2130706433/": false, "http://0x7f.0.0.1/": false,
		"http://0x7f000001/": false, "http://0177.0.0.1./": false, "http://0x/": false,
		"http://①②⑦.1/": false, "http://ｌｏｃａｌｈｏｓｔ/": false, "http://8.8.8.8/": true, "http://[2606:4700::1111]/": true,
		"http://bücher.example/":  true,
		"http://a_b.example.org/": true, "http://3.example.org/": true, "http://example.1x/": true,
	} {
		u, err := url.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := checkURL(u) == nil; got != want {
			t.Errorf("checkURL(%s): %v", text, got)
		}
	}
}

// rebinder is a name server that returns a public address for the first question about every name and loopback
// for all later ones.
func rebinder(t *testing.T) *net.Resolver {
	t.Helper()
	conn, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	go func() {
		asked := map[string]int{}
		buf := make([]byte, 1500)
		for {
			n, from, err := conn.ReadFrom(buf)
			if err != nil {
				return
			}
			var m dnsmessage.Message
			if m.Unpack(buf[:n]) != nil || len(m.Questions) == 0 {
				continue
			}
			q := m.Questions[0]
			m.Response, m.Authoritative = true, true
			if q.Type == dnsmessage.TypeA {
				name := q.Name.String()
				addr := [4]byte{127, 0, 0, 1}
				if asked[name]++; asked[name] == 1 && strings.HasPrefix(name, "rebind") {
					addr = [4]byte{192, 0, 2, 1} // never answers, and is rejected as a documentation range too
				}
				m.Answers = []dnsmessage.Resource{
					{Header: dnsmessage.ResourceHeader{Name: q.Name, Type: q.Type, Class: q.Class, TTL: 0},
						Body: &dnsmessage.AResource{A: addr}}}
			}
			out, _ := m.Pack()
			conn.WriteTo(out, from)
		}
	}()
	return &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		var d net.Dialer
		return d.DialContext(ctx, "udp", conn.LocalAddr().String())
	}}
}

// TestPrivateNetworkIsNotReached has a document with forty addresses that point to a listener on this machine,
// by number, by spelling, by name, by a name that changes, and by redirect.
func TestPrivateNetworkIsNotReached(t *testing.T) {
	var reached atomic.Int32
	victim := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		reached.Add(1)
		w.Write([]byte("secret"))
	}))
	defer victim.Close()
	_, port, _ := net.SplitHostPort(victim.Listener.Addr().String())
	var urls []string
	for _, host := range []string{"127.0.0.1", "127.1", "127.0.1", "2130706433", "0x7f000001", "0x7f.0.0.1", "0177.0.0.1",
		"017700000001", "0", "0.0.0.0",
		"127.0.0.2", "127.255.255.254", "localhost", "LOCALHOST", "localhost.", "foo.localhost", "[::1]", "[::]",
		"[::ffff:127.0.0.1]", "[::ffff:7f00:1]",
		"[0:0:0:0:0:0:0:1]", "[::127.0.0.1]", "[64:ff9b::7f00:1]", "[2002:7f00:1::]", "10.0.0.1", "192.168.0.1",
		"172.16.0.1", "169.254.169.254",
		"100.100.100.200", "[fd00:ec2::254]", "metadata.google.internal", "private.example.org", "a.private.example.org",
		"rebind.example.org",
		"rebind2.example.org", "user@127.0.0.1", "127.0.0.1%00", "①②⑦.0.0.1"} {
		urls = append(urls, "http://"+host+":"+port+"/")
	}
	urls = append(urls, "file:///etc/passwd", "gopher://127.0.0.1:"+port+"/")
	clock := newClock()
	client := New(Options{Clock: clock, Resolver: rebinder(t), Jitter: func() float64 { return 0 }})
	defer client.Close()
	for _, u := range urls {
		for range 3 { // a name that changes does so at the second question
			client.memo.held = nil
			_, err := client.Do(context.Background(), &Request{URL: u, Timeout: 2e9})
			if err == nil {
				t.Errorf("%s was fetched", u)
			}
		}
	}
	if reached.Load() != 0 {
		t.Errorf("the private listener was reached %d times", reached.Load())
	}
	// By redirect from a host that may be reached.
	lure := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		next, _ := strconv.Atoi(r.URL.Path[1:])
		w.Header().Set("Location", urls[next])
		w.WriteHeader(302)
	}))
	defer lure.Close()
	client = New(Options{Clock: clock, Resolver: rebinder(t), Jitter: func() float64 { return 0 }})
	defer client.Close()
	for next := range urls {
		// The first hop is to a service, which is trusted; its target is not.
		_, err := client.Do(context.Background(),
			&Request{Service: "doi", Follow: true, URL: fmt.Sprintf("%s/%d", lure.URL, next), Timeout: 2e9})
		if err == nil {
			t.Errorf("redirect to %s was followed", urls[next])
		}
		if kind := kindOf(err); kind == answer.Budget {
			t.Error(err)
		}
		client.mu.Lock()
		client.services = map[string]*service{} // otherwise the circuit would skip the rest
		client.mu.Unlock()
	}
	if reached.Load() != 0 {
		t.Errorf("the private listener was reached %d times through redirects", reached.Load())
	}
	// The same client may reach what is explicitly allowed.
	client = New(Options{Clock: clock, Reach: []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")}})
	if _, err := client.Do(context.Background(), &Request{URL: "http://127.0.0.1:" + port + "/"}); err != nil ||
		reached.Load() != 1 {
		t.Errorf("an allowed address: %v", err)
	}
	client.Close()
}
