package mcp

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

const hello = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}`

// greet starts a session as an HTTP client does, and returns its id.
func greet(t *testing.T, url string, change func(*http.Request)) (status int, session string) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url, strings.NewReader(hello))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json, text/event-stream")
	if change != nil {
		change(req)
	}
	got, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer got.Body.Close()
	return got.StatusCode, got.Header.Get("Mcp-Session-Id")
}

// TestOrigins refuses pages of other sites, and foreign host names bound to this machine's address.
func TestOrigins(t *testing.T) {
	web := httptest.NewServer(Handler(New(opened(t, ""))))
	t.Cleanup(web.Close)
	for name, change := range map[string]func(*http.Request){
		"origin":    func(r *http.Request) { r.Header.Set("Origin", "https://evil.example") },
		"null":      func(r *http.Request) { r.Header.Set("Origin", "null") },
		"site":      func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "cross-site") },
		"same site": func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "same-site") },
		"name":      func(r *http.Request) { r.Host = "evil.example" },
		"rebound": func(r *http.Request) {
			r.Host = "evil.example:8418"
			r.Header.Set("Origin", "http://evil.example:8418")
		},
	} {
		if status, session := greet(t, web.URL, change); status != http.StatusForbidden || session != "" {
			t.Errorf("%s: %d %q", name, status, session)
		}
	}
	if status, session := greet(t, web.URL, nil); status != http.StatusOK || session == "" {
		t.Errorf("a client of this machine: %d %q", status, session)
	}
}

// TestSessions: the number of sessions is limited; one that ends makes room.
func TestSessions(t *testing.T) {
	s := New(opened(t, ""))
	web := httptest.NewServer(Handler(s))
	t.Cleanup(web.Close)
	var last string
	for n := range maxSessions {
		status, session := greet(t, web.URL, nil)
		if status != http.StatusOK {
			t.Fatalf("session %d: %d", n, status)
		}
		last = session
	}
	if status, _ := greet(t, web.URL, nil); status != http.StatusBadRequest {
		t.Errorf("one session more: %d", status)
	}
	if status, _ := greet(t, web.URL, func(r *http.Request) {
		r.Method = http.MethodDelete
		r.Header.Set("Mcp-Session-Id", last)
	}); status != http.StatusNoContent {
		t.Errorf("the end of a session: %d", status)
	}
	if status, _ := greet(t, web.URL, nil); status != http.StatusOK {
		t.Errorf("a session in its place: %d", status)
	}
}
