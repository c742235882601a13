// Package ads asks NASA's Astrophysics Data System. It needs a token.
//
// May be imported by: source/....
package ads

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

const (
	api      = "https://api.adsabs.harvard.edu/v1/search/query"
	fields   = "bibcode,title,author,editor,pub,bibstem,issn,year,pubdate,volume,issue,page,page_range,publisher,doi,identifier,doctype,property,isbn"
	together = 40
	joined   = 10
	telling  = 5
)

// New makes the connector; without a token it is not asked.
func New(client *transport.Client, token string) *service.Connector {
	a := asker{client, token}
	spec := service.Spec{
		Client: client,
		Info: source.Info{Name: "ads", Version: 1, Online: true, Schemes: []ident.Scheme{ident.DOI, ident.ArXiv}, Titles: true,
			Origin: biblio.Origin{Kind: biblio.Aggregator}, OrderedAuthors: true, CompleteAuthors: true,
			Types: []biblio.Type{}}, // of one field only: its silence never means absence
		IDs:    []service.ByID{{Batch: transport.Batch{Service: "ads", Kind: "id", Max: together, Ask: a.ids}, Question: question, Read: service.One(wire.ADS)}},
		Titles: service.Kept(client, "ads", service.Grouped(joined, telling, a.titles)), TitleRequests: service.GroupedRequests(joined),
		Takes: service.Papers,
	}
	if token == "" {
		spec.Ready = "needs a token"
	}
	return service.New(spec)
}

func question(id ident.ID) (string, bool) {
	switch {
	case strings.ContainsAny(id.Value, `"\`):
		return "", false
	case id.Scheme == ident.DOI:
		return id.Value, true
	case id.Scheme == ident.ArXiv:
		return "arXiv:" + id.Value, true
	}
	return "", false
}

type asker struct {
	client *transport.Client
	token  string
}

// docs finds the works of an answer.
var docs = service.Counted([]string{"response", "numFound"}, "response", "docs")

func (a asker) request(query string, n int) transport.Request {
	return transport.Request{Service: "ads", Read: service.Echo(query, "responseHeader", "params", "q"), URL: service.Link(api, url.Values{"q": {query}, "rows": {strconv.Itoa(n)}, "fl": {fields}}), SecretHeader: service.Bearer(a.token)}
}

// ids resolves identifiers of any kind, which ADS keeps in one field.
func (a asker) ids(ctx context.Context, questions []string) (map[string][]byte, error) {
	req := a.request(`identifier:("`+strings.Join(questions, `" OR "`)+`")`, 2*len(questions))
	return service.AskSorted(ctx, a.client, req, docs, questions, func(v jsonscan.Value) []string {
		var names []string
		for _, text := range append(v.Get("identifier").Strings(), v.Get("doi").Strings()...) {
			if id, ok := ident.Parse(text); ok {
				if q, ok := question(id); ok {
					names = append(names, q)
				}
			}
		}
		return names
	})
}

func (a asker) titles(ctx context.Context, groups [][]string) ([]biblio.Record, error) {
	return service.AskRecords(ctx, a.client, a.request(service.AnyOf(groups, "title:(", " AND ", ")", " OR "), 5*len(groups)), docs, wire.ADS)
}
