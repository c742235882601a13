package online

import (
	"context"
	"fmt"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/source"
	"github.com/bonafide-audit/bonafide/internal/testing/fixtureserver"
	"github.com/bonafide-audit/bonafide/internal/testing/sourcetest"
)

// TestBooksShareRequests looks for books that Open Library has among others: ten titles share a request, unless more
// books have their words than fit into an answer.
func TestBooksShareRequests(t *testing.T) {
	book := func(title string) biblio.Flat {
		return biblio.Flat{Type: "book", Title: title, Authors: []string{"Ana Sole"}, Publisher: "Press", Year: "1999"}
	}
	shelf := []biblio.Flat{book("Grammars of the Vernacular Loom"), book("The Estuary Ledger: A History of Kinship")}
	for i := range 2 * openLibraryRows {
		shelf = append(shelf, book(fmt.Sprintf("Statistics, volume %d", i)))
	}
	server := fixtureserver.New(shelf)
	defer server.Close()
	ask := func(more ...string) (found, requests int) {
		server.Reset()
		client := sourcetest.Client(server, nil)
		defer client.Close()
		var queries []source.Query
		for i := range 18 {
			queries = append(queries, sourcetest.Query(book(fmt.Sprintf("Forgotten Orchards of Province %d", i))))
		}
		for _, title := range append(more, shelf[0].Title, shelf[1].Title) {
			queries = append(queries, sourcetest.Query(book(title)))
		}
		for _, l := range source.LookupAll(context.Background(), newOpenLibrary(Config{Client: client}), queries) {
			if l.Outcome == answer.Found {
				found++
			}
		}
		return found, server.Total()
	}
	if found, requests := ask(); found != 2 || requests != 2 {
		t.Errorf("found %d of 2 books among 20 with %d requests, want 2", found, requests)
	}
	if found, requests := ask("Statistics"); found != 3 || requests < 4 {
		t.Errorf("found %d of 3 books, one with a common title, with %d requests", found, requests)
	}
}
