package judge

import (
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/match"
	"github.com/bonafide-audit/bonafide/internal/normalise"
)

// A difference is proof only if its cause is more likely in the entry than in the record. The functions below decide
// this field by field, for records that are surely of the cited work and whose origin can contradict.

// relation says how the version that a record describes relates to the cited one.
type relation uint8

const (
	citedVersion   relation = iota // same container or identifier, or both are the preprint
	unclearVersion                 // one of the two does not say which version it is
	otherVersion                   // another
)

// relationOf returns how the version of a record relates to the cited one.
func (d *deliberation) relationOf(c *judgedRecord) relation {
	venue := c.Comparison.Of(biblio.FieldVenue)
	preprint := c.preprint
	switch {
	case c.Hit.Record.Status.Manuscript():
		return otherVersion
	case preprint != d.claimsPreprint():
		if w := &d.ref.Claimed; w.Container.Title == "" && len(w.IDs) == 0 && w.Volume == "" && w.Publisher == "" {
			return unclearVersion
		}
		return otherVersion
	case preprint, c.linked, venue.Agreed(), sameNumbers(&c.Comparison):
		return citedVersion
	case venue.Agreement == match.Differs, d.paperOfReport(c):
		return otherVersion
	}
	return unclearVersion
}

// paperOfReport reports whether a record is of a paper and the reference cites the thesis or the report of its title.
func (d *deliberation) paperOfReport(c *judgedRecord) bool {
	w := &d.ref.Claimed
	return (w.Type == biblio.Thesis || w.Type == biblio.Report) && w.Container.Title == "" &&
		c.Hit.Record.Container.Title != "" && c.Comparison.Of(biblio.FieldType).Agreement == match.Differs
}

// sameNumbers reports whether year, volume and pages agree: whatever the container is called, it is the same.
func sameNumbers(cmp *match.Comparison) bool {
	return cmp.AgreesOn(biblio.FieldYear) && cmp.AgreesOn(biblio.FieldVolume) && cmp.AgreesOn(biblio.FieldPages)
}

// forceOfDifference weighs a difference by its kind and the version that the record describes.
func (d *deliberation) forceOfDifference(c *judgedRecord, f match.FieldComparison) force {
	if d.showsByItself(c, f) {
		return d.forceOfSlip(c, f)
	}
	switch f.Field {
	case biblio.FieldTitle:
		return d.forceOfTitle(c, f)
	case biblio.FieldAuthors:
		return d.forceOfAuthors(c, f)
	case biblio.FieldVenue:
		return d.forceOfVenue(c, f)
	case biblio.FieldYear:
		return d.forceOfYear(c, f)
	case biblio.FieldPublisher, biblio.FieldLocation:
		return contests // houses have many names, imprints and owners; a place is theirs or the event's
	}
	return d.forceOfDetail(c, f)
}

// forceOfSlip weighs one word or one name in place of another. Title and author list of one version mostly match those
// of the others; the other one of the two must agree, and, if the record is of the cited version, container and year.
func (d *deliberation) forceOfSlip(c *judgedRecord, f match.FieldComparison) force {
	title, names := c.Comparison.Of(biblio.FieldTitle), shareOfNames(c.Comparison.Of(biblio.FieldAuthors))
	switch {
	case f.Field == biblio.FieldTitle && names != allNames, f.Field == biblio.FieldAuthors && !title.Agreed() &&
		!nearTitle(&c.Comparison) && !c.linked:
		return contests
	// the people are the same in every version
	case f.Field == biblio.FieldTitle && f.Kind == match.KindTypo, f.Kind == match.KindGivenNames:
		return proves
	case d.relationOf(c) == citedVersion, d.relationOf(c) == unclearVersion && c.Comparison.AgreesOn(biblio.FieldYear):
		return proves
	case c.preprint != d.claimsPreprint():
		return proves
	}
	return contests
}

// forceOfTitle weighs a different title. Another version may have another title.
func (d *deliberation) forceOfTitle(c *judgedRecord, f match.FieldComparison) force {
	names := shareOfNames(c.Comparison.Of(biblio.FieldAuthors))
	switch {
	case names != allNames && !(names == someNames && samePlace(&c.Comparison) && nearTitle(&c.Comparison)):
		return contests
	case c.preprint && f.Kind != match.KindWord:
		return contests
	case d.relationOf(c) != citedVersion:
		return corroborates
	case len(d.ref.Confidence) > 0 && f.Kind != match.KindWord: // cut out of print, perhaps wrongly
		return contests
	}
	return proves
}

