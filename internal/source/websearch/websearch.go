// Package websearch asks a search engine of the web for a title and its first
// author, and reads the pages that it finds first. What it finds may clear a
// reference and never convicts one.
//
// May be imported by: source/..., llm/role, setup.
package websearch

import (
	"context"
	"fmt"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/parallel"
	"github.com/bonafide-audit/bonafide/internal/source"
	"github.com/bonafide-audit/bonafide/internal/source/landing"
	"github.com/bonafide-audit/bonafide/internal/source/service"
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
