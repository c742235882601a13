package lab

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/lab/metric"
	"github.com/bonafide-audit/bonafide/internal/lab/result"
)

// loadMatching reads raw strings with the DOIs of the cited works.
func loadMatching(ctx context.Context, opt *Options) (*Set, error) {
	citations, err := opt.path(opt.Citations, "bench", "glutton", "dev.jsonl.gz")
	if err != nil {
		return nil, err
	}
	labels := opt.Gold
	if labels == "" {
		labels = citations
	}
	answers := map[string][]string{}
	clusters := map[string]string{}
	err = result.EachObject(labels, func(o result.Object) error {
		id := o.Text("id")
		for _, doi := range o.List("doi") {
			answers[id] = append(answers[id], strings.ToLower(strings.TrimSpace(doi)))
		}
		clusters[id] = clusterOf(o, id)
		return nil
	})
	if err != nil {
		return nil, err
	}
	set := &Set{}
	err = result.EachObject(citations, func(o result.Object) error {
		id := o.Text("id")
		if len(answers) > 0 {
			if len(answers[id]) == 0 {
				return nil
			}
			set.Gold = append(set.Gold, Gold{ID: id, Cluster: clusters[id], DOIs: answers[id]})
		}
		raw := o.Text("reference")
		if raw == "" {
			raw = o.Text("raw")
		}
		set.Cases = append(set.Cases, Case{Reference: readString(id, raw)})
		return nil
	})
	if err != nil {
		return nil, err
	}
	_, err = set.searchCorpus(ctx, opt, "works.jsonl.zst", "pmc_references.jsonl.gz")
	return set, err
}

// scoreMatching measures how often the found work is the cited one.
func scoreMatching(set *Set, predictions []Prediction) *Result {
	answered := where(set.Gold, func(i int) bool { return predictions[i].DOI != "" })
	right := where(set.Gold, func(i int) bool {
		return slices.Contains(set.Gold[i].DOIs, strings.ToLower(predictions[i].DOI))
	})
	var f figures
	f.Share("precision", right, answered)
	f.Share("recall", right, nil)
	f.Add("f1", func(w []float64) float64 {
		hit, said, all := 0.0, 0.0, 0.0
		for i, v := range w {
			all += v
			hit += v * one(right[i])
			said += v * one(answered[i])
		}
		return metric.Ratio(2*hit, said+all)
	})
	r := f.result(set.Gold)
	for i, g := range set.Gold {
		if right[i] {
			continue
		}
		p := predictions[i]
		r.Wrong = append(r.Wrong,
			misjudged(i, 1+one(answered[i]), strings.Join(g.DOIs, " "),
				fmt.Sprintf("%q (%s)", p.DOI, describe(p.Outcome, p.Codes, p.Fields))))
	}
	return r
}
