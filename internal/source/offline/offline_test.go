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
