package judge

import (
	"slices"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/fold"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/match"
	"github.com/bonafide-audit/bonafide/internal/source"
)

// voices sorts the group by what each record says of a field.
type voices struct {
	full, faint, doubt []int // agree; agree without saying much; undecided
	elsewhere          []int // agree, but for another version
	against            []int // contradict, and may refute
	murmur             []int // contradict, and may not refute alone
	otherwise          []int // contradict for what may be another version, however many they are
}

func (d *deliberation) listen(field biblio.Field) (v voices) {
	for n := range d.group {
		c := d.candidate(n)
		f := c.Comparison.Of(field)
		mine := !versionBound(field) || d.part[n] == d.chief || d.part[n] == everyVersion
		switch f.Agreement {
		case match.Agrees, match.Variant:
			switch {
			case field == biblio.FieldVenue && c.Hit.Record.Status.Manuscript() && f.Kind != match.KindPreprint:
				if d.mayRefute(c, field) {
					v.against = append(v.against, n)
				}
			case !mine:
				v.elsewhere = append(v.elsewhere, n)
			case faint(f.Kind):
				v.faint = append(v.faint, n)
			default:
				v.full = append(v.full, n)
			}
		case match.Undecided:
			v.doubt = append(v.doubt, n)
		case match.Differs:
			switch {
			case !d.speaksOf(n, field, f):
			case f.Kind == match.KindBodyForPeople:
				v.otherwise = append(v.otherwise, n)
			case d.mayBeOtherVersion(c, f):
				v.otherwise = append(v.otherwise, n)
			case d.mayRefute(c, field) && d.ordered(c, f) && !d.nearYear(c, f) && !d.typedLater(c, f):
				v.against = append(v.against, n)
			default:
				v.murmur = append(v.murmur, n)
			}
		}
	}
	if field == biblio.FieldAuthors {
		d.hushUnordered(&v)
	}
	return v
}

// hushUnordered makes agreement faint that says who the authors are and not in
// which order, where a record that keeps the order has another.
func (d *deliberation) hushUnordered(v *voices) {
	reordered := slices.ContainsFunc(v.against, func(n int) bool {
		return d.candidate(n).Comparison.Of(biblio.FieldAuthors).Kind == match.KindReordered
	})
	if !reordered {
		return
	}
	v.full = slices.DeleteFunc(v.full, func(n int) bool {
		unordered := !d.candidate(n).Source.OrderedAuthors
		if unordered {
			v.faint = append(v.faint, n)
		}
		return unordered
	})
}

// faint reports agreement that would hold for other values too: a record with
// initials agrees with any given name that begins so.
func faint(kind string) bool {
	return kind == match.KindRecordInitials || kind == match.KindRecordCut
}

// speaksOf reports that a record's contradiction is about what the reference
// claims: a preprint's container, year or pages do not contradict those of a
// publication, nor a publication's those of a preprint, unless no other version
// can exist. A manuscript that did not appear contradicts nothing.
func (d *deliberation) speaksOf(n int, field biblio.Field, f match.FieldComparison) bool {
	if !versionBound(field) || d.world {
		return true
	}
	r := &d.candidate(n).Hit.Record
	switch {
	case preprintRecord(r) && !d.claimsPreprint(), r.Status.Manuscript():
		return false
	case field != biblio.FieldVenue && d.uncovered() && d.claimsPreprint() && !preprintRecord(r):
		return false
	}
	return field == biblio.FieldVenue || d.part[n] == d.chief || d.part[n] == everyVersion
}

// nearYear reports a year one off where nothing says which version is meant,
// neither a container nor an identifier: another version may have that year.
func (d *deliberation) nearYear(c *match.Candidate, f match.FieldComparison) bool {
	if d.world || f.Field != biblio.FieldYear || f.Kind != match.KindOffByOne || c.Comparison.Of(biblio.FieldVenue).Agreement != match.Unclaimed {
		return false
	}
	for _, id := range []biblio.Field{biblio.FieldDOI, biblio.FieldArXiv, biblio.FieldPMID} {
		if agreesOn(c, id) {
			return false
		}
	}
	return true
}

// claimsPreprint reports that the reference itself cites the preprint.
func (d *deliberation) claimsPreprint() bool {
	w := &d.ref.Claimed
	if w.Container.Title != "" {
		return d.venue.Head == fold.Preprints
	}
	if w.Type == biblio.Preprint {
		return true
	}
	doi := w.ID(ident.DOI)
	return !w.ID(ident.ArXiv).IsZero() && doi.IsZero() || !match.AliasOf(doi).IsZero()
}

// oldWorks is the year before which one record alone does not convict.
const oldWorks = 1970

// mayRefute reports that one record alone may refute a field: a strong
// source, which may speak of it, and a record with title, authors and year.
func (d *deliberation) mayRefute(c *match.Candidate, field biblio.Field) bool {
	r := &c.Hit.Record
	if year := d.ref.Claimed.Issued.Year; year != 0 && year < oldWorks && !d.world {
		return false // editions, reprints and editors of old works are recorded at random
	}
	return c.Source.Strength == source.Strong && c.Source.MayRefute(field) && r.Title != "" && len(r.Contributors) > 0 && r.Issued.Year != 0
}

// ordered reports that the source's author lists can carry the contradiction:
// another order needs lists in print order, a missing name complete ones.
func (d *deliberation) ordered(c *match.Candidate, f match.FieldComparison) bool {
	if f.Field != biblio.FieldAuthors {
		return true
	}
	switch f.Kind {
	case match.KindReordered:
		return c.Source.OrderedAuthors && !c.Hit.Record.AuthorsCut
	case match.KindAdded, match.KindReplaced, match.KindFabricated:
		return c.Source.CompleteAuthors || f.Kind != match.KindAdded
	}
	return true
}

func (d *deliberation) anyAbove(members []int, strength source.Strength) bool {
	for _, n := range members {
		if d.candidate(n).Source.Strength > strength {
			return true
		}
	}
	return false
}

// agreeingWeak reports that two bibliographic sources that may not convict
// alone state the same other value.
func (d *deliberation) agreeingWeak(members []int, field biblio.Field) bool {
	for x, n := range members {
		a := d.candidate(n)
		if !a.Source.MayRefute(field) || !complete(&a.Hit.Record) {
			continue
		}
		for _, m := range members[:x] {
			b := d.candidate(m)
			if b.Source.Name == a.Source.Name || !b.Source.MayRefute(field) || !complete(&b.Hit.Record) {
				continue
			}
			if sameValue(field, a, b) {
				return true
			}
		}
	}
	return false
}

func complete(r *biblio.Record) bool {
	return r.Title != "" && len(r.Contributors) > 0 && r.Issued.Year != 0
}

// sameValue reports that two records agree with each other on a field.
func sameValue(field biblio.Field, a, b *match.Candidate) bool {
	return match.Compare(&a.Hit.Record.Work, &b.Hit.Record.Work).Of(field).Agreed()
}
