package online

import (
	"context"
	"net/url"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/jsonscan"
	"github.com/bonafide-audit/bonafide/internal/source"
	"github.com/bonafide-audit/bonafide/internal/transport"
	"github.com/bonafide-audit/bonafide/internal/wire"
)

// newGoogleBooks returns a connector to Google Books; it requires a key, because the quota that keyless clients
// share is nearly always exhausted.
func newGoogleBooks(c Config) source.Connector {
	a := googleBooksAPI{c}
	spec := Spec{
		Client: c.Client,
		Info: answer.Info{Name: "googlebooks", Version: 1, Online: true, Schemes: []ident.Scheme{ident.ISBN}, Titles: true,
			Origin: biblio.Origin{Kind: biblio.Aggregator,
				States: []biblio.Field{biblio.FieldTitle, biblio.FieldAuthors}},
			OrderedAuthors: true,
			Types:          []biblio.Type{biblio.Book},
			Silence: answer.Silence{TakenFrom: "openlibrary",
				Holds: []answer.Holding{{Type: biblio.Book, Share: 0.3, Why: "has many books"}}}},
		IDs: []ByID{{Batch: transport.Batch{Service: "googlebooks", Kind: "isbn", Max: 1, Ask: a.isbn},
			Question: valueOf(ident.ISBN, ""), Read: One(wire.GoogleBooks)}},
		Titles: Narrow(Each(a.title)),
		Takes:  books,
	}
	if c.Keys["googlebooks"] == "" {
		spec.Ready = "needs a key"
	}
	return New(spec)
}

type googleBooksAPI struct{ Config }

func (a googleBooksAPI) request(query string) transport.Request {
	const volumes = "https://www.googleapis.com/books/v1/volumes"
	return transport.Request{Service: "googlebooks",
		URL:    Link(volumes, url.Values{"q": {query}, "maxResults": {"6"}, "printType": {"books"}}),
		Secret: url.Values{"key": {a.Keys["googlebooks"]}}}
}

// googleVolumes returns the volumes in an answer; they are missing if there are none.
func googleVolumes(v jsonscan.Value) ([]jsonscan.Value, bool) {
	if v.Get("kind").Text() != "books#volumes" {
		return nil, false
	}
	total := v.Get("totalItems")
	if list, ok := List("items")(v); ok && (len(list) > 0 || total.Int() == 0) {
		return list, true
	}
	return nil, !total.IsNull() && total.Int() == 0
}

// isbn returns the first volume with the number.
func (a googleBooksAPI) isbn(ctx context.Context, isbns []string) (map[string][]byte, error) {
	req := a.request("isbn:" + isbns[0])
	req.Transient = true
	r, list := AskJSON(req, googleVolumes)
	if _, err := a.Client.Do(ctx, r); err != nil {
		return nil, err
	}
	return Sort(*list, isbns, func(v jsonscan.Value) []string {
		var names []string
		for id := range v.Get("volumeInfo", "industryIdentifiers").Items() {
			if isbn, ok := ident.ParseISBN(id.Get("identifier").Text()); ok {
				names = append(names, isbn.Value)
			}
		}
		return names
	}), nil
}

// title searches for a title word for word: without quotation marks intitle: applies only to the first word.
func (a googleBooksAPI) title(ctx context.Context, s Search) ([]biblio.Record, error) {
	return AskRecords(ctx, a.Client, a.request(`intitle:"`+s.Words+`"`), googleVolumes, wire.GoogleBooks)
}
