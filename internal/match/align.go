package match

import (
	"slices"
	"sort"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/fold"
)

// person is a contributor with its comparison form, made when first needed.
type person struct {
	biblio.Contributor
	name *fold.Name
}

func (p *person) form() *fold.Name {
	if p.name == nil {
		n := foldName(p.Contributor)
		p.name = &n
	}
	return p.name
}

func people(list []biblio.Contributor) []person {
	out := make([]person, 0, min(len(list), namesMax))
	for i := 0; i < len(list) && len(out) < namesMax; i++ {
		c := list[i]
		if entity[c.Family] && c.Given == "" && len(out) > 0 && i+1 < len(list) { // "d&apos;Amore" cut at its semicolon
			last := &out[len(out)-1]
			i++
			last.Contributor = biblio.ParseName(last.String() + list[i].String())
			last.Role = c.Role
			continue
		}
		out = append(out, person{Contributor: c})
	}
	return out
}

// entity lists HTML entities inside names. Where a list is cut at semicolons
// their names stand alone, between the halves of a person's name.
var entity = map[string]bool{"apos": true, "#39": true, "rsquo": true, "quot": true, "#x27": true}

// same compares two persons, equal spellings at once.
func (p *person) same(q *person) nameMatch {
	if p.Family == q.Family && p.Given == q.Given && p.Particle == q.Particle && p.Literal == q.Literal {
		return nameMatch{level: Agrees}
	}
	m := samePerson(p.form(), q.form())
	if m.level == Variant && m.kind == KindInitials && shorter(q.form(), p.form()) {
		m.kind = KindRecordInitials
	}
	if m.level == Variant && m.kind == KindSurnameOnly && len(q.form().Given) == 0 {
		m.kind = KindRecordInitials
	}
	return m
}

// shorter reports that a's given names say less than b's.
func shorter(a, b *fold.Name) bool {
	x, y := 0, 0
	for _, w := range a.Given {
		x += len(w)
	}
	for _, w := range b.Given {
		y += len(w)
	}
	return x < y
}

// alignment is how a claimed list of names stands to a recorded one.
type alignment struct {
	claimed, recorded int
	pairs             []pair // in the order of the claim
	added             []int  // claimed names without a pair
	deleted           []int  // recorded names without a pair
	inOrder           bool
	misspelt          int  // added names that are a recorded one misspelt
	sameFamily        bool // the first added and the first deleted name share the family name
}

type pair struct {
	i, j int
	nameMatch
}

// align pairs the names of two lists one to one: names at the same place
// first, then the best of the rest in order.
func align(claim, record []person) alignment {
	al := alignment{claimed: len(claim), recorded: len(record), inOrder: true}
	used := make([]bool, len(record))
	open := make([]int, 0, len(claim))
	for i := range claim {
		if i < len(record) {
			if m := claim[i].same(&record[i]); m.level <= Variant {
				al.pairs = append(al.pairs, pair{i, i, m})
				used[i] = true
				continue
			}
		}
		open = append(open, i)
	}
	seen := make([]nameMatch, len(open)*len(record))
	for i := range seen {
		seen[i].level = NotCompared
	}
	rows := append([]int(nil), open...)
	for _, limit := range []Agreement{Variant, Undecided} {
		rest := open[:0]
		for _, i := range open {
			row := seen[slices.Index(rows, i)*len(record):]
			if j, m := bestFree(&claim[i], record, used, i, limit, row); j >= 0 {
				al.pairs = append(al.pairs, pair{i, j, m})
				used[j] = true
				continue
			}
			rest = append(rest, i)
		}
		open = rest
	}
	sort.Slice(al.pairs, func(x, y int) bool { return al.pairs[x].i < al.pairs[y].i })
	for k := 1; k < len(al.pairs); k++ {
		if al.pairs[k].j < al.pairs[k-1].j {
			al.inOrder = false
		}
	}
	al.added = append(al.added, open...)
	for j := range record {
		if !used[j] {
			al.deleted = append(al.deleted, j)
		}
	}
	al.countMisspelt(claim, record)
	return al
}

