package online

import (
	"context"
	"net/url"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/jsonscan"
	"github.com/bonafide-audit/bonafide/internal/source"
	"github.com/bonafide-audit/bonafide/internal/transport"
	"github.com/bonafide-audit/bonafide/internal/wire"
)

// newDBLP returns a connector to DBLP, the bibliography of computer science.
func newDBLP(c Config) source.Connector {
	a := dblpAPI{c}
	return New(Spec{
		Client: c.Client,
		Info: answer.Info{Name: "dblp_online", Version: 1, Online: true, Titles: true,
			Origin: biblio.Origin{Kind: biblio.Publisher}, OrderedAuthors: true, CompleteAuthors: true,
			Authority: []biblio.Field{biblio.FieldAuthors, biblio.FieldVenue},
			Types:     []biblio.Type{}, // titles are only searched in groups, by their exact words
			Silence: answer.Silence{Holds: []answer.Holding{
				{Type: biblio.PaperConference, Of: answer.Listed, Share: 0.8, Why: "lists the conferences of computer science"},
				{Type: biblio.ArticleJournal, Of: answer.Listed, Share: 0.4, Why: "lists journals of computer science"},
			}}},
		Titles: Cached(c.Client, "dblp", Grouped(joined, telling, a.titles)),
		Takes:  papers,
	})
}

type dblpAPI struct{ Config }

// titles searches for several titles at once. DBLP's syntax allows | only between single words and requires
// every part: the first telling word of any title, and the second of any, and so on. The result contains the
// works of all titles, and little else. Form: https://dblp.org/faq/How+to+use+the+dblp+search+API.html
func (a dblpAPI) titles(ctx context.Context, groups [][]string) ([]biblio.Record, error) {
	parts := make([]string, 0, telling)
	for n := range telling {
		var words []string
		for _, g := range groups {
			if len(g) == 0 {
				continue
			}
			if w := g[min(n, len(g)-1)]; !slices.Contains(words, w) {
				words = append(words, w)
			}
		}
		parts = append(parts, strings.Join(words, "|"))
	}
	h := "30"
	if len(groups) > 1 {
		h = "300"
	}
	req := transport.Request{Service: "dblp",
		URL: Link("https://dblp.org/search/publ/api",
			url.Values{"q": {strings.Join(parts, " ")}, "format": {"json"}, "h": {h}, "c": {"0"}})}
	req.Read = Echo(strings.Join(parts, " "), "result", "query")
	cut := false
	list, err := AskRecords(ctx, a.Client, req, func(v jsonscan.Value) ([]jsonscan.Value, bool) {
		items, ok := dblpHits(v)
		cut = v.Get("result", "hits", "@total").Int() > len(items)
		return items, ok
	}, wire.DBLPHit)
	if err == nil && cut {
		err = ErrHalve
	}
	return list, err
}

// dblpHits returns the hits; the list is missing if there are none, so the count shows that it is an answer.
func dblpHits(v jsonscan.Value) ([]jsonscan.Value, bool) {
	hits := v.Get("result", "hits")
	if !hits.IsObject() || v.Get("result", "status", "@code").Text() != "200" {
		return nil, false
	}
	if list := hits.Get("hit"); list.IsObject() { // a single hit
		return []jsonscan.Value{list}, true
	}
	if list, ok := Counted([]string{"@total"}, "hit")(hits); ok {
		return list, true
	}
	return nil, hits.Get("@sent").Text() == "0" && hits.Get("@total").Int() == 0
}
