package online

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"
	"slices"
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

const (
	doiSite    = "https://doi.org/"
	doisAtOnce = 40  // in one request for agencies; more make a long address
	unnamed    = "?" // in place of an agency that is not named
)

// elsewhere lists the agencies with connectors of their own, which saves a request for each of their DOIs, and
// unnamed.
var elsewhere = []string{"Crossref", "DataCite", unnamed}

// newDOI returns a connector to the DOI system itself: which agency registered a DOI, whether it exists at all,
// and, if the agency has no connector of its own, what it describes.
func newDOI(c Config) source.Connector {
	a := &doiAPI{Config: c}
	a.Connector = New(Spec{
		Client: c.Client,
		Info: answer.Info{Name: "doi", Version: 1, Online: true, Schemes: []ident.Scheme{ident.DOI}, Registry: true,
			// it has no search
			Origin: biblio.Origin{Kind: biblio.Publisher}, OrderedAuthors: true, CompleteAuthors: true,
			Authority: []biblio.Field{biblio.FieldDOI}, Deposit: true, Types: []biblio.Type{}},
		IDs: []ByID{{Batch: transport.Batch{Service: "doi", Kind: "described", Max: 1, Ask: a.describe},
			Question: listedDOI, Read: readCSL}},
		Absent: transport.Batch{Service: "doi", Kind: "handle", Max: 1, Ask: a.handle}, AbsentScheme: ident.DOI,
		NoAliases: true, ArXivDOIs: true,
	})
	return a
}

type doiAPI struct {
	*Connector
	Config
}

// listedDOI excludes DOIs that a list of DOIs would split.
var listedDOI = valueOf(ident.DOI, ",")

// readCSL reads an item; one that says only that the DOI exists is not a record.
func readCSL(body []byte) ([]biblio.Record, error) {
	if v, err := jsonscan.Parse(body); err == nil && v.Get("title").Empty() {
		return nil, nil
	}
	rec, err := wire.CSL(body)
	if err != nil {
		return nil, err
	}
	rec.LocalID = cmp.Or(rec.LocalID, rec.ID(ident.DOI).Value)
	return []biblio.Record{rec}, nil
}

// Lookup looks up the DOIs of one reference.
func (a *doiAPI) Lookup(ctx context.Context, q source.Query) (answer.Answer, error) {
	l := a.LookupBatch(ctx, []source.Query{q})[0]
	switch l.Outcome {
	case answer.Failed:
		return answer.Answer{}, l.Failure
	case answer.NotAsked:
		return answer.Answer{}, fmt.Errorf("%w: %s", answer.ErrNotAsked, l.Reason)
	}
	return l.Answer, nil
}

// Expect counts DOIs of agencies that have connectors of their own.
func (a *doiAPI) Expect(queries []source.Query) source.Expected {
	e := a.Connector.Expect(queries)
	e.Requests = (e.Requests + doisAtOnce - 1) / doisAtOnce
	return e
}

// LookupBatch first requests the agencies of all DOIs together.
func (a *doiAPI) LookupBatch(ctx context.Context, queries []source.Query) []answer.Lookup {
	var dois []string
	for _, q := range queries {
		for _, id := range q.IDs {
			if doi, ok := listedDOI(id); ok {
				dois = append(dois, doi)
			}
		}
	}
	agencies := a.Client.Gather(ctx, a.agencies(), dois)
	lookups := a.Connector.LookupBatch(ctx, queries)
	for i := range lookups {
		a.register(&lookups[i], queries[i].IDs, agencies)
	}
	return lookups
}

// register adds the DOIs of a query that exist according to an agency without a connector, but have no readable
// description: the agency has none, or it could not be reached and the lookup failed.
func (a *doiAPI) register(l *answer.Lookup, ids []ident.ID, agencies map[string]transport.Reply) {
	for _, id := range ids {
		doi, ok := listedDOI(id)
		agency := string(agencies[doi].Body)
		if ok && agency != "" && !slices.Contains(elsewhere, agency) && len(l.Answer.Hits) == 0 {
			l.Answer.Registered = append(l.Answer.Registered, answer.Registration{ID: id, Agency: agency})
		}
	}
}

// agencies returns the batch that finds registration agencies. Form:
// https://www.doi.org/doi-handbook/HTML/which-ra.html
func (a *doiAPI) agencies() transport.Batch {
	return transport.Batch{Service: "doi", Kind: "agency", Version: 1, Max: doisAtOnce,
		Ask: func(ctx context.Context, dois []string) (map[string][]byte, error) {
			escaped := lists.Map(dois, escape)
			req, items := AskJSON(transport.Request{Service: "doi", URL: doiSite + "doiRA/" + strings.Join(escaped, ","),
				Transient: true}, List())
			if _, err := a.Client.Do(ctx, req); err != nil {
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
				case status != "DOI does not exist": // "Unknown", "Invalid DOI": not conclusive
					got[doi] = []byte(unnamed)
				}
			}
			if len(*items) != len(dois) {
				return nil, &answer.Failure{Kind: answer.BadAnswer,
					Detail: fmt.Sprintf("%d DOIs asked for, %d answered", len(dois), len(*items))}
			}
			return got, OneOf(spoken, dois)
		}}
}

func escape(doi string) string {
	parts := strings.Split(doi, "/")
	for i := range parts {
		parts[i] = url.PathEscape(parts[i])
	}
	return strings.Join(parts, "/")
}

// describe returns the description of a DOI whose agency has no connector, nothing for one that does not exist,
// and an empty item for the others.
func (a *doiAPI) describe(ctx context.Context, dois []string) (map[string][]byte, error) {
	doi := dois[0]
	agency := a.Client.Gather(ctx, a.agencies(), dois)[doi]
	switch {
	case agency.Err != nil:
		return nil, agency.Err
	case agency.Body == nil:
		return nil, nil
	case slices.Contains(elsewhere, string(agency.Body)):
		return map[string][]byte{doi: bareDOI(doi)}, nil
	}
	var raw []byte
	_, err := a.Client.Do(ctx,
		&transport.Request{Service: "doi", URL: doiSite + escape(doi), Accept: "application/vnd.citationstyles.csl+json",
			Transient: true, Follow: true,
			Answers: []int{204, 404, 406}, Read: func(r *transport.Response) (bool, error) {
				raw = nil
				if r.Status != 200 { // an agency without descriptions, which may say so on a page
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
		raw = bareDOI(doi)
	}
	return map[string][]byte{doi: raw}, nil
}

// bareDOI returns an item that says only that the DOI exists.
func bareDOI(doi string) []byte { return fmt.Appendf(nil, `{"DOI":%q}`, doi) }

// handle queries the handle system for a DOI that no agency has. Form:
// https://www.doi.org/doi-handbook/HTML/rest-api.html
func (a *doiAPI) handle(ctx context.Context, dois []string) (map[string][]byte, error) {
	doi, gone := dois[0], false
	_, err := a.Client.Do(ctx,
		&transport.Request{Service: "doi", URL: doiSite + "api/handles/" + escape(doi), Types: JSONTypes,
			Answers: []int{404}, Transient: true,
			Read: ReadJSON(func(_ *transport.Response, v jsonscan.Value) (bool, error) {
				code := v.Get("responseCode")
				if code.IsNull() || !strings.EqualFold(v.Get("handle").Text(), doi) {
					return false, fmt.Errorf("not an answer about %s", doi)
				}
				gone = code.Int() == 100 // handle not found
				return gone, nil
			})})
	if err != nil || gone {
		return nil, err
	}
	return map[string][]byte{doi: bareDOI(doi)}, nil
}
