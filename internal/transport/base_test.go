package transport

import (
	"context"
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"
)

// TestBase queries a mirror on a private network instead of a service; keys go there, and requests to other
// services do not.
func TestBase(t *testing.T) {
	var asked []string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked = append(asked, r.URL.RequestURI())
		reply(w, `{"a":1}`)
	}))
	defer server.Close()
	base, err := url.Parse(server.URL + "/mir%2Fror/")
	if err != nil {
		t.Fatal(err)
	}
	client := New(Options{Clock: newClock(), Bases: map[string]*url.URL{"crossref": base}})
	defer client.Close()
	req := ask("https://api.crossref.org/works/10.1000%2Fx?a=b")
	req.Secret = url.Values{"mailto": {"ann@example.org"}}
	if _, err := client.Do(context.Background(), req); err != nil || len(asked) != 1 ||
		asked[0] != "/mir%2Fror/works/10.1000%2Fx?a=b&mailto=ann%40example.org" {
		t.Errorf("asked %q: %v", asked, err)
	}
	if _, err := client.Do(context.Background(), &Request{URL: server.URL + "/page"}); err == nil || len(asked) != 1 {
		t.Errorf("an address of a document reached the mirror: %q", asked)
	}
}
