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

// newInspire returns a connector to INSPIRE, the literature of high-energy physics. Form:
// https://github.com/inspirehep/rest-api-doc
func newInspire(c Config) source.Connector {
	const (
		api    = "https://inspirehep.net/api/literature"
		fields = "titles,authors.full_name,authors.inspire_roles,author_count,corporate_author,collaborations,dois,arxiv_eprints,isbns,publication_info,imprints,document_type,earliest_date,preprint_date,control_number,report_numbers,texkeys"
	)
	return queryAPI{
		items: Counted([]string{"hits", "total"}, "hits", "hits"), read: wire.Inspire,
		request: func(query string, rows int) transport.Request {
			return transport.Request{Read: Echo(query, "links", "self"),
				URL: Link(api, url.Values{"q": {query}, "size": {strconv.Itoa(rows)}, "fields": {fields}})}
		},
		kind: "id", batchSize: 25, perID: 2,
		question: formOf(map[ident.Scheme]string{ident.DOI: `doi:"%s"`, ident.ArXiv: `arxiv:"%s"`}),
		ids:      func(questions []string) string { return strings.Join(questions, " or ") },
		named: func(work jsonscan.Value) (ids []ident.ID) {
			for d := range work.Get("metadata", "dois").Items() {
				ids = append(ids, ident.ID{Scheme: ident.DOI, Value: strings.ToLower(d.Get("value").Text())})
			}
			for e := range work.Get("metadata", "arxiv_eprints").Items() {
				ids = append(ids, ident.ID{Scheme: ident.ArXiv, Value: e.Get("value").Text()})
			}
			return ids
		},
		titles:   func(groups [][]string) string { return AnyOf(groups, "(t ", " and t ", ")", " or ") },
		perTitle: 5,
	}.connector(c, Spec{
		Info: answer.Info{Name: "inspire", Version: 1, Online: true, Schemes: []ident.Scheme{ident.DOI, ident.ArXiv},
			Titles: true,
			Origin: biblio.Origin{Kind: biblio.Aggregator}, OrderedAuthors: true, CompleteAuthors: true,
			Types: []biblio.Type{}}, // one field only: its silence never means absence
		Takes: papers,
	})
}
