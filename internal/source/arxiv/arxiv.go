// Package arxiv asks arXiv's API, one request every three seconds.
//
// May be imported by: source/....
package arxiv

import (
	"context"
	"fmt"
	"net/url"
	"strconv"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/source"
	"github.com/bonafide-audit/bonafide/internal/source/service"
	"github.com/bonafide-audit/bonafide/internal/transport"
	"github.com/bonafide-audit/bonafide/internal/wire"
)

const (
	api      = "https://export.arxiv.org/api/query"
	together = 100 // identifiers in a request
	joined   = 15  // titles in a request
	telling  = 5   // words that stand for a title
)

// New makes the connector.
func New(client *transport.Client) *service.Connector {
	a := asker{client}
	return service.New(service.Spec{
		Client: client,
		Info: source.Info{Name: "arxiv", Version: 1, Online: true, Schemes: []ident.Scheme{ident.ArXiv}, Titles: true, Registry: true,
			Origin: biblio.Origin{Kind: biblio.PreprintServer, States: []biblio.Field{biblio.FieldTitle, biblio.FieldAuthors, biblio.FieldYear, biblio.FieldArXiv}}, OrderedAuthors: true, CompleteAuthors: true,
			Types: []biblio.Type{biblio.Preprint}, FromYear: 1991},
		IDs:    []service.ByID{{Batch: transport.Batch{Service: "arxiv", Kind: "id", Max: together, Ask: a.ids}, Question: question, Read: read}},
		Titles: service.Kept(client, "arxiv", service.Grouped(joined, telling, a.titles)), TitleRequests: service.GroupedRequests(joined),
		Takes: service.Papers,
		// arXiv is the registry of its numbers, but lists have been seen with entries
		// missing: those that a list lacked are asked for once more, among themselves.
		Absent: transport.Batch{Service: "arxiv", Kind: "absent", Max: together, Ask: a.ids}, AbsentScheme: ident.ArXiv,
	})
}

func question(id ident.ID) (string, bool) { return id.Value, id.Scheme == ident.ArXiv }

// read gives a preprint and, where its authors told arXiv, its published version.
func read(entry []byte) ([]biblio.Record, error) {
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

type asker struct{ client *transport.Client }

// ask asks for a feed. One of identifiers is whole when it has every paper that
// it counts; a search has more than it gives.
func (a asker) ask(ctx context.Context, values url.Values, transient bool) ([][]byte, error) {
	var entries [][]byte
	_, err := a.client.Do(ctx, &transport.Request{Service: "arxiv", URL: service.Link(api, values), Accept: "application/atom+xml", Types: service.XMLTypes, Transient: transient,
		Read: func(r *transport.Response) (bool, error) {
			list, total, err := wire.ArXivFeed(r.Body)
			if err == nil {
				err = sameQuestion(values, r.Body)
			}
			if err == nil && values.Has("id_list") && len(list) < total {
				err = fmt.Errorf("%d of %d papers", len(list), total)
			}
			entries = list
			return len(list) == 0, err
		}})
	return entries, err
}

// sameQuestion refuses a feed that was made for another question.
func sameQuestion(values url.Values, feed []byte) error {
	search, ids := wire.ArXivQuestion(feed)
	if err := service.SameQuestion(values.Get("search_query"), search); err != nil {
		return err
	}
	return service.SameQuestion(values.Get("id_list"), ids)
}

// ids resolves identifiers: https://info.arxiv.org/help/api/user-manual.html
func (a asker) ids(ctx context.Context, ids []string) (map[string][]byte, error) {
	entries, err := a.ask(ctx, url.Values{"id_list": {strings.Join(ids, ",")}, "max_results": {strconv.Itoa(len(ids))}}, true)
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

func (a asker) titles(ctx context.Context, groups [][]string) ([]biblio.Record, error) {
	entries, err := a.ask(ctx, url.Values{"search_query": {service.AnyOf(groups, "(ti:", " AND ti:", ")", " OR ")}, "max_results": {strconv.Itoa(10 * len(groups))}}, false)
	if err != nil {
		return nil, err
	}
	var list []biblio.Record
	for _, entry := range entries {
		if records, err := read(entry); err == nil {
			list = append(list, records...)
		}
	}
	return list, nil
}
