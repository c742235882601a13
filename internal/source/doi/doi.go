// Package doi asks the DOI system itself: which agency registered a DOI, whether
// it exists at all, and, where the agency has no connector of its own, what it
// describes.
//
// May be imported by: source/....
package doi

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/jsonscan"
	"github.com/bonafide-audit/bonafide/internal/source"
	"github.com/bonafide-audit/bonafide/internal/source/service"
	"github.com/bonafide-audit/bonafide/internal/transport"
	"github.com/bonafide-audit/bonafide/internal/wire"
)

const (
	site     = "https://doi.org/"
	together = 40 // DOIs in one question for agencies; more make a long address
	missing  = "DOI does not exist"
	unnamed  = "?" // stands for an agency that is not named
	cslType  = "application/vnd.citationstyles.csl+json"
)

// New makes the connector. known lists the agencies that other connectors of
// the run ask, which spares a request for each of their DOIs; nil means
// Crossref and DataCite.
func New(client *transport.Client, known []string) *Connector {
	if known == nil {
		known = []string{"Crossref", "DataCite"}
	}
	c := &Connector{client: client, known: known}
	c.Connector = service.New(service.Spec{
		Client: client,
		Info: source.Info{Name: "doi", Version: 1, Online: true, Schemes: []ident.Scheme{ident.DOI}, Registry: true,
			Origin: biblio.Origin{Kind: biblio.Publisher}, OrderedAuthors: true, CompleteAuthors: true, Authority: []biblio.Field{biblio.FieldDOI}, Deposit: true, Types: []biblio.Type{}}, // it has no search
		IDs:    []service.ByID{{Batch: transport.Batch{Service: "doi", Kind: "described", Max: 1, Ask: c.describe}, Question: question, Read: readCSL}},
		Absent: transport.Batch{Service: "doi", Kind: "handle", Max: 1, Ask: c.handle}, AbsentScheme: ident.DOI, NoAliases: true, ArXivDOIs: true,
	})
	return c
}

// Connector asks the DOI system.
type Connector struct {
	*service.Connector
	client *transport.Client
	known  []string
}

// question leaves out DOIs that a list of DOIs would cut in two.
func question(id ident.ID) (string, bool) {
	return id.Value, id.Scheme == ident.DOI && !strings.ContainsAny(id.Value, ",")
}

// readCSL reads an item; one that says only that the DOI exists is no record.
func readCSL(body []byte) ([]biblio.Record, error) {
	if v, err := jsonscan.Parse(body); err == nil && v.Get("title").Empty() {
		return nil, nil
	}
	rec, err := wire.CSL(body)
	if err != nil {
		return nil, err
	}
	if rec.LocalID == "" {
		rec.LocalID = rec.ID(ident.DOI).Value
	}
	return []biblio.Record{rec}, nil
}

// Lookup asks about the DOIs of one reference.
func (c *Connector) Lookup(ctx context.Context, q source.Query) (source.Answer, error) {
	l := c.LookupBatch(ctx, []source.Query{q})[0]
	switch l.Outcome {
	case source.Failed:
		return source.Answer{}, l.Failure
	case source.NotAsked:
		return source.Answer{}, fmt.Errorf("%w: %s", source.ErrNotAsked, l.Reason)
	}
	return l.Answer, nil
}

// Expect reckons with DOIs of agencies that are asked themselves.
func (c *Connector) Expect(queries []source.Query) source.Expected {
	dois := map[string]bool{}
	for _, q := range queries {
		for _, id := range q.IDs {
			if doi, ok := question(id); ok {
				dois[doi] = true
			}
		}
	}
	return source.Expected{Service: "doi", Requests: (len(dois) + together - 1) / together}
}

// LookupBatch asks for the agencies of all DOIs together first.
func (c *Connector) LookupBatch(ctx context.Context, queries []source.Query) []source.Lookup {
	var dois []string
	for _, q := range queries {
		for _, id := range q.IDs {
			if doi, ok := question(id); ok {
				dois = append(dois, doi)
			}
		}
	}
	agencies := c.client.Gather(ctx, c.agencies(), dois)
	lookups := c.Connector.LookupBatch(ctx, queries)
	for i := range lookups {
		c.register(&lookups[i], queries[i].IDs, agencies)
	}
	return lookups
}

// register adds the DOIs of a query that exist by the word of an agency which no
// connector asks, and that have no readable description: the agency gives none, or
// was not to be reached for it, and the lookup failed.
func (c *Connector) register(l *source.Lookup, ids []ident.ID, agencies map[string]transport.Reply) {
	for _, id := range ids {
		doi, ok := question(id)
		agency := string(agencies[doi].Body)
		if ok && agency != "" && agency != unnamed && !slices.Contains(c.known, agency) && len(l.Answer.Hits) == 0 {
			l.Answer.Registered = append(l.Answer.Registered, source.Registration{ID: id, Agency: agency})
		}
	}
}

