package lab

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/lab/metric"
)

func scoreAccusations(set *Set, predictions []Prediction) *Result {
	switch set.Mode {
	case Damaged:
		return scoreDamaged(set.Gold, predictions)
	case Pinned:
		return scorePinned(set.Gold, predictions)
	}
	return scoreKept(set, predictions)
}

// contested reports whether a field is reported as contradicted by records that are no proof.
func (p *Prediction) contested() bool {
	return slices.ContainsFunc(p.Reasons, func(reason string) bool {
		rule, _, _ := strings.Cut(reason, " ")
		return strings.Contains(rule, "contested")
	})
}

// decides reports whether an outcome says anything about the work.
func (p *Prediction) decides() bool { return p.accuses() || p.Outcome == judge.Verified.String() }

// peripheral reports whether codes concern only volume, issue, pages, publisher or place: a difference that is
// reported and accuses no one.
func peripheral(codes []string) bool {
	return len(codes) > 0 && !slices.ContainsFunc(codes, func(c string) bool { return c != string(judge.H6) })
}

// kept holds the results for entries of bibliographies, by case. An entry that is in a file more than once is
// accused once, at its first place.
type kept struct {
	gold    []Gold
	pred    []Prediction
	accused map[string][]bool // by label, without peripheral differences
	minor   map[string][]bool // by label, only peripheral differences
	right   []bool            // labelled right, at the first case of the entry
	lost    []bool            // of these, those that are not accused
	said    []bool            // of these, those that are accused or reported as contested
	leads   map[string][]bool // to be checked by hand, by label
}

func examine(gold []Gold, pred []Prediction) *kept {
	n := len(gold)
	k := &kept{gold: gold, pred: pred, accused: map[string][]bool{}, minor: map[string][]bool{},
		leads: map[string][]bool{}, right: make([]bool, n), lost: make([]bool, n), said: make([]bool, n)}
	for _, label := range []string{labelRight, labelPedantic, labelFalse, labelNew} {
		k.accused[label], k.minor[label], k.leads[label] = make([]bool, n), make([]bool, n), make([]bool, n)
	}
	accused, said, led := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for i, g := range gold {
		p := &pred[i]
		said[g.Entry] = said[g.Entry] || p.accuses() || p.contested()
		if of := k.leads[labelOf(g)]; p.doubtful() && of != nil && !accused[g.Entry] && !led[g.Entry] {
			of[i], led[g.Entry] = true, g.Label != ""
		}
		if !p.accuses() || accused[g.Entry] {
			continue
		}
		accused[g.Entry] = true
		if of := k.of(p)[labelOf(g)]; of != nil {
			of[i] = true
		}
	}
	first := map[string]bool{}
	for i, g := range gold {
		if g.Label == labelRight && !peripheral(g.Codes) && !first[g.Entry] {
			first[g.Entry] = true
			k.right[i], k.lost[i], k.said[i] = true, !accused[g.Entry], said[g.Entry]
		}
	}
	return k
}

// of returns the table that counts an accusation.
func (k *kept) of(p *Prediction) map[string][]bool {
	if peripheral(p.Codes) {
		return k.minor
	}
	return k.accused
}

func labelOf(g Gold) string {
	if g.Label == "" {
		return labelNew
	}
	return g.Label
}

// either combines lists of cases.
func either(lists ...[]bool) []bool {
	all := make([]bool, len(lists[0]))
	for _, list := range lists {
		for i, v := range list {
			all[i] = all[i] || v
		}
	}
	return all
}

// count returns the weight of the cases for which holds is true.
func count(w []float64, holds []bool) (sum float64) {
	for i, v := range w {
		if holds[i] {
			sum += v
		}
	}
	return sum
}

// share returns the share of the cases in one list among those in another, which counts as one case if it is
// empty.
func share(some, all []bool) metric.Measure {
	return func(w []float64) float64 { return count(w, some) / max(1, count(w, all)) }
}

