package lab

import (
	"context"
	"fmt"
	"slices"

	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/lab/metric"
	"github.com/bonafide-audit/bonafide/internal/lab/result"
)

// Severities are CiteCheck's labels, from least to most severe.
var Severities = []string{judge.Exact, judge.Minor, judge.Major}

// SeverityAnswers are the possible predictions: a severity, or undecided.
var SeverityAnswers = append(slices.Clone(Severities), judge.Undecided)

// severityLabels maps the labels of the data to severities.
var severityLabels = map[string]string{
	"valid": "exact", "hallucinated_minor": "minor", "hallucinated_major": "major",
	"exact": "exact", "minor": "minor", "major": "major",
}

// loadSeverity reads linked citations "[Authors, Year, Title](url)", or bare
// ones, over a corpus.
func loadSeverity(ctx context.Context, opt *Options) (*Set, error) {
	citations, err := opt.path(opt.Citations, "bench", "citecheck", "dev.jsonl")
	if err != nil {
		return nil, err
	}
	set, err := LoadLinked(citations, opt.Gold)
	if err != nil {
		return nil, err
	}
	_, err = set.searchCorpus(ctx, opt, "works.jsonl.zst", "citecheck_originals.jsonl.gz")
	return set, err
}

// LoadLinked reads linked citations and their labels, without sources.
func LoadLinked(citations, gold string) (*Set, error) {
	return loadStrings(citations, gold, "raw", func(o result.Object, g *Gold) {
		g.Label = severityLabels[o.Text("label")]
		g.Group = g.Label
		g.Note = o.Text("original")
	})
}

// Thresholds divide the score into severities: exact from Exact, minor from Minor, major below.
type Thresholds struct{ Minor, Exact float64 }

// Severity returns the severity of a prediction; not found is major, and an undecided one has none.
func (t Thresholds) Severity(p Prediction) string {
	switch {
	case p.missing || p.Outcome == judge.NotFound.String():
		return judge.Major
	case p.undecided():
		return judge.Undecided
	}
	return judge.Severity(p.Score, t.Minor, t.Exact)
}

// SeverityIndices returns gold and predicted severities as indexes in SeverityAnswers.
func SeverityIndices(gold []Gold, predictions []Prediction, t Thresholds) (want, got []int) {
	for i, g := range gold {
		want = append(want, max(slices.Index(Severities, g.Label), 0))
		got = append(got, slices.Index(SeverityAnswers, t.Severity(predictions[i])))
	}
	return want, got
}

// scoreSeverity measures the three severities at the judge's thresholds.
func scoreSeverity(set *Set, predictions []Prediction) *Result {
	want, got := SeverityIndices(set.Gold, predictions, JudgeThresholds())
	figure := func(of func(*metric.Confusion) float64) metric.Measure {
		return func(w []float64) float64 { return of(metric.Count(SeverityAnswers, want, got, w)) }
	}
	var f figures
	for i, name := range Severities {
		f.Add("f1_"+name, figure(func(c *metric.Confusion) float64 { return c.F1(i) }))
	}
	f.Add("macro_f1", figure((*metric.Confusion).MacroF1))
	f.Add("weighted_f1", figure((*metric.Confusion).WeightedF1))
	f.Add("accuracy", figure((*metric.Confusion).Accuracy))
	f.Share("undecided", where(set.Gold, func(i int) bool { return predictions[i].undecided() }), nil)
	r := f.result(set.Gold)
	r.Tables = append(r.Tables,
		result.Confusion("severity: gold down, predicted across", metric.Count(SeverityAnswers, want, got, nil)),
		outcomeTable("outcome by label", set.Gold, predictions, func(g Gold) string { return g.Label }))
	for i, g := range set.Gold {
		if want[i] == got[i] {
			continue
		}
		p := predictions[i]
		r.Wrong = append(r.Wrong,
			misjudged(i, float64(10*one(got[i] > want[i])+float64(max(got[i]-want[i], want[i]-got[i]))), g.Label,
				fmt.Sprintf("%s score %.2f (%s)", SeverityAnswers[got[i]], p.Score, describe(p.Outcome, p.Codes, p.Fields))))
	}
	return r
}

// JudgeThresholds returns the thresholds of the judge's severity scheme.
func JudgeThresholds() Thresholds { return Thresholds{Minor: judge.TauMinor, Exact: judge.TauExact} }