// forceOfAuthors weighs a different list of authors. Lists grow, shrink and change order between versions, and from one
// revision of a preprint to the next; but a list with none of the work's authors does not come from another version.
func (d *deliberation) forceOfAuthors(c *judgedRecord, f match.FieldComparison) force {
	switch {
	case f.Kind == match.KindGiven:
		return seconds
	case f.Kind == match.KindBodyForPeople, f.Kind == match.KindGivenForms:
		return contests
	case f.Kind == match.KindMisspelt && !d.bothSpellings(c):
		return contests
	case f.Kind == match.KindReordered && c.Hit.Record.Issued.Year < typedUntil:
		return contests
	case d.byOwnNumber(c, f):
		return proves
	case d.relationOf(c) != citedVersion, c.preprint && f.Kind != match.KindFabricated:
		return corroborates
	}
	return proves
}

// byOwnNumber reports whether the record of the number by which a preprint is cited has the claimed list but for one
// name more or less. Where arXiv has another version with that list, its record agrees, and agreement outranks.
func (d *deliberation) byOwnNumber(c *judgedRecord, f match.FieldComparison) bool {
	if !c.linked || !d.claimsPreprint() || f.Kind != match.KindAdded && f.Kind != match.KindDeleted ||
		!c.Comparison.AgreesOn(biblio.FieldTitle) || c.Comparison.Of(biblio.FieldYear).Agreement == match.Differs {
		return false
	}
	claimed, recorded := len(d.ref.Claimed.Authors()), len(c.Hit.Record.Authors())
	return max(claimed, recorded) < manyAuthors && (claimed-recorded == 1 || recorded-claimed == 1) && !d.dirtyList(c)
}

// typedUntil is the year before which the order of authors in proceedings was typed in later from print, and often
// wrongly.
const typedUntil = 2013 // case: TestOneEdit; zhang12 (ml_3lectrologos) and 17 more

// forceOfVenue weighs a different container. Works appear in several; proof is the identifier or the pages of the
// record, or a second conference in the same year for a paper that can only be in one.
func (d *deliberation) forceOfVenue(c *judgedRecord, f match.FieldComparison) force {
	if f.Kind != match.KindOtherVenue || c.preprint || d.venue.Head != c.container.Head {
		return contests
	}
	year, pages := c.Comparison.Of(biblio.FieldYear), c.Comparison.Of(biblio.FieldPages)
	switch {
	case c.linked, year.Agreed() && pages.Agreed():
		return proves
	case !year.Agreed() || shareOfNames(c.Comparison.Of(biblio.FieldAuthors)) != allNames:
		return contests
	case len(d.venue.Venues) > 0 && len(c.container.Venues) > 0 && d.venue.Track == normalise.Main &&
		c.container.Track == normalise.Main:
		return proves
	}
	return contests
}

func (d *deliberation) forceOfYear(c *judgedRecord, f match.FieldComparison) force {
	doi := d.ref.Claimed.ID(ident.DOI)
	if d.relationOf(c) != citedVersion || c.Hit.Record.Type == biblio.Book || d.claimsBook() ||
		c.preprint && !doi.IsZero() && match.AliasOf(doi).IsZero() { // posted as well
		return contests
	}
	if c.preprint && d.ref.Claimed.Issued.Year > c.Hit.Record.Issued.Year {
		return contests // arXiv's own entries state the year of the last revision
	}
	if f.Kind != match.KindOffByOne {
		return proves
	}
	volume, pages := c.Comparison.Of(biblio.FieldVolume), c.Comparison.Of(biblio.FieldPages)
	if c.Comparison.AgreesOn(biblio.FieldDOI) || volume.Agreed() && pages.Agreed() {
		return contests
	}
	return proves
}

// forceOfDetail weighs volume, issue, pages and place: they are proof if the record has the container and the year
// that the reference names.
func (d *deliberation) forceOfDetail(c *judgedRecord, f match.FieldComparison) force {
	name := normalise.Text(d.ref.Claimed.Container.Title)
	if f.Field == biblio.FieldVolume && strings.HasSuffix(name, " volume "+f.Claimed) {
		return silent // a part of the proceedings, which counts its own volumes
	}
	if d.relationOf(c) != citedVersion || !c.Comparison.AgreesOn(biblio.FieldYear) {
		return contests
	}
	return proves
}

// speaksOfOtherVersion reports whether a record says nothing about a version-bound field, because it describes a
// version other than the cited one.
func (d *deliberation) speaksOfOtherVersion(c *judgedRecord, field biblio.Field) bool {
	if !versionBound(field) {
		return false
	}
	switch {
	case c.preprint && !d.claimsPreprint(), c.Hit.Record.Status.Manuscript():
		return true
	case field != biblio.FieldVenue && d.claimsPreprint() && !c.preprint:
		return true
	}
	return field != biblio.FieldVenue && d.ofOtherVersion(c)
}

