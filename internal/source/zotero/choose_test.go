package zotero_test

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/source/crossref"
	"github.com/bonafide-audit/bonafide/internal/source/zotero"
	"github.com/bonafide-audit/bonafide/internal/testing/fixtureserver"
	"github.com/bonafide-audit/bonafide/internal/testing/sourcetest"
	"github.com/bonafide-audit/bonafide/internal/transport"
)

// TestSeveralChoices has a page with three items, of which the one is chosen
// whose title has the most words in common.
func TestSeveralChoices(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		w.Header().Set("Content-Type", "application/json")
		if r.Header.Get("Content-Type") == "text/plain" {
			w.WriteHeader(http.StatusMultipleChoices)
			io.WriteString(w, `{"url":"https://example.org/list","session":"s1","items":{"0":"Deep sleep","1":"Deep learning","2":"Deep learning for cats"}}`)
			return
		}
		var choice struct{ Items map[string]string }
		json.Unmarshal(body, &choice)
		for _, title := range choice.Items {
			io.WriteString(w, `[{"key":"K","itemType":"journalArticle","title":"`+title+`","creators":[]}]`)
		}
	}))
	defer server.Close()
	c := zotero.New(transport.New(transport.Options{Clock: &sourcetest.Clock{}}), server.URL, nil)
	answer, err := c.Lookup(context.Background(), sourcetest.Query(biblio.Flat{Title: "Deep Learning", URL: "https://example.org/list"}))
	if err != nil || len(answer.Hits) != 1 || answer.Hits[0].Record.Title != "Deep learning" {
		t.Errorf("%+v %v", answer, err)
	}
}

func TestFallback(t *testing.T) {
	server := fixtureserver.New(fixtureserver.Facts())
	defer server.Close()
	client := sourcetest.Client(server, nil)
	c := zotero.New(client, "https://zotero.example", crossref.New(client, ""))
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
		if got := zotero.Jaccard(c.a, c.b); got != c.want {
			t.Errorf("Jaccard(%q, %q) = %v", c.a, c.b, got)
		}
	}
}
