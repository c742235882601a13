package index

import (
	"bufio"
	"io"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/wire"
)

// readFlat gives the records of flat JSON Lines.
func readFlat(r io.Reader) Records {
	return func(yield func(*biblio.Record, error) bool) {
		lines := bufio.NewScanner(r)
		lines.Buffer(make([]byte, 1<<20), 1<<26)
		for lines.Scan() {
			rec, err := wire.Flat(lines.Bytes(), "flat")
			if err != nil {
				yield(nil, err)
				return
			}
			if !yield(&rec, nil) {
				return
			}
		}
		if err := lines.Err(); err != nil {
			yield(nil, err)
		}
	}
}

func work(title string, year int, authors ...string) biblio.Record {
	list, _ := biblio.ParseNames(authors, biblio.Author)
	return biblio.Record{Work: biblio.Work{Title: title, Contributors: list, Issued: biblio.Date{Year: year}}}
}

func TestSmall(t *testing.T) {
	a := work("Attention Is All You Need", 2017, "Ashish Vaswani", "Noam Shazeer")
	a.IDs = []ident.ID{{Scheme: ident.ArXiv, Value: "1706.03762"}}
	b := work("BERT: Pre-training of Deep Bidirectional Transformers for Language Understanding", 2019, "Jacob Devlin")
	c := work("Deep Learning", 2015, "Yann LeCun")
	x, err := InMemory([]biblio.Record{a, b, c})
	if err != nil {
		t.Fatal(err)
	}
	for _, q := range []struct {
		title string
		want  int
	}{{"Attention is all you need", 0}, {"Attention is what you need", 0}, {"BERT", 1}, {"Dep learning", 2}, {"Deep learing", 2}} {
		hits, err := x.Similar(&biblio.Work{Title: q.title}, 5)
		if err != nil || len(hits) == 0 || hits[0].N != q.want {
			t.Errorf("%q: %v %v", q.title, hits, err)
		}
	}
	hits, err := x.ByID(ident.ID{Scheme: ident.DOI, Value: "10.48550/arxiv.1706.03762"})
	if err != nil || len(hits) != 1 {
		t.Error(hits, err)
	}
}
