package online

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
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

// newSemanticScholar returns a connector to Semantic Scholar's Graph API.
func newSemanticScholar(c Config) source.Connector {
	const few = 3 // titles searched one by one; more are joined
	a := s2API{c}
	types := []biblio.Type{biblio.TypeUnknown, biblio.ArticleJournal, biblio.PaperConference, biblio.Preprint}
	// it rejects most requests: nothing follows from its silence, and nothing waits for it
	if c.Keys["semanticscholar"] == "" {
		types = []biblio.Type{}
	}
	return New(Spec{
		Client: c.Client,
		Info: answer.Info{Name: "semantic_scholar", Version: 1, Online: true,
			Schemes: []ident.Scheme{ident.DOI, ident.ArXiv, ident.PMID, ident.PMCID, ident.ACL, ident.S2}, Titles: true,
			Origin: biblio.Origin{Kind: biblio.Aggregator,
				States: []biblio.Field{biblio.FieldTitle, biblio.FieldAuthors, biblio.FieldYear}}, OrderedAuthors: true,
			CompleteAuthors: true,
			Types:           types,
			Silence: answer.Silence{Holds: []answer.Holding{
				{Type: biblio.ArticleJournal, Share: 0.6, Why: "has most articles"},
				{Type: biblio.PaperConference, Of: answer.ListedLately, Share: 0.85,
					Why: "has nearly all papers of the conferences of computer science"},
				{Type: biblio.PaperConference, Share: 0.6, Why: "has most papers"},
				{Type: biblio.Preprint, Of: answer.OnArXiv, Share: 0.9, Why: "has arXiv"},
			}}},
		// one request accepts 500
		IDs: []ByID{{Batch: transport.Batch{Service: "semanticscholar", Kind: "id", Max: 200, Ask: a.batch},
			Question: s2Question, Read: One(wire.SemanticScholar)}},
		Titles: WithFallback(few, few, longest,
			Cached(c.Client, "semanticscholar", Grouped(joined, 6, a.bulk)),
			Each(a.title)),
		Takes: scholarly,
	})
}

// s2Prefixes are the API's prefixes for identifiers of other services.
var s2Prefixes = map[ident.Scheme]string{
	ident.DOI: "DOI:", ident.ArXiv: "ARXIV:", ident.PMID: "PMID:", ident.ACL: "ACL:", ident.S2: "",
}

func s2Question(id ident.ID) (string, bool) {
	if id.Scheme == ident.PMCID {
		return "PMCID:" + strings.TrimPrefix(id.Value, "PMC"), true
	}
	prefix, ok := s2Prefixes[id.Scheme]
	return prefix + id.Value, ok
}

type s2API struct{ Config }

func (a s2API) request(path string, values url.Values) transport.Request {
	const (
		graph  = "https://api.semanticscholar.org/graph/v1/paper"
		fields = "corpusId,externalIds,url,title,venue,publicationVenue,year,authors,journal,publicationTypes,publicationDate"
	)
	values.Set("fields", fields)
	req := transport.Request{Service: "semanticscholar", URL: Link(graph+path, values)}
	if key := a.Keys["semanticscholar"]; key != "" {
		req.SecretHeader = http.Header{"X-Api-Key": {key}}
	}
	return req
}

// batch returns one element for each identifier, null for an unknown one:
// https://api.semanticscholar.org/api-docs/graph#tag/Paper-Data/operation/post_graph_get_papers
func (a s2API) batch(ctx context.Context, ids []string) (map[string][]byte, error) {
	body, err := json.Marshal(map[string][]string{"ids": ids})
	if err != nil {
		return nil, err
	}
	req := a.request("/batch", url.Values{})
	req.Method, req.ContentType, req.Body, req.Transient = http.MethodPost, "application/json", body, true
	r, items := AskJSON(req, func(v jsonscan.Value) ([]jsonscan.Value, bool) {
		list, ok := List()(v)
		return list, ok && len(list) == len(ids)
	})
	noneKnown(r)
	if _, err := a.Client.Do(ctx, r); err != nil || len(*items) == 0 {
		return nil, err
	}
	if foreign(ids, *items) {
		return nil, transport.ErrForeign
	}
	if outOfOrder(ids, *items) {
		return Sort(*items, ids, s2Names), nil
	}
	got := make(map[string][]byte, len(ids))
	for i, item := range *items {
		if item.IsObject() {
			got[ids[i]] = []byte(item.Raw())
		}
	}
	return got, nil
}

