package online

import (
	"context"
	"net/url"
	"strconv"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/jsonscan"
	"github.com/bonafide-audit/bonafide/internal/lists"
	"github.com/bonafide-audit/bonafide/internal/source"
	"github.com/bonafide-audit/bonafide/internal/transport"
	"github.com/bonafide-audit/bonafide/internal/wire"
)

// Crossref allows a client with an address three searches a second: crossrefEnough of them take less than
// fifteen seconds. Beyond that two titles of crossrefLong words share a search for crossrefPairRows records. On
// half a million works with BM25 and titles of six or more words with up to two words wrong, a shared search
// has both among 40 records in 99.2 to 100 of 100 cases, a search for a single title among 8 records in 99.6 to
// 100; with five titles it is 97.9.
const (
	crossrefEnough   = 42
	crossrefLong     = 6
	crossrefPairRows = 40
)

// newCrossref returns a connector to Crossref, the agency that registers most DOIs of articles, papers, books
// and chapters. Its key is a token of Metadata Plus.
func newCrossref(c Config) source.Connector {
	a := crossrefAPI{c}
	return New(Spec{
		Client: c.Client,
		Info: answer.Info{Name: "crossref", Version: 1, Online: true, Schemes: []ident.Scheme{ident.DOI},
			Titles: true, Raw: true,
			Origin: biblio.Origin{Kind: biblio.Publisher}, Notices: true, OrderedAuthors: true, CompleteAuthors: true,
			Authority: []biblio.Field{biblio.FieldDOI}, Deposit: true,
			Types: []biblio.Type{biblio.TypeUnknown, biblio.ArticleJournal, biblio.PaperConference, biblio.Chapter, biblio.Book,
				biblio.Proceedings, biblio.Entry},
			Silence: answer.Silence{Holds: []answer.Holding{
				{Type: biblio.ArticleJournal, Share: 0.9, Why: "publishers of journals register nearly all articles since 1995"},
				{Type: biblio.PaperConference, Of: answer.Deposited, Share: 0.9,
					Why: "IEEE, ACM and Springer register their proceedings"},
				{Type: biblio.PaperConference, Share: 0.3, Why: "many proceedings have no DOIs"},
				{Type: biblio.Chapter, Share: 0.1, Why: "chapters are registered by a few publishers"},
				{Type: biblio.Book, Share: 0.1, Why: "books are registered by a few publishers"},
			}}},
		// A DOI with a comma, which has a meaning in the filter, is left out; its title is searched instead.
		IDs: []ByID{{Batch: transport.Batch{Service: "crossref", Kind: "doi", Max: 40, Ask: a.dois},
			Question: valueOf(ident.DOI, ","), Read: crossrefRecords}},
		Titles: Cached(c.Client, "crossref", Paired(crossrefEnough, crossrefLong, a.titles)),
		Takes:  scholarly,
	})
}

// crossrefRecords returns a work and its variants in Crossref's other words.
func crossrefRecords(body []byte) ([]biblio.Record, error) {
	return wire.WithRestated(One(wire.Crossref)(body))
}

type crossrefAPI struct{ Config }

// crossrefItems returns the works in an answer.
var crossrefItems = Counted([]string{"message", "total-results"}, "message", "items")

func (a crossrefAPI) request(values url.Values) transport.Request {
	const works = "https://api.crossref.org/works"
	req := transport.Request{Service: "crossref", URL: Link(works, values), Secret: url.Values{}}
	if contact := a.Client.Contact(); contact != "" {
		req.Secret.Set("mailto", contact)
	}
	if token := a.Keys["crossref"]; token != "" {
		req.SecretHeader = map[string][]string{"Crossref-Plus-Api-Token": {"Bearer " + token}}
	}
	return req
}

// dois resolves DOIs with a single filter: https://api.crossref.org/swagger-ui
func (a crossrefAPI) dois(ctx context.Context, dois []string) (map[string][]byte, error) {
	filter := "doi:" + strings.Join(dois, ",doi:")
	req := a.request(url.Values{"filter": {filter}, "rows": {strconv.Itoa(len(dois))}})
	return AskSorted(ctx, a.Client, req, crossrefItems, dois, func(v jsonscan.Value) []string {
		return []string{strings.ToLower(v.Get("DOI").Text())}
	})
}

// titles searches the bibliographic fields for one or two titles with their first authors: these rank, and do
// not filter.
func (a crossrefAPI) titles(ctx context.Context, list []Search) ([]biblio.Record, error) {
	parts := lists.Map(list, func(s Search) string { return strings.TrimSpace(s.Words + " " + s.Author()) })
	query := strings.Join(parts, " ")
	n := Spread(query, 8) // at least this many records
	if len(list) > 1 {
		n = Spread(query, crossrefPairRows)
	} else if list[0].Query.Limit > 0 {
		n = list[0].Query.Limit
	}
	req := a.request(url.Values{"query.bibliographic": {query}, "rows": {strconv.Itoa(n)}})
	req.Read = AllOf(Echo(query, "message", "query", "search-terms"),
		EchoCount(n, "message", "items-per-page"), Nearest(crossrefItems, wire.Crossref, list...))
	return wire.WithRestated(wire.WithNotices(AskRecords(ctx, a.Client, req, crossrefItems, wire.Crossref)))
}
