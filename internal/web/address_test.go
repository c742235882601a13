package web

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"syscall"
	"testing"
)

// Guessing a password locks no one out at another address.
func TestAddresses(t *testing.T) {
	for _, c := range []struct {
		remote, forwarded string
		proxied           bool
		want              string
	}{
		{"203.0.113.7:999", "", false, "203.0.113.7"},
		{"203.0.113.7:999", "198.51.100.1", true, "203.0.113.7"}, // the proxy is nearer
		{"127.0.0.1:999", "10.1.1.1, 198.51.100.1", true, "198.51.100.1"},
		{"172.17.0.1:999", "198.51.100.1", true, "198.51.100.1"},
		{"127.0.0.1:999", "198.51.100.1", false, "127.0.0.1"}, // nobody declared a proxy
		{"127.0.0.1:999", "", true, "127.0.0.1"},
		{"[::ffff:203.0.113.7]:999", "", false, "203.0.113.7"},
		{"[2001:db8:1:2:3::4]:999", "", false, "2001:db8:1:2::/64"},
	} {
		r := httptest.NewRequest(http.MethodPost, "http://server.example/login", nil)
		if r.RemoteAddr = c.remote; c.forwarded != "" {
			r.Header.Set("X-Forwarded-For", c.forwarded)
		}
		if got := address(r, c.proxied); got != c.want {
			t.Errorf("%s, %s: %s, want %s", c.remote, c.forwarded, got, c.want)
		}
	}
}

// Guessing from many addresses ends at a ceiling, which does not lock the owner out.
func TestCeilingOfAnAccount(t *testing.T) {
	a := newAttempts()
	a.loggedIn("home", "ann")
	tried := 0
	for i := range 10 * strangeAtOnce {
		if a.allow(fmt.Sprint(i), "ann") {
			tried++
		}
	}
	if tried != strangeAtOnce {
		t.Errorf("%d attempts at one account, want %d", tried, strangeAtOnce)
	}
	if !a.allow("home", "ann") || !a.allow("elsewhere", "bob") {
		t.Error("the owner, or another account, is locked out")
	}
}

// A busy server says when to ask again.
func TestRetryAfter(t *testing.T) {
	for _, status := range []int{http.StatusTooManyRequests, http.StatusServiceUnavailable, http.StatusForbidden} {
		w := httptest.NewRecorder()
		(&statusRecorder{ResponseWriter: w}).WriteHeader(status)
		if said := w.Header().Get("Retry-After"); (said != "") != (status != http.StatusForbidden) {
			t.Errorf("%d: Retry-After %q", status, said)
		}
	}
}

// A full disk is the server's fault, and not a bad request.
func TestFullDisk(t *testing.T) {
	err := broken(&os.PathError{Op: "write", Path: "a", Err: syscall.ENOSPC})
	if r, ok := errors.AsType[*refusal](err); !ok || r.status != http.StatusInsufficientStorage {
		t.Errorf("%v", err)
	}
}
