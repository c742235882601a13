package lab

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/lab/metric"
	"github.com/bonafide-audit/bonafide/internal/lab/recorded"
	"github.com/bonafide-audit/bonafide/internal/lab/result"
)

// tally counts what was found of a paper's references.
type tally struct{ gold, ours, found, titles, titlesRight, authors, authorsRight float64 }

// scoreBibliographies measures how many references of each paper were read.
func scoreBibliographies(set *Set, predictions []Prediction) *Result {
	counts := make([]tally, len(set.Gold))
	var wrong []Wrong
	for i, g := range set.Gold {
		var gold []recorded.Printed
		_ = json.Unmarshal([]byte(g.Values[printedKey]), &gold)
		ours := printedOf(predictions[i])
		alike := recorded.SameString
		if len(gold) > 0 && gold[0].Raw == "" {
			alike = recorded.HoldsTitle
		}
		found := recorded.Pairs(gold, ours, alike)
		counts[i] = tallyOf(gold, ours, found)
		wrong = append(wrong, misread(i, gold, ours, found)...)
	}
	var f figures
	addTallies(&f, "", counts, nil)
	for _, kind := range kindsOf(set.Gold) {
		addTallies(&f, "_"+kind, counts, where(set.Gold, func(i int) bool { return set.Gold[i].Group == kind }))
	}
	r := f.result(set.Gold)
	r.Wrong = wrong
	r.Tables = append(r.Tables, paperTable(set.Gold, counts))
	return r
}

func kindsOf(gold []Gold) []string {
	var kinds []string
	for _, g := range gold {
		if !slices.Contains(kinds, g.Group) {
			kinds = append(kinds, g.Group)
		}
	}
	slices.Sort(kinds)
	return kinds
}

func tallyOf(gold, ours []recorded.Printed, found []int) tally {
	t := tally{gold: float64(len(gold)), ours: float64(len(ours))}
	for i, j := range found {
		if j < 0 {
			continue
		}
		t.found++
		if gold[i].Title != "" {
			t.titles++
			t.titlesRight += one(recorded.SameTitle(gold[i], ours[j]))
		}
		if len(gold[i].Authors) > 0 {
			t.authors++
			t.authorsRight += one(recorded.SameAuthors(gold[i], ours[j]))
		}
	}
	return t
}

// addTallies adds the figures for a group of papers.
func addTallies(f *figures, suffix string, counts []tally, among []bool) {
	ratio := func(over, under func(tally) float64) metric.Measure {
		return func(w []float64) float64 {
			a, b := 0.0, 0.0
			for i, v := range w {
				if among == nil || among[i] {
					a += v * over(counts[i])
					b += v * under(counts[i])
				}
			}
			return metric.Ratio(a, b)
		}
	}
	found := func(t tally) float64 { return t.found }
	f.Add("recall"+suffix, ratio(found, func(t tally) float64 { return t.gold }))
	f.Add("precision"+suffix, ratio(found, func(t tally) float64 { return t.ours }))
	f.Add("title_exact"+suffix,
		ratio(func(t tally) float64 { return t.titlesRight }, func(t tally) float64 { return t.titles }))
	f.Add("authors_exact"+suffix,
		ratio(func(t tally) float64 { return t.authorsRight }, func(t tally) float64 { return t.authors }))
}

func paperTable(gold []Gold, counts []tally) Table {
	t := Table{Title: "by paper", Head: []string{"", "marked", "read", "found", "titles", "of", "authors", "of"}}
	for i, g := range gold {
		c := counts[i]
		t.Rows = append(t.Rows,
			[]string{g.Group + " " + g.ID, result.Count(c.gold), result.Count(c.ours), result.Count(c.found),
				result.Count(c.titlesRight), result.Count(c.titles), result.Count(c.authorsRight), result.Count(c.authors)})
	}
	return t
}

// misread lists the errors in a paper: references missed, references that do not exist, and fields that differ.
func misread(paper int, gold, ours []recorded.Printed, found []int) []Wrong {
	var list []Wrong
	taken := make([]bool, len(ours))
	for i, j := range found {
		if j < 0 {
			best, score := "", 0.0
			for _, o := range ours {
				if s := recorded.TokenF1(cmp.Or(gold[i].Raw, gold[i].Title), o.Raw); s > score {
					best, score = o.Raw, s
				}
			}
			list = append(list,
				misjudged(paper, 3, "missed "+cmp.Or(gold[i].Raw, gold[i].Title), fmt.Sprintf("nearest (%.2f) %s", score, best)))
			continue
		}
		taken[j] = true
		if gold[i].Title != "" && !recorded.SameTitle(gold[i], ours[j]) {
			list = append(list, misjudged(paper, 1, "title "+gold[i].Title, ours[j].Title))
		}
		if len(gold[i].Authors) > 0 && !recorded.SameAuthors(gold[i], ours[j]) {
			list = append(list,
				misjudged(paper, 0.5, "authors "+strings.Join(gold[i].Authors, "; "), strings.Join(ours[j].Authors, "; ")))
		}
	}
	for j, o := range ours {
		if !taken[j] {
			list = append(list, misjudged(paper, 2, "nothing", "extra "+o.Raw))
		}
	}
	return list
}
