package match

import (
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/normalise"
)

// claimForm is a claimed work with its comparison forms, made once and compared with many records. It is not safe for
// concurrent use.
type claimForm struct {
	work       *biblio.Work
	title      titleForm
	list       []biblio.Contributor // the authors, or the editors if there are none
	authors    []person
	authorsCut bool
	partOf     bool // the list is of the editors of the whole: who wrote the part is not said
	authorText string
	venue      normalise.Container
	year       string
	url        ident.ID
}

// Claim is a claimed work prepared for comparison with many records. It is
// not safe for concurrent use.
type Claim struct {
	form     claimForm
	names    []named         // the authors; computed when slips are first requested
	families map[string]bool // of these
}

// NewClaim prepares a claimed work. The work must not change afterwards.
func NewClaim(work *biblio.Work) *Claim {
	c := &Claim{form: claimForm{work: work, authorsCut: work.AuthorsCut, year: work.YearString()}}
	c.form.title = newTitle(work.FullTitle(), work.TitleCut)
	list := work.Authors()
	if len(list) == 0 {
		list = work.ByRole(biblio.Editor)
		c.form.partOf = work.Container.Title != ""
	}
	c.form.list, c.form.authors = list, people(list)
	c.form.authorText = listText(list, work.AuthorsCut)
	container := work.Container.Title
	if container == "" {
		container = work.Container.Short
	}
	if !placeholderVenue(container) {
		c.form.venue = normalise.ParseContainer(container)
	}
	if work.URL != "" {
		c.form.url, _ = ident.Parse(work.URL)
	}
	return c
}

// Compare compares a claimed work with one record, field by field.
func Compare(claim, record *biblio.Work) Comparison {
	return NewClaim(claim).Compare(record)
}

// Indexes of some fields in Comparison.Fields.
const (
	titleAt   = 1
	authorsAt = 2
	venueAt   = 3
	yearAt    = 4
)

// Compare compares the claim with one record, field by field.
func (c *Claim) Compare(record *biblio.Work) Comparison {
	f := &c.form
	title, similarity := f.compareTitle(record)
	authors := f.compareAuthors(record)
	year := f.compareYear(record)
	if title.Kind == KindSubtitleOmitted &&
		!(authors.Agreement >= Agrees && authors.Agreement <= Undecided && year.Agreement == Agrees) {
		title.Agreement = Differs // "BERT" alone is not "BERT: Pre-training of …"
	}
	if title.Kind == KindEdition && authors.Agreement == Differs { // a book of the same title by others
		title.Agreement, title.Kind = Differs, KindWords
	}
	w := f.work
	out := Comparison{TitleSimilarity: similarity, Fields: []FieldComparison{
		compareType(w.Type, record.Type),
		title, authors, f.compareVenue(record), year,
		f.compareID(biblio.FieldDOI, ident.DOI, record),
		f.compareID(biblio.FieldArXiv, ident.ArXiv, record),
		f.compareID(biblio.FieldPMID, ident.PMID, record),
		f.compareISBN(record),
		f.compareURL(record),
		compareVolume(w, record),
		compareIssue(w, record),
		comparePages(w.Pages, record.Pages),
		comparePublisher(w.Publisher, record.Publisher),
		comparePlace(w.Place, record.Place),
	}}
	switch {
	case f.recordCut(title, &out):
		out.Fields[titleAt].Agreement, out.Fields[titleAt].Kind = Undecided, KindTitleCut
	case f.coined(title, &out):
		out.Fields[titleAt].Agreement, out.Fields[titleAt].Kind = Undecided, KindCoined
	case f.translated(title, &out):
		out.Fields[titleAt].Agreement, out.Fields[titleAt].Kind = Undecided, KindTranslated
	}
	if isRelease(record) {
		f.compareRelease(record, &out)
	}
	if venue := &out.Fields[venueAt]; venue.Kind == KindOtherVenue && f.restAgrees(&out) && !f.twoContainers(venue) {
		venue.Agreement, venue.Kind = Unrecorded, ""
	}
	out.SameWork = f.sameWork(&out)
	return out
}
