package judge

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
)

// doubts say what each doubt means, and what may be written beside it.
var doubts = map[Doubt]struct {
	pen      Pen
	sentence string
}{
	Misread:         {Keep, "it may have been read wrongly from print"},
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
	RecordLacks:     {NoPen, "it is wrong, and the record does not say what is right"},
	Uncopied:        {NoPen, "only records that are not copied contradict it, such as personal lists"},
	BothWrong:       {Keep, "title and authors are both wrong: it may be another work, or none"},
	OtherWork:       {Keep, "the title differs: it may be another work"},
	OtherPart:       {Keep, "the title has another number: it may be another volume or part"},
	LittleTitle:     {Keep, "the title has too little in common with the record's"},
	FewAuthors:      {Keep, "too few of the authors are the work's: it may be invented"},
	Namesake:        {Keep, "a short title, and most of the rest differs: it may be another work with that title"},
}

// Pen returns what may be written beside a doubt.
func (d Doubt) Pen() Pen { return doubts[d].pen }

// Sentence returns what a doubt means, "" for none.
func (d Doubt) Sentence() string { return doubts[d].sentence }

// OfEntry reports whether a doubt is about what the entry says, whatever a record has.
func (d Doubt) OfEntry() bool { return d == Misread || d == Contradicted }
