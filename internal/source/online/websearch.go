package online

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/jsonscan"
	"github.com/bonafide-audit/bonafide/internal/parallel"
	"github.com/bonafide-audit/bonafide/internal/source"
	"github.com/bonafide-audit/bonafide/internal/source/landing"
	"github.com/bonafide-audit/bonafide/internal/transport"
)

// SearchResult is one hit of a search engine. Record is set if the engine itself says what the work is.
type SearchResult struct {
	Title, URL, Snippet string
	Record              *biblio.Record
}

// A SearchEngine returns results, best first. An empty list and no error mean that it found nothing.
type SearchEngine func(ctx context.Context, query string) ([]SearchResult, error)

// webSearch queries a web search engine for a title and its first author, and reads the first pages found. The
// result may confirm a reference but never proves one wrong.
type webSearch struct {
	search SearchEngine
	reader *landing.Reader
}

// NewWebSearch returns a connector to a search engine.
func NewWebSearch(search SearchEngine, reader *landing.Reader) source.Connector {
	return &webSearch{search, reader}
}

// newWebSearch uses the first configured engine.
func newWebSearch(c Config) source.Connector {
	e := engineFor(c.Keys)
	if e == nil {
		return nil
	}
	return NewWebSearch(e.search(c), landing.NewReader(c.Client, c.PDF))
}

// Info describes the source.
func (c *webSearch) Info() answer.Info {
	return answer.Info{Name: "web_search", Version: 1, Online: true, Titles: true,
		Origin: biblio.Origin{Kind: biblio.ConfirmOnly}}
}

// Lookup searches for the title and the first author of a reference.
func (c *webSearch) Lookup(ctx context.Context, q source.Query) (answer.Answer, error) {
	s := Search{Query: q, Title: Plain(q.Claimed.FullTitle())}
	if s.Title == "" {
		return answer.Answer{}, fmt.Errorf("%w: no title", answer.ErrNotAsked)
	}
	results, err := c.search(ctx, webQuery(s))
	if err != nil {
		return answer.Answer{}, err
	}
	const most = 5 // results that are fetched and read
	results = results[:min(len(results), most)]
	records := make([]*biblio.Record, len(results))
	parallel.Each(len(results), len(results), func(i int) {
		_ = parallel.Try(func() error { // skip a page that makes the reader panic
			records[i] = c.read(ctx, s.Title, results[i])
			return nil
		})
	})
	reply := answer.Answer{Coverage: answer.Coverage{Why: "a web search confirms only"}}
	for _, rec := range records {
		if rec != nil {
			rec.Source = "web_search"
			reply.Hits = append(reply.Hits, answer.Hit{Record: *rec, How: answer.ByWebSearch})
		}
	}
	return reply, nil
}

// webQuery returns the title in quotation marks followed by the first author.
func webQuery(s Search) string {
	title := strings.Join(strings.Fields(strings.NewReplacer(`"`, " ", "“", " ", "”", " ").Replace(s.Title)), " ")
	return strings.TrimSpace(`"` + title + `" ` + s.Author())
}

// read fetches the page of a result. If it does not answer, the engine's own data is used if it names the
// title.
func (c *webSearch) read(ctx context.Context, title string, r SearchResult) *biblio.Record {
	if rec, _, err := c.reader.Read(ctx, r.URL, false); err == nil && Alike(title, rec.FullTitle()) {
		return &rec
	}
	if r.Record != nil {
		return r.Record
	}
	if !Alike(title, r.Title) && !strings.Contains(Words(r.Snippet), Words(title)) {
		return nil
	}
	rec := biblio.Record{LocalID: r.URL, Extra: map[string]string{"snippet": r.Snippet, "result": r.Title}}
	rec.Title, rec.URL, rec.Type = r.Title, r.URL, biblio.WebPage
	return &rec
}

// engine is a search engine; the differences between engines are data.
type engine struct {
	service string // in the table of policies
	ready   func(keys map[string]string) bool
	request func(keys map[string]string, query string) transport.Request
	list    func(jsonscan.Value) ([]jsonscan.Value, bool)
	read    func(jsonscan.Value) SearchResult
}

// engines lists the engines; the first configured one is used. SearXNG is an instance with the JSON format
// enabled, Google a Custom Search with an engine id; serpapi.com queries Google Scholar, or Google if
// configured so. Forms: https://docs.searxng.org/dev/search_api.html,
// https://docs.tavily.com/documentation/api-reference/endpoint/search, https://serpapi.com/search-api,
// https://serpapi.com/google-scholar-api, https://api-dashboard.search.brave.com/app/documentation/web-search,
// https://developers.google.com/custom-search/v1/reference/rest/v1/cse/list
var engines = []engine{
	{"searxng", has("searxng_url"), func(keys map[string]string, query string) transport.Request {
		address, secret := OwnServer(keys["searxng_url"])
		return transport.Request{URL: Link(address+"/search", url.Values{"q": {query}, "format": {"json"}}),
			SecretHeader: secret}
	}, List("results"), resultOf("title", "url", "content")},
	{"tavily", has("tavily"), func(keys map[string]string, query string) transport.Request {
		// strings and numbers
		body, _ := json.Marshal(map[string]any{"query": query, "max_results": 8, "search_depth": "basic"})
		return transport.Request{Method: http.MethodPost, URL: "https://api.tavily.com/search",
			ContentType: "application/json", Body: body, SecretHeader: Bearer(keys["tavily"])}
	}, List("results"), resultOf("title", "url", "content")},
	{"serpapi", func(keys map[string]string) bool { return keys["serpapi"] != "" && keys["serpapi_engine"] == "google" },
		serpAPI("google"), organic, resultOf("title", "link", "snippet")},
	{"serpapi", has("serpapi"), serpAPI("google_scholar"), organic, scholar},
	{"brave", has("brave"), func(keys map[string]string, query string) transport.Request {
		return transport.Request{URL: Link("https://api.search.brave.com/res/v1/web/search",
			url.Values{"q": {query}, "count": {"8"}}),
			SecretHeader: http.Header{"X-Subscription-Token": {keys["brave"]}}}
	}, optional([]string{"query"}, "web", "results"), resultOf("title", "url", "description")},
	{"google", has("google", "google_engine"), func(keys map[string]string, query string) transport.Request {
		return transport.Request{URL: Link("https://www.googleapis.com/customsearch/v1",
			url.Values{"q": {query}, "num": {"8"}, "cx": {keys["google_engine"]}}),
			Secret: url.Values{"key": {keys["google"]}}}
	}, optional([]string{"searchInformation"}, "items"), resultOf("title", "link", "snippet")},
}

