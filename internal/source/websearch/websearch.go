// Package websearch asks a search engine of the web for a title and its first
// author, and reads the pages that it finds first. What it finds may clear a
// reference and never convicts one.
//
// May be imported by: source/..., llm/role, setup.
package websearch

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/jsonscan"
	"github.com/bonafide-audit/bonafide/internal/parallel"
	"github.com/bonafide-audit/bonafide/internal/source"
	"github.com/bonafide-audit/bonafide/internal/source/landing"
	"github.com/bonafide-audit/bonafide/internal/source/service"
	"github.com/bonafide-audit/bonafide/internal/transport"
)

// Result is one hit of a search engine. Record is set when the engine itself
// says what the work is.
type Result struct {
	Title, URL, Snippet string
	Record              *biblio.Record
}

// Provider is a search engine.
type Provider interface {
	Name() string
	// Search gives results best first. An empty list and no error mean that the
	// engine found nothing.
	Search(ctx context.Context, query string) ([]Result, error)
}

// top is how many results are fetched and read.
const top = 5

// Connector asks one provider.
type Connector struct {
	provider Provider
	reader   *landing.Reader
}

var _ source.Connector = (*Connector)(nil)

// New makes the connector.
func New(provider Provider, reader *landing.Reader) *Connector { return &Connector{provider, reader} }

// Info says what the source declares of itself.
func (c *Connector) Info() source.Info {
	return source.Info{Name: "web_search", Version: 1, Online: true, Titles: true, Origin: biblio.Origin{Kind: biblio.ConfirmOnly}}
}

// Lookup searches for the title and the first author of a reference.
func (c *Connector) Lookup(ctx context.Context, q source.Query) (source.Answer, error) {
	s := service.Search{Query: q, Title: service.Plain(q.Claimed.FullTitle())}
	if s.Title == "" {
		return source.Answer{}, fmt.Errorf("%w: no title", source.ErrNotAsked)
	}
	results, err := c.provider.Search(ctx, query(s))
	if err != nil {
		return source.Answer{}, err
	}
	if len(results) > top {
		results = results[:top]
	}
	records := make([]*biblio.Record, len(results))
	parallel.Each(len(results), len(results), func(i int) {
		defer func() { _ = recover() }() // a page that breaks its reader is not read
		records[i] = c.read(ctx, s.Title, results[i])
	})
	answer := source.Answer{Coverage: source.Coverage{Why: "a web search confirms only"}}
	for _, rec := range records {
		if rec != nil {
			rec.Source = "web_search"
			answer.Hits = append(answer.Hits, source.Hit{Record: *rec, How: source.ByWebSearch})
		}
	}
	return answer, nil
}

// query puts the title in quotation marks and the first author beside it.
func query(s service.Search) string {
	title := strings.Join(strings.Fields(strings.NewReplacer(`"`, " ", "“", " ", "”", " ").Replace(s.Title)), " ")
	return strings.TrimSpace(`"` + title + `" ` + s.Author())
}

// read fetches the page of a result. A page that does not answer leaves what
// the engine said of it, when that names the title.
func (c *Connector) read(ctx context.Context, title string, r Result) *biblio.Record {
	if rec, _, err := c.reader.Read(ctx, r.URL, false); err == nil && service.Alike(title, rec.FullTitle()) {
		return &rec
	}
	if r.Record != nil {
		return r.Record
	}
	if !service.Alike(title, r.Title) && !strings.Contains(service.Words(r.Snippet), service.Words(title)) {
		return nil
	}
	rec := biblio.Record{LocalID: r.URL, Extra: map[string]string{"snippet": r.Snippet, "result": r.Title}}
	rec.Title, rec.URL, rec.Type = r.Title, r.URL, biblio.WebPage
	return &rec
}

// engine is a provider whose difference from others is data.
type engine struct {
	name   string
	client *transport.Client
	make   func(query string) transport.Request
	list   func(jsonscan.Value) ([]jsonscan.Value, bool)
	read   func(jsonscan.Value) Result
}

// Name gives the service's name in the table of policies.
func (e *engine) Name() string { return e.name }

// Search asks the engine.
func (e *engine) Search(ctx context.Context, query string) ([]Result, error) {
	req := e.make(query)
	req.Service = e.name
	r, items := service.AskJSON(req, e.list)
	if _, err := e.client.Do(ctx, r); err != nil {
		return nil, err
	}
	var results []Result
	for _, item := range *items {
		if result := e.read(item); strings.HasPrefix(result.URL, "http") {
			results = append(results, result)
		}
	}
	return results, nil
}

// fields makes a reader of results from the names of their members.
func fields(title, address, snippet string) func(jsonscan.Value) Result {
	return func(v jsonscan.Value) Result {
		return Result{Title: v.Get(title).Text(), URL: v.Get(address).Text(), Snippet: v.Get(snippet).Text()}
	}
}