// scoreKept counts accusations by people's judgements.
func scoreKept(set *Set, pred []Prediction) *Result {
	gold := set.Gold
	k := examine(gold, pred)
	every := where(gold, func(int) bool { return true })
	decided := where(gold, func(i int) bool { return pred[i].decides() })
	unsettled := where(gold, func(i int) bool { return pred[i].Outcome == judge.Inconclusive.String() })
	doubted := where(gold, func(i int) bool { return unsettled[i] && unlikely(pred[i].P) })
	right, pedantic, wrong, fresh := k.accused[labelRight], k.accused[labelPedantic], k.accused[labelFalse],
		k.accused[labelNew]
	accused, mistaken := either(right, pedantic, wrong, fresh), either(wrong, fresh)

	var f figures
	sum := func(name string, holds []bool) {
		f.Add(name, func(w []float64) float64 { return count(w, holds) })
	}
	sum("references", every)
	sum("decided", decided)
	sum("accused", accused)
	sum("right", right)
	sum("pedantic", pedantic)
	sum("false", wrong)
	sum("new", fresh)
	f.Add("precision", share(right, accused))
	f.Add("right_kept", func(w []float64) float64 {
		return 1 - (count(w, k.lost)+set.unread)/max(1, count(w, k.right)+set.unread)
	})
	f.Add("right_said", func(w []float64) float64 { return count(w, k.said) / max(1, count(w, k.right)+set.unread) })
	f.Add("false_of_decided", share(mistaken, decided))
	f.Add("inconclusive_called_unlikely", share(doubted, unsettled))
	for _, label := range []string{labelRight, labelPedantic, labelFalse, labelNew} {
		sum("peripheral_"+label, k.minor[label])
	}
	k.strengths(&f, set.unread)
	k.foreign(&f, mistaken, decided)
	r := f.result(gold)
	r.Wrong = k.wrong()
	r.Tables = []Table{outcomeTable("outcome by domain", gold, pred, domainOf), k.fileTable(), k.freshTable()}
	return r
}

// strengths adds the figures that depend on certainty: of certain differences, of those to be checked by hand,
// and of 1 − p.
func (k *kept) strengths(f *figures, unread float64) {
	accused := either(k.accused[labelRight], k.accused[labelPedantic], k.accused[labelFalse], k.accused[labelNew])
	certain := func(among []bool) []bool {
		return where(k.gold, func(i int) bool { return among[i] && k.pred[i].Strength == judge.Certain.String() })
	}
	right := func(w []float64) float64 { return max(1, count(w, k.right)+unread) }
	fair := either(k.accused[labelRight], k.accused[labelPedantic])
	said := either(k.accused[labelRight], k.leads[labelRight])
	judged := either(k.leads[labelRight], k.leads[labelPedantic], k.leads[labelFalse])
	sum := func(name string, holds []bool) {
		f.Add(name, func(w []float64) float64 { return count(w, holds) })
	}
	f.Add("precision_fair", share(fair, accused))
	sum("certain", certain(accused))
	f.Add("certain_precision_fair", share(certain(fair), certain(accused)))
	sure, settled := certain(k.accused[labelRight]), either(fair, k.accused[labelFalse])
	f.Add("certain_share", func(w []float64) float64 { return count(w, sure) / right(w) })
	sum("leads", either(judged, k.leads[labelNew]))
	sum("leads_unjudged", k.leads[labelNew])
	f.Add("said_kept", func(w []float64) float64 { return count(w, said) / right(w) })
	f.Add("said_precision", share(said, either(judged, accused)))
	f.Add("auc", k.order(said, either(judged, accused)))
	f.Add("auc_wrong", k.order(k.accused[labelRight], accused))
	p := k.unlikeliness()
	f.Add("ece", func(w []float64) float64 {
		return metric.ECE(p, k.accused[labelRight], only(w, settled))
	})
}

// order measures how often a right accusation has a greater 1 − p than one that people judged otherwise, ties
// counting half; 0 without either. Cases without a label are left out.
func (k *kept) order(right, among []bool) metric.Measure {
	ranking := metric.Rank(k.unlikeliness(), right)
	judged := where(k.gold, func(i int) bool { return among[i] && k.gold[i].Label != "" })
	others := where(k.gold, func(i int) bool { return judged[i] && !right[i] })
	return func(w []float64) float64 {
		if count(w, right) == 0 || count(w, others) == 0 {
			return 0
		}
		return ranking.AUROC(only(w, judged))
	}
}

