package transport

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/answer"
)

// TestFailureOfAnotherHost has doi.org redirect to hosts that fail or request to wait an hour: DOIs of others
// are still resolved.
func TestFailureOfAnotherHost(t *testing.T) {
	client, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
		switch {
		case strings.Contains(r.URL.Path, "/bad."):
			http.Redirect(w, r, "https://publisher.example.org/"+r.URL.Path[strings.LastIndexByte(r.URL.Path, '/')+1:],
				http.StatusFound)
		case strings.Contains(r.URL.Path, "publisher.example.org"):
			w.Header().Set("Retry-After", "3600")
			w.WriteHeader(http.StatusServiceUnavailable)
		default:
			reply(w, `{"a":1}`)
		}
	}, nil)
	get := func(path string) error {
		req := ask("https://doi.org/10.1000/" + path)
		req.Service, req.Follow = "doi", true
		_, err := client.Do(context.Background(), req)
		return err
	}
	for n := range 8 {
		if err := get(fmt.Sprintf("bad.%d/x%d", n, n)); kindOf(err) != answer.Unreachable {
			t.Errorf("the publisher: %v", err)
		}
	}
	if err := get("good"); err != nil {
		t.Errorf("after failures of others: %v", err)
	}
}
