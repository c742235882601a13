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
	"github.com/bonafide-audit/bonafide/internal/source"
	"github.com/bonafide-audit/bonafide/internal/transport"
	"github.com/bonafide-audit/bonafide/internal/wire"
)

const (
	openAlexRows     = 8    // at least, see Spread
	openAlexTogether = 50   // values in one filter, joined by |
	openAlexIDBytes  = 3500 // bytes of values in an address, which needs room for the rest
	openAlexFew      = 3    // up to this many titles are searched one by one; more are first joined

	// The cost of a request in credits.
	openAlexList   = 1
	openAlexSearch = 10

	// Short titles that joined searches leave open are searched one by one, with their authors, if there are at most
	// this many: they use 600 of the 1,000 credits of a day without a key. Longer ones are not: a search by all words of
	// a title finds nothing that one by some of them has not found.
	openAlexSingles = 60
	openAlexShort   = 3 // words
)

// newOpenAlex returns a connector to OpenAlex, an index of works of every field with their locations. It has a
// daily budget, a small one without a key.
func newOpenAlex(c Config) source.Connector {
	a := openAlexAPI{c}
	byID := func(scheme ident.Scheme) ByID {
		ask := func(ctx context.Context, values []string) (map[string][]byte, error) {
			return a.filter(ctx, scheme, values)
		}
		return ByID{Batch: transport.Batch{Service: "openalex", Kind: string(scheme), Max: openAlexTogether,
			Bytes: openAlexIDBytes, Ask: ask},
			Question: valueOf(scheme, ",|!\""), Read: openAlexRecords}
	}
	return New(Spec{
		Client: c.Client,
		Info: answer.Info{Name: "openalex", Version: 1, Online: true,
			Schemes: []ident.Scheme{ident.DOI, ident.PMID, ident.OpenAlex}, Titles: true,
			Origin: biblio.Origin{Kind: biblio.Aggregator}, OrderedAuthors: true, CompleteAuthors: true,
			Authority: []biblio.Field{biblio.FieldDOI},
			Types: []biblio.Type{biblio.TypeUnknown, biblio.ArticleJournal, biblio.PaperConference, biblio.Chapter,
				biblio.Book, biblio.Preprint, biblio.Thesis},
			Silence: answer.Silence{TakenFrom: "crossref", Holds: []answer.Holding{
				{Type: biblio.ArticleJournal, Share: 0.9, Why: "has what Crossref has"},
				{Type: biblio.PaperConference, Of: answer.Deposited, Share: 0.9, Why: "has what Crossref has"},
				{Type: biblio.PaperConference, Of: answer.ListedLately, Share: 0.8,
					Why: "has the papers of the conferences of computer science, or their preprints"},
				{Type: biblio.PaperConference, Share: 0.5, Why: "has many proceedings without DOIs"},
				{Type: biblio.Preprint, Of: answer.OnArXiv, Share: 0.9, Why: "has arXiv"},
				{Type: biblio.Chapter, Share: 0.1, Why: "has what Crossref has"},
				{Type: biblio.Book, Share: 0.1, Why: "has what Crossref has"},
			}}},
		IDs: []ByID{byID(ident.DOI), byID(ident.PMID), byID(ident.OpenAlex)},
		Titles: WithFallback(openAlexFew, openAlexSingles, openAlexShort,
			Cached(c.Client, "openalex", Grouped(joined, 6, a.joined)), Each(a.title)),
		ListCredits: openAlexList, SearchCredits: openAlexSearch,
		Takes: scholarly,
	})
}

// openAlexRecords returns a work and its other versions.
func openAlexRecords(body []byte) ([]biblio.Record, error) {
	return withVersions(One(wire.OpenAlex)(body))
}

func withVersions(works []biblio.Record, err error) ([]biblio.Record, error) {
	var list []biblio.Record
	for i := range works {
		list = append(list, works[i])
		list = append(list, wire.OpenAlexVersions(&works[i])...)
	}
	return list, err
}

type openAlexAPI struct{ Config }

// openAlexResults returns the works in an answer.
var openAlexResults = Counted([]string{"meta", "count"}, "results")

func (a openAlexAPI) request(values url.Values) transport.Request {
	const works = "https://api.openalex.org/works"
	req := transport.Request{Service: "openalex", URL: Link(works, values), Secret: url.Values{},
		Cost: openAlexList}
	if values.Has("search.title") {
		req.Cost = openAlexSearch
	}
	if key := a.Keys["openalex"]; key != "" {
		req.Secret.Set("api_key", key)
	}
	return req
}

// filter resolves identifiers: https://developers.openalex.org/guides/filtering
func (a openAlexAPI) filter(ctx context.Context, scheme ident.Scheme, values []string) (map[string][]byte, error) {
	req := a.request(url.Values{"filter": {string(scheme) + ":" + strings.Join(values, "|")},
		"per_page": {strconv.Itoa(max(len(values), 25))}})
	return AskSorted(ctx, a.Client, req, openAlexResults, values,
		func(v jsonscan.Value) []string { return openAlexNames(scheme, v) })
}

// openAlexNames returns the values with which a work may have been requested.
func openAlexNames(scheme ident.Scheme, v jsonscan.Value) []string {
	var list []string
	for _, text := range []string{v.Get("ids", string(scheme)).Text(), v.Get(string(scheme)).Text(), v.Get("id").Text()} {
		if id, ok := ident.ParseAs(scheme, text); ok {
			list = append(list, id.Value)
		}
	}
	return list
}

// title searches for a title, and again with the first author if other works with the same title leave no room
// for it.
func (a openAlexAPI) title(ctx context.Context, s Search) ([]biblio.Record, error) {
	list, err := a.search(ctx, s, nil)
	if err == nil && s.Crowded(list, Spread(s.Words, openAlexRows)) {
		more, err := a.search(ctx, s, url.Values{"filter": {"raw_author_name.search:" + s.Author()}})
		return withVersions(append(more, list...), err)
	}
	return withVersions(list, err)
}

// search searches for the words of a title; for a very long one only the words that fit into an address.
func (a openAlexAPI) search(ctx context.Context, s Search, values url.Values) ([]biblio.Record, error) {
	words := s.Words
	if values == nil {
		values = url.Values{}
	}
	n := Spread(words, openAlexRows)
	values.Set("per_page", strconv.Itoa(n))
	for {
		values.Set("search.title", words)
		req := a.request(values)
		last := strings.LastIndexByte(words, ' ')
		if a.fits(&req) || last < 0 {
			req.Read = AllOf(EchoCount(n, "meta", "per_page"),
				Nearest(openAlexResults, wire.OpenAlex, s))
			return AskRecords(ctx, a.Client, req, openAlexResults, wire.OpenAlex)
		}
		words = words[:last]
	}
}

// fits reports whether an address with its key is short enough; OpenAlex rejects 4,094 bytes and more.
func (openAlexAPI) fits(req *transport.Request) bool {
	return len(req.URL)+len(req.Secret.Encode()) < 4000
}

// joined searches for several titles at once, at the cost of one.
func (a openAlexAPI) joined(ctx context.Context, groups [][]string) ([]biblio.Record, error) {
	req := a.request(url.Values{"search.title": {AnyOf(groups, "(", " AND ", ")", " OR ")}, "per_page": {"100"}})
	if !a.fits(&req) && len(groups) > 1 {
		return nil, ErrHalve
	}
	req.Read = EchoCount(100, "meta", "per_page")
	return withVersions(AskRecords(ctx, a.Client, req, openAlexResults, wire.OpenAlex))
}
