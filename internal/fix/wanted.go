package fix

import (
	"iter"
	"slices"

	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/fix/entry"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/lists"
	"github.com/bonafide-audit/bonafide/internal/match"
	"github.com/bonafide-audit/bonafide/internal/normalise"
)

// wants are the fields of a type of work: those that every entry must have, those that it should have unless
// the file hardly ever states them, and those that it gets if most entries of its type in the file have them.
type wants struct{ must, should, may []biblio.Field }

// wanted lists the fields of each type. The first columns follow the required fields of BibTeX; what a reader
// needs to find the pages is expected.
var wanted = map[biblio.Type]wants{
	biblio.ArticleJournal: {
		[]biblio.Field{biblio.FieldTitle, biblio.FieldAuthors, biblio.FieldVenue, biblio.FieldYear},
		[]biblio.Field{biblio.FieldVolume, biblio.FieldPages}, []biblio.Field{biblio.FieldIssue, biblio.FieldDOI}},
	biblio.PaperConference: {
		[]biblio.Field{biblio.FieldTitle, biblio.FieldAuthors, biblio.FieldVenue, biblio.FieldYear},
		[]biblio.Field{biblio.FieldPages}, []biblio.Field{biblio.FieldVolume, biblio.FieldPublisher, biblio.FieldDOI}},
	biblio.Chapter: {
		[]biblio.Field{biblio.FieldTitle, biblio.FieldAuthors, biblio.FieldVenue, biblio.FieldPublisher, biblio.FieldYear},
		[]biblio.Field{biblio.FieldPages}, []biblio.Field{biblio.FieldDOI}},
	biblio.Book: {
		[]biblio.Field{biblio.FieldTitle, biblio.FieldPublisher, biblio.FieldYear}, nil,
		[]biblio.Field{biblio.FieldISBN, biblio.FieldDOI, biblio.FieldLocation}},
	biblio.Thesis: {[]biblio.Field{biblio.FieldTitle, biblio.FieldAuthors, biblio.FieldPublisher, biblio.FieldYear}, nil,
		nil},
	biblio.Report: {[]biblio.Field{biblio.FieldTitle, biblio.FieldAuthors, biblio.FieldPublisher, biblio.FieldYear}, nil,
		[]biblio.Field{biblio.FieldDOI}},
	biblio.Preprint: {[]biblio.Field{biblio.FieldTitle, biblio.FieldAuthors, biblio.FieldYear}, nil,
		[]biblio.Field{biblio.FieldArXiv}},
}

// customs is what the references of one file have in common: which fields the entries of a type state, and how
// long the lists of authors are.
type customs struct {
	states  map[biblio.Type]map[biblio.Field]int
	entries map[biblio.Type]int
	cut     int            // lists that end with "and others"
	full    int            // lists of several names that do not
	longest int            // length of the longest complete list
	named   map[string]int // how many entries use this container name
	words   map[string]int // how often a word appears in titles and containers
}

// CitesPreprint reports whether a plan could turn the entry into that of a published version.
func CitesPreprint(f *audit.Finding) bool { return match.CitesPreprint(&f.Reference.Claimed) }

// LacksDOI reports whether a plan could add a DOI: the entry has none, and a record has one.
func LacksDOI(f *audit.Finding) bool {
	has := func(c match.Candidate) bool { return !c.Hit.Record.ID(ident.DOI).IsZero() }
	return f.Reference.Claimed.ID(ident.DOI).IsZero() && slices.ContainsFunc(f.Evidence.Candidates, has)
}

// Claims returns what the references of findings claim.
func Claims(findings []audit.Finding) iter.Seq[*biblio.Work] {
	return func(yield func(*biblio.Work) bool) {
		for i := range findings {
			if !yield(&findings[i].Reference.Claimed) {
				return
			}
		}
	}
}

