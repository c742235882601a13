package judge

import (
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/match"
	"github.com/bonafide-audit/bonafide/internal/normalise"
	"github.com/bonafide-audit/bonafide/internal/words"
)

// fieldEvidence sorts the records of the work by what they say about one claimed field.
type fieldEvidence struct {
	agrees       []int // agree
	agreesWeakly []int // agree in a way in which they would with other values too
	otherVersion []int // agree, and describe another version
	undecided    []int // may be the same or not
	proves       []int // contradict, and may do so alone
	seconds      []int // contradict, and prove an error together with an independent record
	corroborates []int // contradict, and prove an error together with a record of another version
	contests     []int // contradict, and prove nothing
}

// collectEvidence sorts every record of the work by what it says about one field.
func (d *deliberation) collectEvidence(field biblio.Field) (t fieldEvidence) {
	for n := range d.records {
		c := &d.records[n]
		f := c.Comparison.Of(field)
		var list *[]int
		switch f.Agreement {
		case match.Agrees, match.Variant:
			list = d.agreement(&t, c, f)
		case match.Undecided:
			list = &t.undecided
		case match.Differs:
			list = t.contradiction(d.force(c, f))
		}
		if list != nil {
			*list = append(*list, n)
		}
	}
	if field == biblio.FieldAuthors {
		d.demoteUnorderedAgreement(&t)
		d.dropVagueAgreement(&t)
	}
	return t
}

// agreement returns the list for a record that agrees on a field.
func (d *deliberation) agreement(t *fieldEvidence, c *judgedRecord, f match.FieldComparison) *[]int {
	switch {
	// submitted there, and not accepted
	case f.Field == biblio.FieldVenue && c.Hit.Record.Status.Manuscript() && f.Kind != match.KindPreprint:
		if d.mayProve(c, f.Field) {
			return &t.proves
		}
		return nil
	case versionBound(f.Field) && d.ofOtherVersion(c):
		return &t.otherVersion
	case f.Kind == match.KindRecordInitials || f.Kind == match.KindRecordCut:
		return &t.agreesWeakly
	}
	return &t.agrees
}

// contradiction returns the list for a record that contradicts with the given force.
func (t *fieldEvidence) contradiction(f force) *[]int {
	return [...]*[]int{silent: nil, contests: &t.contests, corroborates: &t.corroborates, seconds: &t.seconds,
		proves: &t.proves}[f]
}

// demoteUnorderedAgreement weakens agreement on who the authors are but not on their order, if a record that
// preserves the order has another one.
func (d *deliberation) demoteUnorderedAgreement(t *fieldEvidence) {
	reordered := slices.ContainsFunc(t.proves, func(n int) bool {
		return d.records[n].Comparison.Of(biblio.FieldAuthors).Kind == match.KindReordered
	})
	if !reordered {
		return
	}
	t.agrees = slices.DeleteFunc(t.agrees, func(n int) bool {
		unordered := !d.records[n].Source.OrderedAuthors
		if unordered {
			t.agreesWeakly = append(t.agreesWeakly, n)
		}
		return unordered
	})
}

// dropVagueAgreement removes the records that agree with the claimed given names only because they have initials:
// they agree equally with the full names of the record that contradicts. A single such name is then contested.
func (d *deliberation) dropVagueAgreement(t *fieldEvidence) {
	for _, n := range slices.Clone(t.proves) {
		kind := d.records[n].Comparison.Of(biblio.FieldAuthors).Kind
		if kind != match.KindGivenNames && kind != match.KindGiven {
			continue
		}
		vague := func(m int) bool { return sameValue(biblio.FieldAuthors, &d.records[m], &d.records[n]) }
		before := len(t.agrees) + len(t.agreesWeakly)
		t.agrees, t.agreesWeakly = slices.DeleteFunc(t.agrees, vague), slices.DeleteFunc(t.agreesWeakly, vague)
		if kind == match.KindGiven && !d.closedWorld && len(t.agrees)+len(t.agreesWeakly) < before {
			t.proves = slices.DeleteFunc(t.proves, func(m int) bool { return m == n })
			t.contests = append(t.contests, n)
		}
	}
}

// force is the evidential value of a contradiction.
type force uint8

const (
	silent       force = iota // it is not about what the reference claims
	contests                  // a lead: it proves nothing
	corroborates              // proof together with a record of another version that says the same
	seconds                   // proof together with an independent record that says the same
	proves                    // proof alone
)

