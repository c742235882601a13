package judge

import (
	"cmp"
	"slices"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/match"
)

// Pen says what may be written about a field that differs from a record.
type Pen string

// The pens.
const (
	NoPen  Pen = ""       // nothing on record to write from
	Write  Pen = "write"  // fix writes the record's value
	Offer  Pen = "offer"  // likely, but not certain: fix --likely writes it
	Choose Pen = "choose" // two values stand against each other: fix --take writes the record's
	Keep   Pen = "keep"   // it may be another work, or none: nothing is copied
)

// Doubt names why a record's value may not be the one to write. It never says that the entry is right.
type Doubt string

// The doubts.
const (
	NoDoubt         Doubt = ""
	Misread         Doubt = "misread"
	Contradicted    Doubt = "contradicted"
	PlaceOfEvent    Doubt = "place-of-event"
	OnlyHandle      Doubt = "only-handle"
	InBoth          Doubt = "in-both"
	Markup          Doubt = "markup"
	WordsMoved      Doubt = "words-moved"
	WordsLeftOut    Doubt = "words-left-out"
	OtherWord       Doubt = "other-word"
	NoPublisher     Doubt = "no-publisher"
	OtherVersion    Doubt = "other-version"
	OtherEra        Doubt = "other-era"
	YearElsewhere   Doubt = "year-elsewhere"
	OtherPosting    Doubt = "other-posting"
	PostedLater     Doubt = "posted-later"
	ContainerOfYear Doubt = "container-of-year"
	YearOfVolume    Doubt = "year-of-volume"
	ArticleNumber   Doubt = "article-number"
	OtherPrint      Doubt = "other-print"
	PrintedTwice    Doubt = "printed-twice"
	ListCut         Doubt = "list-cut"
	GivenName       Doubt = "given-name"
	OtherOrder      Doubt = "other-order"
	RecordMisspells Doubt = "record-misspells"
	RecordCut       Doubt = "record-cut"
	OddName         Doubt = "odd-name"
	SaysLess        Doubt = "says-less"
	Unreadable      Doubt = "unreadable"
	Gathered        Doubt = "gathered"
	Unsettled       Doubt = "unsettled"
	OtherTitle      Doubt = "other-title"
	OtherPlace      Doubt = "other-place"
	PreprintsDOI    Doubt = "preprints-doi"
	VersionsDiffer  Doubt = "versions-differ"
	VersionUnknown  Doubt = "version-unknown"
	RecordLacks     Doubt = "record-lacks"
	Uncopied        Doubt = "uncopied"
	BothWrong       Doubt = "both-wrong"
	OtherWork       Doubt = "other-work"
	OtherPart       Doubt = "other-part"
	LittleTitle     Doubt = "little-title"
	FewAuthors      Doubt = "few-authors"
	Namesake        Doubt = "namesake"
	NoWork          Doubt = "no-work"
	SeveralWorks    Doubt = "several-works"
	NotDecided      Doubt = "not-decided"
	Unproved        Doubt = "unproved"
	Unregistered    Doubt = "unregistered"
	TitleUnchecked  Doubt = "title-unchecked"
	NamesUnchecked  Doubt = "authors-unchecked"
	Unwritable      Doubt = "unwritable"
)

// doubts say what each doubt means, and what may be written beside it.
var doubts = map[Doubt]struct {
	pen      Pen
	sentence string
}{
	Misread:         {Choose, "it may have been read wrongly from print"},
	Contradicted:    {Choose, "two identifiers of the entry name two works"},
	PlaceOfEvent:    {Choose, "one place may be the publisher's and the other that of the event"},
	OnlyHandle:      {NoPen, "the record has a handle in place of the container's name"},
	InBoth:          {Choose, "neither an identifier nor the pages say which of the two containers is meant"},
	Markup:          {NoPen, "the record has the title with marks of its page"},
	WordsMoved:      {Choose, "the record has the same words in another order, and one of the two was changed"},
	WordsLeftOut:    {Choose, "one of the two titles lacks words of the other"},
	OtherWord:       {Choose, "the titles differ in a word, and neither an identifier nor the pages say which print is meant"},
	NoPublisher:     {Choose, "the titles differ in words, and the record is not a publisher's"},
	OtherVersion:    {Choose, "the record is of another version than the one cited"},
	OtherEra:        {Choose, "the years are of two eras"},
	YearElsewhere:   {Choose, "another field of the entry names the record's year"},
	OtherPosting:    {Choose, "the record is of a preprint that the entry does not name"},
	PostedLater:     {Choose, "the record has the year in which a preprint was posted"},
	ContainerOfYear: {Choose, "the container in the entry names its year too: correct both together"},
	YearOfVolume:    {Choose, "the entry has the year of the volume and the record that of the conference"},
	ArticleNumber:   {Choose, "one of the two is the number of an article, the other its pages"},
	OtherPrint:      {Choose, "the two may count the pages of two prints"},
	PrintedTwice:    {Choose, "the proceedings have several prints, and no identifier says which one is meant"},
	ListCut:         {Choose, "the entry cuts its list of authors, and another part of the list differs"},
	GivenName:       {Choose, "the same family names with another given name"},
	OtherOrder:      {Choose, "the same people in another order, and nothing says which print is meant"},
	RecordMisspells: {Choose, "the record may have the spelling error"},
	RecordCut:       {Choose, "one of the two lists may be cut"},
	OddName:         {Choose, "the record writes a name in an unusual form"},
	SaysLess:        {Choose, "the record has only a part of the present value"},
	Unreadable:      {NoPen, "the record was read wrongly"},
	Gathered:        {NoPen, "the record gathers what others state, and no identifier leads to it"},
	Unsettled:       {NoPen, "the record contradicts the entry elsewhere, which has to be settled first"},
	OtherTitle:      {NoPen, "the record has another title, and no identifier leads to it"},
	OtherPlace:      {Choose, "the record contradicts the container or the year, which stay"},
	PreprintsDOI:    {NoPen, "the record has the DOI of a preprint, and the entry cites a publication"},
	VersionsDiffer:  {Choose, "versions of the work that fit equally well say different things"},
	VersionUnknown:  {Choose, "versions of the work differ, and the entry does not say which one it cites"},
	RecordLacks:     {NoPen, "no record says what is right"},
	Uncopied:        {NoPen, "only lists and pages that people keep contradict it"},
	BothWrong:       {Keep, "title and authors are both wrong: it may be another work, or none"},
	OtherWork:       {Keep, "the title differs: it may be another work"},
	OtherPart:       {Keep, "the title has another number: it may be another volume or part"},
	LittleTitle:     {Keep, "the title has too little in common with the record's"},
	FewAuthors:      {Keep, "too few of the authors are the work's: it may be invented"},
	Namesake:        {Keep, "a short title, and most of the rest differs: it may be another work with that title"},
	NoWork:          {NoPen, "no work was found: nothing to correct it from"},
	SeveralWorks:    {Keep, "several works fit: the reference does not say which"},
	NotDecided:      {NoPen, "not decided: nothing is proved wrong"},
	Unproved:        {Choose, "one record differs, which is not enough to change the entry: check by hand"},
	Unregistered:    {NoPen, "no record confirms it, and only its registry can prove it wrong (--online)"},
	TitleUnchecked:  {NoPen, "a record has other words in the title: nothing is added until you have checked them"},
	Unwritable:      {NoPen, "the form of the file does not allow it"},
	NamesUnchecked:  {NoPen, "a record has other authors: nothing is added until you have checked them"},
}

