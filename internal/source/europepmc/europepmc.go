// Package europepmc asks Europe PMC: PubMed, PubMed Central, preprints of the
// life sciences, and what was published about them later.
//
// May be imported by: source/....
package europepmc

import (
	"context"
	"net/http"
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
	search   = "https://www.ebi.ac.uk/europepmc/webservices/rest/searchPOST"
	together = 40
	joined   = 10
	telling  = 5
)

// New makes the connector.
func New(client *transport.Client) *service.Connector {
	a := asker{client}
	return service.New(service.Spec{
		Client: client,
		Info: source.Info{Name: "europepmc", Version: 1, Online: true, Schemes: []ident.Scheme{ident.DOI, ident.PMID, ident.PMCID}, Titles: true,
			Origin: biblio.Origin{Kind: biblio.Aggregator}, OrderedAuthors: true, CompleteAuthors: true,
			Types: []biblio.Type{biblio.ArticleJournal}},
		IDs:    []service.ByID{{Batch: transport.Batch{Service: "europepmc", Kind: "id", Max: together, Ask: a.ids}, Question: question, Read: read}},
		Titles: service.Kept(client, "europepmc", service.Grouped(joined, telling, a.titles)), TitleRequests: service.GroupedRequests(joined),
		Takes: service.Papers,
	})
}

// question is the part of a query that asks for an identifier.
// Form: https://europepmc.org/searchsyntax
func question(id ident.ID) (string, bool) {
	switch {
	case strings.ContainsAny(id.Value, `"\`):
		return "", false
	case id.Scheme == ident.DOI:
		return `DOI:"` + id.Value + `"`, true
	case id.Scheme == ident.PMID:
		return "(EXT_ID:" + id.Value + " AND SRC:MED)", true
	case id.Scheme == ident.PMCID:
		return "PMCID:" + id.Value, true
	}
	return "", false
}

// read gives a work in all the words that Europe PMC has for it.
func read(body []byte) ([]biblio.Record, error) {
	return wire.WithRestated(service.One(wire.EuropePMC)(body))
}

type asker struct{ client *transport.Client }

func (a asker) request(query string, size int) transport.Request {
	form := url.Values{"query": {query}, "resultType": {"core"}, "format": {"json"}, "pageSize": {strconv.Itoa(size)}}
	return transport.Request{Service: "europepmc", Read: service.Echo(query, "request", "queryString"), Method: http.MethodPost, URL: search, ContentType: "application/x-www-form-urlencoded", Body: []byte(form.Encode())}
}

// result finds the works of an answer, which states its count.
func result(v jsonscan.Value) ([]jsonscan.Value, bool) {
	if v.Get("hitCount").IsNull() {
		return nil, false
	}
	return service.Counted([]string{"hitCount"}, "resultList", "result")(v)
}

func (a asker) ids(ctx context.Context, questions []string) (map[string][]byte, error) {
	req := a.request(strings.Join(questions, " OR "), 2*len(questions))
	return service.AskSorted(ctx, a.client, req, result, questions, func(v jsonscan.Value) []string {
		names := []string{`DOI:"` + strings.ToLower(v.Get("doi").Text()) + `"`, "PMCID:" + v.Get("pmcid").Text()}
		if pmid := v.Get("pmid").Text(); pmid != "" {
			names = append(names, "(EXT_ID:"+pmid+" AND SRC:MED)")
		}
		return names
	})
}

func (a asker) titles(ctx context.Context, groups [][]string) ([]biblio.Record, error) {
	return wire.WithRestated(service.AskRecords(ctx, a.client, a.request(service.AnyOf(groups, "TITLE:(", " AND ", ")", " OR "), 10*len(groups)), result, wire.EuropePMC))
}
