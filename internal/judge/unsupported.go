package judge

import (
	"slices"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/match"
	"github.com/bonafide-audit/bonafide/internal/normalise"
	"github.com/bonafide-audit/bonafide/internal/words"
)

// What every record contradicts and none supports is for a person to see, however little the records prove.

// otherFirst reports whether a record has another first author: versions of a work seldom differ in that.
func (d *deliberation) otherFirst(s *fieldState) bool {
	return d.anyAgainst(s, func(c *judgedRecord) bool {
		return ordered(c, c.Comparison.Of(s.field)) && firstMoved(d.ref.Claimed.Authors(), c.Hit.Record.Authors())
	})
}

// unsupported reports whether a container of another family, or a year two and more off, is on no record, although one
// is of the very print that is cited: that all else agrees shows which work is meant, not that the field is right.
func (d *deliberation) unsupported(s *fieldState) bool {
	if s.field == biblio.FieldVenue && s.kind == match.KindOtherVenue {
		return d.anyAgainst(s, d.otherFamily)
	}
	if s.field != biblio.FieldYear || s.kind == match.KindOffByOne {
		return false
	}
	return d.anyAgainst(s, func(c *judgedRecord) bool {
		f := c.Comparison.Of(biblio.FieldYear)
		revised := c.preprint && f.Claimed > f.Recorded // the year of a later revision
		samePrint := d.relationOf(c) == citedVersion &&
			(c.linked || c.Comparison.SameContainer() && sameTitleAndAuthors(&c.Comparison))
		return !revised && c.Hit.Record.Type != biblio.Book && !d.claimsBook() &&
			(samePrint || samePagesInPrint(&c.Comparison))
	})
}

// otherFamily reports whether a published record has a container with no word of the claimed one, although it has the
// claimed identifier or pages, or title, authors and year by a source that lists works: not another way to write it.
// What a conference printed in a journal is cited by either name.
func (d *deliberation) otherFamily(c *judgedRecord) bool {
	sameBody := c.container.Head != d.venue.Head && slices.ContainsFunc(d.venue.Sponsors,
		func(s string) bool { return slices.Contains(c.container.Sponsors, s) }) // a meeting whose papers a journal prints
	bothKnown := len(d.venue.Venues) > 0 && len(c.container.Venues) > 0
	if c.preprint || sameBody || d.claimsBook() ||
		!bothKnown && wordsInCommon(d.ref.Claimed.Container.Title, containerOf(&c.Hit.Record)) {
		return false
	}
	sameKind := c.container.Head == d.venue.Head
	printed := samePagesInPrint(&c.Comparison) && (sameKind || d.venue.Head != normalise.Conference)
	listed := sameKind && c.Origin.Kind > biblio.PersonalList && sameTitleAndAuthors(&c.Comparison) &&
		c.Comparison.AgreesOn(biblio.FieldYear)
	return c.linked || printed || listed
}

// samePagesInPrint reports whether a record has the claimed title and pages, the claimed volume, container or about the
// year, and no other authors: the same print, whatever else it says of it.
func samePagesInPrint(c *match.Comparison) bool {
	year := c.Of(biblio.FieldYear)
	return c.AgreesOn(biblio.FieldTitle) && c.AgreesOn(biblio.FieldPages) &&
		c.Of(biblio.FieldAuthors).Agreement != match.Differs &&
		(c.AgreesOn(biblio.FieldVolume) || c.SameContainer() || year.Agreed() || year.Kind == match.KindOffByOne)
}

// wordsInCommon reports whether two names of containers share a word, in full or cut short, that few names have.
func wordsInCommon(a, b string) bool {
	for _, x := range normalise.Significant(normalise.Words(a)) {
		for _, y := range normalise.Significant(normalise.Words(b)) {
			if n := min(len(x), len(y)); n >= 3 && !commonWords[x] && !commonWords[y] && x[:3] == y[:3] {
				return true
			}
		}
	}
	return false
}

// commonWords are words of the names of most journals and conferences.
var commonWords = words.Set(`
	international conference proceedings proc journal annual meeting symposium workshop national european transactions
	advances the ieee acm science sciences research letters review reviews`)
