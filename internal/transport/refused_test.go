package transport

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/answer"
)

// TestEverythingRefused: a service that rejects every question is left alone like one that is down. One that
// has answered may reject any number, a 404 that is an answer does not count, and questions asked together may
// have spoilt each other.
func TestEverythingRefused(t *testing.T) {
	const questions = 20
	first := recordsCircuit.Failures
	for _, c := range []struct {
		name    string
		status  int
		absent  bool // the status is an answer
		before  bool // the service has answered one question
		all     bool // together
		reached int
	}{
		{"404 from everything", 404, false, false, false, first},
		{"400 from everything", 400, false, false, false, first},
		{"503 from everything", 503, false, false, false, 6}, // each is retried
		{"absent", 404, true, false, false, questions},
		{"a service that is there", 404, false, true, false, questions},
	} {
		reached, sound := 0, c.before
		client, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
			if sound {
				sound = false
				reply(w, `{"a":1}`)
				return
			}
			reached++
			w.WriteHeader(c.status)
		}, nil)
		if c.before {
			if _, err := client.Do(context.Background(), ask("https://api.crossref.org/works/first")); err != nil {
				t.Fatal(err)
			}
		}
		failures := 0
		for i := range questions {
			req := ask(fmt.Sprintf("https://api.crossref.org/works/%d", i))
			if c.absent {
				req.Answers, req.Types = []int{404}, nil
				req.Read = func(*Response) (bool, error) { return true, nil }
			}
			if _, err := client.Do(context.Background(), req); err != nil {
				failures++
			}
		}
		if c.status != 503 && reached != c.reached || c.status == 503 && reached > c.reached || c.absent == (failures > 0) {
			t.Errorf("%s: %d questions reached it, want %d; %d failures", c.name, reached, c.reached, failures)
		}
	}
}

// TestSpoiltTogether: one question that spoils every batch does not keep the others from their answers, though
// nothing was answered before.
func TestSpoiltTogether(t *testing.T) {
	client, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Query().Get("bad") != "" {
			w.WriteHeader(400)
			return
		}
		reply(w, `{"a":1}`)
	}, nil)
	var questions []string
	for i := range 256 {
		questions = append(questions, fmt.Sprintf("%03d", i))
	}
	b := Batch{Service: "crossref", Kind: "doi", Max: 256,
		Ask: func(ctx context.Context, list []string) (map[string][]byte, error) {
			address := "https://api.crossref.org/works?n=" + list[0] + fmt.Sprint(len(list))
			if list[0] == "000" {
				address += "&bad=1"
			}
			if _, err := client.Do(ctx, ask(address)); err != nil {
				return nil, err
			}
			return map[string][]byte{}, nil
		}}
	failed := 0
	for _, r := range client.Gather(context.Background(), b, questions) {
		var f *answer.Failure
		if errors.As(r.Err, &f) {
			failed++
		}
	}
	if failed != 1 {
		t.Errorf("%d of %d questions failed", failed, len(questions))
	}
}
