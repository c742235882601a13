// Package match compares what a reference claims with what records state, field by field. It decides whether
// both mean the same work, and ranks records as candidates. It does not decide what is right or wrong.
//
// Pure.
// May be imported by: judge, source/offline, audit, fix, fix/..., lint, report, lab/..., llm, llm/..., index, cite, cmd, extract.
package match

import (
	"github.com/bonafide-audit/bonafide/internal/answer"
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

// Claim is a claimed work prepared for comparison with many records. It is not safe for concurrent use.
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
	if container := nameOf(&work.Container); !placeholderVenue(container) {
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

// Agreement is how a claimed field relates to a recorded one.
type Agreement uint8

// The agreements, from nothing known to contradiction.
const (
	NotCompared Agreement = iota // the pair was not compared
	Unclaimed                    // the reference does not state the field
	Unrecorded                   // the record does not state it
	Agrees                       // the same apart from form
	Variant                      // another accepted form; Kind says which
	Undecided                    // may be the same or not (P1)
	Differs                      // not the same; Kind says how
)

// String returns the word used in JSON and reports.
func (a Agreement) String() string {
	return [...]string{"not-compared", "unclaimed", "unrecorded", "agrees", "variant", "undecided", "differs"}[a]
}

// FieldComparison is the agreement of one field with its ground.
type FieldComparison struct {
	Field     biblio.Field
	Agreement Agreement
	Kind      string  // stable word for the variant or difference: "initials", "et-al", "abbreviated", "reordered"
	Claimed   string  // as the reference states it
	Recorded  string  // as the record states it
	Score     float64 // similarity from 0 to 1
}

// Agreed reports whether the field is the same, in this or another accepted form.
func (f FieldComparison) Agreed() bool { return f.Agreement == Agrees || f.Agreement == Variant }

// Comparison holds one FieldComparison per field, in the order of
// biblio.Fields, and what follows from all of them together.
type Comparison struct {
	Fields []FieldComparison
	// TitleSimilarity is 0 to 100: max(0, (1 - lev(a,b)/max(|a|,|b|)) * 100) of the normalised titles (CiteCheck).
	TitleSimilarity float64
	// SameWork is the probability, from 0 to 1, that the record describes the work that the reference means; at or
	// above SameWorkThreshold it counts as the work.
	SameWork float64
}

// Of returns the comparison of one field.
func (c Comparison) Of(field biblio.Field) FieldComparison {
	for _, f := range c.Fields {
		if f.Field == field {
			return f
		}
	}
	return FieldComparison{Field: field}
}

// AgreesOn reports whether a field is the same, in this or another accepted form.
func (c *Comparison) AgreesOn(field biblio.Field) bool { return c.Of(field).Agreed() }

// SameContainer reports whether both descriptions name one container. A preprint server, claimed for a work that a
// record has in a container, is not the same.
func (c *Comparison) SameContainer() bool {
	venue := c.Of(biblio.FieldVenue)
	return venue.Agreed() && venue.Kind != KindPreprint
}

// SameInPrint reports whether both descriptions name one place in print: the container, the volume and the first
// page, and no other issue.
func (c *Comparison) SameInPrint() bool {
	return c.SameContainer() && c.AgreesOn(biblio.FieldVolume) && c.AgreesOn(biblio.FieldPages) &&
		c.Of(biblio.FieldIssue).Agreement != Differs
}

// Candidate is a record that may be the work claimed, with its comparison.
type Candidate struct {
	Hit        answer.Hit
	Source     answer.Info
	Origin     biblio.Origin // of the record: as its source declares, else as the record says
	Comparison Comparison
	// Suspicious marks a record that was found by an identifier but has another title: the sign of an identifier
	// attached to the wrong paper.
	Suspicious bool
}

// AgreesWholly reports whether a record states every claimed field, and states it as claimed or in another accepted
// form, ignoring the kind of work, which many state loosely. exactly says that no field is in another form.
func (c *Comparison) AgreesWholly() (wholly, exactly bool) {
	exactly = true
	for _, f := range c.Fields {
		switch {
		case f.Field == biblio.FieldType || f.Agreement == Unclaimed:
		case !f.Agreed():
			return false, false
		default:
			exactly = exactly && f.Agreement == Agrees
		}
	}
	return true, exactly
}
