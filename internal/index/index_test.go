package index

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/wire"
)

// readFlat returns the records of flat JSON Lines.
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
	}{{"Attention is all you need", 0}, {"Attention is what you need", 0}, {"BERT", 1}, {"Dep learning", 2},
		{"Deep learing", 2}} {
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

// TestHintsOrder searches for a title that many works have.
func TestHintsOrder(t *testing.T) {
	var list []biblio.Record
	for i := range 300 {
		list = append(list, work("Introduction", 1900+i%100, fmt.Sprintf("Ann Author%d", i)))
	}
	x, err := InMemory(list)
	if err != nil {
		t.Fatal(err)
	}
	for _, i := range []int{0, 137, 299} {
		hits, err := x.Similar(&list[i].Work, 3)
		if err != nil || len(hits) != 3 || hits[0].N != i {
			t.Errorf("record %d: %v %v", i, hits, err)
		}
	}
}

// TestFold checks the normal form of titles.
func TestFold(t *testing.T) {
	for _, c := range [][2]string{
		{"Attention Is All You Need", "attention is all you need"},
		{"Über die \u0022Schr\u00f6dinger\u0022-Gleichung", "uber die schrodinger gleichung"},
		{"Parkinson's disease & other {B}ERT-based models", "parkinsons disease and other bert based models"},
		{`On $\alpha$-stable \textit{processes}`, "on α stable processes"},
		{"On α-stable processes", "on α stable processes"},
		{`Erd\H{o}s--R\'enyi graphs`, "erdos renyi graphs"},
		{"CO<sub>2</sub> &amp; H₂O", "co2 and h2o"},
		{"深度学习综述", "深 度 学 习 综 述"},
		{"Исследование языка", "исследование языка"},
		{"Łódź Straße Øresund", "lodz strasse oresund"},
		{"???", "???"},
		{"", ""},
		{"ﬁne‐tuning", "fine tuning"},
	} {
		var f folded
		f.fold(c[0])
		if string(f.text) != c[1] {
			t.Errorf("%q: got %q, want %q", c[0], f.text, c[1])
		}
	}
}

func FuzzFold(f *testing.F) {
	for _, s := range []string{`\`, `\'e`, "<i", "&#x", "a\u0301", "$_", "ก็", "\xff"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		var a, b folded
		a.fold(s)
		last := int32(-1)
		for i := range a.len() {
			if a.ends[i] <= last || len(a.token(i)) == 0 {
				t.Fatalf("%q: empty token in %q %v", s, a.text, a.ends)
			}
			last = a.ends[i]
		}
		if a.len() > 0 && int(last) != len(a.text) {
			t.Fatalf("%q: text goes on after its last token", s)
		}
		b.fold(s)
		if string(a.text) != string(b.text) {
			t.Fatalf("%q: folds differently a second time", s)
		}
	})
}

// TestNear finds titles that are written a little differently, and other ones by the same first author, but no
// similar title by other people.
func TestNear(t *testing.T) {
	records := []biblio.Record{
		work("Drifting buoys under winter ice", 2016, "Maria Lopez"),
		work("RETRACTED: Drifting buoys under winter ice", 2018, "Maria Lopez"),
		work("Drifting-buoys under Winterice: a study", 2017, "Nils Berg"),
		work("Drifting buoys under winter ice and snow in wide shallow northern channels", 2015, "Maria Lopez"),
		work("Drifting moorings under summer ice", 2014, "Ann Frost"),
	}
	x, err := InMemory(append(records, someRecords(200, 5)...))
	if err != nil {
		t.Fatal(err)
	}
	hits, err := x.Near(&records[0].Work, 10)
	if err != nil {
		t.Fatal(err)
	}
	var found []int
	for _, h := range hits {
		found = append(found, h.N)
	}
	slices.Sort(found)
	if !slices.Equal(found, []int{0, 1, 2, 3}) {
		t.Errorf("found %v", found)
	}
}
