package source

import (
	"context"
	"fmt"

	"github.com/bonafide-audit/bonafide/internal/parallel"
)

// BatchConnector is a Connector that answers many queries with fewer requests
// than one by one. The lookups stand in the order of the queries, one each, and
// mean the same as those of Lookup.
type BatchConnector interface {
	Connector
	LookupBatch(ctx context.Context, queries []Query) []Lookup
}

// underWay bounds how many queries LookupAll has under way at a source that
// takes no batches. Its policy bounds the requests.
const underWay = 16

// LookupAll asks a source about many references: as a batch where it takes
// batches, else side by side. There is one lookup for each query, in the same
// order.
func LookupAll(ctx context.Context, c Connector, queries []Query) []Lookup {
	if b, ok := c.(BatchConnector); ok {
		return b.LookupBatch(ctx, queries)
	}
	lookups := make([]Lookup, len(queries))
	parallel.Each(len(queries), underWay, func(i int) { lookups[i] = lookupOne(ctx, c, queries[i]) })
	return lookups
}

// lookupOne asks once; a connector that panics has failed, no more.
func lookupOne(ctx context.Context, c Connector, q Query) (l Lookup) {
	defer func() {
		if r := recover(); r != nil {
			l = NewLookup(c.Info(), Answer{}, &Failure{Kind: BadAnswer, Detail: fmt.Sprint("connector broke: ", r)})
		}
	}()
	answer, err := c.Lookup(ctx, q)
	return NewLookup(c.Info(), answer, err)
}
