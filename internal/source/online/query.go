package online

import (
	"context"
	"fmt"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/jsonscan"
	"github.com/bonafide-audit/bonafide/internal/source"
	"github.com/bonafide-audit/bonafide/internal/source/service"
	"github.com/bonafide-audit/bonafide/internal/transport"
)

// What most services are asked in one request.
const (
	joined  = 10 // titles
	telling = 5  // words that stand for a title
)

// question returns what to ask for an identifier; ok is false when it cannot be asked.
type question = func(id ident.ID) (text string, ok bool)

// valueOf asks for the identifiers of one scheme as they are, without those that
// have one of the signs which the service reads as its own.
func valueOf(scheme ident.Scheme, signs string) question {
	return func(id ident.ID) (string, bool) {
		return id.Value, id.Scheme == scheme && !strings.ContainsAny(id.Value, signs)
	}
}

// formOf asks for identifiers in the forms of a query language, by scheme, with %s
// for the value; a value that would end a quotation is left out.
func formOf(forms map[ident.Scheme]string) question {
	return func(id ident.ID) (string, bool) {
		form, ok := forms[id.Scheme]
		if !ok || strings.ContainsAny(id.Value, `"\`) {
			return "", false
		}
		return fmt.Sprintf(form, id.Value), true
	}
}

// queryAPI is a service with one address for queries in a language that joins
// identifiers, and titles as well. What differs between such services is data.
type queryAPI struct {
	// request asks for so many of the works that fit a query; items finds them in the
	// answer, read reads one, and expand, where it is set, adds what they say besides.
	request func(query string, rows int) transport.Request
	items   func(jsonscan.Value) ([]jsonscan.Value, bool)
	read    func([]byte) (biblio.Record, error)
	expand  func([]biblio.Record, error) ([]biblio.Record, error)

	kind     string // of identifiers, in the keys of kept answers
	question question
	batchSize int // identifiers in a request
	perID    int // works asked for
	ids      func(questions []string) string
	named    func(work jsonscan.Value) []ident.ID // by which it may have been asked for

	titles   func(groups [][]string) string
	perTitle int // works asked for
}

// connector completes a spec with the ways to ask the service, which has the name of
// the source.
func (q queryAPI) connector(c Config, spec service.Spec) source.Connector {
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
		return service.AskSorted(ctx, c.Client, req, q.items, questions, func(work jsonscan.Value) (names []string) {
			for _, id := range q.named(work) {
				if name, ok := q.question(id); ok {
					names = append(names, name)
				}
			}
			return names
		})
	}
	titles := func(ctx context.Context, groups [][]string) ([]biblio.Record, error) {
		return q.expand(service.AskRecords(ctx, c.Client, request(q.titles(groups), q.perTitle*len(groups)), q.items, q.read))
	}
	spec.Client = c.Client
	spec.IDs = []service.ByID{{Batch: transport.Batch{Service: spec.Info.Name, Kind: q.kind, Max: q.batchSize, Ask: ids},
		Question: q.question,
		Read:     func(body []byte) ([]biblio.Record, error) { return q.expand(service.One(q.read)(body)) }}}
	spec.Titles = service.Kept(c.Client, spec.Info.Name, service.Grouped(joined, telling, titles))
	return service.New(spec)
}
