package match

import (
	"math"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/lists"
	"github.com/bonafide-audit/bonafide/internal/normalise"
)

// CitesPreprint reports whether a reference is to a preprint, or a record of one: by its container or, if it names
// none, by its type and identifiers.
func CitesPreprint(w *biblio.Work) bool {
	if w.Container.Title != "" {
		container := normalise.ParseContainer(w.Container.Title)
		return container.Head == normalise.Preprints
	}
	doi := w.ID(ident.DOI)
	return w.Type == biblio.Preprint || !w.ID(ident.ArXiv).IsZero() && doi.IsZero() || !AliasOf(doi).IsZero()
}

// IsPreprint reports whether a record says that it describes a preprint. An arXiv number alone does not: the
// record may be of the published work.
func IsPreprint(r *biblio.Record) bool {
	if r.Container.Title != "" {
		return normalise.ParseContainer(r.Container.Title).Head == normalise.Preprints
	}
	return r.Type == biblio.Preprint
}

// SameWorkThreshold is the probability from which a record counts as describing the work that a reference means.
const SameWorkThreshold = 0.5 // case: TestShortTitle

// SameWork reports whether a record describes the work that a claim means: the one question that matching, documents,
// correction and memory share.
func SameWork(claim, record *biblio.Work) bool {
	return Compare(claim, record).SameWork >= SameWorkThreshold
}

// The weights of the evidence that two descriptions mean one work, in logits. An exact title of four words alone is
// enough; so are the same authors, container and year with a mostly identical title.
const (
	weightTitleExact = 3.5  // case: TestShortTitle
	weightTitlePart  = 1.5  // the title cut off, or without its subtitle; case: none from 0 to twice as much
	weightShortTitle = -1.5 // for each significant word below three; case: TestShortTitle
	weightContained  = 1.5  // the claimed title holds every word of the recorded one; case: the suite flags
	weightSubtitle   = -3.0 // another subtitle, or one more, marks another work; case: the suite taxonomy
	// title similarity that says nothing either way; case: TestUnseenVersion, TestBodiesTellNothing
	similarMiddle = 78.0
	similarSlope  = 0.16 // case: TestUnseenVersion, TestLocator
	similarMost   = 3.0  // case: none from half to twice as much
	similarLeast  = -6.0 // case: TestLocator
	weightAuthors = 3.0  // case: TestLocator
	authorsMiddle = 0.3  // case: TestShortTitle, TestUnseenVersion
	authorsSlope  = 4.5  // case: TestShortTitle, TestUnseenVersion
	// less than what a title of two words and other authors lack: works of a year share many such;
	// case: TestShortTitle
	weightYear  = 0.5
	weightVenue = 0.8 // case: Sondik (bayes_syhw) and one more at 0
	weightPages = 1.5 // case: TestLocator
	// container, volume and first page together name one work, or a few on one page; case: TestLocator
	weightLocator    = 4.0
	weightIdentifier = 2.0  // case: TestSameWork, "only the identifier"
	sameWorkBias     = -1.2 // case: TestShortTitle, TestSameWork
)

// sameWork weighs a comparison: the probability that both descriptions mean one work, allowing for errors in the
// claim.
func (c *claimForm) sameWork(cmp *Comparison) float64 {
	title := cmp.Of(biblio.FieldTitle)
	titleWeight := c.titleWeight(title, cmp.TitleSimilarity)
	located := sameLocator(cmp) && !otherAuthors(cmp.Of(biblio.FieldAuthors))
	if located && c.holdsPart(title.Recorded) { // records are often cut at italics or a formula
		titleWeight = max(titleWeight, 0)
	}
	names := authorsWeight(cmp.Of(biblio.FieldAuthors))
	if titleWeight < 0 && bodyAuthor(c.work) {
		names = min(names, 0)
	}
	z := sameWorkBias + titleWeight + names
	if z < -4 && !cmp.Of(biblio.FieldPages).Agreed() && !cmp.SharesIdentifier() { // nothing below can make up for it
		return logistic(z)
	}
	if cmp.Of(biblio.FieldYear).Agreement == Agrees {
		z += weightYear
	}
	if cmp.SameContainer() {
		z += weightVenue
	}
	if cmp.Of(biblio.FieldPages).Agreed() {
		z += weightPages
	}
	if located {
		z += weightLocator
	}
	for _, field := range workIdentifiers {
		if cmp.Of(field).Agreed() {
			z += weightIdentifier
		}
	}
	if c.work.Title == "" && cmp.Of(biblio.FieldURL).Kind == KindIDAlias { // an identifier that has no field of its own
		z += weightIdentifier
	}
	return logistic(z)
}

