package online

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/source"
	"github.com/bonafide-audit/bonafide/internal/testing/fixtureserver"
	"github.com/bonafide-audit/bonafide/internal/testing/sourcetest"
	"github.com/bonafide-audit/bonafide/internal/transport"
)

// TestZotero runs the suite for a server that reads the pages of two works.
func TestZotero(t *testing.T) {
	sourcetest.Run(t, sourcetest.Suite{
		New: func(client *transport.Client) source.Connector {
			return newZotero(Config{Client: client, Keys: map[string]string{"zotero_url": "https://zotero.example"}})
		},
		Found: fixtureserver.Facts()[:2], Absent: []biblio.Flat{sourcetest.Unknown(sourcetest.DOI)},
	})
}

func TestZoteroExport(t *testing.T) {
	server := fixtureserver.New(fixtureserver.Facts())
	defer server.Close()
	c := newZotero(Config{Client: sourcetest.Client(server, nil),
		Keys: map[string]string{"zotero_url": "https://zotero.example"}})
	text, err := c.(*zotero).Export(context.Background(), ident.ID{Scheme: ident.DOI, Value: "10.1038/nature14539"},
		"Deep learning", "bibtex")
	if err != nil || !strings.Contains(text, "Deep learning") || !strings.HasPrefix(strings.TrimSpace(text), "@") {
		t.Errorf("%q %v", text, err)
	}
	if text, err := c.(*zotero).Export(context.Background(), ident.ID{Scheme: ident.DOI, Value: "10.5555/nothing.there"},
		"", "bibtex"); err != nil || text != "" {
		t.Errorf("nothing there: %q %v", text, err)
	}
	server.Inject("*", fixtureserver.ServerError, 1)
	c = newZotero(Config{Client: sourcetest.Client(server, nil),
		Keys: map[string]string{"zotero_url": "https://zotero.example"}})
	if text, err := c.(*zotero).Export(context.Background(), ident.ID{Scheme: ident.DOI, Value: "10.1038/nature14539"}, "",
		"bibtex"); err == nil {
		t.Errorf("a server in trouble: %q", text)
	}
}

// TestPrivateAddressesStay has references with addresses in the network of the translation server: the server
// is not told to fetch them, and a replay behaves the same.
func TestPrivateAddressesStay(t *testing.T) {
	var asked []string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		asked = append(asked, r.URL.Path+" "+string(body))
		w.Header().Set("Content-Type", "application/json")
		io.WriteString(w, `[{"itemType":"webpage","title":"A page","key":"K"}]`)
	}))
	defer server.Close()
	addresses := []string{"http://127.0.0.1:8080/admin", "http://169.254.169.254/latest/meta-data/", "http://localhost/",
		"http://[::1]/", "http://2130706433/", "http://10.0.0.1/x",
		"http://printer.local/", "http://ann:pw@93.184.215.14/", "https://93.184.215.14/page"}
	path := filepath.Join(t.TempDir(), "run.jsonl")
	var want, got []answer.Outcome
	run := func(tape *transport.Tape) (outcomes []answer.Outcome) {
		client := transport.New(transport.Options{Clock: &sourcetest.Clock{}, Tape: tape})
		defer client.Close()
		for _, address := range addresses {
			q := source.Query{IDs: []ident.ID{{Scheme: ident.URL, Value: address}}}
			outcomes = append(outcomes,
				source.LookupAll(context.Background(),
					newZotero(Config{Client: client, Keys: map[string]string{"zotero_url": server.URL}}),
					[]source.Query{q})[0].Outcome)
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
		if last := i == len(want)-1; last != (outcome == answer.Found) || !last && outcome != answer.NotAsked {
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

// TestSeveralChoices has a page with three items: the one whose title shares most words is chosen.
func TestSeveralChoices(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		w.Header().Set("Content-Type", "application/json")
		if r.Header.Get("Content-Type") == "text/plain" {
			w.WriteHeader(http.StatusMultipleChoices)
			io.WriteString(w,
				`{"url":"https://example.org/list","session":"s1","items":{"0":"Deep sleep","1":"Deep learning","2":"Deep learning for cats"}}`)
			return
		}
		var choice struct{ Items map[string]string }
		json.Unmarshal(body, &choice)
		for _, title := range choice.Items {
			io.WriteString(w, `[{"key":"K","itemType":"journalArticle","title":"`+title+`","creators":[]}]`)
		}
	}))
	defer server.Close()
	c := newZotero(Config{Client: transport.New(transport.Options{Clock: &sourcetest.Clock{}}),
		Keys: map[string]string{"zotero_url": server.URL}})
	answer, err := c.Lookup(context.Background(),
		sourcetest.Query(biblio.Flat{Title: "Deep Learning", URL: "https://example.org/list"}))
	if err != nil || len(answer.Hits) != 1 || answer.Hits[0].Record.Title != "Deep learning" {
		t.Errorf("%+v %v", answer, err)
	}
}

func TestZoteroFallback(t *testing.T) {
	server := fixtureserver.New(fixtureserver.Facts())
	defer server.Close()
	client := sourcetest.Client(server, nil)
	c := newZotero(Config{Client: client, Keys: map[string]string{"zotero_url": "https://zotero.example"}})
	f := fixtureserver.Facts()[1]
	f.DOI, f.PMID, f.URL = "", "", "https://example.org/nothing"
	answer, err := c.Lookup(context.Background(), sourcetest.Query(f))
	if err != nil || len(answer.Hits) == 0 || answer.Hits[0].Record.Source != "crossref" {
		t.Errorf("%+v %v", answer, err)
	}
}

func TestJaccard(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want float64
	}{{"Deep Learning", "deep learning!", 1}, {"a b c", "a b d", 0.5}, {"", "", 0}, {"x", "y", 0}} {
		if got := jaccard(c.a, c.b); got != c.want {
			t.Errorf("jaccard(%q, %q) = %v", c.a, c.b, got)
		}
	}
}
