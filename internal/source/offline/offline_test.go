package offline

import (
	"testing"

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
	c := &Connector{Index: x, World: true}
	a, err := c.Lookup(t.Context(), source.Query{IDs: []ident.ID{arxiv, {Scheme: ident.DOI, Value: "10.1/none"}}})
	if err != nil || len(a.Hits) != 2 || a.Hits[0].How != source.ByIdentifier || len(a.NoSuchID) != 1 || a.Coverage.Extent != source.World {
		t.Errorf("by identifier: %+v %v", a, err)
	}
	a, err = c.Lookup(t.Context(), source.Query{Claimed: biblio.Work{Title: "Deep residual learning for image recogniton"}})
	if err != nil || len(a.Hits) == 0 || a.Hits[0].Record.Issued.Year != 2016 {
		t.Errorf("by title: %+v %v", a, err)
	}
	if _, err := c.Lookup(t.Context(), source.Query{}); err != source.ErrNotAsked {
		t.Errorf("nothing asked: %v", err)
	}
}

// TestRawOnly asks by a string that no parser split, and by one of a style
// that prints no title.
func TestRawOnly(t *testing.T) {
	r := record("Endoscopic balloon dilation compared with sphincterotomy", 2004, ident.ID{Scheme: ident.PMID, Value: "15520997"}, "DiSario JA", "Petersen BT")
	r.Container.Title, r.Volume, r.Pages = "Gastroenterology", "127", "1291-9"
	other := record("Balloon dilation of the sphincter of Oddi", 1988, ident.ID{}, "Kozarek RA")
	x, err := index.InMemory([]biblio.Record{other, r})
	if err != nil {
		t.Fatal(err)
	}
	c := New(x)
	for _, raw := range []string{
		"DiSario JA, Peter-\nsen BT, et al. Endoscopic balloon dila-\ntion compared with sphincterotomy. Gastro-\nenterology. 2004;127:1291-9.",
		"DiSario, J. A. et al., Gastroenterology 127, 1291 (2004)",
	} {
		a, err := c.Lookup(t.Context(), source.Query{Raw: raw})
		if err != nil || len(a.Hits) == 0 || a.Hits[0].Record.Volume != "127" || a.Hits[0].How != source.ByRaw {
			t.Errorf("%q: %+v %v", raw, a, err)
		}
		if a.Coverage.Extent != source.Uncovered {
			t.Errorf("%q: an open corpus without a table covers nothing: %+v", raw, a.Coverage)
		}
	}
}

// TestVersions gives every version of a work that one of its identifiers leads
// to.
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