// noneKnown makes a batch accept the answer that no identifier is known: status 400 with a specific text. Any
// other 400 is about the request.
func noneKnown(req *transport.Request) {
	read := req.Read
	req.Answers = []int{http.StatusBadRequest}
	req.Read = func(r *transport.Response) (bool, error) {
		if r.Status != http.StatusBadRequest {
			return read(r)
		}
		if v, err := jsonscan.Parse(r.Body); err == nil &&
			strings.HasPrefix(v.Get("error").Text(), "No valid paper ids given") {
			return true, nil
		}
		return false, transport.Rejected(r.Status)
	}
}

// outOfOrder reports whether a paper is returned for one identifier but identifies itself as the answer to
// another, for which there is another paper: then positions mean nothing, and only what papers say about
// themselves counts. A paper with a further DOI that its object does not name is no such case.
func outOfOrder(ids []string, items []jsonscan.Value) bool {
	place := make(map[string]int, len(ids))
	for i, id := range ids {
		place[id] = i
	}
	for i, item := range items {
		names := s2Names(item)
		if !item.IsObject() || slices.Contains(names, ids[i]) {
			continue
		}
		for _, name := range names {
			if k, asked := place[name]; asked && items[k].Get("paperId").Text() != item.Get("paperId").Text() {
				return true
			}
		}
	}
	return false
}

// foreign reports whether none of the papers identifies itself as the answer to any question. A single one may
// have a further DOI that its object does not name.
func foreign(ids []string, items []jsonscan.Value) bool {
	papers := 0
	for _, item := range items {
		if !item.IsObject() {
			continue
		}
		papers++
		if slices.ContainsFunc(s2Names(item), func(name string) bool { return slices.Contains(ids, name) }) {
			return false
		}
	}
	return papers > 1
}

// s2Names returns the questions that a paper answers according to itself.
func s2Names(paper jsonscan.Value) []string {
	names := []string{paper.Get("paperId").Text()}
	for key, v := range paper.Get("externalIds").Fields() {
		if id, ok := ident.ParseAs(wire.SemanticScholarID(key, v.Text())); ok {
			if q, ok := s2Question(id); ok {
				names = append(names, q)
			}
		}
	}
	return names
}

// s2Found returns the papers of a search; "data" is missing if there are none.
func s2Found(v jsonscan.Value) ([]jsonscan.Value, bool) {
	if list, ok := Counted([]string{"total"}, "data")(v); ok {
		return list, true
	}
	total := v.Get("total")
	return nil, !total.IsNull() && total.Int() == 0
}

func (a s2API) title(ctx context.Context, s Search) ([]biblio.Record, error) {
	limit := Spread(s.Words, 6)
	req := a.request("/search", url.Values{"query": {s.Words}, "limit": {strconv.Itoa(limit)}})
	req.Read = AllOf(EchoCount(limit, "next"), Nearest(s2Found, wire.SemanticScholar, s))
	return AskRecords(ctx, a.Client, req, s2Found, wire.SemanticScholar)
}

// bulk searches for several titles at once: in its syntax all adjacent words must be there, and | separates
// alternatives.
func (a s2API) bulk(ctx context.Context, groups [][]string) ([]biblio.Record, error) {
	req := a.request("/search/bulk", url.Values{"query": {AnyOf(groups, "(", " ", ")", " | ")}})
	return AskRecords(ctx, a.Client, req, s2Found, wire.SemanticScholar)
}
