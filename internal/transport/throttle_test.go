package transport

import (
	"context"
	"net/http"
	"testing"
	"time"

	"github.com/bonafide-audit/bonafide/internal/answer"
)

func TestRetryIn(t *testing.T) {
	for _, c := range []struct {
		after, in string
		want      time.Duration
	}{
		{"0", "1.5s", 1500 * time.Millisecond}, {"", "4", 4 * time.Second}, {"", "4.5 seconds", 4500 * time.Millisecond},
		{"9", "2s", 9 * time.Second}, {"7", "", 7 * time.Second}, {"", "-3s", 0}, {"", "300h", longestWait},
	} {
		got, stated := retryAfter(http.Header{"Retry-After": {c.after}, "X-Retry-In": {c.in}}, time.Now())
		if got != c.want || !stated {
			t.Errorf("Retry-After %q, X-Retry-In %q: %v %v, want %v", c.after, c.in, got, stated, c.want)
		}
	}
	if _, stated := retryAfter(http.Header{"X-Retry-In": {"soon"}}, time.Now()); stated {
		t.Error("a wait was made of no number")
	}
}

// TestThrottledWithoutAWord has arXiv throttle with 406, and with 429 without a time: the client waits for
// both, longer than the pause between attempts.
func TestThrottledWithoutAWord(t *testing.T) {
	for _, status := range []int{406, 429} {
		n := 0
		client, clock := serve(t, func(w http.ResponseWriter, r *http.Request) {
			if n++; n == 1 {
				w.WriteHeader(status)
				return
			}
			reply(w, `{"a":1}`)
		}, nil)
		begin := clock.Now()
		req := ask("https://export.arxiv.org/api/query?id_list=1")
		req.Service = "arxiv"
		if _, err := client.Do(context.Background(), req); err != nil || n != 2 {
			t.Errorf("%d: %v after %d requests", status, err, n)
		}
		if waited := clock.Now().Sub(begin); waited < 15*time.Second {
			t.Errorf("%d: asked again after %v", status, waited)
		}
	}
	client, _ := serve(t, func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(406) }, nil)
	if _, err := client.Do(context.Background(), ask("https://api.crossref.org/works")); kindOf(err) != answer.Refused {
		t.Errorf("406 of another service: %v", err)
	}
}
