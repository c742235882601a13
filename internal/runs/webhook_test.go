package runs

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/jobs"
	"github.com/bonafide-audit/bonafide/internal/setup"
)

// TestWebhook: the end of a run arrives with its counts, signed, and with nothing of the paper.
func TestWebhook(t *testing.T) {
	s := open(t, t.TempDir())
	type message struct{ body, signature string }
	arrived := make(chan message, 1)
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		arrived <- message{string(body), r.Header.Get("X-Bonafide-Signature")}
	}))
	defer server.Close()
	shared := offline(t)
	w := &Worker{Store: s, Setup: func(Options) (*setup.Setup, error) { return shared, nil }, Jobs: 1,
		Log: slog.New(slog.DiscardHandler), Webhook: Webhook{server.URL, "secret", server.Client()}}
	ctx, cancel := context.WithCancel(t.Context())
	wait, err := w.Start(ctx, 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { cancel(); wait() }()
	id := made(t, s, "ann", "", "Secret thesis.bib", entries)
	got := <-arrived
	sign := hmac.New(sha256.New, []byte("secret"))
	sign.Write([]byte(got.body))
	var said ending
	if err := json.Unmarshal([]byte(got.body), &said); err != nil || said.Run != id || said.State != Done ||
		said.References != 3 || said.Outcomes["discrepant"] != 1 ||
		got.signature != "sha256="+hex.EncodeToString(sign.Sum(nil)) || strings.Contains(got.body, "thesis") {
		t.Errorf("%+v, %v", got, err)
	}
}

// TestWebhookTries: an address that does not take a message is asked five times.
func TestWebhookTries(t *testing.T) {
	asked := 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked++
		http.Redirect(w, r, "/elsewhere", http.StatusFound)
	}))
	defer server.Close()
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	w := &Worker{Webhook: Webhook{server.URL, "secret", client}, Log: slog.New(slog.DiscardHandler)}
	for try := 1; try <= announceTries; try++ {
		if err := w.call(t.Context(), jobs.Job{Key: "a", Body: "{}", Try: try}); (err != nil) != (try < announceTries) {
			t.Errorf("attempt %d: %v", try, err)
		}
	}
	if asked != announceTries {
		t.Errorf("%d requests", asked)
	}
}
