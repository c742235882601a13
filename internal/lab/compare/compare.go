package compare

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/lab"
	"github.com/bonafide-audit/bonafide/internal/lab/metric"
	"github.com/bonafide-audit/bonafide/internal/lab/result"
)

// Compared is the difference between two files of predictions on the same cases.
type Compared struct {
	Suite    string
	N        int
	Notes    []string       // cases missing from the files
	Cases    metric.McNemar // the cases that A and B have right
	Outcomes ChiSquared     // whether both have the same outcomes
	Figures  []Contrast
}

// ChiSquared is the test of a table of counts.
type ChiSquared struct {
	Statistic float64
	Freedom   int
	P         float64
}

// Contrast is one figure of A and B, and B minus A with intervals from resampling single cases and whole
// clusters.
type Contrast struct {
	Name    string
	A, B    float64
	Paired  metric.Difference
	Cluster metric.Difference
}

// Files compares two files of predictions with the truth of a set.
func Files(s *lab.Suite, set *lab.Set, fileA, fileB string) (*Compared, error) {
	if set.Blind() {
		return nil, errors.New("the input has no labels to compare over; give --gold")
	}
	var results [2]*lab.Result
	var lists [2][]lab.Prediction
	for i, file := range []string{fileA, fileB} {
		list, err := set.PredictionsFrom(file)
		if err != nil {
			return nil, err
		}
		lists[i] = list
		results[i] = s.Score(set, lists[i])
	}
	c := &Compared{Suite: s.Name, N: len(set.Gold), Notes: set.Notes}
	c.Cases = metric.TestMcNemar(results[0].Right(), results[1].Right())
	c.Outcomes.Statistic, c.Outcomes.Freedom, c.Outcomes.P = metric.ChiSquared([][]float64{outcomeCounts(lists[0]),
		outcomeCounts(lists[1])})
	single := make([]string, len(set.Gold))
	for i := range single {
		single[i] = strconv.Itoa(i)
	}
	clusters := lab.Clusters(set.Gold)
	for k, m := range results[0].Metrics {
		if k >= len(results[1].Metrics) || results[1].Metrics[k].Name != m.Name {
			continue
		}
		a, b := results[0].Measures[k], results[1].Measures[k]
		c.Figures = append(c.Figures, Contrast{
			Name: m.Name, A: m.Value, B: results[1].Metrics[k].Value,
			Paired: metric.PairedBootstrap(single, a, b), Cluster: metric.PairedBootstrap(clusters, a, b),
		})
	}
	return c, nil
}

func outcomeCounts(list []lab.Prediction) []float64 {
	counts := make([]float64, len(judge.Outcomes))
	for _, p := range list {
		for i, o := range judge.Outcomes {
			if p.Outcome == o.String() {
				counts[i]++
			}
		}
	}
	return counts
}

// Tables shows a comparison as tables.
func (c *Compared) Tables() []result.Table {
	cases := result.Table{
		Title: fmt.Sprintf("%s, n = %d: cases that only one has right", c.Suite, c.N),
		Head:  []string{"", "only A", "only B", "χ²", "p"},
		Rows: [][]string{
			{"McNemar", fmt.Sprint(c.Cases.OnlyA), fmt.Sprint(c.Cases.OnlyB), fmt.Sprintf("%.2f", c.Cases.ChiSquared),
				pValue(c.Cases.P)},
			{fmt.Sprintf("outcomes (%d degrees of freedom)", c.Outcomes.Freedom), "", "",
				fmt.Sprintf("%.2f", c.Outcomes.Statistic), pValue(c.Outcomes.P)},
		},
	}
	t := result.Table{Title: "figures",
		Head: []string{"metric", "A", "B", "B − A", "by case, 95 %", "p", "by cluster, 95 %", "p"}}
	for _, f := range c.Figures {
		t.Rows = append(t.Rows, []string{
			f.Name, fmt.Sprintf("%.4f", f.A), fmt.Sprintf("%.4f", f.B), fmt.Sprintf("%+.4f", f.B-f.A),
			bounds(f.Paired.Interval), pValue(f.Paired.P), bounds(f.Cluster.Interval), pValue(f.Cluster.P),
		})
	}
	return []result.Table{cases, t}
}

func bounds(i metric.Interval) string { return fmt.Sprintf("%+.4f – %+.4f", i.Low, i.High) }

func pValue(p float64) string {
	if p < 0.001 {
		return "< 0.001"
	}
	return fmt.Sprintf("%.3f", p)
}
