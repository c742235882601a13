package match

import (
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/lists"
	"github.com/bonafide-audit/bonafide/internal/normalise"
)

// The kinds of names that are on one of two lists only, or stand for another person. Two names of one person have the
// kind of their difference: KindGiven, KindMisspelt, or that of a doubt, such as KindSlip.
const (
	NameExtra   = "extra"   // no recorded name is its partner
	NameMissing = "missing" // no claimed name is its partner
	NameOther   = "other"   // the names share a word, and are two people's
)

// NameDifference is a name in which two lists of authors differ, as each list writes it: Cited is "" for a missing
// name, Recorded for an extra one.
type NameDifference struct{ Cited, Recorded, Kind string }

// NameDetail says how a claimed list of authors differs from a recorded one. Whoever is not named is on both lists.
type NameDetail struct {
	Names []NameDifference
	Moved bool // people on both lists are in another order
}

// Authors returns how the claimed authors differ from a record's: where both lists are accepted as the same, only whose
// given and family names are exchanged.
// Names behind the end of a list that is cut are not missing, and no name beside a body is extra.
func (c *Claim) Authors(record *biblio.Work) NameDetail {
	l := c.form.alignAuthors(record)
	if l.agreement != Differs && l.agreement != Undecided {
		return NameDetail{Names: exchanged(c.form.list, record.Authors())}
	}
	al := &l.al
	if bare, other := withoutBodies(al.claim), withoutBodies(al.record); len(bare) > 0 && len(other) > 0 &&
		len(bare)+len(other) < len(al.claim)+len(al.record) {
		again := align(bare, other)
		al = &again
	}
	d := NameDetail{Moved: !al.inOrder && l.agreement == Differs}
	for _, p := range al.pairs {
		if l.agreement == Undecided && p.level == Undecided ||
			l.kind == KindSlips && (p.level == Undecided || p.swapped && p.kind == KindOrder) {
			d.Names = append(d.Names, NameDifference{al.claim[p.i].String(), al.record[p.j].String(), p.kind})
		}
	}
	if l.agreement == Undecided && l.kind != KindGiven {
		return d
	}
	extra, missing := al.beforeCuts(l.claimedCut, l.recordCut)
	for _, i := range extra {
		n := NameDifference{Cited: al.claim[i].String(), Kind: NameExtra}
		if j, kind := partner(&al.claim[i], al.record, missing, i); j >= 0 {
			n.Recorded, n.Kind = al.record[j].String(), kind
			missing = slices.DeleteFunc(missing, func(other int) bool { return other == j })
		}
		d.Names = append(d.Names, n)
	}
	for _, j := range missing {
		d.Names = append(d.Names, NameDifference{Recorded: al.record[j].String(), Kind: NameMissing})
	}
	return d
}

// Shared returns how many of the claimed authors are a record's, in this or another accepted form of their names.
func (c *Claim) Shared(record *biblio.Work) int {
	l := c.form.alignAuthors(record)
	return len(l.al.pairs)
}

// beforeCuts returns the names without a pair that are not behind the end of a list that is cut.
func (al *alignment) beforeCuts(claimedCut, recordCut bool) (extra, missing []int) {
	lastClaimed, lastRecorded := -1, -1
	for _, p := range al.pairs {
		lastClaimed, lastRecorded = max(lastClaimed, p.i), max(lastRecorded, p.j)
	}
	behind := func(list []int, last int, cut bool) []int {
		return slices.DeleteFunc(slices.Clone(list), func(i int) bool { return cut && i > last })
	}
	extra = behind(al.added, lastClaimed, recordCut)
	for _, i := range extra {
		if i > lastClaimed { // in the place of the next recorded name
			lastRecorded++
		}
	}
	return extra, behind(al.deleted, lastRecorded, claimedCut)
}

// partner returns which of the recorded names without a pair stands for a claimed one, and the kind of their
// difference: the same family name before a misspelt one before one that shares a word; the name in the same place
// first. It returns -1 if none has anything in common with the claimed name.
func partner(p *person, record []person, free []int, place int) (at int, kind string) {
	if len(free) > namesMax/2 {
		return -1, ""
	}
	at, best := -1, 0
	for _, j := range free {
		rank, k := 0, ""
		switch a, b := p.form(), record[j].form(); {
		case a.Body != b.Body:
		case len(a.Given) > 0 && len(b.Given) > 0 && sameFamily(a, b).level <= Variant:
			rank, k = 6, KindGiven
		case misspeltFamily(a, b):
			rank, k = 4, KindMisspelt
		case slices.ContainsFunc(allWords(a), func(w string) bool { return len(w) > 2 && slices.Contains(allWords(b), w) }):
			rank, k = 2, NameOther
		}
		if rank > 0 && j == place {
			rank++
		}
		if rank > best {
			at, kind, best = j, k, rank
		}
	}
	return at, kind
}

