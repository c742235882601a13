package service

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/bonafide-audit/bonafide/internal/biblio"
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
		var missing []Search
		var at []int
		for i, s := range searches {
			if f, ok := recalled(client, b, s); ok {
				found[i] = f
			} else {
				missing, at = append(missing, s), append(at, i)
			}
		}
		if len(missing) == 0 {
			return found
		}
		for k, f := range search(ctx, missing) {
			found[at[k]] = f
			if f.Err != nil || f.Complete != "" {
				continue
			}
			if body, err := json.Marshal(keptAnswer{f.Records, f.Narrow}); err == nil {
				client.Keep(b, missing[k].question(), body, !alikeIn(missing[k], f.Records))
			}
		}
		return found
	}
}

func recalled(client *transport.Client, b transport.Batch, s Search) (Found, bool) {
	body, ok := client.Recall(b, s.question())
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
