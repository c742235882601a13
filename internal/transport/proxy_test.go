package transport

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"sync/atomic"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/answer"
)

// TestProxy has a proxy on this machine: it is used although its own address is private, and never receives
// what it must not fetch.
func TestProxy(t *testing.T) {
	var asked atomic.Int32
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked.Add(1)
		io.WriteString(w, "through the proxy to "+r.URL.Host)
	}))
	defer proxy.Close()
	address, err := url.Parse(proxy.URL)
	if err != nil {
		t.Fatal(err)
	}
	client := New(Options{Clock: newClock(), Resolver: rebinder(t), Proxy: func(*http.Request) (*url.URL, error) {
		return address, nil
	}})
	defer client.Close()
	resp, err := client.Do(context.Background(), &Request{Service: "crossref", URL: "http://api.example.org/works"})
	if err != nil || string(resp.Body) != "through the proxy to api.example.org" {
		t.Errorf("a service through the proxy: %v %v", resp, err)
	}
	resp, err = client.Do(context.Background(), &Request{URL: "http://93.184.215.14/page"})
	if err != nil || string(resp.Body) != "through the proxy to 93.184.215.14" {
		t.Errorf("a page through the proxy: %v %v", resp, err)
	}
	before := asked.Load()
	for _, u := range []string{"http://127.0.0.1/", "http://169.254.169.254/latest/meta-data/", "http://[::1]/",
		"http://private.example.org/", "http://localhost/", "http://10.0.0.1:8080/"} {
		if _, err := client.Do(context.Background(), &Request{URL: u}); kindOf(err) != answer.Refused &&
			kindOf(err) != answer.Unreachable {
			t.Errorf("%s: %v", u, err)
		}
	}
	// Spellings that are not names here but are addresses for the proxy.
	mute := &net.Resolver{PreferGo: true, Dial: func(context.Context, string, string) (net.Conn, error) {
		return nil, errors.New("no name server")
	}}
	client = New(Options{Clock: newClock(), Resolver: mute, Proxy: func(*http.Request) (*url.URL, error) {
		return address, nil
	}})
	defer client.Close()
	for _, host := range []string{"127.1", "2130706433", "0x7f000001", "0177.0.0.1", "①②⑦.0.0.1", "127。0。0。1", "ｌｏｃａｌｈｏｓｔ",
		"localhost..", "[::ffff:0:127.0.0.1]"} {
		if _, err := client.Do(context.Background(), &Request{URL: "http://" + host + "/"}); kindOf(err) != answer.Refused {
			t.Errorf("%s: %v", host, err)
		}
	}
	if asked.Load() != before {
		t.Errorf("the proxy was asked for %d private addresses", asked.Load()-before)
	}
}
