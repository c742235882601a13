package service

import (
	"slices"

	"github.com/bonafide-audit/bonafide/internal/source"
)

// Expect says what queries will take when identifiers lead to the works claimed
// and other titles are searched for.
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
	if c.spec.Titles == nil {
		return e
	}
	titles := 0
	for i, q := range queries {
		if !resolved[i] && (c.spec.Takes == nil || c.spec.Takes(q)) && q.Claimed.Title != "" {
			titles++
		}
	}
	if c.spec.TitleRequests != nil {
		titles = c.spec.TitleRequests(titles)
	}
	e.Requests += titles
	e.Credits += titles * c.spec.SearchCredits
	return e
}

// distinct counts the questions that queries make of one way, and marks the
// queries that have one.
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

// requests says how many requests of at most so many questions n questions take.
func requests(n, most int) int {
	most = max(most, 1)
	return (n + most - 1) / most
}

// service gives the transport's name of the service.
func (s *Spec) service() string {
	if len(s.IDs) > 0 {
		return s.IDs[0].Service
	}
	return s.Info.Name
}

// GroupedRequests says how many requests Grouped makes.
func GroupedRequests(most int) func(titles int) int {
	return func(titles int) int { return requests(titles, most) }
}

// FallingRequests says about how many requests Falling makes: joined searches, and
// single ones for the two thirds of the titles that these leave open in a mixture
// of works, wrong ones and invented ones.
func FallingRequests(few, left, most int) func(titles int) int {
	return func(titles int) int {
		open := 2 * titles / 3
		switch {
		case titles <= few:
			return titles
		case open > left:
			open = 0
		}
		return requests(titles, most) + open
	}
}

// PairedRequests says how many requests Paired makes of titles that are all long
// enough.
func PairedRequests(enough int) func(titles int) int {
	return func(titles int) int { return titles - min(max(titles-enough, 0), titles/2) }
}
