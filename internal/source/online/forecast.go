package online

import (
	"slices"

	"github.com/bonafide-audit/bonafide/internal/source"
)

// Expect forecasts the cost of queries, assuming that identifiers lead to the claimed works and other titles
// are searched.
func (c *Connector) Expect(queries []source.Query) source.Expected {
	e := source.Expected{Service: c.spec.service()}
	if c.spec.Ready != "" {
		return e
	}
	resolved := make([]bool, len(queries))
	for _, way := range c.spec.IDs {
		n := requests(distinct(&c.spec, way, queries, resolved), way.Max)
		e.Requests += n
		e.Credits += n * c.spec.ListCredits
	}
	if c.spec.Titles.Ask == nil {
		return e
	}
	var titles []string
	for i, q := range queries {
		if !resolved[i] && (c.spec.Takes == nil || c.spec.Takes(q)) && q.Claimed.Title != "" {
			titles = append(titles, q.Claimed.Title)
		}
	}
	n := c.spec.Titles.requests(titles)
	e.Requests += n
	e.Credits += n * c.spec.SearchCredits
	return e
}

// distinct counts the distinct questions that queries ask in one way, and marks the queries that have one.
func distinct(spec *Spec, way ByID, queries []source.Query, resolved []bool) int {
	var questions []string
	for i, q := range queries {
		for _, question := range spec.questions(way, q) {
			questions = append(questions, question)
			resolved[i] = true
		}
	}
	return len(slices.Compact(slices.Sorted(slices.Values(questions))))
}

// requests returns the number of requests for n questions, with at most most questions per request.
func requests(n, most int) int {
	most = max(most, 1)
	return (n + most - 1) / most
}

// service returns the transport's name of the service.
func (s *Spec) service() string {
	if len(s.IDs) > 0 {
		return s.IDs[0].Service
	}
	return s.Info.Name
}
