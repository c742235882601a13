package online

import (
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

// newDataCite returns a connector to DataCite, the agency that registers the DOIs of data, software, theses and
// preprints, including those of arXiv and Zenodo. Form: https://support.datacite.org/docs/api-queries
func newDataCite(c Config) source.Connector {
	const api = "https://api.datacite.org/dois"
	return queryAPI{
		items: Counted([]string{"meta", "total"}, "data"), read: wire.DataCite,
		request: func(query string, rows int) transport.Request {
			return transport.Request{Accept: "application/vnd.api+json", Read: Echo(query, "links", "self"),
				URL: Link(api, url.Values{"query": {query}, "page[size]": {strconv.Itoa(rows)}})}
		},
		kind: "doi", batchSize: 40, perID: 1,
		question: valueOf(ident.DOI, `"\`),
		ids:      func(dois []string) string { return `doi:("` + strings.Join(dois, `" OR "`) + `")` },
		named: func(work jsonscan.Value) []ident.ID {
			return []ident.ID{{Scheme: ident.DOI, Value: strings.ToLower(work.Get("id").Text())},
				{Scheme: ident.DOI, Value: strings.ToLower(work.Get("attributes", "doi").Text())}}
		},
		titles: func(groups [][]string) string {
			return "titles.title:(" + AnyOf(groups, "(", " AND ", ")", " OR ") + ")"
		},
		perTitle: 10,
	}.connector(c, Spec{
		Info: answer.Info{Name: "datacite", Version: 1, Online: true, Schemes: []ident.Scheme{ident.DOI}, Titles: true,
			Origin: biblio.Origin{Kind: biblio.Publisher}, OrderedAuthors: true, CompleteAuthors: true,
			Authority: []biblio.Field{biblio.FieldDOI}, Deposit: true,
			Types: []biblio.Type{biblio.Dataset, biblio.Software, biblio.Preprint, biblio.Thesis, biblio.Report},
			Silence: answer.Silence{TakenFrom: "arxiv", Holds: []answer.Holding{
				{Type: biblio.Preprint, Of: answer.OnArXiv, Share: 0.9, Why: "registers the preprints of arXiv"}}}},
		ArXivDOIs: true,
	})
}
