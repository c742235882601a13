package lab

import (
	"maps"
	"slices"

	"github.com/bonafide-audit/bonafide/internal/lab/result"
)

// What suites give, by the names that their users know.
type (
	Result = result.Result
	Table  = result.Table
	Wrong  = result.Wrong
)

// figures are those of a suite, resampled by the clusters of its gold.
type figures struct{ result.Figures }

func (f *figures) result(gold []Gold) *Result { return f.Result(Clusters(gold)) }

// misjudged notes a case that was judged wrongly; a larger weight is worse.
func misjudged(i int, weight float64, gold, predicted string) Wrong {
	return Wrong{Case: i, Weight: weight, Gold: gold, Predicted: predicted}
}

// Clusters names for every case what is resampled together with it.
func Clusters(gold []Gold) []string {
	clusters := make([]string, len(gold))
	for i, g := range gold {
		clusters[i] = g.Cluster
	}
	return clusters
}

// where gives for every case whether the condition holds.
func where(gold []Gold, holds func(i int) bool) []bool {
	list := make([]bool, len(gold))
	for i := range gold {
		list[i] = holds(i)
	}
	return list
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
