package compare

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/bonafide-audit/bonafide/internal/lab"
	"github.com/bonafide-audit/bonafide/internal/lab/metric"
	"github.com/bonafide-audit/bonafide/internal/lab/result"
)

// sweepStep is the step by which both thresholds go from 0 to 10.
const sweepStep = 0.25

// SweepPoint is a pair of thresholds with its result.
type SweepPoint struct {
	lab.Thresholds
	WeightedF1 float64
	MacroF1    float64
}

// sweep tries every pair of thresholds with Exact at or above Minor and returns the best by support-weighted
// F1. Among equally good pairs it chooses the one nearest to the middle of them all, so that a small shift of
// the scores costs least. The points are sorted, best first.
func sweep(gold []lab.Gold, predictions []lab.Prediction) (best SweepPoint, points []SweepPoint) {
	for m := 0.0; m <= 10; m += sweepStep {
		for e := m; e <= 10; e += sweepStep {
			t := lab.Thresholds{Minor: m, Exact: e}
			want, got := lab.SeverityIndices(gold, predictions, t)
			c := metric.Count(lab.SeverityAnswers, want, got, nil)
			points = append(points, SweepPoint{t, c.WeightedF1(), c.MacroF1()})
		}
	}
	slices.SortStableFunc(points, func(a, b SweepPoint) int { return cmp.Compare(b.WeightedF1, a.WeightedF1) })
	return middle(points), points
}

// middle returns the point nearest to the mean of those that are as good as the first one.
func middle(points []SweepPoint) SweepPoint {
	n, sum := 0, lab.Thresholds{}
	for n < len(points) && points[n].WeightedF1 >= points[0].WeightedF1-1e-12 {
		sum.Minor += points[n].Minor
		sum.Exact += points[n].Exact
		n++
	}
	if n == 0 {
		return SweepPoint{}
	}
	distance := func(p SweepPoint) float64 {
		return math.Hypot(p.Minor-sum.Minor/float64(n), p.Exact-sum.Exact/float64(n))
	}
	return slices.MinFunc(points[:n], func(a, b SweepPoint) int { return cmp.Compare(distance(a), distance(b)) })
}

// crossSweep returns the mean weighted F1 over folds parts of whole clusters, each with the thresholds chosen
// on the other folds.
func crossSweep(gold []lab.Gold, predictions []lab.Prediction, folds int) float64 {
	fold := lab.Folds(lab.Clusters(gold), folds)
	sum, total := 0.0, 0.0
	for k := range folds {
		var trainGold, testGold []lab.Gold
		var train, test []lab.Prediction
		for i := range gold {
			if fold[i] == k {
				testGold, test = append(testGold, gold[i]), append(test, predictions[i])
			} else {
				trainGold, train = append(trainGold, gold[i]), append(train, predictions[i])
			}
		}
		best, _ := sweep(trainGold, train)
		want, got := lab.SeverityIndices(testGold, test, best.Thresholds)
		sum += metric.Count(lab.SeverityAnswers, want, got, nil).WeightedF1() * float64(len(test))
		total += float64(len(test))
	}
	return metric.Ratio(sum, total)
}

// ErrNoLabels means that there are no labels for calibration.
var ErrNoLabels = errors.New("the input has no labels; give --gold")

// Calibration reports which thresholds suit the score, for the severity suite, and how well the probability is
// calibrated, for a suite that knows what is genuine.
func Calibration(s *lab.Suite, set *lab.Set, predictions []lab.Prediction) ([]result.Table, error) {
	if set.Blind() {
		return nil, ErrNoLabels
	}
	if s.Name == "severity" {
		return severityTables(set.Gold, predictions), nil
	}
	p, genuine := make([]float64, len(predictions)), make([]bool, len(predictions))
	for i, q := range predictions {
		g := set.Gold[i]
		p[i], genuine[i] = q.P, !g.Fake && g.Class != lab.Hallucinated
	}
	if !slices.ContainsFunc(p, func(v float64) bool { return v > 0 }) {
		return nil, fmt.Errorf("the predictions of %s state no probability that could be calibrated", s.Name)
	}
	t := result.Table{Title: s.Name + ": calibration of p(genuine)", Head: []string{"", "value"}, Rows: [][]string{
		{"ECE", fmt.Sprintf("%.4f", metric.ECE(p, genuine, nil))},
		{"Brier", fmt.Sprintf("%.4f", metric.Brier(p, genuine, nil))},
		{"AUROC", fmt.Sprintf("%.4f", metric.Rank(p, genuine).AUROC(nil))},
	}}
	return []result.Table{t, lab.ReliabilityTable(p, genuine)}, nil
}

// shownPoints is how many of the best pairs of thresholds are listed.
const shownPoints = 8

func severityTables(gold []lab.Gold, predictions []lab.Prediction) []result.Table {
	best, points := sweep(gold, predictions)
	head := []string{"", "minor", "exact", "weighted f1", "macro f1"}
	row := func(name string, p SweepPoint) []string {
		return []string{name, fmt.Sprintf("%.2f", p.Minor), fmt.Sprintf("%.2f", p.Exact), fmt.Sprintf("%.4f", p.WeightedF1),
			fmt.Sprintf("%.4f", p.MacroF1)}
	}
	chosen := result.Table{Title: fmt.Sprintf("thresholds of the score, n = %d", len(gold)), Head: head,
		Rows: [][]string{row("best", best)}}
	now := lab.JudgeThresholds()
	for _, p := range points {
		if p.Thresholds == now {
			chosen.Rows = append(chosen.Rows, row("in use", p))
		}
	}
	chosen.Rows = append(chosen.Rows,
		[]string{"five-fold", "", "", fmt.Sprintf("%.4f", crossSweep(gold, predictions, 5)), ""})
	list := result.Table{Title: "best pairs", Head: head}
	for _, p := range points[:min(shownPoints, len(points))] {
		list.Rows = append(list.Rows, row("", p))
	}
	return []result.Table{chosen, list, scoreTable(gold, predictions)}
}

// scoreTable shows the distribution of the scores of each label.
func scoreTable(gold []lab.Gold, predictions []lab.Prediction) result.Table {
	t := result.Table{Title: "scores by label", Head: []string{"", "n", "lowest", "10 %", "median", "90 %", "highest"}}
	scores := map[string][]float64{}
	for i, g := range gold {
		scores[g.Label] = append(scores[g.Label], predictions[i].Score)
	}
	for _, name := range lab.Severities {
		v := scores[name]
		slices.Sort(v)
		row := []string{name, fmt.Sprint(len(v))}
		for _, q := range []float64{0, 0.1, 0.5, 0.9, 1} {
			row = append(row, fmt.Sprintf("%.2f", metric.Quantile(v, q)))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}
