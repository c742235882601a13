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
	"github.com/bonafide-audit/bonafide/internal/source/service"
	"github.com/bonafide-audit/bonafide/internal/transport"
	"github.com/bonafide-audit/bonafide/internal/wire"
)

// newArXiv asks arXiv's API, one request every three seconds.
func newArXiv(c Config) source.Connector {
	const batchSize = 100 // identifiers in a request
	a := arxivAPI{c}
	return service.New(service.Spec{
		Client: c.Client,
		Info: answer.Info{Name: "arxiv", Version: 1, Online: true, Schemes: []ident.Scheme{ident.ArXiv},
			Titles: true, Registry: true,
			Origin: biblio.Origin{Kind: biblio.PreprintServer,
				States: []biblio.Field{biblio.FieldTitle, biblio.FieldAuthors, biblio.FieldYear, biblio.FieldArXiv}},
			OrderedAuthors: true, CompleteAuthors: true,
			Types: []biblio.Type{biblio.Preprint}, FromYear: 1991},
		IDs: []service.ByID{{Batch: transport.Batch{Service: "arxiv", Kind: "id", Max: batchSize, Ask: a.ids},
			Question: valueOf(ident.ArXiv, ""), Read: arxivRecords}},
		Titles: service.Kept(c.Client, "arxiv", service.Grouped(15, telling, a.titles)),
		Takes:  service.Papers,
		// arXiv is the registry of its numbers, but lists have been seen with entries
		// missing: those that a list lacked are asked for once more, among themselves.
		Absent: transport.Batch{Service: "arxiv", Kind: "absent", Max: batchSize, Ask: a.ids}, AbsentScheme: ident.ArXiv,
	})
}

// arxivRecords returns a preprint and, where its authors told arXiv, its published version.
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

// ask asks for a feed. One of identifiers is whole when it has every paper that
// it counts; a search has more than it gives.
func (a arxivAPI) ask(ctx context.Context, values url.Values, transient bool) ([][]byte, error) {
	const api = "https://export.arxiv.org/api/query"
	var entries [][]byte
	_, err := a.Client.Do(ctx,
		&transport.Request{Service: "arxiv", URL: service.Link(api, values), Accept: "application/atom+xml",
			Types: service.XMLTypes, Transient: transient,
			Read: func(r *transport.Response) (bool, error) {
				list, total, err := wire.ArXivFeed(r.Body)
				if err == nil {
					search, ids := wire.ArXivQuestion(r.Body)
					err = cmp.Or(service.SameQuestion(values.Get("search_query"), search),
						service.SameQuestion(values.Get("id_list"), ids))
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
		url.Values{"search_query": {service.AnyOf(groups, "(ti:", " AND ti:", ")", " OR ")},
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