// unlikeliness returns 1 − p of every case, as rows print p.
func (k *kept) unlikeliness() []float64 {
	list := make([]float64, len(k.pred))
	for i := range k.pred {
		list[i] = 1 - printed(k.pred[i].P)
	}
	return list
}

// only returns weights that are 0 outside a list.
func only(w []float64, among []bool) []float64 {
	list := make([]float64, len(w))
	for i := range w {
		if among[i] {
			list[i] = w[i]
		}
	}
	return list
}

// printed returns a probability as rows print it.
func printed(p float64) float64 { return math.Round(p*1e4) / 1e4 }

// unlikely reports whether there is a probability below one half, as rows print it.
func unlikely(p float64) bool {
	p = printed(p)
	return p > 0 && p < genuine
}

func domainOf(g Gold) string {
	if g.Known {
		return "in domain"
	}
	return "out of domain"
}

// foreign adds the figures for bibliographies whose field the corpus does not cover: such a reference must not
// be falsely accused, and not called unlikely because it is not on record.
func (k *kept) foreign(f *figures, mistaken, decided []bool) {
	outside := where(k.gold, func(i int) bool { return !k.gold[i].Known })
	both := func(list []bool) []bool {
		return where(k.gold, func(i int) bool { return outside[i] && list[i] })
	}
	p, genuine := make([]float64, len(k.gold)), make([]bool, len(k.gold))
	for i, g := range k.gold {
		p[i], genuine[i] = k.pred[i].P, g.Label != labelRight
	}
	f.Add("references_out_of_domain", func(w []float64) float64 { return count(w, outside) })
	f.Add("unaccused_out_of_domain", func(w []float64) float64 { return 1 - share(both(mistaken), outside)(w) })
	f.Add("false_of_decided_out_of_domain", share(both(mistaken), both(decided)))
	f.Add("ece_out_of_domain", func(w []float64) float64 {
		return metric.ECE(p, genuine, only(w, outside))
	})
}

// wrong lists false accusations, new ones first, then right ones that were lost.
func (k *kept) wrong() []Wrong {
	var list []Wrong
	for i, g := range k.gold {
		q := &k.pred[i]
		weight := 0.0
		switch {
		case k.accused[labelNew][i]:
			weight = 3
		case k.accused[labelFalse][i]:
			weight = 2
		case k.lost[i]:
			weight = 1
		default:
			continue
		}
		list = append(list, misjudged(i, weight, labelOf(g), describe(q.Outcome, q.Codes, q.Fields)))
	}
	return list
}

// fileTable returns the counts by bibliography.
func (k *kept) fileTable() Table {
	t := Table{Title: "by bibliography",
		Head: []string{"", "references", "decided", "right", "pedantic", "false", "new", "peripheral", "lost", "domain"}}
	members := map[string][]int{}
	for i, g := range k.gold {
		members[g.Group] = append(members[g.Group], i)
	}
	minor := either(k.minor[labelRight], k.minor[labelPedantic], k.minor[labelFalse], k.minor[labelNew])
	decided := where(k.gold, func(i int) bool { return k.pred[i].decides() })
	for _, name := range sortedKeys(members) {
		row := []string{name, fmt.Sprint(len(members[name]))}
		for _, list := range [][]bool{decided, k.accused[labelRight], k.accused[labelPedantic], k.accused[labelFalse],
			k.accused[labelNew], minor, k.lost} {
			n := 0
			for _, i := range members[name] {
				n += int(one(list[i]))
			}
			row = append(row, fmt.Sprint(n))
		}
		t.Rows = append(t.Rows, append(row, domainOf(k.gold[members[name][0]])))
	}
	return t
}

// freshTable lists the accusations that have not been judged yet.
func (k *kept) freshTable() Table {
	t := Table{Title: "accusations without a label", Head: []string{"", "codes"}}
	for i, g := range k.gold {
		if k.accused[labelNew][i] || k.minor[labelNew][i] {
			t.Rows = append(t.Rows, []string{g.Entry, strings.Join(k.pred[i].Codes, "+")})
		}
	}
	return t
}
