package online

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/lists"
	"github.com/bonafide-audit/bonafide/internal/normalise"
	"github.com/bonafide-audit/bonafide/internal/transport"
)

// Paired makes a search for many titles from one for one or two titles at once. Titles are searched one by one
// as long as that takes at most enough requests. Beyond that as many as needed share a request: titles with at
// least least words, in pairs of nearly equal length, because a relevance search finds both if neither
// outweighs the other. Narrow is set for them: nothing follows from the silence of a shared search.
func Paired(enough, least int, ask func(ctx context.Context, s []Search) ([]biblio.Record, error)) TitleSearch {
	search := func(ctx context.Context, searches []Search) []Found {
		found := make([]Found, len(searches))
		asks := pairs(searches, enough, least)
		answers := each(len(asks), func(n int) ([]biblio.Record, error) {
			together := make([]Search, len(asks[n]))
			for k, i := range asks[n] {
				together[k] = searches[i]
			}
			return ask(ctx, together)
		})
		for n, got := range answers {
			for _, i := range asks[n] {
				found[i] = Found{Records: got.Records, Err: got.Err}
			}
			if ask := asks[n]; len(ask) == 2 {
				found[ask[0]].Records, found[ask[1]].Records = divide(got.Records, &searches[ask[0]], &searches[ask[1]])
				found[ask[0]].Narrow, found[ask[1]].Narrow = true, true
			}
		}
		return found
	}
	// The forecast assumes that all titles are long enough.
	return TitleSearch{Ask: search, Requests: func(titles []string) int {
		return len(titles) - min(max(len(titles)-enough, 0), len(titles)/2)
	}}
}

// pairs returns the searches of each request; the result does not depend on the order of the references.
func pairs(searches []Search, enough, least int) [][]int {
	order := make([]int, len(searches))
	long := 0
	for i := range searches {
		order[i] = i
		if len(strings.Fields(searches[i].Words)) >= least {
			long++
		}
	}
	slices.SortStableFunc(order, func(a, b int) int {
		x, y := searches[a].Words, searches[b].Words
		return cmp.Or(strings.Count(y, " ")-strings.Count(x, " "), strings.Compare(x, y))
	})
	share := min(max(len(searches)-enough, 0), long/2)
	asks := make([][]int, 0, len(searches)-share)
	for n := range share {
		asks = append(asks, order[2*n:2*n+2])
	}
	for n := 2 * share; n < len(order); n++ {
		asks = append(asks, order[n:n+1])
	}
	return asks
}

// divide assigns records to the search with which they share more words; a record that shares equally many goes
// to both.
func divide(records []biblio.Record, a, b *Search) (first, second []biblio.Record) {
	wa, wb := strings.Fields(a.Words), strings.Fields(b.Words)
	for _, rec := range records {
		have := wordsOf(rec.FullTitle())
		x, y := normalise.Overlap(have, wa), normalise.Overlap(have, wb)
		if x >= y {
			first = append(first, rec)
		}
		if y >= x {
			second = append(second, rec)
		}
	}
	return first, second
}

// keptAnswer is what is cached for one title search that shared its request.
type keptAnswer struct {
	Records []biblio.Record `json:"records,omitempty"`
	Narrow  bool            `json:"narrow,omitempty"`
}

// Cached caches the result of a search for many titles under each title, so that it is not repeated with other
// titles. An answer without the claimed title is cached as one that found nothing.
func Cached(client *transport.Client, name string, search TitleSearch) TitleSearch {
	b := transport.Batch{Service: name, Kind: "title", Version: 1}
	ask := search.Ask
	search.Ask = func(ctx context.Context, searches []Search) []Found {
		found := make([]Found, len(searches))
		questions := lists.Map(searches, Search.question)
		client.Once(ctx, b, questions, transport.Once{
			Look: func(i int) (ok bool) {
				found[i], ok = recalled(ctx, client, b, questions[i])
				return ok
			},
			Ask: func(mine []int, _ func([]int, *answer.Failure)) {
				missing := lists.Map(mine, func(i int) Search { return searches[i] })
				for k, f := range ask(ctx, missing) {
					found[mine[k]] = f
					if f.Err != nil || f.Complete != "" {
						continue
					}
					if body, err := json.Marshal(keptAnswer{f.Records, f.Narrow}); err == nil {
						client.Keep(ctx, b, questions[mine[k]], body, !alikeIn(missing[k], f.Records))
					}
				}
			},
			Fail: func(i int, err error) { found[i] = Found{Err: err} },
		})
		return found
	}
	return search
}

func recalled(ctx context.Context, client *transport.Client, b transport.Batch, question string) (Found, bool) {
	var kept keptAnswer
	body, ok := client.Recall(ctx, b, question)
	if !ok || json.Unmarshal(body, &kept) != nil {
		return Found{}, false
	}
	return Found{Records: kept.Records, Narrow: kept.Narrow}, true
}

// question returns everything in a search on which its answer depends.
func (s Search) question() string {
	return fmt.Sprintf("%s\x00%s\x00%d", s.Words, s.Author(), s.Query.Limit)
}
