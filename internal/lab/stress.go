package lab

import (
	"context"

	"github.com/bonafide-audit/bonafide/internal/lab/metric"
)

// smallFamily is the size below which a family is too small to be the worst.
const smallFamily = 10

// loadStress reads cases that carry their own gold, over the records of
// citetracer.
func loadStress(ctx context.Context, opt *Options) (*Set, error) {
	citations, t, err := opt.labelled("bench", "stress", "citations_dev.jsonl")
	if err != nil {
		return nil, err
	}
	set, err := loadStructured(citations, t, opt)
	if err != nil {
		return nil, err
	}
	return set, set.searchRecords(ctx, opt, "bench", "citetracer", "records.jsonl")
}

// scoreStress measures the class over all, and over the worst family.
func scoreStress(set *Set, predictions []Prediction) *Result {
	j := judged{set.Gold, predictions}
	gold, predicted := j.classIndices()
	class := func(of func(*metric.Confusion) float64) metric.Measure {
		return func(w []float64) float64 { return of(metric.Count(classes, gold, predicted, w)) }
	}
	var f figures
	f.Add("class_accuracy", class((*metric.Confusion).Accuracy))
	f.Add("ser", class((*metric.Confusion).Above))
	f.Add("der", class((*metric.Confusion).Below))
	f.Share("field_exact", where(set.Gold, j.fieldExact), nil)
	f.Add("worst_family", worstGroup(set.Gold, gold, predicted))
	r := f.result(set.Gold)
	r.Wrong = j.wrong()
	r.Tables = []Table{j.classTable(), j.codeTable(), j.groupTable("by family", func(g Gold) string { return g.Group })}
	return r
}

// worstGroup returns the lowest accuracy of any group that is not small.
func worstGroup(gold []Gold, want, got []int) metric.Measure {
	ids, size := map[string]int{}, []int{}
	of := make([]int, len(gold))
	for i, g := range gold {
		id, ok := ids[g.Group]
		if !ok {
			id = len(size)
			ids[g.Group] = id
			size = append(size, 0)
		}
		of[i] = id
		size[id]++
	}
	return func(w []float64) float64 {
		right, total := make([]float64, len(size)), make([]float64, len(size))
		for i, v := range w {
			total[of[i]] += v
			if want[i] == got[i] {
				right[of[i]] += v
			}
		}
		worst := 1.0
		for id, n := range size {
			if n >= smallFamily && total[id] > 0 {
				worst = min(worst, right[id]/total[id])
			}
		}
		return worst
	}
}