// force weighs the contradiction of a record in a field: by the record's origin, how surely it is of the cited work
// and version, and whether the difference is more than form.
func (d *deliberation) force(c *judgedRecord, f match.FieldComparison) force {
	if d.closedWorld {
		if d.mayProve(c, f.Field) && ordered(c, f) {
			return proves
		}
		return contests
	}
	if d.speaksOfOtherVersion(c, f.Field) || c.titleOnly && f.Field != biblio.FieldAuthors || d.hasDOIOfAnotherPrint(c) {
		return silent
	}
	if f.Field == biblio.FieldAuthors && c.identity == identified && complete(&c.Hit.Record) && d.strangers(c) {
		return proves
	}
	most := d.mostForce(c, f)
	switch {
	case most <= contests:
		return most
	case c.identity == otherWork, c.identity == likely && f.Field != biblio.FieldTitle:
		return contests
	case d.doubtfulReading(f.Field), f.Field == biblio.FieldAuthors && d.namesMisread(c), !ordered(c, f),
		!complete(&c.Hit.Record):
		return contests
	case d.identifierLeadsElsewhere(c):
		return contests
	}
	return min(most, d.forceOfDifference(c, f))
}

// hasDOIOfAnotherPrint reports whether a record is of another print of the work but carries the DOI of the cited one:
// the DOI contains the volume and the page of the entry, as publishers form them ("10.1287/moor.27.4.819.297"), and
// the record has another container and other pages.
func (d *deliberation) hasDOIOfAnotherPrint(c *judgedRecord) bool {
	w := &d.ref.Claimed
	first := normalise.ParsePages(w.Pages).First
	if len(first) < 2 || w.Volume == "" ||
		c.Comparison.Of(biblio.FieldVenue).Agreement != match.Differs ||
		c.Comparison.Of(biblio.FieldPages).Agreement != match.Differs {
		return false
	}
	id := w.ID(ident.DOI)
	if id.IsZero() || id != c.Hit.Record.ID(ident.DOI) {
		return false
	}
	numbers := strings.FieldsFunc(id.Value, func(r rune) bool { return r < '0' || r > '9' })
	return slices.Contains(numbers, w.Volume) && slices.Contains(numbers, first)
}

// mostForce returns the greatest force that a contradiction by a record of this origin may have.
func (d *deliberation) mostForce(c *judgedRecord, f match.FieldComparison) force {
	switch {
	case d.showsByItself(c, f) && c.Origin.Kind > biblio.ConfirmOnly:
		return proves
	case c.Origin.Kind <= biblio.PersonalList:
		return contests
	case !c.Origin.SpeaksOf(f.Field):
		return silent
	case d.ref.Claimed.Issued.Year != 0 && d.ref.Claimed.Issued.Year < oldWorks:
		return contests
	case c.Origin.Kind == biblio.Aggregator && !c.linked && !samePlace(&c.Comparison) &&
		!(sameVolume(&c.Comparison) && d.unopposed(c, f)):
		return seconds
	}
	return proves
}

// unopposed reports whether no record of the work has another value of a field than record c.
func (d *deliberation) unopposed(c *judgedRecord, f match.FieldComparison) bool {
	return !slices.ContainsFunc(d.records, func(o judgedRecord) bool {
		return o.Comparison.Of(f.Field).Agreement == match.Differs && !sameValue(f.Field, c, &o)
	})
}

// oldWorks is the year before which no record is proof: editions, reprints and editors of old works are recorded
// unreliably.
const oldWorks = 1970 // case: gazdar:cstructures (ling_kornai) and 3 more at 1990; none at 1940

// mayProve reports whether a record's origin may contradict a field alone, and the record has title, authors and
// year. In a closed world nothing else counts.
func (d *deliberation) mayProve(c *judgedRecord, field biblio.Field) bool {
	return c.Origin.Kind >= biblio.PreprintServer && c.Origin.SpeaksOf(field) && complete(&c.Hit.Record)
}

func complete(r *biblio.Record) bool {
	return r.Title != "" && len(r.Contributors) > 0 && r.Issued.Year != 0
}

// SurelyRead is the parser's confidence in a field below which the field accuses no one.
const SurelyRead = 0.5 // case: TestDoubtfulReading

// hardlyRead is the confidence below which a difference is not even a lead.
const hardlyRead = 0.25 // case: TestDoubtfulReading

// doubtfulReading reports whether the parser is unsure of a field. Fields that the input labels are trusted.
func (d *deliberation) doubtfulReading(field biblio.Field) bool {
	confidence, parsed := d.ref.Confidence[field]
	return parsed && confidence < SurelyRead
}

// misread is the rule for a difference that may be a reading error rather than the entry's.
const misread = "reading-contested"

// mayBeMisread reports whether a field was cut out of print and may differ for that reason.
func (d *deliberation) mayBeMisread(s *fieldState) bool {
	return d.doubtfulReading(s.field) || s.field == biblio.FieldAuthors && d.anyAgainst(s, d.namesMisread)
}

