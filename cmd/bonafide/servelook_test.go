package main

import (
	"bytes"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/runs"
	"github.com/bonafide-audit/bonafide/internal/setup"
	"github.com/bonafide-audit/bonafide/internal/testing/clitest"
	"github.com/bonafide-audit/bonafide/internal/web"
)

// TestLookAsCommands: the routes that look up works answer as the commands do.
func TestLookAsCommands(t *testing.T) {
	liveIn(t, t.TempDir())
	s, err := setup.Open(setup.Options{Offline: true, Online: setup.Online{Memory: setup.NoMemory},
		Models: setup.Models{Model: setup.NoModels}})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	store, err := runs.Open(t.Context(), t.TempDir(), "", slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	log := slog.New(slog.DiscardHandler)
	worker := &runs.Worker{Store: store, Setup: func(runs.Options) (*setup.Setup, error) { return s, nil }, Log: log}
	server := httptest.NewServer(web.Handler(worker, web.Options{Log: log}))
	defer server.Close()
	ask := func(path string, query url.Values, into any) {
		t.Helper()
		res, err := http.Get(server.URL + "/api/v1" + path + "?" + query.Encode())
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close()
		body, err := io.ReadAll(res.Body)
		if err != nil || res.StatusCode != http.StatusOK {
			t.Fatalf("%s: %s %v %s", path, res.Status, err, body)
		}
		if err := json.Unmarshal(body, into); err != nil {
			t.Fatal(err)
		}
	}
	// What the command adds about its flags.
	withoutFlags := strings.NewReplacer(", or take the first with --first", "",
		" (--prefer published or preprint chooses)", "",
		"a larger corpus (--corpus) or the services (--online) may have it", "sources that were not asked may have it")
	queries := []string{"10.1038/nature14539", "attention is all you need", "Deep Residual Learning for Image Recognition",
		"He, K. et al. Deep residual learning. CVPR 2016", "no such work of velvet engines", "learning", "ünïcode \u202e"}
	for _, q := range queries {
		for _, format := range []string{"bibtex", "csl", "ris", "text", "markdown", "html"} {
			want, told, _ := clitest.Run(t, newRootCommand(), "--config", "none", "cite", "--memory", "none",
				"--format", format, q)
			var got struct{ Entry, Told string }
			ask("/cite", url.Values{"query": {q}, "format": {format}}, &got)
			if format == "csl" && got.Entry == "" {
				got.Entry = "[]\n" // the command's empty list
			}
			if got.Entry != want || got.Told != withoutFlags.Replace(told) {
				t.Errorf("cite %q as %s: %q, %q; the command: %q, %q", q, format, got.Entry, got.Told, want, told)
			}
		}
		want, _, _ := clitest.Run(t, newRootCommand(), "--config", "none", "corpus", "find", "--json", "--limit", "7", q)
		var got struct{ Items []json.RawMessage }
		ask("/corpus/search", url.Values{"query": {q}, "limit": {"7"}}, &got)
		lines := strings.Split(strings.TrimSuffix(want, "\n"), "\n")
		if want == "" {
			lines = nil
		}
		if len(got.Items) != len(lines) {
			t.Errorf("find %q: %d works, the command %d", q, len(got.Items), len(lines))
			continue
		}
		for i, item := range got.Items {
			if !bytes.Equal(item, []byte(lines[i])) {
				t.Errorf("find %q:\n%s\nthe command:\n%s", q, item, lines[i])
			}
		}
	}
}
