package online

import (
	"context"
	"errors"
	"net/url"
	"strconv"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/jsonscan"
	"github.com/bonafide-audit/bonafide/internal/source"
	"github.com/bonafide-audit/bonafide/internal/transport"
	"github.com/bonafide-audit/bonafide/internal/wire"
)

// openLibraryRows is the number of books in an answer; a joined search that finds more is divided.
const openLibraryRows = 100

func newOpenLibrary(c Config) source.Connector {
	a := openLibraryAPI{c}
	return New(Spec{
		Client: c.Client,
		Info: answer.Info{Name: "openlibrary", Version: 1, Online: true, Schemes: []ident.Scheme{ident.ISBN}, Titles: true,
			// editions differ in the rest
			Origin: biblio.Origin{Kind: biblio.Aggregator,
				States: []biblio.Field{biblio.FieldTitle, biblio.FieldAuthors}},
			OrderedAuthors: true,
			Types:          []biblio.Type{biblio.Book},
			Silence:        answer.Silence{Holds: []answer.Holding{{Type: biblio.Book, Share: 0.3, Why: "has many books"}}}},
		IDs: []ByID{{Batch: transport.Batch{Service: "openlibrary", Kind: "isbn", Max: 50, Ask: a.isbns},
			Question: valueOf(ident.ISBN, ""), Read: One(wire.OpenLibraryBook)}},
		Titles: Cached(c.Client, "openlibrary", Grouped(joined, telling, a.titles)),
		Takes:  books,
	})
}

// books excludes what is certainly not a book.
func books(q source.Query) bool {
	switch q.Claimed.Type {
	case biblio.Book, biblio.Proceedings, biblio.Report, biblio.Thesis:
		return true
	case biblio.TypeUnknown, biblio.Other, biblio.Chapter:
		return q.Claimed.Publisher != "" || q.Claimed.Edition != ""
	}
	return false
}

type openLibraryAPI struct{ Config }

// isbns resolves ISBNs: https://openlibrary.org/dev/docs/api/books
func (a openLibraryAPI) isbns(ctx context.Context, isbns []string) (map[string][]byte, error) {
	got := map[string][]byte{}
	keys := "ISBN:" + strings.Join(isbns, ",ISBN:")
	_, err := a.Client.Do(ctx,
		&transport.Request{Service: "openlibrary",
			URL: Link("https://openlibrary.org/api/books",
				url.Values{"bibkeys": {keys}, "jscmd": {"data"}, "format": {"json"}}),
			Types: JSONTypes, Transient: true,
			Read: ReadJSON(func(_ *transport.Response, v jsonscan.Value) (bool, error) {
				clear(got)
				if !v.IsObject() {
					return false, errors.New("not an object of books")
				}
				for key, book := range v.Fields() {
					isbn, ok := strings.CutPrefix(key, "ISBN:")
					if !ok || !book.IsObject() {
						return false, errors.New("not an object of books")
					}
					got[isbn] = []byte(book.Raw())
				}
				return len(got) == 0, OneOf(got, isbns)
			})})
	return got, err
}

// openLibraryDocs returns the works in an answer, which states their number.
func openLibraryDocs(v jsonscan.Value) ([]jsonscan.Value, bool) {
	if v.Get("numFound").IsNull() && v.Get("num_found").IsNull() {
		return nil, false
	}
	return Counted([]string{"numFound"}, "docs")(v)
}

// titles searches for books by words of their titles: https://openlibrary.org/search/howto
func (a openLibraryAPI) titles(ctx context.Context, groups [][]string) ([]biblio.Record, error) {
	const fields = "key,title,subtitle,author_name,first_publish_year,publish_year,publisher,publish_place,isbn,edition_count,edition_key,language"
	req := transport.Request{Service: "openlibrary",
		URL: Link("https://openlibrary.org/search.json",
			url.Values{"q": {AnyOf(groups, "title:(", " AND ", ")", " OR ")}, "limit": {strconv.Itoa(openLibraryRows)},
				"fields": {fields}})}
	list, err := AskRecords(ctx, a.Client, req, openLibraryDocs, wire.OpenLibrarySearch)
	if err == nil && len(list) >= openLibraryRows {
		err = ErrHalve
	}
	return list, err
}
