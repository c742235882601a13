package online

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/source"
	"github.com/bonafide-audit/bonafide/internal/testing/sourcetest"
	"github.com/bonafide-audit/bonafide/internal/transport"
)

// TestFeedWithoutItsPapers has answers that count a paper but lack it, as arXiv's sometimes do: the number
// exists, whatever is missing.
func TestFeedWithoutItsPapers(t *testing.T) {
	for total, gone := range map[string]int{"<opensearch:totalResults>1</opensearch:totalResults>": 0,
		"<opensearch:totalResults>0</opensearch:totalResults>": 1, "": 1} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "application/atom+xml")
			fmt.Fprintf(w, `<feed xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/"><title>arXiv Query</title>%s</feed>`,
				total)
		}))
		client := transport.New(transport.Options{Via: server.URL, Clock: &sourcetest.Clock{}})
		answer, err := newArXiv(Config{Client: client}).Lookup(context.Background(),
			source.Query{IDs: []ident.ID{{Scheme: ident.ArXiv, Value: "1706.03762"}}})
		if len(answer.NoSuchID) != gone || (err != nil) != (gone == 0) {
			t.Errorf("%q: no such %v, %v", total, answer.NoSuchID, err)
		}
		client.Close()
		server.Close()
	}
}
