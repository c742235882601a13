package source

import (
	"context"
	"slices"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/parallel"
)

// BatchConnector is a Connector that answers many queries with fewer requests
// than one by one. The lookups are in the order of the queries, one each, and
// mean the same as those of Lookup.
type BatchConnector interface {
	Connector
	LookupBatch(ctx context.Context, queries []Query) []answer.Lookup
}

// underWay bounds how many queries LookupAll has under way at a source that
// takes no batches. Its policy bounds the requests.
const underWay = 16

// LookupAll asks a source about many references: as a batch where it takes
// batches, else side by side. There is one lookup for each query, in the same
// order.
func LookupAll(ctx context.Context, c Connector, queries []Query) []answer.Lookup {
	if b, ok := c.(BatchConnector); ok {
		return b.LookupBatch(ctx, queries)
	}
	lookups := make([]answer.Lookup, len(queries))
	parallel.Each(len(queries), underWay, func(i int) { lookups[i] = lookupOne(ctx, c, queries[i]) })
	return lookups
}

// lookupOne asks once; a connector that panics has failed, no more.
func lookupOne(ctx context.Context, c Connector, q Query) answer.Lookup {
	var reply answer.Answer
	err := parallel.Try(func() (err error) {
		reply, err = c.Lookup(ctx, q)
		return err
	})
	return answer.NewLookup(c.Info(), reply, answer.Broke("connector", err))
}

// Expected is what asking a source is expected to take: requests to a service by
// the transport's name, and credits of its daily allowance where it has one.
type Expected struct {
	Service           string
	Requests, Credits int
}

// Forecaster is a Connector that says what queries will take before it asks
// them. It reckons by what the queries state and asks nobody.
type Forecaster interface {
	Connector
	Expect(queries []Query) Expected
}

// Expect says what queries will take. A source that does not say it itself is
// expected to make one request for each identifier that it takes.
func Expect(c Connector, queries []Query) Expected {
	if f, ok := c.(Forecaster); ok {
		return f.Expect(queries)
	}
	info, e := c.Info(), Expected{}
	for _, q := range queries {
		for _, id := range q.IDs {
			if slices.Contains(info.Schemes, id.Scheme) {
				e.Requests++
			}
		}
	}
	return e
}
