package fields

import (
	"fmt"
	"maps"
	"slices"

	"github.com/bonafide-audit/bonafide/internal/lab/metric"
	"github.com/bonafide-audit/bonafide/internal/lab/result"
)

// tables returns the tables of a study.
func (s *Study) tables() []result.Table {
	var list []result.Table
	if s.After != nil {
		list = append(list, fieldTable("labels by field, before", s.Before), fieldTable("labels by field, after", s.After))
	} else {
		list = append(list, fieldTable("labels by field", s.Before))
	}
	if s.by != "" {
		list = append(list, s.groupTable())
	}
	list = append(list, together("P(field across is wrong | field down is wrong)", s.Before), modeTable(s.Before, s.After))
	if s.After != nil {
		list = append(list, s.byLabel(), s.byField())
		if s.Lookups != nil {
			list = append(list, s.bySource())
		}
		list = append(list, s.transitions(), s.chance())
	}
	return list
}

// fieldTable counts the labels of each field.
func fieldTable(title string, rows []Row) result.Table {
	t := result.Table{Title: title, Head: []string{""}}
	for _, l := range Labels {
		t.Head = append(t.Head, string(l))
	}
	t.Head = append(t.Head, "accuracy")
	total := map[Label]float64{}
	for k, name := range Names {
		n := map[Label]float64{}
		for _, r := range rows {
			n[r[k]]++
			total[r[k]]++
		}
		t.Rows = append(t.Rows, labelRow(name, n))
	}
	t.Rows = append(t.Rows, labelRow("all", total))
	return t
}

func labelRow(name string, n map[Label]float64) []string {
	row, all := []string{name}, 0.0
	for _, l := range Labels {
		row = append(row, result.Count(n[l]))
		if l != NotApplicable {
			all += n[l]
		}
	}
	return append(row, result.Percent(metric.Ratio(n[Correct], all)))
}

// groupTable returns the accuracy of each field for each group of the truth.
func (s *Study) groupTable() result.Table {
	t := result.Table{Title: "accuracy by " + s.by,
		Head: append(append([]string{"", "n"}, Names...), "all", "fully correct")}
	members := map[string][]Row{}
	for i, r := range s.final() {
		g := s.Truth[i].Groups[s.by]
		members[g] = append(members[g], r)
	}
	for _, g := range slices.Sorted(maps.Keys(members)) {
		row := []string{g, fmt.Sprint(len(members[g]))}
		right, all, full := 0.0, 0.0, 0.0
		for k := range Names {
			c, n := 0.0, 0.0
			for _, r := range members[g] {
				c, n = c+one(r[k] == Correct), n+one(r[k] != NotApplicable)
			}
			right, all = right+c, all+n
			row = append(row, share(c, n))
		}
		for _, r := range members[g] {
			full += one(r.correct())
		}
		t.Rows = append(t.Rows, append(row, share(right, all), share(full, float64(len(members[g])))))
	}
	return t
}

// share formats a ratio, as a dot if b is 0.
func share(a, b float64) string {
	if b == 0 {
		return "·"
	}
	return result.Percent(a / b)
}