// engineFor returns the configured engine, or nil.
func engineFor(keys map[string]string) *engine {
	for i := range engines {
		if engines[i].ready(keys) {
			return &engines[i]
		}
	}
	return nil
}

// has returns a function that reports whether all keys of an engine are set.
func has(names ...string) func(keys map[string]string) bool {
	return func(keys map[string]string) bool {
		return !slices.ContainsFunc(names, func(name string) bool { return keys[name] == "" })
	}
}

// search returns a function that queries the engine.
func (e *engine) search(c Config) SearchEngine {
	return func(ctx context.Context, query string) ([]SearchResult, error) {
		req := e.request(c.Keys, query)
		req.Service = e.service
		r, items := AskJSON(req, e.list)
		if _, err := c.Client.Do(ctx, r); err != nil {
			return nil, err
		}
		var results []SearchResult
		for _, item := range *items {
			if result := e.read(item); strings.HasPrefix(result.URL, "http") {
				results = append(results, result)
			}
		}
		return results, nil
	}
}

// resultOf returns a reader of results, given the names of their members.
func resultOf(title, address, snippet string) func(jsonscan.Value) SearchResult {
	return func(v jsonscan.Value) SearchResult {
		return SearchResult{Title: v.Get(title).Text(), URL: v.Get(address).Text(), Snippet: v.Get(snippet).Text()}
	}
}

// optional finds a list that an engine omits if it is empty; proof is a member that every answer has.
func optional(proof []string, path ...string) func(jsonscan.Value) ([]jsonscan.Value, bool) {
	return func(v jsonscan.Value) ([]jsonscan.Value, bool) {
		if list, ok := List(path...)(v); ok {
			return list, true
		}
		return nil, !v.Get(proof...).IsNull() && v.Get("error").IsNull()
	}
}

func serpAPI(engine string) func(map[string]string, string) transport.Request {
	return func(keys map[string]string, query string) transport.Request {
		return transport.Request{URL: Link("https://serpapi.com/search.json",
			url.Values{"engine": {engine}, "q": {query}, "num": {"8"}}), Secret: url.Values{"api_key": {keys["serpapi"]}}}
	}
}

// organic returns the results; if Google has none, the list is missing and an "error" says so.
func organic(v jsonscan.Value) ([]jsonscan.Value, bool) {
	if list, ok := List("organic_results")(v); ok {
		return list, true
	}
	said := v.Get("error").Text()
	return nil, v.Get("search_metadata", "status").Text() == "Success" &&
		(said == "" || strings.Contains(said, "hasn't returned any results"))
}

// scholar reads a result with the line below it: "JC Robinson, VG Saúco - 2010 - books.google.com", in which
// authors and container are often truncated.
func scholar(v jsonscan.Value) SearchResult {
	r := resultOf("title", "link", "snippet")(v)
	rec := biblio.Record{LocalID: v.Get("result_id").Text(),
		Extra: map[string]string{"summary": v.Get("publication_info", "summary").Text(), "snippet": r.Snippet}}
	rec.Title, rec.URL = r.Title, r.URL
	parts := strings.Split(rec.Extra["summary"], " - ")
	names := strings.Split(parts[0], ",")
	last := strings.TrimSpace(names[len(names)-1])
	if cut, ok := strings.CutSuffix(last, "…"); ok {
		names[len(names)-1], rec.AuthorsCut = cut, true
	}
	for i := range names {
		names[i] = strings.TrimSpace(names[i])
	}
	var cut bool
	rec.Contributors, cut = biblio.ParseNames(names, biblio.Author)
	rec.AuthorsCut = rec.AuthorsCut || cut
	if len(parts) > 1 {
		rec.Issued.Year = biblio.LeadingYear(parts[1])
		if i := strings.LastIndex(parts[1], ","); i > 0 && !strings.Contains(parts[1], "…") {
			rec.Container.Title = strings.TrimSpace(parts[1][:i])
		}
	}
	if v.Get("type").Text() == "Book" {
		rec.Type = biblio.Book
	}
	r.Record = &rec
	r.URL = cmp.Or(r.URL, "https://scholar.google.com/")
	return r
}