// misspeltFamily reports whether the family names of two people differ in a letter, or in two and their given names
// begin alike: Xian Qian is not Jeffrey Dean.
func misspeltFamily(a, b *normalise.Name) bool {
	x, y := strings.Join(a.Family, ""), strings.Join(b.Family, "")
	slips := 1
	if len(a.Given) == 0 || len(b.Given) == 0 || a.Given[0][0] == b.Given[0][0] {
		slips = 2
	}
	return len(x) > 3 && x != y && normalise.Distance(x, y) <= slips
}

// KindExchanged says that lists agree, but that a person's given and family name are exchanged.
const KindExchanged = "names-exchanged"

// Exchanged reports whether, of two lists that agree, the first has a person's family name as the given name and the
// given name as the family name: "Jacob, Devlin" for "Devlin, Jacob" or "J. Devlin". A recorded given name in capitals
// is a family name, which submission systems put first, "LI Jia"; a family name in capitals may be initials, as in
// "Harini SI".
func Exchanged(claimed, recorded []biblio.Contributor) bool {
	return len(exchanged(claimed, recorded)) > 0
}

// exchanged returns the names that Exchanged reports.
func exchanged(claimed, recorded []biblio.Contributor) (list []NameDifference) {
	for i := range min(len(claimed), len(recorded)) {
		a, b := claimed[i], recorded[i]
		familyA, givenA := normalise.Words(a.Family), normalise.Words(a.Given)
		familyB, givenB := normalise.Words(b.Family), normalise.Words(b.Given)
		if len(familyA) == 0 || len(givenA) == 0 || len(familyB) == 0 || len(givenB) == 0 || slices.Equal(familyA, familyB) {
			continue
		}
		called := slices.ContainsFunc(givenB, func(w string) bool {
			return w == familyA[0] && b.Given != strings.ToUpper(b.Given) ||
				singleRune(w) && strings.HasPrefix(familyA[0], w) &&
					(a.Family != strings.ToUpper(a.Family) || singleRune(familyA[0]))
		})
		if called && slices.Equal(givenA, familyB) {
			list = append(list, NameDifference{a.String(), b.String(), KindExchanged})
		}
	}
	return list
}

// twiceAmong is the length of the longest list in which a repeated name is one person: in a longer list two people
// may well have the same name.
const twiceAmong = 40 // case: TestTwice

// Twice returns a person whom a list of authors names twice, perhaps in two forms, or "" if there is none. Initials
// say less than names: two of them must match, or two people must be on the list twice.
func Twice(list []biblio.Contributor) string {
	if len(list) > twiceAmong {
		return ""
	}
	forms := lists.Map(list, comparisonForm)
	vague, first := 0, ""
	for i := range forms {
		for j := range i {
			switch sameTwice(&forms[j], &forms[i]) {
			case surelyOne:
				return list[j].String()
			case perhapsOne:
				vague++
				if vague == 2 {
					return first
				}
				first = list[j].String()
			}
		}
	}
	return ""
}

// CallName reports whether one name has several initials, and the other one given name, by which the person may be
// called: "L. J." and "Bart".
func CallName(initials, called biblio.Contributor) bool {
	a, b := comparisonForm(initials), comparisonForm(called)
	letters := len(a.Given) > 1 && !slices.ContainsFunc(a.Given, func(w string) bool { return !singleRune(w) }) ||
		len(a.Given) == 1 && a.Glued[0]
	return letters && len(b.Given) == 1 && !singleRune(b.Given[0]) && !b.Glued[0]
}

// onePerson says how surely two names of one list belong to one person.
type onePerson uint8

const (
	notOne onePerson = iota
	perhapsOne
	surelyOne
)

// sameTwice compares two names of one list: people who share a family name are mostly relatives, or have a common
// name.
func sameTwice(a, b *normalise.Name) onePerson {
	if a.Body || b.Body || !slices.Equal(a.Family, b.Family) || len(a.Given) == 0 || len(b.Given) == 0 {
		return notOne
	}
	x, y := a.Given, b.Given
	if len(x) > len(y) {
		x, y, a, b = y, x, b, a
	}
	for i, w := range x {
		if w != y[i] && !(singleRune(w) && strings.HasPrefix(y[i], w)) && !(singleRune(y[i]) && strings.HasPrefix(w, y[i])) {
			return notOne
		}
	}
	whole := !singleRune(x[0]) && x[0] == y[0]
	switch {
	case len(x) < len(y) && len(x) < len(b.Hyphen) && b.Hyphen[len(x)]: // "Wen", "Wen-Xin"
		return notOne
	case whole, len(x) > 1 && len(x) == len(y):
		return surelyOne
	}
	return perhapsOne
}
