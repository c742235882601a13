package judge

import (
	"slices"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/match"
	"github.com/bonafide-audit/bonafide/internal/normalise"
)

// identity says how surely a record is of the cited work.
type identity uint8

const (
	otherWork  identity = iota // of another work, or too little in common to say
	likely                     // nearly the same title, and the same authors: may show a slip in the title
	identified                 // surely of the work
)

// workSchemes are the schemes whose identifiers name one work each.
var workSchemes = []ident.Scheme{ident.DOI, ident.ArXiv, ident.PMID, ident.PMCID, ident.ACL}

// identify returns how surely a record is of the cited work: by an identifier that both state, unless title and
// authors both contradict it; by the title together with the authors, with the container and the year, or with the
// place in print. A record with another title and other authors, container or year is of another work, and so is one
// that states another identifier of the same scheme if anything else differs.
func (d *deliberation) identify(c *match.Candidate, linked bool) identity {
	if d.closedWorld {
		return identified
	}
	title := c.Comparison.Of(biblio.FieldTitle)
	sameTitle := title.Agreement != match.Differs && title.Agreement != match.Unrecorded
	names := shareOfNames(c.Comparison.Of(biblio.FieldAuthors))
	switch {
	case linked:
		if !sameTitle && !nearTitle(&c.Comparison) && names == noNames {
			return otherWork
		}
		return identified
	case d.namesakeOfBook(c), d.statesOtherIdentifier(c) && !(sameTitle && names == allNames):
		return otherWork
	case sameTitle &&
		identifiedBesidesTitle(d.claimedWords(), &c.Comparison, names), identifiedByPlace(&c.Comparison, names):
		return identified
	case likelySame(&c.Comparison, names):
		return likely
	case names == noNames && sameTitle && d.titleAlone(c):
		return identified
	}
	return otherWork
}

// namesakeOfBook reports whether a book is cited, and a record is of an article with its title: one that reviews the
// book, or that became it, so that its people or its year are not the book's.
func (d *deliberation) namesakeOfBook(c *match.Candidate) bool {
	r := &c.Hit.Record
	article := r.Type == biblio.ArticleJournal || r.Type == biblio.PaperConference
	return article && !match.IsPreprint(r) && d.ref.Claimed.Type == biblio.Book && !c.Comparison.SameContainer() &&
		!(c.Comparison.AgreesOn(biblio.FieldAuthors) && c.Comparison.AgreesOn(biblio.FieldYear))
}

// Titles with this many significant words belong to one work, whoever is named; a nearby year makes up for some words.
const (
	titleOfOne     = 8
	titleOfOneYear = 5
)

// byTitleOnly reports whether only its title says that a record is of the cited work.
func (d *deliberation) byTitleOnly(c *match.Candidate, linked bool) bool {
	names := shareOfNames(c.Comparison.Of(biblio.FieldAuthors))
	return !linked && !d.closedWorld && names == noNames &&
		!identifiedBesidesTitle(d.claimedWords(), &c.Comparison, names) && !identifiedByPlace(&c.Comparison, names)
}

// titleAlone reports whether a title identifies a work without its authors, who are then the claim's error. Books
// have editions, series and namesakes, and bodies sign in many ways.
func (d *deliberation) titleAlone(c *match.Candidate) bool {
	r := &c.Hit.Record
	if d.claimsBook() || r.Type == biblio.Book ||
		slices.ContainsFunc(slices.Concat(d.ref.Claimed.Authors(), r.Authors()), oneName) ||
		c.Comparison.Of(biblio.FieldTitle).Agreement != match.Agrees {
		return false
	}
	off := d.ref.Claimed.Issued.Year - r.Issued.Year
	words := d.claimedWords()
	near := off >= -2 && off <= 2
	return words >= titleOfOne || near && words >= titleOfOneYear ||
		off >= -1 && off <= 1 && d.titleOfOne(c) && !shareWords(d.ref.Claimed.Authors(), r.Authors())
}

// identifiedByPlace reports whether authors and place are those of the cited work, whatever the title.
func identifiedByPlace(cmp *match.Comparison, names namesShared) bool {
	return names >= someNames && samePlace(cmp) && nearTitle(cmp) || names >= unknownNames && cmp.SameInPrint()
}

