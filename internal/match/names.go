package match

import (
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
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
