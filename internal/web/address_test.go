package web

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"syscall"
	"testing"
)

// Guessing a password locks no one out at another address.
func TestAddresses(t *testing.T) {
	for _, c := range []struct{ remote, forwarded, want string }{
		{"203.0.113.7:999", "", "203.0.113.7"},
		{"203.0.113.7:999", "198.51.100.1", "203.0.113.7"}, // not a proxy on this machine
		{"127.0.0.1:999", "10.1.1.1, 198.51.100.1", "198.51.100.1"},
		{"127.0.0.1:999", "", "127.0.0.1"},
		{"[::ffff:203.0.113.7]:999", "", "203.0.113.7"},
		{"[2001:db8:1:2:3::4]:999", "", "2001:db8:1:2::/64"},
	} {
		r := httptest.NewRequest(http.MethodPost, "http://server.example/login", nil)
		if r.RemoteAddr = c.remote; c.forwarded != "" {
			r.Header.Set("X-Forwarded-For", c.forwarded)
		}
		if got := address(r); got != c.want {
			t.Errorf("%s, %s: %s, want %s", c.remote, c.forwarded, got, c.want)
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
