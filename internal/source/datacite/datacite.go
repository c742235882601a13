// Package datacite asks DataCite, the agency that registers the DOIs of data,
// software, theses and preprints, those of arXiv and Zenodo among them.
//
// May be imported by: source/....
package datacite

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
	dois     = "https://api.datacite.org/dois"
	together = 40
	joined   = 10
	telling  = 5
)

// New makes the connector.
func New(client *transport.Client) *service.Connector {
	a := asker{client}
	return service.New(service.Spec{
		Client: client,
		Info: source.Info{Name: "datacite", Version: 1, Online: true, Schemes: []ident.Scheme{ident.DOI}, Titles: true,
			Origin: biblio.Origin{Kind: biblio.Publisher}, OrderedAuthors: true, CompleteAuthors: true, Authority: []biblio.Field{biblio.FieldDOI}, Deposit: true,
			Types: []biblio.Type{biblio.Dataset, biblio.Software, biblio.Preprint, biblio.Thesis, biblio.Report}},
		IDs:    []service.ByID{{Batch: transport.Batch{Service: "datacite", Kind: "doi", Max: together, Ask: a.dois}, Question: question, Read: service.One(wire.DataCite)}},
		Titles: service.Kept(client, "datacite", service.Grouped(joined, telling, a.titles)), TitleRequests: service.GroupedRequests(joined), ArXivDOIs: true,
	})
}

func question(id ident.ID) (string, bool) {
	return id.Value, id.Scheme == ident.DOI && !strings.ContainsAny(id.Value, `"\`)
}

type asker struct{ client *transport.Client }

// data finds the works of an answer.
var data = service.Counted([]string{"meta", "total"}, "data")

func (a asker) request(query string, size int) transport.Request {
	return transport.Request{Service: "datacite", Accept: "application/vnd.api+json", Read: service.Echo(query, "links", "self"),
		URL: service.Link(dois, url.Values{"query": {query}, "page[size]": {strconv.Itoa(size)}})}
}

// dois resolves DOIs: https://support.datacite.org/docs/api-queries
func (a asker) dois(ctx context.Context, list []string) (map[string][]byte, error) {
	quoted := make([]string, len(list))
	for i, doi := range list {
		quoted[i] = `"` + doi + `"`
	}
	req := a.request("doi:("+strings.Join(quoted, " OR ")+")", len(list))
	return service.AskSorted(ctx, a.client, req, data, list, func(v jsonscan.Value) []string {
		return []string{strings.ToLower(v.Get("id").Text()), strings.ToLower(v.Get("attributes", "doi").Text())}
	})
}

func (a asker) titles(ctx context.Context, groups [][]string) ([]biblio.Record, error) {
	req := a.request("titles.title:("+service.AnyOf(groups, "(", " AND ", ")", " OR ")+")", 10*len(groups))
	return service.AskRecords(ctx, a.client, req, data, wire.DataCite)
}
