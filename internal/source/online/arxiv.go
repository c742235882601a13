package online

import (
	"cmp"
	"context"
	"fmt"
	"net/url"
	"strconv"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/source"
	"github.com/bonafide-audit/bonafide/internal/transport"
	"github.com/bonafide-audit/bonafide/internal/wire"
)

// arXivTogether is the number of titles of one search: with a request every three seconds, two are enough for the
// reference list of most papers.
const arXivTogether = 25

// newArXiv returns a connector to arXiv's API, with one request every three seconds.
func newArXiv(c Config) source.Connector {
	const batchSize = 100 // identifiers per request
	a := arxivAPI{c}
	return New(Spec{
		Client: c.Client,
		Info: answer.Info{Name: "arxiv", Version: 1, Online: true, Schemes: []ident.Scheme{ident.ArXiv},
			Titles: true, Registry: true,
			Origin: biblio.Origin{Kind: biblio.PreprintServer,
				States: []biblio.Field{biblio.FieldTitle, biblio.FieldAuthors, biblio.FieldYear, biblio.FieldArXiv}},
			OrderedAuthors: true, CompleteAuthors: true,
			Types: []biblio.Type{biblio.Preprint}, FromYear: 1991,
			Silence: answer.Silence{Holds: []answer.Holding{
				{Type: biblio.Preprint, Of: answer.OnArXiv, Share: 0.95, Why: "has every preprint of its own"}}}},
		IDs: []ByID{{Batch: transport.Batch{Service: "arxiv", Kind: "id", Max: batchSize, Ask: a.ids},
			Question: valueOf(ident.ArXiv, ""), Read: arxivRecords}},
		Titles: Cached(c.Client, "arxiv", Grouped(arXivTogether, telling, a.titles)),
		Takes:  papers,
		// arXiv is the registry of its numbers, but its lists sometimes lack entries: missing ones are
		// requested once more, in a list of their own.
		Absent: transport.Batch{Service: "arxiv", Kind: "absent", Max: batchSize, Ask: a.ids}, AbsentScheme: ident.ArXiv,
	})
}

// arxivRecords returns a preprint and, if its authors stated it on arXiv, its published version.
func arxivRecords(entry []byte) ([]biblio.Record, error) {
	rec, err := wire.ArXivEntry(entry)
	if err != nil {
		return nil, err
	}
	records := []biblio.Record{rec}
	if published, ok := wire.ArXivPublished(&rec); ok {
		records = append(records, published)
	}
	return wire.WithRestated(records, nil)
}

type arxivAPI struct{ Config }

// ask requests a feed. A list by identifier is complete if it has every paper that it counts; a search has more
// than it returns.
func (a arxivAPI) ask(ctx context.Context, values url.Values, transient bool) ([][]byte, error) {
	const api = "https://export.arxiv.org/api/query"
	var entries [][]byte
	_, err := a.Client.Do(ctx,
		&transport.Request{Service: "arxiv", URL: Link(api, values), Accept: "application/atom+xml",
			Types: XMLTypes, Transient: transient,
			Read: func(r *transport.Response) (bool, error) {
				list, total, err := wire.ArXivFeed(r.Body)
				if err == nil {
					search, ids := wire.ArXivQuestion(r.Body)
					err = cmp.Or(SameQuestion(values.Get("search_query"), search),
						SameQuestion(values.Get("id_list"), ids))
				}
				if err == nil && values.Has("id_list") && len(list) < total {
					err = fmt.Errorf("%d of %d papers", len(list), total)
				}
				entries = list
				return len(list) == 0, err
			}})
	return entries, err
}

// ids resolves identifiers: https://info.arxiv.org/help/api/user-manual.html
func (a arxivAPI) ids(ctx context.Context, ids []string) (map[string][]byte, error) {
	entries, err := a.ask(ctx, url.Values{"id_list": {strings.Join(ids, ",")}, "max_results": {strconv.Itoa(len(ids))}},
		true)
	if err != nil {
		return nil, err
	}
	got := make(map[string][]byte, len(entries))
	for _, entry := range entries {
		if id := wire.ArXivEntryID(entry); id != "" {
			got[id] = entry
		}
	}
	return got, nil
}

func (a arxivAPI) titles(ctx context.Context, groups [][]string) ([]biblio.Record, error) {
	entries, err := a.ask(ctx,
		url.Values{"search_query": {AnyOf(groups, "(ti:", " AND ti:", ")", " OR ")},
			"max_results": {strconv.Itoa(10 * len(groups))}}, false)
	if err != nil {
		return nil, err
	}
	var list []biblio.Record
	for _, entry := range entries {
		if records, err := arxivRecords(entry); err == nil {
			list = append(list, records...)
		}
	}
	return list, nil
}
