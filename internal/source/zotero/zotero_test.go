package zotero_test

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/source"
	"github.com/bonafide-audit/bonafide/internal/source/zotero"
	"github.com/bonafide-audit/bonafide/internal/testing/fixtureserver"
	"github.com/bonafide-audit/bonafide/internal/testing/sourcetest"
	"github.com/bonafide-audit/bonafide/internal/transport"
)

func TestExport(t *testing.T) {
	server := fixtureserver.New(fixtureserver.Facts())
	defer server.Close()
	c := zotero.New(sourcetest.Client(server, nil), "https://zotero.example", nil)
	text, err := c.Export(context.Background(), ident.ID{Scheme: ident.DOI, Value: "10.1038/nature14539"}, "Deep learning", "bibtex")
	if err != nil || !strings.Contains(text, "Deep learning") || !strings.HasPrefix(strings.TrimSpace(text), "@") {
		t.Errorf("%q %v", text, err)
	}
	if text, err := c.Export(context.Background(), ident.ID{Scheme: ident.DOI, Value: "10.5555/nothing.there"}, "", "bibtex"); err != nil || text != "" {
		t.Errorf("nothing there: %q %v", text, err)
	}
	server.Inject("*", fixtureserver.ServerError, 1)
	c = zotero.New(sourcetest.Client(server, nil), "https://zotero.example", nil)
	if text, err := c.Export(context.Background(), ident.ID{Scheme: ident.DOI, Value: "10.1038/nature14539"}, "", "bibtex"); err == nil {
		t.Errorf("a server in trouble: %q", text)
	}
}

// TestPrivateAddressesStay has references with addresses in the network of the
// translation server: it is not told to fetch them, and a replay says the same.
func TestPrivateAddressesStay(t *testing.T) {
	var asked []string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		asked = append(asked, r.URL.Path+" "+string(body))
		w.Header().Set("Content-Type", "application/json")
		io.WriteString(w, `[{"itemType":"webpage","title":"A page","key":"K"}]`)
	}))
	defer server.Close()
	addresses := []string{"http://127.0.0.1:8080/admin", "http://169.254.169.254/latest/meta-data/", "http://localhost/", "http://[::1]/", "http://2130706433/", "http://10.0.0.1/x",
		"http://printer.local/", "http://ann:pw@93.184.215.14/", "https://93.184.215.14/page"}
	path := filepath.Join(t.TempDir(), "run.jsonl")
	var want, got []source.Outcome
	run := func(tape *transport.Tape) (outcomes []source.Outcome) {
		client := transport.New(transport.Options{Clock: &sourcetest.Clock{}, Tape: tape})
		defer client.Close()
		for _, address := range addresses {
			q := source.Query{IDs: []ident.ID{{Scheme: ident.URL, Value: address}}}
			outcomes = append(outcomes, source.LookupAll(context.Background(), zotero.New(client, server.URL, nil), []source.Query{q})[0].Outcome)
		}
		return outcomes
	}
	tape, err := transport.Record(path)
	if err != nil {
		t.Fatal(err)
	}
	want = run(tape)
	if err := tape.Close(); err != nil {
		t.Fatal(err)
	}
	if text := strings.Join(asked, "; "); text != "/web https://93.184.215.14/page" {
		t.Errorf("the server was asked for %s", text)
	}
	for i, outcome := range want {
		if last := i == len(want)-1; last != (outcome == source.Found) || !last && outcome != source.NotAsked {
			t.Errorf("%s: %s", addresses[i], outcome)
		}
	}
	if tape, err = transport.Replay(path); err != nil {
		t.Fatal(err)
	}
	if got = run(tape); !slices.Equal(got, want) || len(asked) != 1 {
		t.Errorf("replayed %v, recorded %v; %d requests", got, want, len(asked))
	}
}
