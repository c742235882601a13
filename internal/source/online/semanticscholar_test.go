package online

import (
	"cmp"
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/source"
	"github.com/bonafide-audit/bonafide/internal/testing/sourcetest"
	"github.com/bonafide-audit/bonafide/internal/transport"
)

// TestBatchOutOfOrder has papers at the positions of other questions: each goes to the question that it names.
// One with a further DOI keeps its position.
func TestBatchOutOfOrder(t *testing.T) {
	const attention = `{"paperId":"a","title":"Attention Is All You Need","externalIds":{"ArXiv":"1706.03762"}}`
	papers := map[string]string{
		"DOI:10.1038/nature14539": `{"paperId":"b","title":"Deep learning","externalIds":{"DOI":"10.1038/NATURE14539","PubMed":"26017442"}}`,
		"ARXIV:1706.03762":        attention, "DOI:10.5555/3295222": attention}
	for turn, want := range map[int]string{0: "b a a", 1: "b a ", 2: "b a ", 3: "b a "} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			var question struct{ IDs []string }
			json.NewDecoder(r.Body).Decode(&question)
			rows := make([]json.RawMessage, len(question.IDs))
			for i, id := range question.IDs {
				rows[(i+turn)%len(rows)] = json.RawMessage(cmp.Or(papers[id], "null"))
			}
			w.Header().Set("Content-Type", "application/json")
			json.NewEncoder(w).Encode(rows)
		}))
		client := transport.New(transport.Options{Via: server.URL, Clock: &sourcetest.Clock{}})
		var queries []source.Query
		for _, id := range []ident.ID{{Scheme: ident.DOI, Value: "10.1038/nature14539"},
			{Scheme: ident.ArXiv, Value: "1706.03762"}, {Scheme: ident.DOI, Value: "10.5555/3295222"},
			{Scheme: ident.DOI, Value: "10.99999/nowhere"}} {
			queries = append(queries, source.Query{IDs: []ident.ID{id}})
		}
		var got []string
		for _, l := range source.LookupAll(context.Background(), newSemanticScholar(Config{Client: client}), queries) {
			if l.Failure != nil {
				t.Error(l.Reason)
			}
			id := ""
			for _, h := range l.Answer.Hits {
				id += h.Record.LocalID
			}
			got = append(got, id)
		}
		if text := strings.Join(got[:3], " "); text != want || got[3] != "" {
			t.Errorf("turned by %d: %q, want %q", turn, got, want)
		}
		client.Close()
		server.Close()
	}
}