// likelySame reports whether a title is nearly the claimed one, by the same people.
func likelySame(cmp *match.Comparison, names namesShared) bool {
	kind := cmp.Of(biblio.FieldTitle).Kind
	switch {
	case names >= someNames && samePlace(cmp) &&
		(kind == match.KindSubtitle || cmp.TitleSimilarity >= samePlaceSimilarity):
		// People have several papers in one volume: different pages then mean another paper.
		return nearTitle(cmp) || kind == match.KindSubtitle || cmp.Of(biblio.FieldPages).Agreement != match.Differs ||
			names == allNames && cmp.TitleSimilarity >= otherTitleSimilarity // of another print
	case names != allNames:
		return false
	}
	return kind == match.KindTypo || nearTitle(cmp) && !otherPlace(cmp)
}

// samePlaceSimilarity is the title similarity, 0 to 100, from which a work by the same people in the same container
// and year is the cited one under another title.
const samePlaceSimilarity = 55 // case: iyer12 (ml_3lectrologos) and 3 more above 100; none at 27

// samePlace reports whether a record names the claimed container and year.
func samePlace(cmp *match.Comparison) bool {
	return cmp.SameContainer() && cmp.AgreesOn(biblio.FieldYear)
}

// sameVolume reports whether a record names the claimed container, and its year or its place in print.
func sameVolume(cmp *match.Comparison) bool {
	return samePlace(cmp) || cmp.SameContainer() && cmp.AgreesOn(biblio.FieldPages) && cmp.AgreesOn(biblio.FieldVolume)
}

// namesShared says how much two lists of authors have in common.
type namesShared uint8

const (
	noNames namesShared = iota
	unknownNames
	someNames // at least half
	allNames  // the lists agree, or differ in what may be a name's form
)

// halfOfNames is the share from which two lists are of one group of people.
const halfOfNames = 0.5 // case: TestUnseenVersion, TestOrderNeedsAnOrderedList

func shareOfNames(f match.FieldComparison) namesShared {
	switch {
	case f.Agreement == match.Unclaimed || f.Agreement == match.Unrecorded || f.Agreement == match.NotCompared:
		return unknownNames
	case f.Agreement != match.Differs:
		return allNames
	case f.Score >= halfOfNames, f.Kind == match.KindGiven, f.Kind == match.KindGivenNames, f.Kind == match.KindGivenForms,
		f.Kind == match.KindMisspelt, f.Kind == match.KindOneReplaced:
		return someNames
	}
	return noNames
}

// identifiedBesidesTitle reports whether, besides the title, the authors, the container with the year, or the place
// in print are the same. A title of a word or two needs the authors and one more; different authors require a title
// that no two works share by chance.
func identifiedBesidesTitle(words int, cmp *match.Comparison, names namesShared) bool {
	venue, year := cmp.Of(biblio.FieldVenue), cmp.Of(biblio.FieldYear)
	place := sameVolume(cmp)
	switch names {
	case allNames, someNames:
		return words >= shortTitle || place || venue.Agreed() || year.Agreed()
	case unknownNames:
		if venue.Agreement == match.Unclaimed && year.Agreement == match.Unclaimed { // only the title is claimed
			return words >= shortTitle
		}
		return place || words >= oddTitle && (year.Agreed() || venue.Agreed())
	}
	shared := cmp.Of(biblio.FieldAuthors).Score > 0
	return place && words >= oddTitle || shared && words >= longTitle && year.Agreed()
}

// Titles with fewer significant words than shortTitle are shared by many works; no two works with a title of oddTitle
// or more words are in one container in one year, and a work with longTitle words, one of the authors and the year is
// the cited one, whoever else is named.
const (
	oddTitle   = 2 // case: TestChoosingAmongWorks
	shortTitle = 3 // case: TestAmbiguous
	longTitle  = 7 // case: Menezes1997 (pl_miraldo) at 3, 2022ShiRoboCraftLT (ml_uwsbel) at 14
)

// claimedWords returns the number of significant words in the claimed title.
func (d *deliberation) claimedWords() int {
	return len(normalise.Significant(normalise.Words(d.ref.Claimed.FullTitle())))
}