// anyAgainst reports whether something is true of a record that contradicts a field.
func (d *deliberation) anyAgainst(s *fieldState, is func(*judgedRecord) bool) bool {
	return slices.ContainsFunc(s.against, func(n int) bool { return is(&d.records[n]) })
}

// namesMisread reports whether a list of authors was cut wrongly out of print: the first word of a record's title was
// read as part of a name, a label as the first author ("He2016: …, Kaiming He"), or a name that is said to be missing
// is printed elsewhere in the entry.
func (d *deliberation) namesMisread(c *judgedRecord) bool {
	if len(d.ref.Confidence) == 0 {
		return false
	}
	list := d.ref.Claimed.Authors()
	labelled := len(list) > 1 && list[0].Given == "" && slices.ContainsFunc(list[1:], func(a biblio.Contributor) bool {
		return a.Given != "" && a.Family == list[0].Family+list[0].Literal
	})
	return labelled || d.namesHoldTitle(c) || d.printsMissing(c)
}

// printsMissing reports whether the entry prints a name that a record adds to those read: the family name, beside a
// given name or initial of that person, and neither as a word of the record's title and container nor of a name read.
func (d *deliberation) printsMissing(c *judgedRecord) bool {
	read := c.Hit.Record.FullTitle() + " " + c.Hit.Record.Container.Title
	for _, p := range d.ref.Claimed.Authors() {
		read += " " + p.String()
	}
	elsewhere := strings.Fields(normalise.Text(read))
	text := strings.Fields(normalise.Text(d.ref.Raw))
	if slices.ContainsFunc(text, func(w string) bool { return words.Is(w, words.Editor) }) { // it may be an editor's name
		return false
	}
	for _, n := range d.claimed().Authors(&c.Hit.Record.Work).Names {
		person := biblio.ParseName(n.Recorded)
		family, given := normalise.Text(person.Family), strings.Fields(normalise.Text(person.Given))
		named := func(at int) bool {
			return at >= 0 && at < len(text) && slices.ContainsFunc(given, func(g string) bool {
				return g == text[at] || g[:1] == text[at]
			})
		}
		if n.Kind != match.NameMissing || slices.Contains(elsewhere, family) {
			continue
		}
		for i, w := range text {
			if w == family && (named(i-1) || named(i+1)) {
				return true
			}
		}
	}
	return false
}

func (d *deliberation) namesHoldTitle(c *judgedRecord) bool {
	title := normalise.Words(c.Hit.Record.FullTitle())
	if len(d.ref.Confidence) == 0 || len(title) == 0 {
		return false
	}
	holds := func(list []biblio.Contributor) bool {
		return slices.ContainsFunc(list, func(a biblio.Contributor) bool {
			return slices.Contains(normalise.Words(a.String()), title[0])
		})
	}
	return holds(d.ref.Claimed.Authors()) && !holds(c.Hit.Record.Authors())
}

// ordered reports whether the source's author lists can support the contradiction: a different order requires lists
// in print order, a missing name complete ones.
func ordered(c *judgedRecord, f match.FieldComparison) bool {
	if f.Field != biblio.FieldAuthors {
		return true
	}
	switch f.Kind {
	case match.KindReordered:
		return c.Source.OrderedAuthors && !c.Hit.Record.AuthorsCut
	case match.KindAdded:
		return c.Source.CompleteAuthors
	}
	return true
}

// identifierLeadsElsewhere reports whether the reference's own identifier leads to a record of the work other than
// this one.
func (d *deliberation) identifierLeadsElsewhere(c *judgedRecord) bool {
	return !c.linked && slices.ContainsFunc(d.records, func(o judgedRecord) bool {
		return o.linked && o.Origin.Kind >= biblio.Aggregator && o.version != c.version
	})
}

// jointly returns records that are proof together although none of them is proof alone: an aggregator's with any
// independent one, or those of two versions of the work.
func (d *deliberation) jointly(t *fieldEvidence, field biblio.Field) []int {
	for _, n := range t.seconds {
		for _, m := range slices.Concat(t.seconds, t.corroborates, t.contests) {
			if a, b := &d.records[n], &d.records[m]; independent(a, b) && b.Origin.Kind > biblio.ConfirmOnly &&
				sameValue(field, a, b) {
				return []int{n, m}
			}
		}
	}
	for x, n := range t.corroborates {
		for _, m := range t.corroborates[:x] {
			if a, b := &d.records[n], &d.records[m]; a.preprint != b.preprint && independent(a, b) && sameValue(field, a, b) {
				return []int{m, n}
			}
		}
	}
	return nil
}

// sameValue reports whether two records agree with each other on a field.
func sameValue(field biblio.Field, a, b *judgedRecord) bool {
	return match.Compare(&a.Hit.Record.Work, &b.Hit.Record.Work).Of(field).Agreed()
}
