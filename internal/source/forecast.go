package source

import "slices"

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