// Pen returns what may be written beside a doubt.
func (d Doubt) Pen() Pen { return doubts[d].pen }

// Sentence returns what a doubt means, "" for none.
func (d Doubt) Sentence() string { return doubts[d].sentence }

// OfEntry reports whether a doubt is about what the entry says, whatever a record has.
func (d Doubt) OfEntry() bool { return d == Misread || d == Contradicted }

// Told reports whether the message of a reason with a doubt says it already.
func (d Doubt) Told() bool { return d.OfEntry() || d == Unproved || d == Unregistered }

// Lead reports whether a record contradicts the field of a reason, which a person has to check.
func (r *Reason) Lead() bool { return r.Status == Contested && r.Strength >= Lead }

// Differs reports whether a record contradicts the field of a reason: proved, or for a person to check.
func (r *Reason) Differs() bool { return r.Status.Wrong() || r.Lead() }

// Rule decides what may be written about each difference, as far as the evidence says: what is certain is written,
// what is likely is offered, and of what a record contradicts without proof a person chooses. Nothing is copied into a
// reference that may be of another work or of none, and nothing from records that are not copied. trusted means that
// an identifier of the reference settles whose work it is.
func (v *Verdict) Rule(ref *biblio.Reference, candidates []match.Candidate, trusted bool) {
	v.Doubt = v.doubt(ref, candidates, trusted)
	copied := len(v.Versions) > 0 &&
		slices.ContainsFunc(v.Versions[0], func(i int) bool { return Copied(&candidates[i]) })
	v.Reasons = slices.Clone(v.Reasons)
	for i := range v.Reasons {
		r := &v.Reasons[i]
		if !r.Doubt.OfEntry() {
			r.Doubt = NoDoubt
		}
		r.Pen = NoPen
		switch {
		case !r.Differs():
		case v.Doubt != NoDoubt && v.Outcome != Ambiguous:
			r.Pen, r.Doubt = v.Doubt.Pen(), cmp.Or(r.Doubt, v.Doubt)
		case r.Lead():
			r.Doubt = r.leadDoubt()
			r.Pen = r.Doubt.Pen()
		case copied && r.Strength == Certain:
			r.Pen, r.Doubt = Write, NoDoubt
		case copied, r.Kind == match.KindGivenNames && r.Quoted > 0: // the family names show whose work it is
			r.Pen, r.Doubt = Offer, NoDoubt
		case r.Field.Identifier():
			r.Doubt = RecordLacks
		default:
			r.Doubt = Uncopied
		}
	}
}

// leadDoubt returns why a lead alone changes nothing.
func (r *Reason) leadDoubt() Doubt {
	switch {
	case r.Doubt != NoDoubt:
		return r.Doubt
	case r.Field.Identifier():
		return Unregistered
	case r.Quoted == 0: // it is odd by itself
		return RecordLacks
	}
	return Unproved
}

// doubt returns why nothing may be copied into a reference at all.
func (v *Verdict) doubt(ref *biblio.Reference, candidates []match.Candidate, trusted bool) Doubt {
	switch {
	case v.Outcome == Ambiguous:
		return SeveralWorks
	case v.Outcome == Inconclusive:
		return NotDecided
	case v.Outcome == NotFound, (v.Outcome == Discrepant || v.Outcome == Doubtful) && v.Best < 0:
		return NoWork
	case v.Outcome == Discrepant, v.Outcome == Doubtful:
		return ofOtherWork(ref, &candidates[v.Best], v.Reasons, trusted)
	}
	return NoDoubt
}

// Copied reports whether a record is strong and complete enough for its values to be written into an entry.
func Copied(c *match.Candidate) bool {
	r := &c.Hit.Record
	return c.Origin.Kind >= biblio.Aggregator && c.Comparison.SameWork >= match.SameWorkThreshold && !c.Suspicious &&
		!r.Status.Manuscript() && r.Title != "" && len(r.Contributors) > 0 && r.Issued.Year != 0
}
