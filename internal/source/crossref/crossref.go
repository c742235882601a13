// Package crossref asks Crossref, the agency that registers most DOIs of
// articles, papers, books and chapters.
//
// May be imported by: source/....
package crossref

import (
	"context"
	"net/url"
	"strconv"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/jsonscan"
	"github.com/bonafide-audit/bonafide/internal/source"
	"github.com/bonafide-audit/bonafide/internal/source/service"
	"github.com/bonafide-audit/bonafide/internal/transport"
	"github.com/bonafide-audit/bonafide/internal/wire"
)

const works = "https://api.crossref.org/works"

// rows is how many records a search asks for, and together how many DOIs one
// request resolves.
const (
	rows     = 8 // and a few more, see service.Spread
	together = 40
)

// Three searches a second are what Crossref allows a client with an address:
// enough of them take less than fifteen seconds. Beyond that two titles of
// longEnough words share a search and pairRows records: on half a million works
// with BM25, of titles of six words and more with up to two words wrong a shared
// search has both among 40 records 99.2 to 100 times of 100, one of a single
// title among 8 records 99.6 to 100; with five titles it is 97.9.
const (
	enough     = 42
	longEnough = 6
	pairRows   = 40
)

// New makes the connector. token is that of Metadata Plus, "" for none.
func New(client *transport.Client, token string) *service.Connector {
	a := asker{client, token}
	return service.New(service.Spec{
		Client: client,
		Info: source.Info{Name: "crossref", Version: 1, Online: true, Schemes: []ident.Scheme{ident.DOI}, Titles: true, Raw: true,
			Origin: biblio.Origin{Kind: biblio.Publisher}, OrderedAuthors: true, CompleteAuthors: true, Authority: []biblio.Field{biblio.FieldDOI}, Deposit: true,
			Types: []biblio.Type{biblio.TypeUnknown, biblio.ArticleJournal, biblio.PaperConference, biblio.Chapter, biblio.Book, biblio.Proceedings, biblio.Entry}},
		IDs:    []service.ByID{{Batch: transport.Batch{Service: "crossref", Kind: "doi", Max: together, Ask: a.dois}, Question: question, Read: read}},
		Titles: service.Kept(client, "crossref", service.Paired(enough, longEnough, a.titles)), TitleRequests: service.PairedRequests(enough),
		Takes: service.Scholarly,
	})
}

// question leaves out DOIs with a comma, which Crossref's filter reads as its
// own; their titles are searched for.
func question(id ident.ID) (string, bool) {
	return id.Value, id.Scheme == ident.DOI && !strings.Contains(id.Value, ",")
}

// read gives a work in all the words that Crossref has for it.
func read(body []byte) ([]biblio.Record, error) {
	return wire.WithRestated(service.One(wire.Crossref)(body))
}

type asker struct {
	client *transport.Client
	token  string
}

// items finds the works of an answer.
var items = service.Counted([]string{"message", "total-results"}, "message", "items")

func (a asker) request(values url.Values) transport.Request {
	req := transport.Request{Service: "crossref", URL: service.Link(works, values), Secret: url.Values{}}
	if contact := a.client.Contact(); contact != "" {
		req.Secret.Set("mailto", contact)
	}
	if a.token != "" {
		req.SecretHeader = map[string][]string{"Crossref-Plus-Api-Token": {"Bearer " + a.token}}
	}
	return req
}

// dois resolves DOIs with one filter: https://api.crossref.org/swagger-ui
func (a asker) dois(ctx context.Context, dois []string) (map[string][]byte, error) {
	filters := make([]string, len(dois))
	for i, doi := range dois {
		filters[i] = "doi:" + doi
	}
	req := a.request(url.Values{"filter": {strings.Join(filters, ",")}, "rows": {strconv.Itoa(len(dois))}})
	return service.AskSorted(ctx, a.client, req, items, dois, func(v jsonscan.Value) []string {
		return []string{strings.ToLower(v.Get("DOI").Text())}
	})
}

// titles searches the bibliographic fields for a title or two with their first
// authors: they rank, none filters.
func (a asker) titles(ctx context.Context, list []service.Search) ([]biblio.Record, error) {
	var parts []string
	for _, s := range list {
		parts = append(parts, strings.TrimSpace(s.Words+" "+s.Author()))
	}
	query := strings.Join(parts, " ")
	n := service.Spread(query, rows)
	if len(list) > 1 {
		n = service.Spread(query, pairRows)
	} else if list[0].Query.Limit > 0 {
		n = list[0].Query.Limit
	}
	req := a.request(url.Values{"query.bibliographic": {query}, "rows": {strconv.Itoa(n)}})
	req.Read = service.AllOf(service.Echo(query, "message", "query", "search-terms"), service.EchoCount(n, "message", "items-per-page"), service.Nearest(items, wire.Crossref, list...))
	return wire.WithRestated(wire.WithNotices(service.AskRecords(ctx, a.client, req, items, wire.Crossref)))
}