// optional finds a list that an engine leaves out when it is empty; proof is a
// member that every answer has.
func optional(proof []string, path ...string) func(jsonscan.Value) ([]jsonscan.Value, bool) {
	return func(v jsonscan.Value) ([]jsonscan.Value, bool) {
		if list, ok := service.List(path...)(v); ok {
			return list, true
		}
		return nil, !v.Get(proof...).IsNull() && v.Get("error").IsNull()
	}
}

// SearXNG is an instance of SearXNG with the JSON format enabled.
// Form: https://docs.searxng.org/dev/search_api.html
func SearXNG(client *transport.Client, base string) Provider {
	address, secret := service.OwnServer(base)
	return &engine{name: "searxng", client: client, make: func(q string) transport.Request {
		return transport.Request{URL: service.Link(address+"/search", url.Values{"q": {q}, "format": {"json"}}), SecretHeader: secret}
	}, list: service.List("results"), read: fields("title", "url", "content")}
}

// Tavily asks tavily.com.
// Form: https://docs.tavily.com/documentation/api-reference/endpoint/search
func Tavily(client *transport.Client, key string) Provider {
	return &engine{name: "tavily", client: client, make: func(q string) transport.Request {
		body, _ := json.Marshal(map[string]any{"query": q, "max_results": 8, "search_depth": "basic"}) // strings and numbers
		return transport.Request{Method: http.MethodPost, URL: "https://api.tavily.com/search", ContentType: "application/json", Body: body, SecretHeader: service.Bearer(key)}
	}, list: service.List("results"), read: fields("title", "url", "content")}
}

// Brave asks the Brave Search API.
// Form: https://api-dashboard.search.brave.com/app/documentation/web-search
func Brave(client *transport.Client, key string) Provider {
	return &engine{name: "brave", client: client, make: func(q string) transport.Request {
		return transport.Request{URL: service.Link("https://api.search.brave.com/res/v1/web/search", url.Values{"q": {q}, "count": {"8"}}),
			SecretHeader: http.Header{"X-Subscription-Token": {key}}}
	}, list: optional([]string{"query"}, "web", "results"), read: fields("title", "url", "description")}
}

// Google asks Google's Custom Search with an engine id.
// Form: https://developers.google.com/custom-search/v1/reference/rest/v1/cse/list
func Google(client *transport.Client, key, engineID string) Provider {
	return &engine{name: "google", client: client, make: func(q string) transport.Request {
		return transport.Request{URL: service.Link("https://www.googleapis.com/customsearch/v1", url.Values{"q": {q}, "num": {"8"}, "cx": {engineID}}), Secret: url.Values{"key": {key}}}
	}, list: optional([]string{"searchInformation"}, "items"), read: fields("title", "link", "snippet")}
}

// SerpAPI asks Google through serpapi.com.
// Form: https://serpapi.com/search-api
func SerpAPI(client *transport.Client, key string) Provider {
	return serpAPI(client, key, "google", fields("title", "link", "snippet"))
}

// Scholar asks Google Scholar through serpapi.com.
// Form: https://serpapi.com/google-scholar-api
func Scholar(client *transport.Client, key string) Provider {
	return serpAPI(client, key, "google_scholar", scholar)
}

func serpAPI(client *transport.Client, key, name string, read func(jsonscan.Value) Result) Provider {
	return &engine{name: "serpapi", client: client, make: func(q string) transport.Request {
		return transport.Request{URL: service.Link("https://serpapi.com/search.json", url.Values{"engine": {name}, "q": {q}, "num": {"8"}}), Secret: url.Values{"api_key": {key}}}
	}, list: organic, read: read}
}

// organic finds the results; the list is left out, and an "error" says so in
// words, when Google has none.
func organic(v jsonscan.Value) ([]jsonscan.Value, bool) {
	if list, ok := service.List("organic_results")(v); ok {
		return list, true
	}
	said := v.Get("error").Text()
	return nil, v.Get("search_metadata", "status").Text() == "Success" && (said == "" || strings.Contains(said, "hasn't returned any results"))
}

// scholar reads a result with the line below it: "JC Robinson, VG Saúco - 2010 -
// books.google.com", in which authors and container are often cut.
func scholar(v jsonscan.Value) Result {
	r := fields("title", "link", "snippet")(v)
	rec := biblio.Record{LocalID: v.Get("result_id").Text(), Extra: map[string]string{"summary": v.Get("publication_info", "summary").Text(), "snippet": r.Snippet}}
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
	if r.URL == "" {
		r.URL = "https://scholar.google.com/"
	}
	return r
}