// claimsPreprint reports whether the reference itself cites the preprint.
func (d *deliberation) claimsPreprint() bool { return match.CitesPreprint(&d.ref.Claimed) }

// claimsBook reports whether the reference cites a whole book, which has editions.
func (d *deliberation) claimsBook() bool {
	w := &d.ref.Claimed
	return w.Type == biblio.Book || w.Container.Title == "" && w.Publisher != "" && w.Volume == "" && w.Pages == ""
}

// A slip is self-evident if one word or one name is in the place of another and the rest of the title or list is the
// same: whichever source has the record, the entry differs from the work in that place. Of two spellings, the slip
// is the one that other records do not have.

// showsByItself reports whether a difference is by itself evidently the entry's.
func (d *deliberation) showsByItself(c *judgedRecord, f match.FieldComparison) bool {
	switch f.Kind {
	case match.KindWordReplaced:
		return f.Field == biblio.FieldTitle
	case match.KindOneReplaced, match.KindGivenNames:
		return f.Field == biblio.FieldAuthors
	case match.KindGiven: // people change their names, and submission systems differ
		garbled := strings.ContainsAny(f.Claimed, "0123456789")
		return garbled || (c.Origin.Kind != biblio.Aggregator || samePlace(&c.Comparison)) &&
			(!c.preprint || d.claimsPreprint())
	case match.KindTypo, match.KindMisspelt:
		return d.claimSlipped(c, f.Field)
	}
	return false
}

// A word is misspelt if it is in at most rareWord titles, or is rarer than the other spelling by a factor of
// rareOfWords: others make the same slips.
const (
	rareWord    = 2   // case: wasserstein2016asa (se_scubjwu) at 4
	rareOfWords = 100 // case: none at 80
)

// claimSlipped reports whether, of the spellings in which claim and record differ, the claimed one is the slip:
// hardly any other record has it, and more have the recorded one. Without counts, publishers are trusted.
func (d *deliberation) claimSlipped(c *judgedRecord, field biblio.Field) bool {
	shows := false
	for _, s := range d.slipsOf(c) {
		if s.Field != field {
			continue
		}
		claimed, counted := d.attested(field, s.Claimed)
		if !counted {
			shows = shows || c.Origin.Kind == biblio.Publisher
			continue
		}
		recorded, _ := d.attested(field, s.Recorded)
		rare := 0
		if field == biblio.FieldTitle {
			rare = max(rareWord, recorded/rareOfWords)
		}
		if claimed > rare || recorded <= claimed || recorded == 1 && c.Origin.Kind < biblio.PreprintServer {
			return false
		}
		shows = true
	}
	return shows
}

// usualSpelling is the number of records from which a spelling is known to be that of a word or a person.
const usualSpelling = 5

// recordSlipped reports whether what a record has instead of the claimed spelling is the rarer one in all records, of
// this person or with this word: then the record has the slip.
func (d *deliberation) recordSlipped(c *judgedRecord, field biblio.Field) bool {
	shows := false
	for _, s := range d.slipsOf(c) {
		if s.Field != field {
			continue
		}
		claimed, counted := d.attested(field, s.Claimed)
		recorded, _ := d.attested(field, s.Recorded)
		most := 2
		if field == biblio.FieldTitle { // words have forms
			most = rareOfWords
		}
		if !counted || claimed < usualSpelling || claimed < most*recorded {
			return false
		}
		shows = true
	}
	kind := c.Comparison.Of(field).Kind
	return shows && (kind == match.KindMisspelt || kind == match.KindTypo)
}

// attested returns the number of records that have a spelling, and whether a source counted them.
func (d *deliberation) attested(field biblio.Field, text string) (n int, counted bool) {
	for i := range d.ev.Lookups {
		for _, a := range d.ev.Lookups[i].Answer.Attested {
			if a.Field == field && a.Text == text {
				n, counted = max(n, a.Records), true
			}
		}
	}
	return n, counted
}

// bothSpellings reports whether names differ by a letter or two and other records have both: two people, not a slip
// of the record.
func (d *deliberation) bothSpellings(c *judgedRecord) bool {
	return !slices.ContainsFunc(d.slipsOf(c), func(s match.Slip) bool {
		n, counted := d.attested(biblio.FieldAuthors, s.Recorded)
		return s.Field == biblio.FieldAuthors && (!counted || n < 2)
	})
}
