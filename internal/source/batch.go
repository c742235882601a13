package source

import (
	"context"
	"slices"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/parallel"
)

// BatchConnector is a Connector that answers many queries with fewer requests than one by one. There is one
// lookup per query, in the same order, with the same meaning as those of Lookup.
type BatchConnector interface {
	Connector
	LookupBatch(ctx context.Context, queries []Query) []answer.Lookup
}

// underWay bounds how many queries LookupAll runs at a time for a source without batches. The source's policy
// bounds the requests.
const underWay = 16

// LookupAll queries a source about many references: as a batch if it supports batches, else concurrently. It
// returns one lookup per query, in the same order.
func LookupAll(ctx context.Context, c Connector, queries []Query) []answer.Lookup {
	if b, ok := c.(BatchConnector); ok {
		return b.LookupBatch(ctx, queries)
	}
	lookups := make([]answer.Lookup, len(queries))
	parallel.Each(len(queries), underWay, func(i int) { lookups[i] = lookupOne(ctx, c, queries[i]) })
	return lookups
}

// lookupOne runs one query; a connector that panics counts as failed.
func lookupOne(ctx context.Context, c Connector, q Query) answer.Lookup {
	var reply answer.Answer
	err := parallel.Try(func() (err error) {
		reply, err = c.Lookup(ctx, q)
		return err
	})
	return answer.NewLookup(c.Info(), reply, answer.Broke("connector", err))
}

// Expected is the expected cost of querying a source: requests to a service, by the transport's name, and
// credits of its daily allowance if it has one.
type Expected struct {
	Service           string
	Requests, Credits int
}

// Forecaster is a Connector that can forecast the cost of queries. It computes the forecast from the queries
// alone, without requests.
type Forecaster interface {
	Connector
	Expect(queries []Query) Expected
}

// Expect forecasts the cost of queries. For a source that is not a Forecaster it expects one request per
// identifier that the source accepts.
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
