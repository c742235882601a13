package agree

import (
	"maps"
	"slices"

	"github.com/bonafide-audit/bonafide/internal/lab/fields"
	"github.com/bonafide-audit/bonafide/internal/lab/metric"
	"github.com/bonafide-audit/bonafide/internal/lab/result"
)

// labels are the label words in the order of the tables.
var labels = func() []string {
	var list []string
	for _, l := range fields.Labels {
		list = append(list, string(l))
	}
	return list
}()

// Measure compares the labels of the key with those of a sheet: agreement and kappa overall with bootstrap
// intervals, and for each field. Items without a label in the sheet are counted and left out.
func Measure(key []Item, sheet map[int]string) *result.Result {
	var ours, theirs []int
	var kept []Item
	var clusters []string
	for _, it := range key {
		label, ok := sheet[it.N]
		if a, b := slices.Index(labels, it.Label), slices.Index(labels, label); ok && a >= 0 && b >= 0 {
			ours, theirs, kept, clusters = append(ours, a), append(theirs, b), append(kept, it), append(clusters, it.ID)
		}
	}
	r := Between(labels, ours, theirs, clusters)
	if left := len(key) - len(kept); left > 0 {
		r.Notes = append(r.Notes, result.Count(float64(left))+" items without a label left out")
	}
	r.Tables = append(r.Tables, byField(kept, ours, theirs))
	return r
}

// Between compares two readings of the same items, given as indexes into words: agreement and kappa with
// bootstrap intervals drawn by cluster, and the table of both.
func Between(words []string, first, second []int, clusters []string) *result.Result {
	var f result.Figures
	f.Add("agreement", func(w []float64) float64 { return metric.Count(words, first, second, w).Accuracy() })
	f.Add("kappa", func(w []float64) float64 { return kappa(metric.Count(words, first, second, w)) })
	r := f.Result(clusters)
	r.Suite, r.N = "agreement", len(first)
	r.Tables = []result.Table{result.Confusion("labels: first reading down, second across",
		metric.Count(words, first, second, nil))}
	return r
}

func byField(items []Item, ours, theirs []int) result.Table {
	t := result.Table{Title: "agreement by field", Head: []string{"", "n", "agreement", "kappa"}}
	members := map[string][]int{}
	for i, it := range items {
		members[it.Field] = append(members[it.Field], i)
	}
	for _, name := range slices.Sorted(maps.Keys(members)) {
		var a, b []int
		for _, i := range members[name] {
			a, b = append(a, ours[i]), append(b, theirs[i])
		}
		c := metric.Count(labels, a, b, nil)
		t.Rows = append(t.Rows,
			[]string{name, result.Count(c.Total()), result.Percent(c.Accuracy()), result.Percent(kappa(c))})
	}
	return t
}

// kappa returns Cohen's kappa: agreement beyond chance given the margins. If both give everything one label it
// is 1.
func kappa(c *metric.Confusion) float64 {
	total := c.Total()
	if total == 0 {
		return 0
	}
	chance := 0.0
	for i := range c.Labels {
		chance += c.Support(i) / total * c.Predicted(i) / total
	}
	if chance >= 1 {
		return 1
	}
	return (c.Accuracy() - chance) / (1 - chance)
}
