package role

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/source"
	"github.com/bonafide-audit/bonafide/internal/source/online"
)

// NewPlanner returns the role that routes citations. The model may change the order of the stages after memory;
// it can neither stop early nor skip a stage, and any other answer is replaced by the usual one.
func NewPlanner(c *Asker) audit.Routes {
	return func(ctx context.Context, p audit.Progress, usual audit.Action) audit.Action {
		if usual == audit.Stop || usual == audit.AskMemory || len(p.Left) < 2 {
			return usual
		}
		p.Citation = digest([]byte(p.Citation)) // an id may come from the document
		var a struct {
			Citation string       `json:"citation_id"`
			Next     audit.Action `json:"next_action"`
		}
		q := question{role: Planner, prompt: "planner-1", name: "plan", tokens: 300, schema: objectOf(
			"citation_id", choiceOf(p.Citation), "reason", textOf(mostNote),
			"next_action", choiceOf(append(slices.Clone(p.Left), audit.Stop)...))}
		if err := c.ask(ctx, q, p, &a); err != nil || a.Citation != p.Citation || !slices.Contains(p.Left, a.Next) {
			return usual
		}
		return a.Next
	}
}

// Searcher is a search engine based on a model that searches the web. Nothing that it says about a page counts:
// it only returns addresses, and the pages are fetched and read like those of any search engine.
type Searcher struct{ asker *Asker }

// NewSearcher returns the search engine.
func NewSearcher(c *Asker) Searcher { return Searcher{c} }

type foundPages struct {
	URLs  []string `json:"urls"`
	cited []string
}

func (f *foundPages) cite(addresses []string) { f.cited = addresses }

// Search returns addresses. Those contained in the question itself are left out, and, if the provider says
// which pages it saw, so are all others. A model without an answer counts as not asked: its silence must not
// change a verdict.
func (s Searcher) Search(ctx context.Context, query string) ([]online.SearchResult, error) {
	if doubtful(query) {
		return nil, fmt.Errorf("%w: the title gives orders", answer.ErrNotAsked)
	}
	var a foundPages
	q := question{role: Retriever, prompt: "retriever-1", name: "pages", tokens: 1000, search: true,
		schema: objectOf("urls", listOf(10, textOf(1000)))}
	if err := s.asker.ask(ctx, q, map[string]string{"query": plain(query, mostValue)}, &a); err != nil {
		return nil, fmt.Errorf("%w: the model gave no answer (%s)", answer.ErrNotAsked, why(err))
	}
	var out []online.SearchResult
	for _, u := range a.URLs {
		seen := len(a.cited) == 0 || slices.Contains(a.cited, u)
		if web := strings.HasPrefix(u, "https://") || strings.HasPrefix(u, "http://"); web && seen &&
			!strings.Contains(query, u) {
			out = append(out, online.SearchResult{URL: u})
		}
	}
	return out, nil
}

// retriever is the connector over pages that a model found.
type retriever struct{ source.Connector }

// NewRetriever returns a connector named after the searching model. The given connector must search with a Searcher.
func NewRetriever(search source.Connector) source.Connector { return retriever{search} }

// RetrieverName is the name of the source.
const RetrieverName = "model_search"

// Info returns the source's description of itself.
func (r retriever) Info() answer.Info {
	info := r.Connector.Info()
	info.Name, info.Origin = RetrieverName, biblio.Origin{Kind: biblio.ConfirmOnly}
	return info
}

// Lookup searches and reads the pages.
func (r retriever) Lookup(ctx context.Context, q source.Query) (answer.Answer, error) {
	answer, err := r.Connector.Lookup(ctx, q)
	for i := range answer.Hits {
		answer.Hits[i].Record.Source = RetrieverName
	}
	return answer, err
}
