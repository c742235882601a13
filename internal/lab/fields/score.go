package fields

import (
	"fmt"
	"slices"

	"github.com/bonafide-audit/bonafide/internal/lab/metric"
	"github.com/bonafide-audit/bonafide/internal/lab/result"
)

// Study is a list of labelled entries in the order of their truth, with the result of a correction if there was
// one.
type Study struct {
	Truth     []Truth
	Before    []Row
	Claims    []Claim
	After     []Row    // nil: without a correction
	Corrected []Claim  // with After
	Lookups   *Lookups // nil if not reported
	Unread    int      // entries that are not in the file
	authors   map[Strictness][]bool
	by        string
}

// Options say how to label entries and group tables.
type Options struct {
	Authors Strictness // Ordered if empty
	Others  Others     // nil: no other works are known, and S is F
	By      string     // key of Truth.Groups; "" means no groups
}

// Examine labels every entry of the truth before and, if after is not nil, after a correction.
func Examine(truth []Truth, before, after map[string]Claim, opt Options) *Study {
	if opt.Authors == "" {
		opt.Authors = Ordered
	}
	s := &Study{Truth: truth, authors: map[Strictness][]bool{}, by: opt.By}
	for i := range truth {
		t := &truth[i]
		c, ok := before[t.ID]
		if !ok {
			s.Unread++
		}
		s.Claims = append(s.Claims, c)
		s.Before = append(s.Before, Judge(&c, t.Versions, opt.Others, opt.Authors))
		last := c
		if after != nil {
			last = after[t.ID]
			s.Corrected = append(s.Corrected, last)
			s.After = append(s.After, Judge(&last, t.Versions, opt.Others, opt.Authors))
		}
		for _, strict := range []Strictness{FirstAuthor, AuthorSet, Ordered} {
			agrees := false
			for k := range t.Versions {
				agrees = agrees || sameAuthors(&last, &t.Versions[k], strict)
			}
			s.authors[strict] = append(s.authors[strict], agrees)
		}
	}
	return s
}

// final returns the final labels.
func (s *Study) final() []Row {
	if s.After != nil {
		return s.After
	}
	return s.Before
}

// ratio adds the share of label pairs that hold among those that count. Each entry is weighted as drawn.
func ratio(f *result.Figures, name string, n int, of func(i int) (holds, among float64)) {
	hold, all := make([]float64, n), make([]float64, n)
	for i := range n {
		hold[i], all[i] = of(i)
	}
	f.Add(name, func(w []float64) float64 {
		a, b := 0.0, 0.0
		for i, v := range w {
			a, b = a+v*hold[i], b+v*all[i]
		}
		return metric.Ratio(a, b)
	})
}

// Result returns the figures and tables of a study.
func (s *Study) Result() *result.Result {
	var f result.Figures
	rows := s.final()
	n := len(rows)
	ratio(&f, "fields_accuracy", n, func(i int) (float64, float64) { return rows[i].tally() })
	ratio(&f, "fully_correct", n, func(i int) (float64, float64) { return one(rows[i].correct()), 1 })
	for k, name := range Names {
		ratio(&f, "accuracy_"+name, n, func(i int) (float64, float64) {
			return one(rows[i][k] == Correct), one(rows[i][k] != NotApplicable)
		})
	}
	for _, strict := range []Strictness{FirstAuthor, AuthorSet, Ordered} {
		ratio(&f, "author_"+string(strict), n, func(i int) (float64, float64) {
			return one(s.authors[strict][i]), one(rows[i][author] != NotApplicable)
		})
	}
	if s.After != nil {
		s.changes(&f)
	}
	if s.Lookups != nil {
		ratio(&f, "lookup_success", n, func(i int) (float64, float64) { return one(!s.Lookups.Lost[s.Truth[i].ID]), 1 })
	}
	clusters := make([]string, n)
	for i := range clusters {
		clusters[i] = s.Truth[i].Cluster
	}
	r := f.Result(clusters)
	r.Suite, r.N = "fields", n
	if s.Unread > 0 {
		r.Notes = append(r.Notes,
			fmt.Sprintf("%d entries of the gold are not in the file: all their fields are missing", s.Unread))
	}
	r.Tables = s.tables()
	for i := range rows {
		if !rows[i].correct() {
			r.Wrong = append(r.Wrong,
				result.Wrong{Case: i, Weight: float64(rows[i].errors()), Gold: s.Truth[i].ID, Predicted: rows[i].String()})
		}
	}
	slices.SortStableFunc(r.Wrong, func(a, b result.Wrong) int { return int(b.Weight - a.Weight) })
	return r
}

// changes adds the figures of corrected errors and regressions.
func (s *Study) changes(f *result.Figures) {
	n := len(s.Before)
	ratio(f, "fields_accuracy_before", n, func(i int) (float64, float64) { return s.Before[i].tally() })
	ratio(f, "fully_correct_before", n, func(i int) (float64, float64) { return one(s.Before[i].correct()), 1 })
	ratio(f, "correction_rate", n, func(i int) (fixed, wrong float64) {
		for k := range Names {
			if s.Before[i][k].Wrong() {
				wrong++
				fixed += one(s.After[i][k] == Correct)
			}
		}
		return fixed, wrong
	})
	ratio(f, "regression_rate", n, func(i int) (lost, right float64) {
		for k := range Names {
			if s.Before[i][k] == Correct {
				right++
				lost += one(s.After[i][k].Wrong())
			}
		}
		return lost, right
	})
}

// tally counts the correct fields and the applicable ones.
func (r Row) tally() (right, all float64) {
	for _, l := range r {
		if l != NotApplicable {
			all++
			right += one(l == Correct)
		}
	}
	return right, all
}

func (r Row) correct() bool { return r.errors() == 0 }

func (r Row) errors() int {
	n := 0
	for _, l := range r {
		if l.Wrong() {
			n++
		}
	}
	return n
}

func (r Row) String() string {
	b := make([]byte, len(r))
	for i, l := range r {
		b[i] = byte(l)
	}
	return string(b)
}

// Mode is how an entry fails.
type Mode string

// The failure modes of the study.
const (
	Sound     Mode = "none"
	Wholesale Mode = "wholesale" // three or more fields from another work
	Isolated  Mode = "isolated"  // one or two wrong fields
	Mixed     Mode = "mixed"     // more, with fewer than three from another work
)

// Mode returns the failure mode of an entry.
func (r Row) Mode() Mode {
	substituted := 0
	for _, l := range r {
		if l == Substituted {
			substituted++
		}
	}
	switch n := r.errors(); {
	case n == 0:
		return Sound
	case substituted >= 3:
		return Wholesale
	case n <= 2:
		return Isolated
	}
	return Mixed
}

func one(b bool) float64 {
	if b {
		return 1
	}
	return 0
}
