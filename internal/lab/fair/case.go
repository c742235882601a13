package fair

import (
	"fmt"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/index"
	"github.com/bonafide-audit/bonafide/internal/lab/corrupt"
	"github.com/bonafide-audit/bonafide/internal/lab/metric"
)

// Must is the required verdict on a case.
type Must string

// The required verdicts. A difference in volume, issue, pages, publisher or place alone is not an accusation.
const (
	NotAccused Must = "not accused"
	Verified   Must = "verified"
	AtMostSlip Must = "at most a slip" // names may be called misspelt, and nothing more
	Wrong      Must = "called wrong"   // the reference is wrong, and the record proves it
	Said       Must = "said"           // called wrong, or to be checked by hand
	Shown      Must = "shown"          // at least a note states what the record has
)

// Wrongs reports whether the requirement is for references that are wrong.
func (m Must) Wrongs() bool { return m == Wrong || m == Said || m == Shown }

// Case is one reference, and the records of its work.
type Case struct {
	Key     string
	Entry   string          // the reference as an entry of a .bib file
	Records []biblio.Record // that a corpus has in addition to records of other works
}

// World is the cases of one family, and the other works in their corpus.
type World struct {
	Family *Family
	Cases  []Case
	Others []biblio.Record
}

// Records returns all records of a world's corpus.
func (w *World) Records() []biblio.Record {
	var list []biblio.Record
	for _, c := range w.Cases {
		list = append(list, c.Records...)
	}
	return append(list, w.Others...)
}

// draft is a case under construction. Claim and record start as the same true work.
type draft struct {
	n       int // number of the case within its family
	claim   biblio.Flat
	record  biblio.Record
	other   biblio.Record // of another work
	records []biblio.Record
	random  *metric.Random
	entry   func(string) string // final changes of the entry's text
}

// add records a work with an origin of a kind.
func (d *draft) add(by biblio.OriginKind, w biblio.Work) {
	n := len(d.records)
	d.records = append(d.records, biblio.Record{
		Work: w, Source: "made-" + by.String(), Origin: biblio.Origin{Kind: by},
		LocalID: fmt.Sprintf("%s-%d", d.record.LocalID, n),
	})
}

// work returns a copy of the true work without identifiers.
func (d *draft) work() biblio.Work {
	f := d.record.Flat()
	f.DOI, f.ArXivID, f.PMID, f.ISBN, f.URL = "", "", "", "", ""
	return f.Work()
}

// maker makes the cases of all families in turn, so that no family takes all works that several could use.
type maker struct {
	library   *corrupt.Library
	random    *metric.Random
	worlds    []World
	originals [][]biblio.Record // of the works of each family
}

// Make draws n works for each family from an index, always the same for the same seed, and makes their cases.
// No work is used twice. A family for which fewer works are found has fewer cases.
func Make(ix *index.Index, n int, seed uint64) ([]World, error) {
	m := &maker{corrupt.NewLibrary(ix, seed), metric.NewRandom(seed), make([]World, len(Families)),
		make([][]biblio.Record, len(Families))}
	for i := range Families {
		m.worlds[i].Family = &Families[i]
	}
	for range n {
		for i := range m.worlds {
			if err := m.draw(i); err != nil {
				return nil, err
			}
		}
	}
	for i := range m.worlds {
		m.worlds[i].Others = slices.Concat(slices.Delete(slices.Clone(m.originals), i, i+1)...)
	}
	return m.worlds, nil
}

// draw adds a case to family i, if a work is available.
func (m *maker) draw(i int) error {
	w := &m.worlds[i]
	work, ok, err := m.library.Draw(w.Family.suits)
	if err != nil || !ok {
		return err
	}
	m.originals[i] = append(m.originals[i], work.Versions...)
	other, err := m.library.Other(otherTries, func(r *biblio.Record) bool {
		return r.Container.Title != work.Record.Container.Title
	})
	if err != nil || other == nil {
		return err
	}
	d := &draft{n: len(w.Cases), claim: corrupt.Claim(&work.Record), record: work.Record, other: *other, random: m.random,
		entry: func(s string) string { return s }}
	if w.Family.make(d) {
		key := fmt.Sprintf("%s-%d", w.Family.Name, d.n)
		w.Cases = append(w.Cases, Case{Key: key, Entry: d.entry(corrupt.BibTeX(&d.claim, key)), Records: d.records})
	}
	return nil
}

