// Package inspire asks INSPIRE, the literature of high-energy physics.
//
// May be imported by: source/....
package inspire

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
	api      = "https://inspirehep.net/api/literature"
	together = 25
	joined   = 10
	telling  = 5
	fields   = "titles,authors.full_name,authors.inspire_roles,author_count,corporate_author,collaborations,dois,arxiv_eprints,isbns,publication_info,imprints,document_type,earliest_date,preprint_date,control_number,report_numbers,texkeys"
)

// New makes the connector.
func New(client *transport.Client) *service.Connector {
	a := asker{client}
	return service.New(service.Spec{
		Client: client,
		Info: source.Info{Name: "inspire", Version: 1, Online: true, Schemes: []ident.Scheme{ident.DOI, ident.ArXiv}, Titles: true,
			Origin: biblio.Origin{Kind: biblio.Aggregator}, OrderedAuthors: true, CompleteAuthors: true,
			Types: []biblio.Type{}}, // of one field only: its silence never means absence
		IDs:    []service.ByID{{Batch: transport.Batch{Service: "inspire", Kind: "id", Max: together, Ask: a.ids}, Question: question, Read: service.One(wire.Inspire)}},
		Titles: service.Kept(client, "inspire", service.Grouped(joined, telling, a.titles)), TitleRequests: service.GroupedRequests(joined),
		Takes: service.Papers,
	})
}

// question is the part of a query that asks for an identifier.
// Form: https://github.com/inspirehep/rest-api-doc
func question(id ident.ID) (string, bool) {
	switch {
	case strings.ContainsAny(id.Value, `"\`):
		return "", false
	case id.Scheme == ident.DOI:
		return `doi:"` + id.Value + `"`, true
	case id.Scheme == ident.ArXiv:
		return `arxiv:"` + id.Value + `"`, true
	}
	return "", false
}

type asker struct{ client *transport.Client }

// hits finds the works of an answer.
var hits = service.Counted([]string{"hits", "total"}, "hits", "hits")

func (a asker) request(query string, size int) transport.Request {
	return transport.Request{Service: "inspire", Read: service.Echo(query, "links", "self"), URL: service.Link(api, url.Values{"q": {query}, "size": {strconv.Itoa(size)}, "fields": {fields}})}
}

func (a asker) ids(ctx context.Context, questions []string) (map[string][]byte, error) {
	req := a.request(strings.Join(questions, " or "), 2*len(questions))
	return service.AskSorted(ctx, a.client, req, hits, questions, func(v jsonscan.Value) []string {
		var names []string
		for d := range v.Get("metadata", "dois").Items() {
			names = append(names, `doi:"`+strings.ToLower(d.Get("value").Text())+`"`)
		}
		for e := range v.Get("metadata", "arxiv_eprints").Items() {
			names = append(names, `arxiv:"`+e.Get("value").Text()+`"`)
		}
		return names
	})
}

func (a asker) titles(ctx context.Context, groups [][]string) ([]biblio.Record, error) {
	return service.AskRecords(ctx, a.client, a.request(service.AnyOf(groups, "(t ", " and t ", ")", " or "), 5*len(groups)), hits, wire.Inspire)
}
