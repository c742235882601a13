package match

import (
	"slices"
	"sort"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/fold"
)

// The kinds of differences and variants between two lists of authors.
const (
	KindEtAl       = "et-al"      // the claimed list is cut, what it lists is right
	KindRecordCut  = "record-cut" // the record's list is cut, what it lists agrees
	KindEditors    = "editors"    // the record states the names as editors
	KindAdded      = "added"
	KindDeleted    = "deleted"
	KindReplaced   = "replaced"
	KindReordered  = "reordered"
	KindFabricated = "fabricated" // none of the names is the record's
	KindSlips      = "several-slips"
	KindGarbled    = "cut-otherwise" // the same words in the same order, cut into names elsewhere
	// KindRecordInitials says that the record has only an initial where the
	// claim has a name: it does not contradict, and confirms little.
	KindRecordInitials = "record-initials"
)

// slipsMax is how many doubtful given names a list may have before the list is
// not faithful: one is a typing slip or a familiar form, several are a list
// written from nowhere.
const slipsMax = 1

// namesMax bounds the lists that are aligned name by name; longer lists are
// compared at their first names.
const namesMax = 400

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
	misspelt          int // added names that are a recorded one misspelt
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

func (al *alignment) countMisspelt(claim, record []person) {
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

// compareAuthors compares the claimed authors with the recorded ones.
func (c *claimForm) compareAuthors(record *biblio.Work) FieldComparison {
	f := FieldComparison{Field: biblio.FieldAuthors}
	if len(c.authors) == 0 {
		f.Agreement = Unclaimed
		return f
	}
	list, kind := record.Authors(), ""
	if len(list) == 0 {
		list, kind = record.ByRole(biblio.Editor), KindEditors
	}
	if len(list) == 0 {
		f.Agreement = Unrecorded
		return f
	}
	recorded := people(list)
	al := align(c.authors, recorded)
	f.Agreement, f.Kind = c.judgeList(&al, record.AuthorsCut || len(list) > namesMax)
	if f.Agreement == Differs && len(al.added)+len(al.deleted) > 0 && len(al.added) <= 3 && len(al.deleted) <= 3 && sameLetters(c.authors, recorded) {
		f.Agreement, f.Kind = Variant, KindGarbled
	}
	if kind != "" && f.Agreement <= Variant {
		f.Agreement, f.Kind = Variant, kind
	}
	f.Score = al.score(c.authorsCut, record.AuthorsCut)
	f.Claimed, f.Recorded = c.authorText, ""
	if f.Agreement != Agrees {
		f.Recorded = listText(list, record.AuthorsCut)
	} else {
		f.Recorded = f.Claimed
	}
	return f
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

// judgeList says what an alignment amounts to. cut: the record's list is known
// to be partial.
func (c *claimForm) judgeList(al *alignment, cut bool) (Agreement, string) {
	switch {
	case len(al.pairs) == 0 && cut && al.recorded < al.claimed && al.recorded == 0:
		return Unrecorded, ""
	case len(al.pairs) == 0:
		return Differs, KindFabricated
	case !al.inOrder && len(al.added) == 0 && len(al.deleted) == 0:
		return Differs, KindReordered
	}
	if len(al.added) > 0 {
		if cut && len(al.deleted) == 0 && al.inOrder && al.addedBehind() {
			return al.worst(KindRecordCut)
		}
		switch {
		case len(al.deleted) == 0:
			return Differs, KindAdded
		case al.misspelt == len(al.added) && len(al.added) == len(al.deleted):
			return Differs, KindMisspelt
		}
		return Differs, KindReplaced
	}
	if len(al.deleted) > 0 {
		if !c.authorsCut {
			return Differs, KindDeleted
		}
		if !al.inOrder || al.pairs[0].j != 0 {
			return Differs, KindReordered
		}
		return al.worst(KindEtAl)
	}
	if !al.inOrder {
		return Differs, KindReordered
	}
	if c.authorsCut {
		return al.worst(KindEtAl)
	}
	return al.worst("")
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

// slips counts the names that are doubtful for want of letters or for their
// order; familiar forms and transliterations are habits, which come in any
// number.
func (al *alignment) slips() int {
	n := 0
	for _, p := range al.pairs {
		if p.level == Undecided && (p.kind == KindSlip || p.kind == KindTruncated || p.kind == KindOrder) {
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

// sameLetters reports that two lists have the same words in the same order,
// the words of one name perhaps in another, but for where one name ends and
// the next begins: the fault of whoever cut the list, not of the list.
func sameLetters(claim, record []person) bool {
	if len(claim) == 0 || len(claim) > namesMax/4 || len(record) > namesMax/4 {
		return false
	}
	single := len(claim) != len(record)
	for i := range claim {
		single = single || len(allWords(claim[i].form())) == 1
	}
	if !single { // words changed between whole names are other people
		return false
	}
	x, y := allOf(claim), allOf(record)
	if len(x) != len(y) {
		return false
	}
	from, to := 0, len(x)
	for from < to && x[from] == y[from] {
		from++
	}
	for to > from && x[to-1] == y[to-1] {
		to--
	}
	return from == to || turned(x[from:to], y[from:to]) && oneName(record, from, to)
}

// turned reports that a is b begun at another word.
func turned(a, b []string) bool {
	for shift := 1; shift < len(a); shift++ {
		if slices.Equal(a[:shift], b[len(b)-shift:]) && slices.Equal(a[shift:], b[:len(b)-shift]) {
			return true
		}
	}
	return false
}

// oneName reports that the words from one place to another are within one
// name of the list, or are two names of one word each.
func oneName(list []person, from, to int) bool {
	at := 0
	for i := range list {
		n := len(allWords(list[i].form()))
		if from >= at && to <= at+n {
			return true
		}
		if from == at && to == at+2 && n == 1 && i+1 < len(list) && len(allWords(list[i+1].form())) == 1 {
			return true
		}
		at += n
	}
	return false
}

// allOf gives the words of all names one after the other.
func allOf(list []person) []string {
	var out []string
	for i := range list {
		out = append(out, allWords(list[i].form())...)
	}
	return out
}

// listText prints names for people, the first ones of a long list.
func listText(list []biblio.Contributor, cut bool) string {
	const most = 30
	var b strings.Builder
	for i, c := range list {
		if i == most {
			cut = true
			break
		}
		if i > 0 {
			b.WriteString("; ")
		}
		b.WriteString(c.String())
	}
	if cut {
		b.WriteString("; et al.")
	}
	return b.String()
}
