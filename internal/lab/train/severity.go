package train

import (
	"fmt"

	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/lab"
	"github.com/bonafide-audit/bonafide/internal/lab/learn"
	"github.com/bonafide-audit/bonafide/internal/lab/metric"
)

// severity fits the score: one direction and two cuts, as a logistic
// regression over each case twice, "at least minor" and "exact", where the
// second has a cut of its own. Score and cuts are then moved to the judge's
// thresholds.
func (t *Trained) severity(studies []Study) error {
	var all []degree
	var main []int
	for _, s := range studies {
		for _, d := range s.degrees {
			if s.Name == "severity" {
				main = append(main, len(all))
			}
			all = append(all, d)
		}
	}
	clusters := make([]string, len(all))
	for i, d := range all {
		clusters[i] = d.cluster
	}
	fold := lab.Folds(clusters, folds)
	best := -1.0
	for _, l2 := range penalties {
		scores, err := crossScores(all, fold, l2)
		if err != nil {
			return err
		}
		c := degreeMatrix(all, scores, main)
		if f := c.MacroF1(); f > best {
			best = f
			t.Severity = SeverityFigures{N: len(main), Penalty: l2, MacroF1: f, Accuracy: c.Accuracy()}
		}
	}
	start, weights, err := fitScore(all, t.Severity.Penalty)
	if err != nil {
		return err
	}
	t.Model.Start, t.Model.Severity = round(start), named(weights)
	return nil
}

func crossScores(all []degree, fold []int, l2 float64) ([]float64, error) {
	scores := make([]float64, len(all))
	for k := range folds {
		var train []degree
		for i, d := range all {
			if fold[i] != k {
				train = append(train, d)
			}
		}
		start, weights, err := fitScore(train, l2)
		if err != nil {
			return nil, err
		}
		for i, d := range all {
			if fold[i] == k {
				scores[i] = start
				for j, w := range weights {
					scores[i] += w * d.x[j]
				}
			}
		}
	}
	return scores, nil
}

func degreeMatrix(all []degree, scores []float64, among []int) *metric.Confusion {
	c := metric.NewConfusion(lab.Severities...)
	at := map[string]int{}
	for i, s := range lab.Severities {
		at[s] = i
	}
	for _, i := range among {
		c.Cells[at[all[i].severity]][at[judge.Severity(scores[i], judge.TauMinor, judge.TauExact)]]++
	}
	return c
}

// fitScore gives where the score starts and what each feature adds to it.
func fitScore(all []degree, l2 float64) (start float64, weights []float64, err error) {
	n := len(judge.FeatureList)
	var examples []learn.Example
	for _, d := range all {
		if d.weight == 0 {
			continue
		}
		x := append(append(make([]float64, 0, n+1), d.x...), 0)
		examples = append(examples, learn.Example{X: x, Y: d.severity != judge.Major, Weight: d.weight})
		x = append(append(make([]float64, 0, n+1), d.x...), 1)
		examples = append(examples, learn.Example{X: x, Y: d.severity == judge.Exact, Weight: d.weight})
	}
	m, err := learn.Fit(examples, learn.Options{L2: l2, Signs: append(signs(), learn.Negative)})
	if err != nil {
		return 0, nil, err
	}
	cut := -m.Weights[n] // from "at least minor" to "exact"
	if cut <= 0 {
		return 0, nil, fmt.Errorf("the score does not tell minor from exact")
	}
	scale := (judge.TauExact - judge.TauMinor) / cut
	start = judge.TauMinor + m.Bias*scale
	for _, w := range m.Weights[:n] {
		weights = append(weights, w*scale)
	}
	return start, weights, nil
}
