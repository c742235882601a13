package judge

import (
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/fold"
	"github.com/bonafide-audit/bonafide/internal/match"
)

// A corpus of some works knows some versions of them. What differs between the
// version that is cited and the only one on record is no error of the reference
// as long as nobody who has such works was asked.

// uncovered reports that no source that usually has works of this kind answered, so
// that the cited version may exist although no record describes it.
func (d *deliberation) uncovered() bool { return !d.world && len(d.cover.covered) == 0 }

// mayBeOtherVersion reports a difference that versions of one work have: the
// title and the list of authors between manuscript, preprint and publication,
// container and year between a conference and a journal, the year between
// editions of a book.
func (d *deliberation) mayBeOtherVersion(c *match.Candidate, f match.FieldComparison) bool {
	if !d.uncovered() {
		return false
	}
	r := &c.Hit.Record
	venue := c.Comparison.Of(biblio.FieldVenue)
	unseen := d.claimsPreprint() != preprintRecord(r) || r.Status.Manuscript()
	switch f.Field {
	case biblio.FieldTitle:
		return unseen
	case biblio.FieldAuthors:
		return d.otherList(c, f, unseen)
	case biblio.FieldVenue:
		return d.extended(r)
	case biblio.FieldYear:
		return r.Type == biblio.Book || d.claimsBook() || d.extended(r) || venue.Agreement == match.Unrecorded
	case biblio.FieldVolume, biblio.FieldIssue, biblio.FieldPages, biblio.FieldPublisher, biblio.FieldLocation:
		return !venue.Agreed() && (venue.Agreement != match.Unclaimed || !agreesOn(c, biblio.FieldYear))
	}
	return false
}

// typedUntil is the year before which the order of authors in proceedings was
// typed in from print later, and often wrongly.
const typedUntil = 2013

// typedLater reports an order of authors that one record of an old work does not
// prove.
func (d *deliberation) typedLater(c *match.Candidate, f match.FieldComparison) bool {
	return d.uncovered() && f.Field == biblio.FieldAuthors && f.Kind == match.KindReordered && c.Hit.Record.Issued.Year < typedUntil
}

// otherList reports a list of authors that another version or edition may have.
func (d *deliberation) otherList(c *match.Candidate, f match.FieldComparison, unseen bool) bool {
	r := &c.Hit.Record
	longer := f.Kind == match.KindAdded || f.Kind == match.KindDeleted
	if longer && (r.Type == biblio.Book || d.claimsBook()) && !agreesOn(c, biblio.FieldYear) {
		return true
	}
	return unseen && (longer || f.Kind == match.KindReordered || r.Status.Manuscript() && f.Kind != match.KindFabricated)
}

// claimsBook reports that the reference cites a whole book, which has editions.
func (d *deliberation) claimsBook() bool {
	w := &d.ref.Claimed
	return w.Type == biblio.Book || w.Container.Title == "" && w.Publisher != "" && w.Volume == "" && w.Pages == ""
}

// extended reports a conference paper on record and an article in the claim, or
// the other way round: works appear in both.
func (d *deliberation) extended(r *biblio.Record) bool {
	record := fold.ParseContainer(containerOf(r))
	return d.venue.Head == fold.Journal && record.Head == fold.Conference || d.venue.Head == fold.Conference && record.Head == fold.Journal
}
