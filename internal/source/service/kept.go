package service

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/source"
	"github.com/bonafide-audit/bonafide/internal/transport"
)

// keptAnswer is what is kept of one title search that shared its request.
type keptAnswer struct {
	Records []biblio.Record `json:"records,omitempty"`
	Narrow  bool            `json:"narrow,omitempty"`
}

// Kept keeps what a search for many titles says of each under its own title, so
// that it is not asked again beside other titles. An answer without the title
// claimed is kept as one that found nothing.
func Kept(client *transport.Client, name string, search func(context.Context, []Search) []Found) func(context.Context, []Search) []Found {
	b := transport.Batch{Service: name, Kind: "title", Version: 1}
	return func(ctx context.Context, searches []Search) []Found {
		found := make([]Found, len(searches))
		questions := make([]string, len(searches))
		for i, s := range searches {
			questions[i] = s.question()
		}
		client.Once(ctx, b, questions, transport.Once{
			Look: func(i int) (ok bool) {
				found[i], ok = recalled(ctx, client, b, questions[i])
				return ok
			},
			Ask: func(mine []int, _ func([]int, *source.Failure)) {
				missing := make([]Search, len(mine))
				for k, i := range mine {
					missing[k] = searches[i]
				}
				for k, f := range search(ctx, missing) {
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
}

func recalled(ctx context.Context, client *transport.Client, b transport.Batch, question string) (Found, bool) {
	body, ok := client.Recall(ctx, b, question)
	if !ok {
		return Found{}, false
	}
	var kept keptAnswer
	if json.Unmarshal(body, &kept) != nil {
		return Found{}, false
	}
	return Found{Records: kept.Records, Narrow: kept.Narrow}, true
}

// question is all of a search that its answer depends on.
func (s Search) question() string {
	return fmt.Sprintf("%s\x00%s\x00%d", s.Words, s.Author(), s.Query.Limit)
}
