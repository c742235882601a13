package lab

import (
	"slices"

	"github.com/bonafide-audit/bonafide/internal/lab/metric"
)

// Folds assigns clusters to folds, at random but always the same way.
func Folds(clusters []string, folds int) []int {
	names := slices.Compact(slices.Sorted(slices.Values(clusters)))
	metric.NewRandom(metric.Seed).Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	of := make(map[string]int, len(names))
	for i, n := range names {
		of[n] = i % folds
	}
	list := make([]int, len(clusters))
	for i, c := range clusters {
		list[i] = of[c]
	}
	return list
}