// bestFree finds the free recorded name that matches best, at most as badly as
// limit, the nearest place first.
// seen keeps what was compared before.
func bestFree(p *person, record []person, used []bool, i int, limit Agreement, seen []nameMatch) (int, nameMatch) {
	bestAt, best := -1, otherName
	for d := 0; d < len(record)+i; d++ {
		for _, j := range [2]int{i + d, i - d} {
			if j < 0 || j >= len(record) || used[j] || d == 0 && j != i {
				continue
			}
			if seen[j].level == NotCompared {
				seen[j] = p.same(&record[j])
			}
			if m := seen[j]; m.level <= limit && m.level < best.level {
				bestAt, best = j, m
			}
			if d == 0 {
				break
			}
		}
		if best.level == Agrees {
			break
		}
	}
	return bestAt, best
}

// oneInPlace reports that all names agree in their order but one, which stands
// where the record has another. cut: the claimed list is marked as cut, so that
// recorded names may follow.
func (al *alignment) oneInPlace(cut bool) bool {
	if len(al.added) != 1 || len(al.deleted) == 0 || !al.inOrder || al.added[0] != al.deleted[0] || al.claimed < 2 {
		return false
	}
	return al.claimed == al.recorded || cut && len(al.deleted) > 1 && al.deleted[1] >= al.claimed
}

func (al *alignment) countMisspelt(claim, record []person) {
	if len(al.added) > 0 && len(al.deleted) > 0 {
		x, y := claim[al.added[0]].form().Family, record[al.deleted[0]].form().Family
		al.sameFamily = len(x) > 0 && strings.Join(x, "") == strings.Join(y, "")
	}
	for _, i := range al.added {
		for _, j := range al.deleted {
			x, y := strings.Join(claim[i].form().Family, ""), strings.Join(record[j].form().Family, "")
			if len(x) > 3 && x != y && fold.Distance(x, y) <= 2 {
				al.misspelt++
				break
			}
		}
	}
}

// score is the likeness of two lists: shared names over all names, less when
// the order is another.
func (al *alignment) score(claimCut, recordCut bool) float64 {
	n := max(al.claimed, al.recorded)
	if claimCut {
		n = al.claimed
	}
	if recordCut {
		n = min(al.claimed, al.recorded)
	}
	if n == 0 {
		return 0
	}
	s := min(1, float64(len(al.pairs))/float64(n))
	if !al.inOrder {
		s *= 0.9
	}
	return s
}

// addedBehind reports that every claimed name without a pair stands behind
// all that have one.
func (al *alignment) addedBehind() bool {
	return al.added[0] > al.pairs[len(al.pairs)-1].i
}

// worst gives the agreement of the worst pair. kind names the variant that the
// list as a whole is, "" for none.
func (al *alignment) worst(kind string) (Agreement, string) {
	m := nameMatch{level: Agrees, kind: ""}
	if kind != "" {
		m = nameMatch{level: Variant, kind: kind}
	}
	doubts := 0
	for _, p := range al.pairs {
		if p.level == Undecided {
			doubts++
		}
		if p.level > m.level {
			m = p.nameMatch
		}
	}
	swapped, straight := al.orders()
	if slips := al.slips(); slips > slipsMax || slips > 0 && swapped > 0 || doubts > 0 && swapped > 0 && straight > 0 || swapped > slipsMax && straight > slipsMax {
		return Differs, KindSlips
	}
	return m.level, m.kind
}

// slips counts the names that are doubtful for want of letters, for their order
// or for a first name left out; familiar forms and transliterations are habits, which come in any
// number.
func (al *alignment) slips() int {
	n := 0
	for _, p := range al.pairs {
		if p.level == Undecided && (p.kind == KindSlip || p.kind == KindTruncated || p.kind == KindOrder || p.kind == KindMiddle) {
			n++
		}
	}
	return n
}

// orders counts the names that stand in the other order and those that do not.
// A whole list in the other order is a notation, and one such name among
// others is seen in print; several of either, or one together with a doubtful
// name, make a list that was copied from nowhere.
func (al *alignment) orders() (swapped, straight int) {
	for _, p := range al.pairs {
		if p.swapped {
			swapped++
		} else {
			straight++
		}
	}
	return swapped, straight
}