// together returns how often one field is wrong if another is.
func together(title string, rows []Row) result.Table {
	t := result.Table{Title: title, Head: append([]string{"", "wrong"}, Names...)}
	for i, name := range Names {
		n, both := 0.0, [count]float64{}
		for _, r := range rows {
			if !r[i].Wrong() {
				continue
			}
			n++
			for j := range both {
				both[j] += one(r[j].Wrong())
			}
		}
		row := []string{name, result.Count(n)}
		for j := range both {
			if i == j {
				row = append(row, "–")
			} else {
				row = append(row, share(both[j], n))
			}
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// modeTable counts the failure modes and, if after is not nil, how many entries of each became fully correct,
// and how many of their errors were corrected.
func modeTable(before, after []Row) result.Table {
	t := result.Table{Title: "failure modes", Head: []string{"", "entries", "share of erroneous"}}
	if after != nil {
		t.Head = append(t.Head, "fully correct after", "errors", "corrected", "rate", "sound fields", "made worse", "rate")
	}
	erroneous := 0.0
	for _, r := range before {
		erroneous += one(!r.correct())
	}
	for _, mode := range []Mode{Isolated, Mixed, Wholesale, Sound} {
		n, full := 0.0, 0.0
		var c changes
		for i, r := range before {
			if r.Mode() != mode {
				continue
			}
			n++
			if after != nil {
				full += one(after[i].correct())
				c.add(r, after[i], 0)
			}
		}
		part := share(n, erroneous)
		if mode == Sound {
			part = "·"
		}
		row := []string{string(mode), result.Count(n), part}
		if after != nil {
			row = append(row, share(full, n), result.Count(c.wrong), result.Count(c.fixed), share(c.fixed, c.wrong),
				result.Count(c.right), result.Count(c.lost), share(c.lost, c.right))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// changes counts what a correction changed in fields.
type changes struct{ wrong, fixed, right, lost float64 }

// add counts one entry; a label other than zero counts only fields that had it.
func (c *changes) add(before, after Row, only Label) {
	for k := range before {
		switch {
		case only != 0 && before[k] != only:
		case before[k].Wrong():
			c.wrong++
			c.fixed += one(after[k] == Correct)
		case before[k] == Correct:
			c.right++
			c.lost += one(after[k].Wrong())
		}
	}
}

// byLabel returns corrections by the original label, and regressions.
func (s *Study) byLabel() result.Table {
	t := result.Table{Title: "corrections by original label", Head: []string{"", "fields", "corrected", "rate"}}
	for _, l := range []Label{Missing, Partial, Fabricated, Substituted} {
		var c changes
		for i := range s.Before {
			c.add(s.Before[i], s.After[i], l)
		}
		t.Rows = append(t.Rows, []string{string(l), result.Count(c.wrong), result.Count(c.fixed), share(c.fixed, c.wrong)})
	}
	var all changes
	for i := range s.Before {
		all.add(s.Before[i], s.After[i], 0)
	}
	t.Rows = append(t.Rows,
		[]string{"all errors", result.Count(all.wrong), result.Count(all.fixed), share(all.fixed, all.wrong)},
		[]string{"C made worse", result.Count(all.right), result.Count(all.lost), share(all.lost, all.right)})
	return t
}

// byField returns accuracy before and after, corrections and regressions of each
// field.
func (s *Study) byField() result.Table {
	t := result.Table{Title: "corrections by field",
		Head: []string{"", "before", "after", "errors", "corrected", "rate", "correct", "made worse", "rate"}}
	for k, name := range Names {
		var wrong, fixed, right, lost, after, n float64
		for i := range s.Before {
			b, a := s.Before[i][k], s.After[i][k]
			wrong, right = wrong+one(b.Wrong()), right+one(b == Correct)
			fixed, lost = fixed+one(b.Wrong() && a == Correct), lost+one(b == Correct && a.Wrong())
			after, n = after+one(a == Correct), n+one(a != NotApplicable)
		}
		t.Rows = append(t.Rows,
			[]string{name, share(right, right+wrong), share(after, n), result.Count(wrong), result.Count(fixed),
				share(fixed, wrong), result.Count(right), result.Count(lost), share(lost, right)})
	}
	return t
}

// transitions counts how labels changed.
func (s *Study) transitions() result.Table {
	t := result.Table{Title: "labels before (down) and after (across)", Head: []string{""}}
	for _, l := range Labels {
		t.Head = append(t.Head, string(l))
	}
	n := map[[2]Label]float64{}
	for i := range s.Before {
		for k := range Names {
			n[[2]Label{s.Before[i][k], s.After[i][k]}]++
		}
	}
	for _, from := range Labels {
		row := []string{string(from)}
		for _, to := range Labels {
			row = append(row, result.Count(n[[2]Label{from, to}]))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// chance tests whether more entries are fully correct after than before
// (McNemar over the entries).
func (s *Study) chance() result.Table {
	was, is := make([]bool, len(s.Before)), make([]bool, len(s.Before))
	for i := range s.Before {
		was[i], is[i] = s.Before[i].correct(), s.After[i].correct()
	}
	m := metric.TestMcNemar(was, is)
	return result.Table{Title: "entries fully correct", Head: []string{"", "only before", "only after", "χ²", "p"},
		Rows: [][]string{{"McNemar", fmt.Sprint(m.OnlyA), fmt.Sprint(m.OnlyB), fmt.Sprintf("%.2f", m.ChiSquared),
			fmt.Sprintf("%.4g", m.P)}}}
}

// bySource returns for every source and field how many of the values that the correction took from the source
// are right.
func (s *Study) bySource() result.Table {
	t := result.Table{Title: "changed values that are right, by source and field",
		Head: append(append([]string{""}, Names...), "all", "rate")}
	right, changed := map[string]*[count + 1]float64{}, map[string]*[count + 1]float64{}
	for i := range s.After {
		for k, name := range Names {
			source, ok := s.Lookups.Sources[s.Truth[i].ID][name]
			if !ok || s.After[i][k] == NotApplicable {
				continue
			}
			if right[source] == nil {
				right[source], changed[source] = &[count + 1]float64{}, &[count + 1]float64{}
			}
			for _, at := range []int{k, count} {
				changed[source][at]++
				right[source][at] += one(s.After[i][k] == Correct)
			}
		}
	}
	for _, source := range slices.Sorted(maps.Keys(right)) {
		row := []string{source}
		for k := range count + 1 {
			if changed[source][k] == 0 {
				row = append(row, "·")
			} else {
				row = append(row, fmt.Sprintf("%g/%g", right[source][k], changed[source][k]))
			}
		}
		t.Rows = append(t.Rows, append(row, share(right[source][count], changed[source][count])))
	}
	return t
}
