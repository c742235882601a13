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

// newADS returns a connector to NASA's Astrophysics Data System; it requires a token.
func newADS(c Config) source.Connector {
	const (
		api    = "https://api.adsabs.harvard.edu/v1/search/query"
		fields = "bibcode,title,author,editor,pub,bibstem,issn,year,pubdate,volume,issue,page,page_range,publisher,doi,identifier,doctype,property,isbn"
	)
	spec := Spec{
		Info: answer.Info{Name: "ads", Version: 1, Online: true, Schemes: []ident.Scheme{ident.DOI, ident.ArXiv},
			Titles: true,
			Origin: biblio.Origin{Kind: biblio.Aggregator}, OrderedAuthors: true, CompleteAuthors: true,
			Types: []biblio.Type{}}, // one field only: its silence never means absence
		Takes: papers,
	}
	token := c.Keys["ads"]
	if token == "" {
		spec.Ready = "needs a token"
	}
	return queryAPI{
		items: Counted([]string{"response", "numFound"}, "response", "docs"), read: wire.ADS,
		request: func(query string, rows int) transport.Request {
			return transport.Request{Read: Echo(query, "responseHeader", "params", "q"),
				SecretHeader: Bearer(token),
				URL:          Link(api, url.Values{"q": {query}, "rows": {strconv.Itoa(rows)}, "fl": {fields}})}
		},
		kind: "id", batchSize: 40, perID: 2,
		question: formOf(map[ident.Scheme]string{ident.DOI: "%s", ident.ArXiv: "arXiv:%s"}), // all kinds are in one field
		ids:      func(questions []string) string { return `identifier:("` + strings.Join(questions, `" OR "`) + `")` },
		named: func(work jsonscan.Value) (ids []ident.ID) {
			for _, text := range append(work.Get("identifier").Strings(), work.Get("doi").Strings()...) {
				if id, ok := ident.Parse(text); ok {
					ids = append(ids, id)
				}
			}
			return ids
		},
		titles:   func(groups [][]string) string { return AnyOf(groups, "title:(", " AND ", ")", " OR ") },
		perTitle: 5,
	}.connector(c, spec)
}
