package online

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/source"
	"github.com/bonafide-audit/bonafide/internal/testing/sourcetest"
	"github.com/bonafide-audit/bonafide/internal/transport"
)

// TestCountWithoutNumbers has an index that counts an article but does not name it: that does not mean that it
// does not exist.
func TestCountWithoutNumbers(t *testing.T) {
	for count, gone := range map[string]int{"1": 0, "0": 1} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "text/xml")
			if strings.HasSuffix(r.URL.Path, "efetch.fcgi") {
				fmt.Fprint(w, `<PubmedArticleSet></PubmedArticleSet>`)
				return
			}
			fmt.Fprintf(w, `<eSearchResult><Count>%s</Count><IdList/></eSearchResult>`, count)
		}))
		client := transport.New(transport.Options{Via: server.URL, Clock: &sourcetest.Clock{}})
		answer, err := newPubMed(Config{Client: client}).Lookup(context.Background(),
			source.Query{IDs: []ident.ID{{Scheme: ident.PMID, Value: "26017442"}}})
		if len(answer.NoSuchID) != gone || (err != nil) != (gone == 0) {
			t.Errorf("count %s: no such %v, %v", count, answer.NoSuchID, err)
		}
		client.Close()
		server.Close()
	}
}
