package transport

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
)

// TestHomeward keeps redirects of downloads out of private networks: the named host may be anywhere, those to
// which it redirects may not.
func TestHomeward(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, "dump")
	}))
	defer server.Close()
	local := server.Listener.Addr().String()
	for _, c := range []struct {
		home, address string
		refused       bool
	}{
		{local, server.URL, false},
		{"127.0.0.1:1", server.URL, false},
		{"localhost", server.URL, false},
		{"dumps.example.org", server.URL, true},
		{"10.0.0.7:8080", server.URL, true},
		{"dumps.example.org", "http://localhost:8080/", true},
		{"dumps.example.org", "http://169.254.169.254/latest", true},
		{"127.0.0.1:1", "http://169.254.169.254/latest", true},
		{"127.0.0.1:1", "http://192.168.1.1/", true},
	} {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, c.address, nil)
		if err != nil {
			t.Fatal(err)
		}
		resp, err := (&redirectGuard{home: c.home}).RoundTrip(req)
		if err == nil {
			resp.Body.Close()
		}
		var refused redirectError
		if c.refused != (err != nil && (errors.Is(err, errPrivate) || errors.As(err, &refused))) {
			t.Errorf("from %s to %s: %v", c.home, c.address, err)
		}
	}
}

// TestDownloadRedirected rejects a redirect to a private network at once.
func TestDownloadRedirected(t *testing.T) {
	asked := 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked++
		http.Redirect(w, r, "http://169.254.169.254/latest", http.StatusFound)
	}))
	defer server.Close()
	if _, err := (&Downloads{}).Text(t.Context(), server.URL, 100); !errors.Is(err, errPrivate) || asked != 1 {
		t.Errorf("asked %d times: %v", asked, err)
	}
}