// agencies is the question for registration agencies.
// Form: https://www.doi.org/doi-handbook/HTML/which-ra.html
func (c *Connector) agencies() transport.Batch {
	return transport.Batch{Service: "doi", Kind: "agency", Version: 1, Max: together, Ask: func(ctx context.Context, dois []string) (map[string][]byte, error) {
		escaped := make([]string, len(dois))
		for i, doi := range dois {
			escaped[i] = escape(doi)
		}
		req, items := service.AskJSON(transport.Request{Service: "doi", URL: site + "doiRA/" + strings.Join(escaped, ","), Transient: true}, service.List())
		if _, err := c.client.Do(ctx, req); err != nil {
			return nil, err
		}
		got, spoken := map[string][]byte{}, map[string][]byte{}
		for _, item := range *items {
			doi := strings.ToLower(item.Get("DOI").Text())
			agency := item.Get("RA").Text()
			spoken[doi] = []byte(agency)
			switch status := item.Get("status").Text(); {
			case agency != "":
				got[doi] = []byte(agency)
			case status != missing: // "Unknown", "Invalid DOI": no word on it
				got[doi] = []byte(unnamed)
			}
		}
		return got, cmp.Or(answered(dois, *items), service.OneOf(spoken, dois))
	}}
}

// answered makes sure that every DOI was spoken of.
func answered(dois []string, items []jsonscan.Value) error {
	if len(items) != len(dois) {
		return &source.Failure{Kind: source.BadAnswer, Detail: fmt.Sprintf("%d DOIs asked for, %d answered", len(dois), len(items))}
	}
	return nil
}

func escape(doi string) string {
	parts := strings.Split(doi, "/")
	for i := range parts {
		parts[i] = url.PathEscape(parts[i])
	}
	return strings.Join(parts, "/")
}

// describe gives the description of a DOI whose agency no other connector
// asks, nothing for one that does not exist, and an empty item for the others.
func (c *Connector) describe(ctx context.Context, dois []string) (map[string][]byte, error) {
	doi := dois[0]
	agency := c.client.Gather(ctx, c.agencies(), dois)[doi]
	switch {
	case agency.Err != nil:
		return nil, agency.Err
	case agency.Body == nil:
		return nil, nil
	case slices.Contains(c.known, string(agency.Body)) || string(agency.Body) == unnamed:
		return map[string][]byte{doi: elsewhere(doi)}, nil
	}
	var raw []byte
	_, err := c.client.Do(ctx, &transport.Request{Service: "doi", URL: site + escape(doi), Accept: cslType, Transient: true, Follow: true,
		Answers: []int{204, 404, 406}, Read: func(r *transport.Response) (bool, error) {
			raw = nil
			if r.Status != 200 { // an agency without descriptions, which may say so in a page
				return true, nil
			}
			v, err := jsonscan.Parse(r.Body)
			if err != nil {
				return false, err
			}
			if v.Get("title").IsNull() && v.Get("DOI").IsNull() {
				return false, errors.New("not an item")
			}
			if named := v.Get("DOI").Text(); named != "" && !strings.EqualFold(named, doi) {
				return false, fmt.Errorf("not an item about %s", doi)
			}
			raw = r.Body
			return false, nil
		}})
	if err != nil {
		return nil, err
	}
	if raw == nil {
		raw = elsewhere(doi)
	}
	return map[string][]byte{doi: raw}, nil
}

// elsewhere is an item that says only that the DOI exists.
func elsewhere(doi string) []byte { return fmt.Appendf(nil, `{"DOI":%q}`, doi) }

// handle asks the handle system for a DOI that no agency has.
// Form: https://www.doi.org/doi-handbook/HTML/rest-api.html
func (c *Connector) handle(ctx context.Context, dois []string) (map[string][]byte, error) {
	doi, gone := dois[0], false
	_, err := c.client.Do(ctx, &transport.Request{Service: "doi", URL: site + "api/handles/" + escape(doi), Types: service.JSONTypes, Answers: []int{404}, Transient: true,
		Read: func(r *transport.Response) (bool, error) {
			v, err := jsonscan.Parse(r.Body)
			if err != nil {
				return false, err
			}
			code := v.Get("responseCode")
			if code.IsNull() || !strings.EqualFold(v.Get("handle").Text(), doi) {
				return false, fmt.Errorf("not an answer about %s", doi)
			}
			gone = code.Int() == 100 // handle not found
			return gone, nil
		}})
	if err != nil || gone {
		return nil, err
	}
	return map[string][]byte{doi: elsewhere(doi)}, nil
}
