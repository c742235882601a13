package online

import (
	"context"
	"fmt"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/jsonscan"
	"github.com/bonafide-audit/bonafide/internal/source"
	"github.com/bonafide-audit/bonafide/internal/transport"
)

// The usual contents of one request.
const (
	joined  = 10 // titles
	telling = 5  // words that represent a title
)

// question returns the query for an identifier; ok is false if it cannot be looked up.
type question = func(id ident.ID) (text string, ok bool)

// valueOf looks up the identifiers of one scheme as they are, except those with a character that is special to
// the service.
func valueOf(scheme ident.Scheme, signs string) question {
	return func(id ident.ID) (string, bool) {
		return id.Value, id.Scheme == scheme && !strings.ContainsAny(id.Value, signs)
	}
}

// formOf writes identifiers in the syntax of a query language, by scheme, with %s for the value; a value that
// would end a quotation is skipped.
func formOf(forms map[ident.Scheme]string) question {
	return func(id ident.ID) (string, bool) {
		form, ok := forms[id.Scheme]
		if !ok || strings.ContainsAny(id.Value, `"\`) {
			return "", false
		}
		return fmt.Sprintf(form, id.Value), true
	}
}

// queryAPI is a service with one address for queries in a language that can join identifiers, and titles as
// well. The differences between such services are data.
type queryAPI struct {
	// request returns a request for at most rows of the works that match a query; items finds them in the
	// answer, read reads one, and expand, if set, adds related records.
	request func(query string, rows int) transport.Request
	items   func(jsonscan.Value) ([]jsonscan.Value, bool)
	read    func([]byte) (biblio.Record, error)
	expand  func([]biblio.Record, error) ([]biblio.Record, error)

	kind      string // of identifiers, in the keys of cached answers
	question  question
	batchSize int // identifiers per request
	perID     int // works requested per identifier
	ids       func(questions []string) string
	named     func(work jsonscan.Value) []ident.ID // identifiers with which it may have been requested

	titles   func(groups [][]string) string
	perTitle int // works requested per title
}

// connector completes a spec with the ways to query the service, which has the name of the source.
func (q queryAPI) connector(c Config, spec Spec) source.Connector {
	if q.expand == nil {
		q.expand = func(records []biblio.Record, err error) ([]biblio.Record, error) { return records, err }
	}
	request := func(query string, rows int) transport.Request {
		req := q.request(query, rows)
		req.Service = spec.Info.Name
		return req
	}
	ids := func(ctx context.Context, questions []string) (map[string][]byte, error) {
		req := request(q.ids(questions), q.perID*len(questions))
		return AskSorted(ctx, c.Client, req, q.items, questions, func(work jsonscan.Value) (names []string) {
			for _, id := range q.named(work) {
				if name, ok := q.question(id); ok {
					names = append(names, name)
				}
			}
			return names
		})
	}
	titles := func(ctx context.Context, groups [][]string) ([]biblio.Record, error) {
		return q.expand(AskRecords(ctx, c.Client, request(q.titles(groups), q.perTitle*len(groups)), q.items, q.read))
	}
	spec.Client = c.Client
	spec.IDs = []ByID{{Batch: transport.Batch{Service: spec.Info.Name, Kind: q.kind, Max: q.batchSize, Ask: ids},
		Question: q.question,
		Read:     func(body []byte) ([]biblio.Record, error) { return q.expand(One(q.read)(body)) }}}
	spec.Titles = Cached(c.Client, spec.Info.Name, Grouped(joined, telling, titles))
	return New(spec)
}
