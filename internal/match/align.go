package match

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/lists"
	"github.com/bonafide-audit/bonafide/internal/normalise"
)

// person is a contributor with its comparison form, computed when first needed.
type person struct {
	biblio.Contributor
	name *normalise.Name
}

func (p *person) form() *normalise.Name {
	if p.name == nil {
		n := comparisonForm(p.Contributor)
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
		if p := (person{Contributor: c}); !p.isMark() {
			out = append(out, p)
		}
	}
	return out
}

// isMark reports whether p is a mark that was read as a name, such as the ":" between a team and its members.
func (p *person) isMark() bool {
	return !strings.ContainsFunc(p.String(), func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
}

// entity lists HTML entities that occur in names. If a list is split at semicolons, their names appear alone between
// the halves of a person's name.
var entity = map[string]bool{"apos": true, "#39": true, "rsquo": true, "quot": true, "#x27": true}

// same compares two persons, equal spellings at once.
func (p *person) same(q *person) nameMatch {
	if p.Family == q.Family && p.Given == q.Given && p.Particle == q.Particle && p.Literal == q.Literal {
		return nameMatch{level: Agrees}
	}
	m := samePerson(p.form(), q.form())
	if m.level == Differs && p.givenAlone(q) {
		return nameMatch{level: Undecided, kind: KindTruncated}
	}
	if m.level == Differs && p.lostLettersOf(q) {
		return nameMatch{level: Variant, kind: KindDiacritics}
	}
	if m.level == Variant && m.kind == KindInitials && shorter(q.form(), p.form()) {
		m.kind = KindRecordInitials
	}
	if m.swapped && (p.familyInCapitals() || q.familyInCapitals()) {
		m.swapped = false
	}
	if m.level == Variant && m.kind == KindSurnameOnly && len(q.form().Given) == 0 {
		m.kind = KindRecordInitials
	}
	return m
}

// familyInCapitals reports whether what was read as the given name is a family name in capitals: "SHI Xingjian".
func (p *person) familyInCapitals() bool {
	letters := strings.ReplaceAll(p.Given, "-", "")
	return len(letters) > 1 && !strings.ContainsFunc(letters, func(r rune) bool { return !unicode.IsUpper(r) }) &&
		strings.ContainsFunc(p.Family, unicode.IsLower)
}

// lostLettersOf reports whether q, as recorded, is p without letters beyond ASCII in the family name, the given name,
// or both.
func (p *person) lostLettersOf(q *person) bool {
	family := p.Family != "" && p.Family == q.Family || lostLetters(p.Family, q.Family)
	return family && (lostLetters(p.Given, q.Given) || sameGiven(p.form(), q.form()).level <= Variant)
}

// lostLetters reports whether a recorded name is the claimed one without its letters beyond ASCII, which some exports
// lose: "Cands" for "Candès".
func lostLetters(claimed, recorded string) bool {
	kept := strings.Map(func(r rune) rune {
		if r > unicode.MaxASCII {
			return -1
		}
		return r
	}, normalise.Plain(claimed))
	return len(recorded) > 2 && kept == recorded && len(kept) < len(normalise.Plain(claimed))
}

// givenAlone reports whether q, as recorded, is only the given name of p: records lose family names if a list was
// split at them.
func (p *person) givenAlone(q *person) bool {
	a, b := p.form(), q.form()
	if len(b.Given) > 0 || len(b.Family) != 1 || len(b.Family[0]) < 4 || b.Body || len(a.Given) == 0 {
		return false
	}
	return a.Given[0] == b.Family[0] || len(a.Given[0]) == 1 && strings.HasPrefix(b.Family[0], a.Given[0])
}

// shorter reports whether a's given names contain fewer letters than b's.
func shorter(a, b *normalise.Name) bool {
	x, y := 0, 0
	for _, w := range a.Given {
		x += len(w)
	}
	for _, w := range b.Given {
		y += len(w)
	}
	return x < y
}

// alignment is the relation of a claimed list of names to a recorded one.
type alignment struct {
	claim, record []person
	pairs         []pair // in the order of the claim
	added         []int  // claimed names without a pair
	deleted       []int  // recorded names without a pair
	inOrder       bool
	misspelt      int  // added names that are a misspelt recorded name
	givenOnly     int  // added names that differ only in given names from the recorded one in their place
	otherGiven    int  // of these, those whose given names are unlikely forms of one name
	invented      int  // of these, those whose given name the record states in full
	unrelated     bool // the first added and the first deleted name are whole names without a common word
}

type pair struct {
	i, j int
	nameMatch
}

// align pairs the names of two lists one to one: names in the same place first, then the best of the rest in order.
func align(claim, record []person) alignment {
	al := alignment{claim: claim, record: record}
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
	slices.SortFunc(al.pairs, func(a, b pair) int { return cmp.Compare(a.i, b.i) })
	al.inOrder = slices.IsSortedFunc(al.pairs, func(a, b pair) int { return cmp.Compare(a.j, b.j) })
	al.added = append(al.added, open...)
	for j := range record {
		if !used[j] {
			al.deleted = append(al.deleted, j)
		}
	}
	al.countMisspelt()
	al.countGiven()
	if len(al.added) > 0 && len(al.deleted) > 0 && len(claim) <= attentive {
		al.unrelated = unrelatedNames(claim[al.added[0]].form(), record[al.deleted[0]].form())
	}
	return al
}

// bestFree returns the free recorded name that matches best, at most as badly as limit, the nearest place first. seen
// caches earlier comparisons.
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

// attentive is the length of the longest list in which one odd name is a slip of the entry: longer lists differ from
// record to record.
const attentive = 40

// unrelatedNames reports whether two whole names, family and given, have no common word.
func unrelatedNames(a, b *normalise.Name) bool {
	return len(b.Given) > 0 && len(a.Family) > 0 && len(b.Family) > 0 &&
		!slices.ContainsFunc(allWords(a), func(w string) bool {
			return len(w) > 1 && slices.Contains(allWords(b), w)
		})
}

// oneInPlace reports whether all names agree in order except one, which is where the record has another. cut says
// that the claimed list is marked as cut, so recorded names may follow.
func (al *alignment) oneInPlace(cut bool) bool {
	if len(al.added) != 1 || len(al.deleted) == 0 || !al.inOrder || al.added[0] != al.deleted[0] || len(al.claim) < 2 {
		return false
	}
	return len(al.claim) == len(al.record) || cut && len(al.deleted) > 1 && al.deleted[1] >= len(al.claim)
}

// allMisspelt reports whether every name without a pair is a misspelt name of the other list.
func (al *alignment) allMisspelt() bool {
	return al.misspelt > 0 && al.misspelt == len(al.added) && len(al.added) == len(al.deleted)
}

func (al *alignment) countMisspelt() {
	for _, i := range al.added {
		for _, j := range al.deleted {
			if misspeltFamily(al.claim[i].form(), al.record[j].form()) {
				al.misspelt++
				break
			}
		}
	}
}

// countGiven counts the added names that have the same family name as the recorded one in their place, but another
// given name.
func (al *alignment) countGiven() {
	for _, i := range al.added {
		if !slices.Contains(al.deleted, i) {
			continue
		}
		a, b := al.claim[i].form(), al.record[i].form()
		if a.Body || b.Body || len(a.Given) == 0 || len(b.Given) == 0 || sameFamily(a, b).level > Variant {
			continue
		}
		al.givenOnly++
		if twoForms(a.Given, b.Given) || sameWords(a, b) {
			continue
		}
		al.otherGiven++
		if !singleRune(b.Given[0]) {
			al.invented++
		}
	}
}

// twoForms reports whether given names are forms that people publish under: one keeps the consonants of the other
// ("Durk", "Diederik"; "Tomek", "Tomasz"), or is the other's second name ("Tian Qi", "Ricky T. Q.").
func twoForms(a, b []string) bool {
	return second(a, b) || second(b, a) || keepsConsonants(a[0], b[0]) || keepsConsonants(b[0], a[0])
}

// second reports whether one person's first name begins like a later name of the other.
func second(a, b []string) bool {
	return slices.ContainsFunc(b[1:], func(w string) bool { return w[0] == a[0][0] })
}

// keepsConsonants reports whether a familiar form has only consonants of a full name, at least three and in order, or
// begins with the same three letters.
func keepsConsonants(short, full string) bool {
	if len(short) >= 3 && strings.HasPrefix(full, short[:3]) {
		return true
	}
	x, y := consonants(short), consonants(full)
	return len(x) >= 3 && normalise.Subsequence(x, y) && x[0] == y[0]
}

// consonants returns the consonants of a normalised name, with repeats collapsed.
func consonants(s string) []byte {
	return slices.Compact(slices.DeleteFunc([]byte(s), func(c byte) bool { return strings.IndexByte("aeiouy", c) >= 0 }))
}

// givenDiffer reports whether the lists have the same family names in the same places and some given names differ.
func (al *alignment) givenDiffer(cut bool) bool {
	return al.givenOnly > 0 && al.givenOnly == len(al.added) && al.inOrder && (cut || len(al.added) == len(al.deleted))
}

// score returns the similarity of two lists: shared names over all names, less if the order differs.
func (al *alignment) score(claimCut, recordCut bool) float64 {
	n := max(len(al.claim), len(al.record))
	if claimCut {
		n = len(al.claim)
	}
	if recordCut {
		n = min(len(al.claim), len(al.record))
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

// worst returns the agreement of the worst pair. kind names the variant of the list as a whole, or is "" if there is
// none.
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
	if slips := al.slips(); slips > slipsMax+len(al.pairs)/slipsApart || slips > 0 && swapped > 0 || doubts > 0 &&
		swapped > 0 && straight > 0 || swapped > slipsMax && straight > slipsMax {
		return Differs, KindSlips
	}
	return m.level, m.kind
}

// slips counts the names that are doubtful because letters or a first name are missing or because of their order;
// familiar forms and transliterations are habits, which occur in any number.
func (al *alignment) slips() int {
	return lists.Count(al.pairs, func(p pair) bool {
		return p.level == Undecided && slices.Contains([]string{KindSlip, KindTruncated, KindOrder, KindMiddle}, p.kind)
	})
}

// orders counts the names that are in the other order and those that are not. A whole list in the other order is a
// notation, and one such name among others occurs in print; several of either, or one together with a doubtful name,
// are the mark of an invented list.
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
