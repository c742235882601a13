package evaluate

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/bonafide-audit/bonafide/internal/evaluate/metric"
	"github.com/bonafide-audit/bonafide/internal/fold"
)

// tokensAlike is the token F1 from which a raw text is the marked line.
const tokensAlike = 0.9

// sameString gives how alike two raw texts are, 0 below the bound.
func sameString(a, b printed) float64 {
	if f := tokenF1(a.Raw, b.Raw); f >= tokensAlike {
		return f
	}
	return 0
}

// holdsTitle gives a number above 0 when the raw text holds the title; a long
// title first.
func holdsTitle(gold, ours printed) float64 {
	title := fold.Title(gold.Title)
	if title == "" || !holds(fold.Title(ours.Raw), title) {
		return 0
	}
	score := float64(len(title))
	if fold.Title(ours.Title) == title {
		score += 1000
	}
	return score
}

// holds reports that a folded text has a folded title in it, as words; for a
// title of some length the spaces do not count, which small capitals and
// formulas lose on either side.
func holds(text, title string) bool {
	if strings.Contains(" "+text+" ", " "+title+" ") {
		return true
	}
	const some = 12
	squashed := fold.Squash(title)
	return len(squashed) >= some && strings.Contains(fold.Squash(text), squashed)
}

// pairs gives for each gold reference the index of ours that it is paired
// with, -1 for none: greedy, the best pair first, one to one.
func pairs(gold, ours []printed, alike func(gold, ours printed) float64) []int {
	type pair struct {
		gold, ours int
		score      float64
	}
	var all []pair
	for i := range gold {
		for j := range ours {
			if s := alike(gold[i], ours[j]); s > 0 {
				all = append(all, pair{i, j, s})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b pair) int { return cmp.Compare(b.score, a.score) })
	found := make([]int, len(gold))
	for i := range found {
		found[i] = -1
	}
	taken := make([]bool, len(ours))
	for _, p := range all {
		if found[p.gold] < 0 && !taken[p.ours] {
			found[p.gold], taken[p.ours] = p.ours, true
		}
	}
	return found
}

// tokenF1 compares two texts as bags of words.
func tokenF1(a, b string) float64 {
	left, right := tokens(a), tokens(b)
	if len(left)+len(right) == 0 {
		return 0
	}
	count := make(map[string]int, len(left))
	for _, w := range left {
		count[w]++
	}
	same := 0
	for _, w := range right {
		if count[w] > 0 {
			count[w]--
			same++
		}
	}
	return 2 * float64(same) / float64(len(left)+len(right))
}

func tokens(s string) []string {
	return strings.FieldsFunc(strings.ToLower(norm.NFKC.String(s)), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r)
	})
}

// tally counts what was found of a paper's references.
type tally struct{ gold, ours, found, titles, titlesRight, authors, authorsRight float64 }

// scoreBibliographies measures how many references of each paper were read.
func scoreBibliographies(set *Set, predictions []Prediction) *Result {
	counts := make([]tally, len(set.Gold))
	var wrong []Wrong
	for i, g := range set.Gold {
		var gold []printed
		_ = json.Unmarshal([]byte(g.Values[printedKey]), &gold)
		ours := printedOf(predictions[i])
		alike := sameString
		if len(gold) > 0 && gold[0].Raw == "" {
			alike = holdsTitle
		}
		found := pairs(gold, ours, alike)
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

func tallyOf(gold, ours []printed, found []int) tally {
	t := tally{gold: float64(len(gold)), ours: float64(len(ours))}
	for i, j := range found {
		if j < 0 {
			continue
		}
		t.found++
		if gold[i].Title != "" {
			t.titles++
			t.titlesRight += one(sameTitle(gold[i], ours[j]))
		}
		if len(gold[i].Authors) > 0 {
			t.authors++
			t.authorsRight += one(sameAuthors(gold[i], ours[j]))
		}
	}
	return t
}

// sameTitle compares two titles; as in holds, spaces do not count.
func sameTitle(a, b printed) bool {
	return fold.Squash(fold.Title(a.Title)) == fold.Squash(fold.Title(b.Title))
}

func sameAuthors(a, b printed) bool {
	return nameSet(foldAll(a.Authors)) == nameSet(foldAll(b.Authors))
}

func foldAll(names []string) []string {
	list := make([]string, len(names))
	for i, n := range names {
		list[i] = fold.Text(n)
	}
	return list
}

// addTallies adds the figures of some papers.
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
	f.add("recall"+suffix, ratio(found, func(t tally) float64 { return t.gold }))
	f.add("precision"+suffix, ratio(found, func(t tally) float64 { return t.ours }))
	f.add("title_exact"+suffix, ratio(func(t tally) float64 { return t.titlesRight }, func(t tally) float64 { return t.titles }))
	f.add("authors_exact"+suffix, ratio(func(t tally) float64 { return t.authorsRight }, func(t tally) float64 { return t.authors }))
}

func paperTable(gold []Gold, counts []tally) Table {
	t := Table{Title: "by paper", Head: []string{"", "marked", "read", "found", "titles", "of", "authors", "of"}}
	for i, g := range gold {
		c := counts[i]
		t.Rows = append(t.Rows, []string{g.Group + " " + g.ID, count(c.gold), count(c.ours), count(c.found), count(c.titlesRight), count(c.titles), count(c.authorsRight), count(c.authors)})
	}
	return t
}

// misread lists what went wrong in a paper: missed, read but not there, and
// fields that differ.
func misread(paper int, gold, ours []printed, found []int) []Wrong {
	var list []Wrong
	taken := make([]bool, len(ours))
	for i, j := range found {
		if j < 0 {
			best, score := "", 0.0
			for _, o := range ours {
				if s := tokenF1(cmp.Or(gold[i].Raw, gold[i].Title), o.Raw); s > score {
					best, score = o.Raw, s
				}
			}
			list = append(list, Wrong{paper, 3, "missed " + cmp.Or(gold[i].Raw, gold[i].Title), fmt.Sprintf("nearest (%.2f) %s", score, best)})
			continue
		}
		taken[j] = true
		if gold[i].Title != "" && !sameTitle(gold[i], ours[j]) {
			list = append(list, Wrong{paper, 1, "title " + gold[i].Title, ours[j].Title})
		}
		if len(gold[i].Authors) > 0 && !sameAuthors(gold[i], ours[j]) {
			list = append(list, Wrong{paper, 0.5, "authors " + strings.Join(gold[i].Authors, "; "), strings.Join(ours[j].Authors, "; ")})
		}
	}
	for j, o := range ours {
		if !taken[j] {
			list = append(list, Wrong{paper, 2, "nothing", "extra " + o.Raw})
		}
	}
	return list
}
