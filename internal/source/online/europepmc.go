package online

import (
	"net/http"
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

// newEuropePMC returns a connector to Europe PMC: PubMed, PubMed Central, preprints of the life sciences, and
// later notices about them.
func newEuropePMC(c Config) source.Connector {
	const api = "https://www.ebi.ac.uk/europepmc/webservices/rest/searchPOST"
	return queryAPI{
		items: europePMCResult, read: wire.EuropePMC, expand: wire.WithRestated,
		request: func(query string, rows int) transport.Request {
			form := url.Values{"query": {query}, "resultType": {"core"}, "format": {"json"}, "pageSize": {strconv.Itoa(rows)}}
			return transport.Request{Read: Echo(query, "request", "queryString"),
				Method: http.MethodPost, URL: api, ContentType: "application/x-www-form-urlencoded", Body: []byte(form.Encode())}
		},
		kind: "id", batchSize: 40, perID: 2,
		// Form: https://europepmc.org/searchsyntax
		question: formOf(map[ident.Scheme]string{ident.DOI: `DOI:"%s"`, ident.PMID: "(EXT_ID:%s AND SRC:MED)",
			ident.PMCID: "PMCID:%s"}),
		ids: func(questions []string) string { return strings.Join(questions, " OR ") },
		named: func(work jsonscan.Value) []ident.ID {
			return []ident.ID{{Scheme: ident.DOI, Value: strings.ToLower(work.Get("doi").Text())},
				{Scheme: ident.PMCID, Value: work.Get("pmcid").Text()}, {Scheme: ident.PMID, Value: work.Get("pmid").Text()}}
		},
		titles:   func(groups [][]string) string { return AnyOf(groups, "TITLE:(", " AND ", ")", " OR ") },
		perTitle: 10,
	}.connector(c, Spec{
		Info: answer.Info{Name: "europepmc", Version: 1, Online: true,
			Schemes: []ident.Scheme{ident.DOI, ident.PMID, ident.PMCID}, Titles: true,
			Origin: biblio.Origin{Kind: biblio.Aggregator}, OrderedAuthors: true, CompleteAuthors: true,
			Types: []biblio.Type{biblio.ArticleJournal}, Silence: answer.Silence{TakenFrom: "pubmed"}},
		Takes: papers,
	})
}

// europePMCResult returns the works in an answer, which states their count.
func europePMCResult(v jsonscan.Value) ([]jsonscan.Value, bool) {
	if v.Get("hitCount").IsNull() {
		return nil, false
	}
	return Counted([]string{"hitCount"}, "resultList", "result")(v)
}
