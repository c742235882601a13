// Package openalex asks OpenAlex, an index of works of every field with the
// places where each can be read. It has a daily budget, a small one without a
// key.
//
// May be imported by: source/....
package openalex

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

const works = "https://api.openalex.org/works"

const (
	rows     = 8  // and a few more, see service.Spread
	together = 50 // values that one filter takes, joined by |
	few      = 3  // titles are searched for one by one; more, joined first
	joined   = 10
	telling  = 6

	// longest is how many bytes an address may have, with its key; OpenAlex refuses
	// 4,094 and more. idBytes leaves room for the rest of it.
	longest = 4000
	idBytes = 3500

	// What a request costs in credits.
	listCost   = 1
	searchCost = 10

	// Titles that joined searches leave open are searched for one by one when there
	// are at most so many: without a key they take 600 of a day's 1,000 credits.
	singles = 1000
	keyless = 60
)

// New makes the connector; key is "" for none.
func New(client *transport.Client, key string) *service.Connector {
	a := asker{client, key}
	batch := func(kind string) transport.Batch {
		return transport.Batch{Service: "openalex", Kind: kind, Max: together, Bytes: idBytes, Ask: func(ctx context.Context, values []string) (map[string][]byte, error) {
			return a.filter(ctx, kind, values)
		}}
	}
	left := singles
	if key == "" {
		left = keyless
	}
	return service.New(service.Spec{
		Client: client,
		Info: source.Info{Name: "openalex", Version: 1, Online: true, Schemes: []ident.Scheme{ident.DOI, ident.PMID, ident.OpenAlex}, Titles: true,
			Origin: biblio.Origin{Kind: biblio.Aggregator}, OrderedAuthors: true, CompleteAuthors: true, Authority: []biblio.Field{biblio.FieldDOI},
			Types: []biblio.Type{biblio.TypeUnknown, biblio.ArticleJournal, biblio.PaperConference, biblio.Chapter, biblio.Book, biblio.Preprint, biblio.Thesis}},
		IDs: []service.ByID{
			{Batch: batch("doi"), Question: question(ident.DOI), Read: read},
			{Batch: batch("pmid"), Question: question(ident.PMID), Read: read},
			{Batch: batch("openalex"), Question: question(ident.OpenAlex), Read: read},
		},
		Titles:        service.Falling(few, left, service.Kept(client, "openalex", service.Grouped(joined, telling, a.joined)), service.Each(a.title)),
		TitleRequests: service.FallingRequests(few, left, joined), ListCredits: listCost, SearchCredits: searchCost,
		Takes: service.Scholarly,
	})
}

// question leaves out values with a sign that a filter of OpenAlex reads as
// its own.
func question(scheme ident.Scheme) func(ident.ID) (string, bool) {
	return func(id ident.ID) (string, bool) {
		return id.Value, id.Scheme == scheme && !strings.ContainsAny(id.Value, ",|!\"")
	}
}

// read gives a work and its other versions.
func read(body []byte) ([]biblio.Record, error) {
	return withVersions(service.One(wire.OpenAlex)(body))
}

func withVersions(works []biblio.Record, err error) ([]biblio.Record, error) {
	var list []biblio.Record
	for i := range works {
		list = append(list, works[i])
		list = append(list, wire.OpenAlexVersions(&works[i])...)
	}
	return list, err
}

type asker struct {
	client *transport.Client
	key    string
}

// results finds the works of an answer.
var results = service.Counted([]string{"meta", "count"}, "results")

func (a asker) request(values url.Values) transport.Request {
	req := transport.Request{Service: "openalex", URL: service.Link(works, values), Secret: url.Values{}, Cost: listCost}
	if values.Has("search.title") {
		req.Cost = searchCost
	}
	if a.key != "" {
		req.Secret.Set("api_key", a.key)
	}
	return req
}

// filter resolves identifiers: https://developers.openalex.org/guides/filtering
func (a asker) filter(ctx context.Context, kind string, values []string) (map[string][]byte, error) {
	req := a.request(url.Values{"filter": {kind + ":" + strings.Join(values, "|")}, "per_page": {strconv.Itoa(max(len(values), 25))}})
	return service.AskSorted(ctx, a.client, req, results, values, func(v jsonscan.Value) []string { return names(kind, v) })
}

// names gives the values under which a work may have been asked for.
func names(kind string, v jsonscan.Value) []string {
	var list []string
	for _, text := range []string{v.Get("ids", kind).Text(), v.Get(kind).Text(), v.Get("id").Text()} {
		if id, ok := ident.ParseAs(ident.Scheme(kind), text); ok {
			list = append(list, id.Value)
		}
	}
	return list
}

// title searches for a title, and with the first author besides when others with
// the same title leave no room for it.
func (a asker) title(ctx context.Context, s service.Search) ([]biblio.Record, error) {
	list, err := a.search(ctx, s, nil)
	if err == nil && s.Crowded(list, service.Spread(s.Words, rows)) {
		more, err := a.search(ctx, s, url.Values{"filter": {"raw_author_name.search:" + s.Author()}})
		return withVersions(append(more, list...), err)
	}
	return withVersions(list, err)
}

// search searches for the words of a title, of a very long one for the first that
// fit into an address.
func (a asker) search(ctx context.Context, s service.Search, values url.Values) ([]biblio.Record, error) {
	words := s.Words
	if values == nil {
		values = url.Values{}
	}
	n := service.Spread(words, rows)
	values.Set("per_page", strconv.Itoa(n))
	for {
		values.Set("search.title", words)
		req := a.request(values)
		last := strings.LastIndexByte(words, ' ')
		if fits(&req) || last < 0 {
			req.Read = service.AllOf(service.EchoCount(n, perPage...), service.Nearest(results, wire.OpenAlex, s))
			return service.AskRecords(ctx, a.client, req, results, wire.OpenAlex)
		}
		words = words[:last]
	}
}

// perPage is where an answer repeats how many works were asked for.
var perPage = []string{"meta", "per_page"}

func fits(req *transport.Request) bool { return len(req.URL)+len(req.Secret.Encode()) < longest }

// joined searches for several titles at once, which costs as much of the daily
// budget as one.
func (a asker) joined(ctx context.Context, groups [][]string) ([]biblio.Record, error) {
	req := a.request(url.Values{"search.title": {service.AnyOf(groups, "(", " AND ", ")", " OR ")}, "per_page": {"100"}})
	if !fits(&req) && len(groups) > 1 {
		return nil, service.ErrHalve
	}
	req.Read = service.EchoCount(100, perPage...)
	return withVersions(service.AskRecords(ctx, a.client, req, results, wire.OpenAlex))
}