// Learned returns the options with the customs of a file, from what its references claim, so that added and completed
// values follow them.
func (o Options) Learned(claims iter.Seq[*biblio.Work]) Options {
	c := customs{states: map[biblio.Type]map[biblio.Field]int{}, entries: map[biblio.Type]int{}, named: map[string]int{},
		words: map[string]int{}}
	for w := range claims {
		if c.states[w.Type] == nil {
			c.states[w.Type] = map[biblio.Field]int{}
		}
		c.entries[w.Type]++
		c.named[w.Container.Title]++
		for _, word := range normalise.Words(w.FullTitle() + " " + w.Container.Title) {
			c.words[word]++
		}
		for _, field := range biblio.Fields {
			c.states[w.Type][field] += bit(valueOf(w, field) != "")
		}
		switch n := len(w.Authors()); {
		case w.AuthorsCut:
			c.cut++
		case n > 1:
			c.full, c.longest = c.full+1, max(c.longest, n)
		}
	}
	o.customs = c
	return o
}

// few is the number of entries of a type below which a file shows no custom.
const few = 3 // case: TestCustoms

// customary reports whether most entries of a type state a field.
func (c *customs) customary(t biblio.Type, field biblio.Field) bool {
	return c.entries[t] >= few && 2*c.states[t][field] > c.entries[t]
}

// unusual reports whether fewer than one in four entries of a type state a field.
func (c *customs) unusual(t biblio.Type, field biblio.Field) bool {
	return c.entries[t] >= few && 4*c.states[t][field] < c.entries[t]
}

// mostCompleted is the length of the longest list of authors that is completed if its author cut it.
const mostCompleted = 20 // case: TestCustoms

// fullLists reports whether the file writes lists of n authors in full: cut lists are rare in it, and it has
// lists about as long.
func (c *customs) fullLists(n int) bool {
	return n <= mostCompleted && c.full >= 3 && c.full >= 4*c.cut && n <= max(c.longest, 6)
}

// lacking lists the fields that the type of the entry needs, including those it has.
func (p *planner) lacking() []biblio.Field {
	if p.opt.Minimal {
		return nil
	}
	t := p.f.Reference.Claimed.Type
	if p.aims(Publishes) {
		t = entry.TypeOf(&p.ofVenue().Hit.Record.Work)
	}
	row := wanted[t]
	should := lists.Filter(row.should, func(f biblio.Field) bool { return !p.opt.customs.unusual(t, f) })
	may := lists.Filter(row.may, func(f biblio.Field) bool { return p.opt.customs.customary(t, f) })
	return slices.Concat(row.must, should, may)
}

// versionFields are the fields in which versions of a work differ.
var versionFields = map[biblio.Field]bool{
	biblio.FieldVenue: true, biblio.FieldYear: true, biblio.FieldVolume: true, biblio.FieldIssue: true,
	biblio.FieldPages:     true,
	biblio.FieldPublisher: true, biblio.FieldLocation: true, biblio.FieldDOI: true, biblio.FieldURL: true,
	biblio.FieldISBN: true,
}

// fits reports whether a field of the chosen version may be in the entry: the entry cites that version and no
// other, and is of its kind.
func (p *planner) fits(field biblio.Field) bool {
	if !versionFields[field] {
		return true
	}
	w, r := &p.f.Reference.Claimed, &p.base.Hit.Record
	if (p.preprint && !p.aims(Publishes)) != match.IsPreprint(r) ||
		wholeBook(w) && r.Type != w.Type && r.Container.Title != "" {
		return false
	}
	if w.Type != r.Type && r.Type != biblio.TypeUnknown &&
		(field == biblio.FieldVenue || field == biblio.FieldVolume || field == biblio.FieldIssue) {
		return false
	}
	return p.others == 0 || p.cites()
}

// wholeBook reports whether a work is in no container: the record of a part or a review of it has the same title.
func wholeBook(w *biblio.Work) bool {
	return w.Container.Title == "" && (w.Type == biblio.Book || w.Type == biblio.Thesis || w.Type == biblio.Report)
}

// cites reports whether something shows that the entry means the chosen version and no other: the container,
// the DOI, the volume or the pages.
func (p *planner) cites() bool {
	for _, sign := range []biblio.Field{biblio.FieldVenue, biblio.FieldDOI, biblio.FieldPages, biblio.FieldVolume} {
		if f := p.base.Comparison.Of(sign); p.base.Comparison.AgreesOn(sign) && f.Kind != match.KindPreprint &&
			f.Kind != match.KindPublished {
			return true
		}
	}
	return false
}
