package offline

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/index"
	"github.com/bonafide-audit/bonafide/internal/source"
)

func record(title string, year int, id ident.ID, authors ...string) biblio.Record {
	list, _ := biblio.ParseNames(authors, biblio.Author)
	r := biblio.Record{Work: biblio.Work{Title: title, Contributors: list, Issued: biblio.Date{Year: year}}}
	r.AddID(id)
	return r
}

func TestLookup(t *testing.T) {
	arxiv := ident.ID{Scheme: ident.ArXiv, Value: "1706.03762"}
	x, err := index.InMemory([]biblio.Record{
		record("Attention Is All You Need", 2017, arxiv, "Ashish Vaswani", "Noam Shazeer"),
		record("Attention is All you Need", 2018, ident.ID{}, "Ashish Vaswani", "Noam Shazeer"),
		record("Deep Residual Learning for Image Recognition", 2016, ident.ID{}, "Kaiming He"),
	})
	if err != nil {
		t.Fatal(err)
	}
	c := &Connector{Index: x, ClosedWorld: true}
	a, err := c.Lookup(t.Context(), source.Query{IDs: []ident.ID{arxiv, {Scheme: ident.DOI, Value: "10.1/none"}}})
	if err != nil || len(a.Hits) != 2 || a.Hits[0].How != answer.ByIdentifier || len(a.NoSuchID) != 1 ||
		a.Coverage.Extent != answer.World {
		t.Errorf("by identifier: %+v %v", a, err)
	}
	a, err = c.Lookup(t.Context(),
		source.Query{Claimed: biblio.Work{Title: "Deep residual learning for image recogniton"}})
	if err != nil || len(a.Hits) == 0 || a.Hits[0].Record.Issued.Year != 2016 {
		t.Errorf("by title: %+v %v", a, err)
	}
	if _, err := c.Lookup(t.Context(), source.Query{}); err != answer.ErrNotAsked {
		t.Errorf("nothing asked: %v", err)
	}
}

// A person whom only the claim has is known to work with the others if they have signed a record together.
func TestBeside(t *testing.T) {
	x, err := index.InMemory([]biblio.Record{
		record("Mapping the Migration of Arctic Terns", 2015, ident.ID{}, "Alice Walker"),
		record("Counting Grey Seals", 2011, ident.ID{}, "Olga Brandt", "A. Walker"),
		record("Counting Harbour Seals", 2012, ident.ID{}, "Noor Khan"),
	})
	if err != nil {
		t.Fatal(err)
	}
	claim := record("Mapping the Migration of Arctic Terns", 2015, ident.ID{}, "Alice Walker", "Olga Brandt", "Noor Khan")
	a, err := New(x).Lookup(t.Context(), source.Query{Claimed: claim.Work})
	if err != nil || !slices.Equal(a.Beside, []string{"Brandt, Olga"}) {
		t.Errorf("%q %v", a.Beside, err)
	}
}

