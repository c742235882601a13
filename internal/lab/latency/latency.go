package latency

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/bonafide-audit/bonafide/internal/lab/metric"
	"github.com/bonafide-audit/bonafide/internal/lab/result"
)

// step is what one source did for one reference: a line of a trace. Other kinds of lines are skipped.
type step struct {
	Kind      string  `json:"kind"`
	Reference string  `json:"reference"`
	Stage     int     `json:"stage"`
	Source    string  `json:"source"`
	Reached   bool    `json:"reached"`
	Outcome   string  `json:"outcome"`
	TookMS    float64 `json:"took_ms"`
	Together  int     `json:"together"`
	Chosen    bool    `json:"chosen"`
}

// share returns the part of the time, in seconds, of one of the references that were queried together.
func (st *step) share() float64 { return st.TookMS / 1000 / float64(max(st.Together, 1)) }

// passage is the path of one reference: its steps and its waits.
type passage struct {
	steps  []step
	failed bool
}

// Study is the trace of a run by reference.
type Study struct {
	order    []string
	by       map[string]*passage
	labels   map[string]string
	sources  []string // in the order of first appearance
	excluded int      // references for which a source failed
}

// Read reads a trace. References for which a source failed are skipped and counted: their times measure the
// failure.
func Read(path string) (*Study, error) {
	s := &Study{by: map[string]*passage{}, labels: map[string]string{}}
	err := result.Each(path, func(line []byte) error {
		var st step
		var what struct{ Kind string }
		if err := json.Unmarshal(line, &what); err == nil && what.Kind != "step" {
			return nil
		}
		if err := json.Unmarshal(line, &st); err != nil {
			return fmt.Errorf("not a line of a trace: %w", err)
		}
		p := s.by[st.Reference]
		if p == nil {
			p = &passage{}
			s.by[st.Reference] = p
			s.order = append(s.order, st.Reference)
		}
		p.steps = append(p.steps, st)
		p.failed = p.failed || st.Outcome == "failed"
		if !slices.Contains(s.sources, st.Source) {
			s.sources = append(s.sources, st.Source)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if len(s.order) == 0 {
		return nil, fmt.Errorf("%s has no steps: write it with \"bonafide check --online --trace\"", path)
	}
	kept := s.order[:0]
	for _, id := range s.order {
		if s.by[id].failed {
			s.excluded++
			continue
		}
		kept = append(kept, id)
	}
	s.order = kept
	return s, nil
}

// Label reads the labels of references from a gold file.
func (s *Study) Label(path string) error {
	return result.EachObject(path, func(o result.Object) error {
		s.labels[o.Text("id", "bibtex_key")] = o.Text("label", "class", "gt")
		return nil
	})
}

// web is the name of the source that the tables separate from the others.
const web = "web_search"

// took returns the time of a reference in seconds: the sources of a stage are queried concurrently, so a stage
// takes as long as its slowest source; stages follow each other.
func (p *passage) took(without string) float64 {
	slowest := map[int]float64{}
	for _, st := range p.steps {
		if st.Reached && st.Source != without {
			slowest[st.Stage] = max(slowest[st.Stage], st.share())
		}
	}
	sum := 0.0
	for _, stage := range slices.Sorted(maps.Keys(slowest)) {
		sum += slowest[stage]
	}
	return sum
}

// chosen returns the source whose record the reference was judged against.
func (p *passage) chosen() string {
	for _, st := range p.steps {
		if st.Chosen {
			return st.Source
		}
	}
	return "not found"
}

// Tables returns the four tables.
func (s *Study) Tables() []result.Table {
	return []result.Table{s.overall(), s.bySource(), s.byLabel(), s.byChosen()}
}

func (s *Study) overall() result.Table {
	title := fmt.Sprintf("latency of the cascade over %d references", len(s.order))
	if s.excluded > 0 {
		title += fmt.Sprintf(" (%d left out: a source failed)", s.excluded)
	}
	t := result.Table{Title: title, Head: []string{"", "mean", "median", "p95", "p99", "max", "std"}}
	for _, row := range []struct{ name, without string }{{"full cascade", ""}, {"without web search", web}} {
		var all []float64
		for _, id := range s.order {
			all = append(all, s.by[id].took(row.without))
		}
		d := describe(all)
		t.Rows = append(t.Rows,
			[]string{row.name, seconds(d.mean), seconds(d.median), seconds(d.p95), seconds(d.p99),
				seconds(d.max), seconds(d.std)})
	}
	return t
}

// bySource returns for each source the reach, the time of the references that reached it, and what it adds on
// average over all.
func (s *Study) bySource() result.Table {
	t := result.Table{Title: "by source",
		Head: []string{"", "stage", "reach", "mean of those", "median of those", "over all"}}
	n := float64(max(len(s.order), 1))
	for _, name := range s.sources {
		var times []float64
		stage := 0
		for _, id := range s.order {
			for _, st := range s.by[id].steps {
				if st.Source == name {
					stage = st.Stage
					if st.Reached {
						times = append(times, st.share())
					}
				}
			}
		}
		d := describe(times)
		t.Rows = append(t.Rows,
			[]string{name, fmt.Sprint(stage), share(float64(len(times)) / n), seconds(d.mean), seconds(d.median),
				seconds(d.mean * float64(len(times)) / n)})
	}
	return t
}

func (s *Study) byLabel() result.Table {
	t := result.Table{Title: "by label", Head: []string{"", "n", "mean", "median", "p95", "p99"}}
	by := map[string][]float64{}
	for _, id := range s.order {
		label := s.labels[id]
		if label == "" {
			label = "without label"
		}
		by[label] = append(by[label], s.by[id].took(""))
	}
	for _, label := range slices.Sorted(maps.Keys(by)) {
		d := describe(by[label])
		t.Rows = append(t.Rows,
			[]string{label, fmt.Sprint(len(by[label])), seconds(d.mean), seconds(d.median), seconds(d.p95), seconds(d.p99)})
	}
	return t
}

func (s *Study) byChosen() result.Table {
	t := result.Table{Title: "source of the record judged against", Head: []string{"", "n", "share"}}
	n := map[string]int{}
	for _, id := range s.order {
		n[s.by[id].chosen()]++
	}
	names := slices.Sorted(maps.Keys(n))
	slices.SortStableFunc(names, func(a, b string) int { return n[b] - n[a] })
	for _, name := range names {
		t.Rows = append(t.Rows, []string{name, fmt.Sprint(n[name]), share(float64(n[name]) / float64(len(s.order)))})
	}
	return t
}

type description struct{ mean, median, p95, p99, max, std float64 }

func describe(list []float64) description {
	if len(list) == 0 {
		return description{}
	}
	slices.Sort(list)
	var d description
	for _, v := range list {
		d.mean += v / float64(len(list))
	}
	for _, v := range list {
		d.std += (v - d.mean) * (v - d.mean) / float64(len(list))
	}
	d.std = math.Sqrt(d.std)
	d.median, d.p95, d.p99, d.max = metric.Quantile(list, .5), metric.Quantile(list, .95), metric.Quantile(list,
		.99), list[len(list)-1]
	return d
}

func seconds(v float64) string { return fmt.Sprintf("%.4fs", v) }

func share(v float64) string { return fmt.Sprintf("%.1f%%", 100*v) }
