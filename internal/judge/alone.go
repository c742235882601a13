package judge

import (
	"fmt"
	"slices"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/match"
)

// Some of what a reference says cannot be right whatever the records say.

// The rules for it.
const (
	impossible = "year-impossible"
	tooOld     = "year-before-print"
	twice      = "same-person-twice"
)

// oldestYear is the year before which nothing appeared in print.
const oldestYear = 1450

// weighAlone determines what is wrong with a reference by itself: a year that is not over, or before printing, and a
// person whom the list of authors names twice.
func (d *deliberation) weighAlone() {
	w := &d.ref.Claimed
	switch year := w.Issued.Year; {
	case FutureYear(d.ref, d.ev.Today):
		d.alone(biblio.FieldYear, Refuted, impossible, w.YearString(), fmt.Sprintf("it is %d", d.ev.Today.Year))
	case year != 0 && year < oldestYear && w.Container.Title != "":
		d.alone(biblio.FieldYear, Contested, tooOld, w.YearString(), "nothing was printed then")
	}
	if len(d.records) == 0 {
		d.weighNearest()
	}
	if name := d.samePersonTwice(); name != "" && !d.closedWorld {
		d.alone(biblio.FieldAuthors, Contested, twice, name, "")
	}
}

// alone states what is wrong with a field by itself, unless a record confirms or contradicts the field.
func (d *deliberation) alone(field biblio.Field, status Status, rule, claimed, why string) {
	i := slices.IndexFunc(d.state, func(s fieldState) bool { return s.field == field })
	if i < 0 {
		i, d.state = len(d.state), append(d.state, fieldState{field: field, status: Unrecorded})
	}
	if s := &d.state[i]; s.status == Unrecorded || s.status == Contested && status == Refuted {
		*s = fieldState{field: field, status: status, rule: rule, claimed: claimed, recorded: why}
	}
}

// weighNearest holds a reference against the closest record, if it has the claimed title and year and nobody of the
// claimed people, or their list and the title but for one word: there may be two works, but that is for a person to
// see.
func (d *deliberation) weighNearest() {
	best := d.best()
	if best < 0 || d.closedWorld {
		return
	}
	c := &d.ev.Candidates[best]
	f, claimed, recorded := c.Comparison.Of(biblio.FieldAuthors), d.ref.Claimed.Authors(), c.Hit.Record.Authors()
	title := c.Comparison.Of(biblio.FieldTitle)
	others := f.Agreement == match.Differs && f.Kind == match.KindFabricated && title.Agreed() &&
		c.Comparison.AgreesOn(biblio.FieldYear) && !d.sharedTitle(c) && !shareWords(claimed, recorded) &&
		!slices.ContainsFunc(claimed, oneName) && !slices.ContainsFunc(recorded, oneName)
	word := title.Kind == match.KindWordReplaced && f.Agreed() && len(claimed) > 0 &&
		d.claimedWords() >= titleOfOneYear
	if word {
		f = title
	}
	if (others || word) && c.Origin.Kind > biblio.ConfirmOnly && d.claimedWords() >= oddTitle {
		d.state = append(d.state, fieldState{field: f.Field, status: Contested, rule: "contested", kind: f.Kind,
			claimed: f.Claimed, recorded: f.Recorded, quoted: best + 1, sources: []string{c.Source.Name}})
	}
}

// exchanged reports whether all records that confirm the authors have a person's given and family name the other way
// round.
func (d *deliberation) exchanged(s *fieldState) bool {
	claimed := d.ref.Claimed.Authors()
	return !d.closedWorld && s.status.Agrees() && s.kind != "" && len(claimed) > 0 &&
		!slices.ContainsFunc(s.by, func(n int) bool { return !match.Exchanged(claimed, d.records[n].Hit.Record.Authors()) })
}
