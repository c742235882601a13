// Package googlebooks asks Google Books.
//
// May be imported by: source/....
package googlebooks

import (
	"context"
	"net/url"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/jsonscan"
	"github.com/bonafide-audit/bonafide/internal/source"
	"github.com/bonafide-audit/bonafide/internal/source/openlibrary"
	"github.com/bonafide-audit/bonafide/internal/source/service"
	"github.com/bonafide-audit/bonafide/internal/transport"
	"github.com/bonafide-audit/bonafide/internal/wire"
)

const volumes = "https://www.googleapis.com/books/v1/volumes"

// New makes the connector; without a key it is not asked: the quota that keyless
// clients share is nearly always spent.
func New(client *transport.Client, key string) *service.Connector {
	a := asker{client, key}
	spec := service.Spec{
		Client: client,
		Info: source.Info{Name: "googlebooks", Version: 1, Online: true, Schemes: []ident.Scheme{ident.ISBN}, Titles: true,
			Origin: biblio.Origin{Kind: biblio.Aggregator, States: []biblio.Field{biblio.FieldTitle, biblio.FieldAuthors}}, OrderedAuthors: true,
			Types: []biblio.Type{biblio.Book}},
		IDs: []service.ByID{{Batch: transport.Batch{Service: "googlebooks", Kind: "isbn", Max: 1, Ask: a.isbn},
			Question: func(id ident.ID) (string, bool) { return id.Value, id.Scheme == ident.ISBN }, Read: service.One(wire.GoogleBooks)}},
		Titles: service.Narrow(service.Each(a.title)),
		Takes:  openlibrary.Books,
	}
	if key == "" {
		spec.Ready = "needs a key"
	}
	return service.New(spec)
}

type asker struct {
	client *transport.Client
	key    string
}

func (a asker) request(query string) transport.Request {
	req := transport.Request{Service: "googlebooks", URL: service.Link(volumes, url.Values{"q": {query}, "maxResults": {"6"}, "printType": {"books"}})}
	if a.key != "" {
		req.Secret = url.Values{"key": {a.key}}
	}
	return req
}

// items finds the volumes of an answer, left out when there are none.
func items(v jsonscan.Value) ([]jsonscan.Value, bool) {
	if v.Get("kind").Text() != "books#volumes" {
		return nil, false
	}
	total := v.Get("totalItems")
	if list, ok := service.List("items")(v); ok && (len(list) > 0 || total.Int() == 0) {
		return list, true
	}
	return nil, !total.IsNull() && total.Int() == 0
}

// isbn takes the first volume that has the number.
func (a asker) isbn(ctx context.Context, isbns []string) (map[string][]byte, error) {
	req := a.request("isbn:" + isbns[0])
	req.Transient = true
	r, list := service.AskJSON(req, items)
	if _, err := a.client.Do(ctx, r); err != nil {
		return nil, err
	}
	return service.Sort(*list, isbns, func(v jsonscan.Value) []string {
		var names []string
		for id := range v.Get("volumeInfo", "industryIdentifiers").Items() {
			if isbn, ok := ident.ParseISBN(id.Get("identifier").Text()); ok {
				names = append(names, isbn.Value)
			}
		}
		return names
	}), nil
}

// title searches for a title word for word: without quotation marks intitle: holds
// for its first word alone.
func (a asker) title(ctx context.Context, s service.Search) ([]biblio.Record, error) {
	return service.AskRecords(ctx, a.client, a.request(`intitle:"`+s.Words+`"`), items, wire.GoogleBooks)
}
