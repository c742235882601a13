package result

import (
	"encoding/json"

	"github.com/bonafide-audit/bonafide/internal/lab/metric"
)

// Metric is one named figure with its interval, all fractions.
type Metric struct {
	Name string
	metric.Interval
}

// Table is rows of text under a heading.
type Table struct {
	Title string
	Head  []string
	Rows  [][]string
}

// Result is what a suite measured.
type Result struct {
	Suite   string
	Mode    string
	N       int
	Metrics []Metric
	Tables  []Table
	Notes   []string
	Wrong   []Wrong // worst first

	Measures []metric.Measure // of Metrics, in the same order
}

// Wrong is one case that was judged wrongly.
type Wrong struct {
	Case      int     // index in the set
	Weight    float64 // how bad; larger is worse
	Gold      string
	Predicted string
}

// Value returns a metric by name.
func (r *Result) Value(name string) (float64, bool) {
	for _, m := range r.Metrics {
		if m.Name == name {
			return m.Value, true
		}
	}
	return 0, false
}

// Right returns for every case whether nothing is wrong with it.
func (r *Result) Right() []bool {
	list := make([]bool, r.N)
	for i := range list {
		list[i] = true
	}
	for _, w := range r.Wrong {
		list[w.Case] = false
	}
	return list
}

// Printed is the JSON object that --json prints for a result, for every suite and measuring tool.
type Printed struct {
	Suite     string                `json:"suite"`
	Mode      string                `json:"mode"`
	N         int                   `json:"n"` // cases
	Metrics   map[string]float64    `json:"metrics"`
	Intervals map[string][2]float64 `json:"intervals"` // at 95 %, drawn by cluster
	Notes     []string              `json:"notes,omitempty"`
}

// MarshalJSON returns the object that --json prints.
func (r *Result) MarshalJSON() ([]byte, error) {
	values, intervals := map[string]float64{}, map[string][2]float64{}
	for _, m := range r.Metrics {
		values[m.Name] = m.Value
		intervals[m.Name] = [2]float64{m.Low, m.High}
	}
	return json.Marshal(Printed{r.Suite, r.Mode, r.N, values, intervals, r.Notes})
}

// Figures collects measures by name and bootstraps them together.
type Figures struct {
	names    []string
	measures []metric.Measure
}

// Add adds a figure by name.
func (f *Figures) Add(name string, m metric.Measure) {
	f.names = append(f.names, name)
	f.measures = append(f.measures, m)
}

// Measures returns the measures in the order in which they were added.
func (f *Figures) Measures() []metric.Measure { return f.measures }

// Share adds the weighted share of the cases for which holds is true, among those for which among is true; a
// nil among means all.
func (f *Figures) Share(name string, holds, among []bool) {
	f.Add(name, func(w []float64) float64 {
		sum, total := 0.0, 0.0
		for i, v := range w {
			if among != nil && !among[i] {
				continue
			}
			total += v
			if holds[i] {
				sum += v
			}
		}
		return metric.Ratio(sum, total)
	})
}

// Mean adds the weighted mean of values.
func (f *Figures) Mean(name string, values []float64) {
	f.Add(name, func(w []float64) float64 {
		sum, total := 0.0, 0.0
		for i, v := range w {
			sum += v * values[i]
			total += v
		}
		return metric.Ratio(sum, total)
	})
}

// Result returns every figure with its bootstrap interval; clusters[i] is the cluster of case i.
func (f *Figures) Result(clusters []string) *Result {
	r := &Result{Measures: f.measures}
	for i, iv := range metric.Bootstrap(clusters, f.measures) {
		r.Metrics = append(r.Metrics, Metric{f.names[i], iv})
	}
	return r
}