// TestAfterTheDeadline: if a model or a service has used up the time of a run, the index still answers; if the
// run is cancelled, it does not.
func TestAfterTheDeadline(t *testing.T) {
	x, err := index.InMemory(
		[]biblio.Record{record("Deep Residual Learning for Image Recognition", 2016, ident.ID{}, "Kaiming He")})
	if err != nil {
		t.Fatal(err)
	}
	q := source.Query{Claimed: biblio.Work{Title: "Deep residual learning for image recognition"}}
	late, done := context.WithTimeout(t.Context(), 0)
	defer done()
	if a, err := New(x).Lookup(late, q); err != nil || len(a.Hits) != 1 {
		t.Errorf("late: %+v, %v", a, err)
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := New(x).Lookup(gone, q); !errors.Is(err, context.Canceled) {
		t.Errorf("given up: %v", err)
	}
}

// TestRawOnly searches with a string that no parser split, and with one in a style that prints no title.
func TestRawOnly(t *testing.T) {
	r := record("Endoscopic balloon dilation compared with sphincterotomy", 2004,
		ident.ID{Scheme: ident.PMID, Value: "15520997"}, "DiSario JA", "Petersen BT")
	r.Container.Title, r.Volume, r.Pages = "Gastroenterology", "127", "1291-9"
	other := record("Balloon dilation of the sphincter of Oddi", 1988, ident.ID{}, "Kozarek RA")
	x, err := index.InMemory([]biblio.Record{other, r})
	if err != nil {
		t.Fatal(err)
	}
	c := New(x)
	for _, raw := range []string{
		"DiSario JA, Peter-\nsen BT, et al. Endoscopic balloon dila-\ntion compared with sphincterotomy. " +
			"Gastro-\nenterology. 2004;127:1291-9.",
		"DiSario, J. A. et al., Gastroenterology 127, 1291 (2004)",
	} {
		a, err := c.Lookup(t.Context(), source.Query{Raw: raw})
		if err != nil || len(a.Hits) == 0 || a.Hits[0].Record.Volume != "127" || a.Hits[0].How != answer.ByRaw {
			t.Errorf("%q: %+v %v", raw, a, err)
		}
		if a.Coverage.Extent != answer.Uncovered {
			t.Errorf("%q: an open corpus without a table covers nothing: %+v", raw, a.Coverage)
		}
	}
}

// TestFarTitle: among titles with little in common with the claimed one, those by the same people are returned,
// since one may be of the same work; if the claimed title was extracted from print, all are.
func TestFarTitle(t *testing.T) {
	x, err := index.InMemory([]biblio.Record{
		record("Revisiting Fundamentals of Experience Replay", 2020, ident.ID{}, "William Fedus", "Prajit Ramachandran"),
		record("Fundamentals of Database Systems and Their Management", 1989, ident.ID{}, "Ramez Elmasri",
			"Shamkant Navathe"),
	})
	if err != nil {
		t.Fatal(err)
	}
	claimed := record("How to Understand Shall Replay: Pseudo-convergent Fundamentals", 2020, ident.ID{}, "William Fedus",
		"Prajit Ramachandran").Work
	for printed, want := range map[bool]int{false: 1, true: 2} {
		a, err := New(x).Lookup(t.Context(), source.Query{Claimed: claimed, Raw: claimed.Title, Printed: printed})
		if err != nil || len(a.Hits) != want || a.Hits[0].Record.Issued.Year != 2020 {
			t.Errorf("printed %v: %+v, %v", printed, a.Hits, err)
		}
	}
}

// TestVersions returns every version of a work to which one of its identifiers leads.
func TestVersions(t *testing.T) {
	arxiv := ident.ID{Scheme: ident.ArXiv, Value: "1706.03762"}
	doi := ident.ID{Scheme: ident.DOI, Value: "10.48550/arxiv.1706.03762"}
	x, err := index.InMemory([]biblio.Record{
		record("Attention Is All You Need", 2017, arxiv, "Ashish Vaswani"),
		record("Attention is all you need", 2018, ident.ID{}, "Vaswani, Ashish"),
		record("Attention is all you need", 2019, ident.ID{}, "Somebody Else"),
	})
	if err != nil {
		t.Fatal(err)
	}
	a, err := New(x).Lookup(t.Context(), source.Query{IDs: []ident.ID{doi}})
	if err != nil || len(a.Hits) != 2 || a.Hits[0].ID != doi {
		t.Errorf("%+v %v", a, err)
	}
	if len(a.NoSuchID) != 0 {
		t.Errorf("an open corpus says that an identifier does not exist: %v", a.NoSuchID)
	}
}

// TestSharedISBN searches with the ISBN of proceedings, which all their papers have: the title's own record is
// found, and no other paper by that number.
func TestSharedISBN(t *testing.T) {
	isbn := ident.ID{Scheme: ident.ISBN, Value: "9782951740808"}
	var records []biblio.Record
	for i := range 60 {
		records = append(records,
			record(fmt.Sprintf("Resource number %d of a language", i), 2010, isbn, fmt.Sprintf("Ann Author%d", i)))
	}
	volume := record("Proceedings of the Conference on Resources", 2010, isbn)
	volume.Type = biblio.Proceedings
	own := record("Probing lexica of small languages", 2010, ident.ID{}, "Maria Lopez")
	book := ident.ID{Scheme: ident.ISBN, Value: "9780262035613"}
	x, err := index.InMemory(append(records, volume, own, record("A book of probes", 2001, book, "Bo Snow")))
	if err != nil {
		t.Fatal(err)
	}
	ask := func(title string, id ident.ID) (byID, byTitle []string) {
		a, err := New(x).Lookup(t.Context(), source.Query{IDs: []ident.ID{id}, Claimed: biblio.Work{Title: title}})
		if err != nil {
			t.Fatal(err)
		}
		for _, h := range a.Hits {
			if h.How == answer.ByIdentifier {
				byID = append(byID, h.Record.Title)
			} else {
				byTitle = append(byTitle, h.Record.Title)
			}
		}
		return byID, byTitle
	}
	byID, byTitle := ask(own.Title, isbn)
	if len(byID) != 1 || byID[0] != volume.Title || len(byTitle) == 0 || byTitle[0] != own.Title {
		t.Errorf("a paper without its own record of the number: %q, %q", byID, byTitle)
	}
	if byID, _ = ask(records[7].Title, isbn); len(byID) != 2 || byID[0] != records[7].Title {
		t.Errorf("a paper whose record has the number: %q", byID)
	}
	if byID, _ = ask("Another title", book); len(byID) != 1 {
		t.Errorf("a book's own number: %q", byID)
	}
}

// TestEvent returns the works of the claimed event that share authors with a claim that matches no title, and
// only then.
func TestEvent(t *testing.T) {
	const probes = "Proceedings of the Conference on Arctic Probes"
	listed := record("Drifting buoys under winter ice", 2016, ident.ID{}, "Maria Lopez", "Ivan Petrov")
	listed.Container.Title = probes
	another := record("Moorings in the marginal ice zone", 2016, ident.ID{}, "Ivan Petrov", "Maria Lopez")
	another.Container.Title = probes
	rows := []biblio.CoverageRow{{Container: probes, Year: 2016, Complete: true, How: biblio.Declared, Works: 1}}
	x, err := index.InMemoryWith([]biblio.Record{listed, another},
		index.Options{Coverage: func() []biblio.CoverageRow { return rows }})
	if err != nil {
		t.Fatal(err)
	}
	claim := biblio.Work{Title: "Balloons over northern lakes", Contributors: listed.Contributors,
		Issued: biblio.Date{Year: 2016}, Container: biblio.Container{Title: probes}}
	a, err := New(x).Lookup(t.Context(), source.Query{Claimed: claim})
	if err != nil || len(a.Hits) != 2 || a.Hits[0].How != answer.ByEvent || a.Coverage.Listing.Shared != 2 ||
		a.Coverage.Listing.Works != 1 {
		t.Errorf("%+v %v", a, err)
	}
	claim.Title = listed.Title
	a, err = New(x).Lookup(t.Context(), source.Query{Claimed: claim})
	if err != nil || slices.ContainsFunc(a.Hits, func(h answer.Hit) bool { return h.How == answer.ByEvent }) {
		t.Errorf("%+v %v", a, err)
	}
}