// nearTitle reports whether titles differ only as by a slip: by a word or a letter.
func nearTitle(cmp *match.Comparison) bool {
	title := cmp.Of(biblio.FieldTitle)
	switch title.Kind {
	case match.KindTypo, match.KindWord, match.KindWordReplaced:
		return cmp.TitleSimilarity >= nearSimilarity
	case match.KindWords:
		return cmp.TitleSimilarity >= nearerSimilarity
	}
	return false
}

// Title similarities, 0 to 100, from which titles that differ in one word, and in several, are near.
const (
	nearSimilarity   = 70 // case: innes2019zygote (bayes_millidge) and 20 more above 100; none at 35
	nearerSimilarity = 85 // case: witten2011data (concurrency_pthomson) and 24 more
)

// otherPlace reports whether a record names another container or another year.
func otherPlace(cmp *match.Comparison) bool {
	venue, year := cmp.Of(biblio.FieldVenue), cmp.Of(biblio.FieldYear)
	preprint := venue.Kind == match.KindPublished || venue.Kind == match.KindPreprint
	return venue.Agreement == match.Differs && !preprint || year.Agreement == match.Differs && !preprint
}

// sharesIdentifier reports whether record and reference state the same identifier of a work.
func (d *deliberation) sharesIdentifier(c *match.Candidate) bool {
	return slices.ContainsFunc(d.ref.Claimed.IDs, func(id ident.ID) bool {
		return slices.Contains(workSchemes, id.Scheme) && match.Names(&c.Hit.Record, id)
	})
}

// statesOtherIdentifier reports whether reference and record state different identifiers of one scheme and share
// none: a sibling, a sequel, a reprint.
func (d *deliberation) statesOtherIdentifier(c *match.Candidate) bool {
	return c.Comparison.Of(biblio.FieldDOI).Kind == match.KindOtherID ||
		c.Comparison.Of(biblio.FieldArXiv).Kind == match.KindOtherID ||
		c.Comparison.Of(biblio.FieldPMID).Kind == match.KindOtherID
}

// judgedRecord is a record of the cited work, with what is computed from it once.
type judgedRecord struct {
	*match.Candidate
	at        int // index into Evidence.Candidates
	identity  identity
	version   int                 // everyVersion when it does not say which
	container normalise.Container // where it says the work appeared
	preprint  bool                // it describes a preprint
	linked    bool                // it states an identifier that the reference also states
	titleOnly bool                // only its title says that it is of the cited work
	slips     *[]match.Slip       // nil until needed
}

func (d *deliberation) newRecord(at int) judgedRecord {
	c := &d.ev.Candidates[at]
	r := judgedRecord{Candidate: c, at: at, container: normalise.ParseContainer(containerOf(&c.Hit.Record)),
		linked: d.sharesIdentifier(c)}
	r.identity = d.identify(c, r.linked)
	r.titleOnly = r.identity == identified && d.byTitleOnly(c, r.linked)
	r.preprint = c.Origin.Kind == biblio.PreprintServer || match.CitesPreprint(&c.Hit.Record.Work)
	return r
}

// ownPage reports whether a record is the page or file whose address the reference states: the author of the
// reference may have written that too.
func (r *judgedRecord) ownPage() bool { return r.Hit.How == answer.ByURL }

// slipsOf returns the places in which the claim and a record differ by a letter or two.
func (d *deliberation) slipsOf(r *judgedRecord) []match.Slip {
	if r.slips == nil {
		list := d.claimed().Slips(&r.Hit.Record.Work)
		r.slips = &list
	}
	return *r.slips
}

// claimed returns the claim prepared for comparisons.
func (d *deliberation) claimed() *match.Claim {
	if d.claim == nil {
		d.claim = match.NewClaim(&d.ref.Claimed)
	}
	return d.claim
}

// containerOf returns the container of a record; if a record has only an arXiv identifier, the container is arXiv.
func containerOf(r *biblio.Record) string {
	switch {
	case r.Container.Title != "":
		return r.Container.Title
	case r.Container.Short != "":
		return r.Container.Short
	case match.CitesPreprint(&r.Work):
		return "arXiv"
	}
	return ""
}