// bodyAuthor reports whether a work's author is a body, or one word that may be one: bodies publish many works with
// similar titles, such as drafts, standards and yearly reports.
func bodyAuthor(w *biblio.Work) bool {
	authors := w.Authors()
	return !slices.ContainsFunc(authors, func(c biblio.Contributor) bool {
		return c.Given != "" || c.Literal == "" && len(authors) > 1
	})
}

// workIdentifiers name one work each.
var workIdentifiers = []biblio.Field{biblio.FieldDOI, biblio.FieldArXiv, biblio.FieldPMID}

// SharesIdentifier reports whether both works state one identifier of a work.
func (c *Comparison) SharesIdentifier() bool {
	return slices.ContainsFunc(workIdentifiers, c.AgreesOn)
}

// sameLocator is SameInPrint with the volume written the same way.
func sameLocator(c *Comparison) bool {
	return c.SameInPrint() && c.Of(biblio.FieldVolume).Agreement == Agrees
}

// otherAuthors reports whether lists share less than half of their names: letters and notes by others can be on the
// same page.
func otherAuthors(f FieldComparison) bool { return f.Agreement == Differs && f.Score < 0.5 }

// holdsPart reports whether a recorded title of some length is part of the claimed one.
func (c *claimForm) holdsPart(recorded string) bool {
	part := normalise.Squash(normalise.Title(recorded))
	return len(part) >= printedMin && strings.Contains(c.title.squash, part)
}

func logistic(z float64) float64 { return 1 / (1 + math.Exp(-z)) }

func (c *claimForm) titleWeight(f FieldComparison, similarity float64) float64 {
	switch f.Agreement {
	case Unclaimed, Unrecorded:
		return 0
	}
	switch f.Kind {
	case KindTitleCut:
		return weightTitlePart
	case KindTranslated:
		return 0
	case KindSubtitleOmitted:
		if f.Agreement == Differs { // authors and year do not agree either: "Deep learning" by others
			return clamp((similarity-similarMiddle)*similarSlope, similarLeast, 0)
		}
		return weightTitlePart + c.shortTitle()
	case KindSubtitleAdded, KindSubtitle:
		return clamp((similarity-similarMiddle)*similarSlope, similarLeast, similarMost) + weightSubtitle
	}
	if f.Agreement <= Variant {
		return weightTitleExact + c.shortTitle()
	}
	z := clamp((similarity-similarMiddle)*similarSlope, similarLeast, similarMost)
	if f.Kind == KindWords && holdsAll(c.title.words, normalise.Words(f.Recorded)) {
		z += weightContained
	}
	return min(z, weightTitleExact+c.shortTitle()) // a similar title says no more than an identical one
}

// holdsAll reports whether a claimed title has every word of a recorded one of at least five significant words: two
// titles run together.
func holdsAll(claimed, recorded []string) bool {
	n := lists.Count(recorded, func(w string) bool { return !normalise.StopWord(w) })
	_, missing := wordsDiffer(claimed, recorded)
	return n >= 5 && len(missing) == 0
}

// shortTitle takes weight from titles of one or two significant words, which
// many works share. A title in a script without spaces counts by its letters.
func (c *claimForm) shortTitle() float64 {
	n, letters := 0, 0
	for _, w := range c.title.words {
		if !normalise.StopWord(w) {
			n++
			letters += len(w)
		}
	}
	if n >= 3 || letters >= 24 {
		return 0
	}
	return weightShortTitle * float64(3-n)
}

func authorsWeight(f FieldComparison) float64 {
	switch f.Agreement {
	case Unclaimed, Unrecorded:
		return 0
	case Agrees, Variant, Undecided:
		return weightAuthors
	}
	return clamp((f.Score-authorsMiddle)*authorsSlope, -authorsMiddle*authorsSlope, weightAuthors)
}

func clamp(x, low, high float64) float64 { return min(max(x, low), high) }
