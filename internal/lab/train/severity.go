package train

import (
	"fmt"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/lab"
	"github.com/bonafide-audit/bonafide/internal/lab/metric"
)

// severity fits the probability that a discrepancy is minor; the judge uses the odds that it is major.
func (t *Trained) severity(studies []Study) error {
	var all []Example
	var main []int // those of CiteCheck
	for _, s := range studies {
		for _, d := range s.degrees {
			if strings.HasPrefix(s.Name, "severity") {
				main = append(main, len(all))
			}
			all = append(all, d)
		}
	}
	if len(all) == 0 {
		return fmt.Errorf("no discrepancy to learn severity from")
	}
	fold := lab.Folds(clustersOf(all), folds)
	best := -1.0
	for _, l2 := range penalties {
		p, err := CrossValidate(all, fold, Options{L2: l2, Signs: signs()})
		if err != nil {
			return err
		}
		c := degreeMatrix(all, p, main)
		if f := c.MacroF1(); f > best {
			best = f
			t.Severity = SeverityFigures{N: len(main), Penalty: l2, MacroF1: f, Accuracy: c.Accuracy()}
		}
	}
	m, err := fitLogistic(all, Options{L2: t.Severity.Penalty, Signs: signs()})
	if err != nil {
		return err
	}
	t.Model.MajorWeights, t.Model.MajorBase = negated(named(m.Weights)), negated(bases(m))
	return nil
}

func negated[K comparable](m map[K]float64) map[K]float64 {
	for k, v := range m {
		m[k] = -v
	}
	return m
}

func degreeMatrix(all []Example, minor []float64, among []int) *metric.Confusion {
	c := metric.NewConfusion(judge.Minor, judge.Major)
	at := func(minor bool) int {
		if minor {
			return 0
		}
		return 1
	}
	for _, i := range among {
		c.Cells[at(all[i].Y)][at(minor[i] > 0.5)]++
	}
	return c
}