// otherTries is how many records are examined for one of another work.
const otherTries = 1000

// Family is one kind of temptation.
type Family struct {
	Name  string
	About string
	Must  Must
	suits func(*biblio.Record) bool
	make  func(*draft) bool // false if the work does not fit
}

// Families is the table of all families.
var Families = []Family{
	{"sibling", "the corpus lacks the work and has another of the same people, with a title like it", NotAccused,
		published, sibling},
	{"sequel", "the corpus lacks the work and has its second part, or the other way round", NotAccused, published, sequel},
	{"review", "the corpus has only a review of the book", NotAccused, nil, review},
	{"reprint", "the corpus has only a later reprint in a collection", NotAccused, published, reprint},
	{"preprint-only", "the corpus has only the preprint of the published work", Verified, published, preprintOnly},
	{"dirty-record", "the corpus has only a careless personal record of the work", NotAccused, published, dirtyRecord},
	{"dirty-beside", "a careless personal record stands beside the publisher's", Verified, published, dirtyBeside},
	{"shortdoi", "the DOI is given in its short form", Verified, withDOI, shortDOI},
	{"issn", "the ISSN stands in the field of the ISBN", Verified, article, issnForISBN},
	{"macro", "the journal is named by a macro of astronomers", Verified, article, journalMacro},
	{"series", "the series stands where the proceedings should", NotAccused, paper, seriesForTitle},
	{"lost-letters-recorded", "letters outside ASCII are lost in the names of a record", NotAccused,
		accented, lostInRecord},
	{"lost-letters-claimed", "letters outside ASCII are lost in the names of the reference", AtMostSlip,
		accented, lostInClaim},
	{"cut-record", "an aggregator has the first author only", NotAccused, published, cutRecord},
	{"notice-title", "the title on record has a notice or a section beside it", NotAccused, published, noticeTitle},
	{"release", "another release of the software is on record", NotAccused, published, release},
	{"rare-name", "the only record misspells an author as nobody else does", NotAccused, published, rareName},
	{"other-given-names", "two authors have given names that are not theirs", Wrong, named, otherGivenNames},
	{"other-given-name", "one author has", Said, named, otherGivenName},
	{"contradicted", "the only record, somebody's own, has other authors or another year", Shown, published, contradicted},
	{"workshop", "a paper of a workshop is cited as one of the conference", Said, published, workshopPaper},
	{"same-person-twice", "the first author is listed once more at the end", Said, published, samePersonTwice},
	{"two-prints", "the record has the pages of another print of the same length", NotAccused, paged, twoPrints},
}

// slips are mistakes that people make in records that they keep. Each changes one field of a work.
var slips = []func(*draft, *biblio.Work){
	func(_ *draft, w *biblio.Work) { w.Contributors = w.Contributors[:len(w.Contributors)-1] },
	func(d *draft, w *biblio.Work) { w.Contributors[len(w.Contributors)-1] = d.other.Authors()[0] },
	func(_ *draft, w *biblio.Work) {
		w.Contributors[0], w.Contributors[1] = w.Contributors[1], w.Contributors[0]
	},
	func(_ *draft, w *biblio.Work) { w.Issued.Year++ },
	func(_ *draft, w *biblio.Work) { w.Issued.Year -= 3 },
	func(d *draft, w *biblio.Work) { w.Container = biblio.Container{Title: d.other.Container.Title} },
	func(d *draft, w *biblio.Work) {
		words := strings.Fields(w.FullTitle())
		w.Title, w.Subtitle = strings.Join(words[:len(words)-1], " "), ""
	},
	func(_ *draft, w *biblio.Work) { w.Title = "RETRACTED: " + w.Title },
}

func (d *draft) addDirty() {
	f := d.record.Flat()
	w := f.Work()
	slips[d.n%len(slips)](d, &w)
	d.add(biblio.PersonalList, w)
}

// dirtyRecord has the work recorded only by a careless person.
func dirtyRecord(d *draft) bool {
	d.addDirty()
	return true
}

// dirtyBeside has the work recorded by its publisher too.
func dirtyBeside(d *draft) bool {
	d.add(biblio.Publisher, d.record.Work)
	d.addDirty()
	return true
}
