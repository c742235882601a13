package lab

import (
	"context"
	"fmt"

	"github.com/bonafide-audit/bonafide/internal/lab/metric"
	"github.com/bonafide-audit/bonafide/internal/lab/result"
)

// loadHallmark reads BibTeX entries, valid or hallucinated, over a corpus.
func loadHallmark(ctx context.Context, opt *Options) (*Set, error) {
	citations, t, err := opt.labelled("bench", "hallmark", "dev_public.jsonl")
	if err != nil {
		return nil, err
	}
	set := &Set{}
	var entries []bibEntry
	err = result.EachObject(citations, func(o result.Object) error {
		e := bibEntryOf(o)
		if opt.WithoutIdentifiers {
			e = e.withoutIdentifiers()
		}
		if t != nil {
			line, ok := t[e.key]
			if !ok {
				return nil
			}
			set.Gold = append(set.Gold, Gold{
				ID: e.key, Cluster: clusterOf(line, e.key), Fake: line.Text("label") == "HALLUCINATED",
				Group: line.Text("hallucination_type"), Note: line.Text("explanation"),
			})
		}
		entries = append(entries, e)
		return nil
	})
	if err != nil {
		return nil, err
	}
	references, err := readEntries(entries)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", citations, err)
	}
	for _, r := range references {
		set.Cases = append(set.Cases, Case{Reference: r})
	}
	ix, err := set.searchCorpus(ctx, opt, "works.jsonl.zst")
	if err != nil {
		return nil, err
	}
	for i := range set.Gold {
		hits, err := ix.ByTitle(set.Cases[i].Reference.Claimed.FullTitle())
		if err != nil {
			return nil, err
		}
		set.Gold[i].Known = len(hits) > 0 && hits[0].Score == 1
	}
	return set, nil
}

// genuine is the probability from which an entry counts as genuine.
const genuine = 0.5

// scoreHallmark measures detection: the label follows the outcome; undecided entries have none.
func scoreHallmark(set *Set, predictions []Prediction) *Result {
	gold := set.Gold
	n := len(gold)
	flagged, uncertain, p, fake, valid := make([]bool, n), make([]bool, n), make([]float64, n), make([]bool,
		n), make([]bool, n)
	for i, q := range predictions {
		uncertain[i] = q.undecided() && !q.missing
		flagged[i] = q.Flagged()
		p[i], fake[i], valid[i] = q.P, gold[i].Fake, !gold[i].Fake
	}
	binary := func(of func(metric.Binary) float64) metric.Measure {
		return func(w []float64) float64 {
			var b metric.Binary
			for i := range w {
				b.Add(fake[i], flagged[i], w[i])
			}
			return of(b)
		}
	}
	ranking := metric.Rank(p, valid)
	var f figures
	f.Share("detection_rate", flagged, fake)
	f.Share("fpr", flagged, valid)
	f.Share("fpr_in_corpus", flagged, where(gold, func(i int) bool { return valid[i] && gold[i].Known }))
	f.Add("f1", binary(metric.Binary.F1))
	f.Add("mcc", binary(metric.Binary.MCC))
	f.Add("ece", func(w []float64) float64 { return metric.ECE(p, valid, w) })
	f.Add("ece_decided", func(w []float64) float64 { return metric.ECE(p, valid, without(w, uncertain)) })
	f.Add("auroc", ranking.AUROC)
	f.Share("coverage", where(gold, func(i int) bool { return !uncertain[i] }), nil)
	types := map[string]bool{}
	for i, g := range gold {
		if fake[i] {
			types[g.Group] = true
		}
	}
	for _, name := range sortedKeys(types) {
		f.Share("detection_"+name, flagged, where(gold, func(i int) bool { return fake[i] && gold[i].Group == name }))
	}
	r := f.result(gold)
	r.Wrong = binaryWrong(gold, predictions, flagged)
	r.Tables = append(r.Tables, outcomeTable("outcome by type", gold, predictions, func(g Gold) string {
		switch {
		case g.Fake:
			return g.Group
		case g.Known:
			return "valid, in the corpus"
		}
		return "valid, not in the corpus"
	}), typeTable(gold, predictions), ReliabilityTable(p, valid))
	return r
}

// without returns weights in which some cases count as 0.
func without(w []float64, out []bool) []float64 {
	kept := make([]float64, len(out))
	for i := range kept {
		switch {
		case out[i]:
		case w == nil:
			kept[i] = 1
		default:
			kept[i] = w[i]
		}
	}
	return kept
}

// binaryWrong lists false alarms, then misses, each with the most confident first.
func binaryWrong(gold []Gold, predictions []Prediction, flagged []bool) []Wrong {
	var list []Wrong
	for i, g := range gold {
		if flagged[i] == g.Fake {
			continue
		}
		word, weight := "valid", 10+(genuine-predictions[i].P)
		if g.Known {
			word = "valid (in the corpus)"
			weight += 5
		}
		if g.Fake {
			word, weight = g.Group, 5+(predictions[i].P-genuine)
		}
		q := predictions[i]
		list = append(list, misjudged(i, weight, word, fmt.Sprintf("%s p %.3f", describe(q.Outcome, q.Codes, q.Fields), q.P)))
	}
	return list
}

// typeTable counts the types of hallucination that were named.
func typeTable(gold []Gold, predictions []Prediction) Table {
	index := map[string]int{"none": 0}
	labels := []string{"none"}
	at := func(name string) int {
		if name == "" {
			name = "none"
		}
		i, ok := index[name]
		if !ok {
			i = len(labels)
			index[name] = i
			labels = append(labels, name)
		}
		return i
	}
	var want, got []int
	for i, g := range gold {
		want, got = append(want, at(g.Group)), append(got, at(predictions[i].Type))
	}
	c := metric.Count(labels, want, got, nil)
	t := Table{Title: "type of hallucination", Head: []string{"", "n", "named so", "precision", "recall"}}
	for i, name := range labels {
		t.Rows = append(t.Rows,
			[]string{name, result.Count(c.Support(i)), result.Count(c.Predicted(i)), result.Percent(c.Precision(i)),
				result.Percent(c.Recall(i))})
	}
	return t
}

// ReliabilityTable compares stated probabilities with observed frequencies.
func ReliabilityTable(p []float64, positive []bool) Table {
	t := Table{Title: "reliability of p(genuine)", Head: []string{"p", "n", "stated", "observed"}}
	for _, b := range metric.Reliability(p, positive, nil) {
		t.Rows = append(t.Rows,
			[]string{fmt.Sprintf("%.1f – %.1f", b.From, b.To), result.Count(b.Weight), result.Percent(b.Stated),
				result.Percent(b.Observed)})
	}
	return t
}
