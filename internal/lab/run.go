package lab

import (
	"context"
	"maps"
	"runtime"
	"slices"

	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/lab/result"
	"github.com/bonafide-audit/bonafide/internal/match"
	"github.com/bonafide-audit/bonafide/internal/parallel"
	"github.com/bonafide-audit/bonafide/internal/source"
)

// Find audits one case as a check does.
func (s *Set) Find(ctx context.Context, i int) audit.Finding {
	c := &s.Cases[i]
	sources := c.Sources
	if sources == nil {
		sources = s.Sources
	}
	auditor := s.Road
	if len(auditor.Stages) == 0 {
		auditor.Stages = [][]source.Connector{sources}
	}
	return auditor.Reference(ctx, c.Reference, audit.Options{Today: s.Today})
}

// each calls do with every index below n, several at a time.
func each(ctx context.Context, n int, do func(i int)) error {
	parallel.Each(n, runtime.GOMAXPROCS(0), func(i int) {
		if ctx.Err() == nil {
			do(i)
		}
	})
	return ctx.Err()
}

// Each calls do with the index of every case, several at a time.
func (s *Set) Each(ctx context.Context, do func(i int)) error { return each(ctx, len(s.Cases), do) }

// Predict audits every case; step, if not nil, is called after each one.
func (s *Set) Predict(ctx context.Context, step func()) ([]Prediction, error) {
	list := make([]Prediction, len(s.Cases))
	err := each(ctx, len(s.Cases), func(i int) {
		list[i] = predict(s.Find(ctx, i))
		if step != nil {
			step()
		}
	})
	return list, err
}

// foundDOI returns the DOI of the found work: that of the record used for the judgement, else of the next
// candidate that is the same work.
func foundDOI(f audit.Finding) string {
	v := f.Verdict
	if v.Best < 0 || v.Best >= len(f.Evidence.Candidates) || v.Outcome == judge.NotFound {
		return ""
	}
	best := &f.Evidence.Candidates[v.Best]
	if id := best.Hit.Record.ID(ident.DOI); !id.IsZero() {
		return id.Value
	}
	if best.Comparison.SameWork < match.SameWorkThreshold {
		return ""
	}
	for i := range f.Evidence.Candidates {
		c := &f.Evidence.Candidates[i]
		if id := c.Hit.Record.ID(ident.DOI); !id.IsZero() && c.Comparison.SameWork >= match.SameWorkThreshold {
			return id.Value
		}
	}
	return ""
}

// The results of suites, under the names that their users know.
type (
	Result = result.Result
	Table  = result.Table
	Wrong  = result.Wrong
)

// figures are those of a suite, resampled by the clusters of its gold.
type figures struct{ result.Figures }

func (f *figures) result(gold []Gold) *Result { return f.Result(Clusters(gold)) }

// misjudged records a case that was judged wrongly; a larger weight is worse.
func misjudged(i int, weight float64, gold, predicted string) Wrong {
	return Wrong{Case: i, Weight: weight, Gold: gold, Predicted: predicted}
}

// Clusters returns the cluster of every case, the unit of resampling.
func Clusters(gold []Gold) []string {
	clusters := make([]string, len(gold))
	for i, g := range gold {
		clusters[i] = g.Cluster
	}
	return clusters
}

// where returns for every case whether the condition holds.
func where(gold []Gold, holds func(i int) bool) []bool {
	list := make([]bool, len(gold))
	for i := range gold {
		list[i] = holds(i)
	}
	return list
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
