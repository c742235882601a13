package index

import (
	"encoding/binary"
	"fmt"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

var anyText = rapid.OneOf(rapid.String(), rapid.StringN(0, 40, 80),
	rapid.SampledFrom([]string{"", "a\x00b", "\x01", "\x00\x01\x02", "10.48550/arxiv.1706.03762",
		"Conference on Something", "Smith", "van der", "\xff\xfe"}))

var anyContributor = rapid.Custom(func(t *rapid.T) biblio.Contributor {
	c := biblio.Contributor{Family: anyText.Draw(t, "family"), Given: anyText.Draw(t, "given")}
	if rapid.Bool().Draw(t, "more") {
		c.Particle, c.Suffix, c.Literal = anyText.Draw(t, "particle"), anyText.Draw(t, "suffix"), anyText.Draw(t, "literal")
	}
	c.Role = rapid.SampledFrom([]biblio.Role{biblio.Author, "", biblio.Editor, biblio.Translator, "composer"}).Draw(t,
		"role")
	switch rapid.IntRange(0, 4).Draw(t, "stated") {
	case 0:
		c.Stated = anyText.Draw(t, "text")
	case 1:
		c.Stated = c.Family + ", " + c.Given
	case 2:
		c.Stated = c.Family + " " + c.Given
	case 3:
		c.Stated = c.String() + " 0001"
	}
	return c
})

var anyID = rapid.Custom(func(t *rapid.T) ident.ID {
	scheme := rapid.SampledFrom(append([]ident.Scheme{"", "handle"}, ident.Schemes...)).Draw(t, "scheme")
	value := rapid.OneOf(anyText, rapid.StringMatching(`[0-9]{1,19}`), rapid.StringMatching(`[0-9]{4}\.[0-9]{1,9}`),
		rapid.StringMatching(`PMC[0-9]{1,9}`)).Draw(t, "value")
	return ident.ID{Scheme: scheme, Value: value}
})

var anyDate = rapid.Custom(func(t *rapid.T) biblio.Date {
	n := rapid.IntRange(-3, 3000)
	return biblio.Date{Year: n.Draw(t, "year"), Month: n.Draw(t, "month"), Day: rapid.IntRange(0, 31).Draw(t, "day")}
})

func list[T any](t *rapid.T, g *rapid.Generator[T], name string) []T {
	l := rapid.SliceOfN(g, 0, 4).Draw(t, name)
	if len(l) == 0 {
		return nil
	}
	return l
}

var anyRecord = rapid.Custom(func(t *rapid.T) biblio.Record {
	text := func(name string) string { return anyText.Draw(t, name) }
	r := biblio.Record{Source: text("source"), LocalID: text("local"),
		Status: biblio.Status(rapid.IntRange(0, 255).Draw(t, "status"))}
	r.Work = biblio.Work{
		Type: biblio.Type(text("type")), Title: text("title"), Subtitle: text("subtitle"),
		Contributors: list(t, anyContributor, "names"),
		Container: biblio.Container{Title: text("container"), Short: text("short"), Series: text("series"),
			ISSN: list(t, anyText, "issn")},
		Issued: anyDate.Draw(t, "issued"), IDs: list(t, anyID, "ids"), URL: text("url"), Volume: text("volume"),
		Issue: text("issue"),
		Pages: text("pages"), Publisher: text("publisher"), Place: text("place"), Edition: text("edition"),
		Note:     text("note"),
		TitleCut: rapid.Bool().Draw(t, "cut"), AuthorsCut: rapid.Bool().Draw(t, "authors cut"),
	}
	if len(r.IDs) > 0 && rapid.Bool().Draw(t, "derived") {
		r.LocalID, r.URL = r.IDs[0].String(), r.IDs[0].Link()
	}
	for range rapid.IntRange(0, 2).Draw(t, "updates") {
		r.Updates = append(r.Updates,
			biblio.Update{Kind: biblio.UpdateKind(text("kind")), ID: anyID.Draw(t, "notice"), Date: anyDate.Draw(t, "on")})
	}
	for range rapid.IntRange(0, 2).Draw(t, "relations") {
		r.Relations = append(r.Relations,
			biblio.Relation{Kind: biblio.RelationKind(text("kind")), ID: anyID.Draw(t, "target")})
	}
	if extra := rapid.MapOfN(anyText, anyText, 0, 3).Draw(t, "extra"); len(extra) > 0 {
		r.Extra = extra
	}
	return r
})

// TestRecordsComeBackWhole checks that every field of any record survives.
func TestRecordsComeBackWhole(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		records := rapid.SliceOfN(anyRecord, 1, 20).Draw(t, "records")
		x, err := InMemory(records)
		if err != nil {
			t.Fatal(err)
		}
		for i := range records {
			got, err := x.Record(i)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(records[i], got); diff != "" {
				t.Fatalf("record %d: %s", i, diff)
			}
		}
	})
}

// An address or a key that one of the first sixteen identifiers gives is stored as its number; others whole. A number
// of no identifier is damage.
func TestDerived(t *testing.T) {
	r := biblio.Record{}
	for i := range 17 {
		r.IDs = append(r.IDs, ident.ID{Scheme: ident.DOI, Value: fmt.Sprintf("10.1234/a%d", i)})
	}
	for _, id := range r.IDs {
		r.URL, r.LocalID = id.Link(), id.String()
		x, err := InMemory([]biblio.Record{r})
		if err != nil {
			t.Fatal(err)
		}
		if got, err := x.Record(0); err != nil || got.URL != r.URL || got.LocalID != r.LocalID {
			t.Errorf("%v: %q %q, %v", id, got.URL, got.LocalID, err)
		}
	}
	prefixes := []string{"", "doi:"}
	for n, want := range map[byte]string{1: "10.1234/a0", 2: "10.1234/a1", 3: "", 17: "doi:10.1234/a0", 33: ""} {
		err := func() (err error) {
			defer guard(&err)
			d := decoder{numbers: []byte{n}}
			if got := d.derived(r.IDs[:2], prefixes); got != want {
				t.Errorf("%d: %q", n, got)
			}
			return nil
		}()
		if (err == nil) != (want != "") {
			t.Errorf("%d: %v", n, err)
		}
	}
}

// TestSharedWorksComeBackWhole checks every hundredth of the shared works.
func TestSharedWorksComeBackWhole(t *testing.T) {
	x := worksIndex(t)
	n := 0
	for r, err := range readFlat(openZstd(t, "works.jsonl.zst")) {
		if err != nil {
			t.Fatal(err)
		}
		if n%100 == 0 {
			got, err := x.Record(n)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(*r, got); diff != "" {
				t.Fatalf("record %d: %s", n, diff)
			}
			for _, id := range r.IDs {
				if hits, err := x.ByID(id); err != nil || !hasNumber(hits, n) {
					t.Fatalf("record %d is not found by %v: %v", n, id, err)
				}
			}
			if hits, err := x.ByTitle(r.FullTitle()); err != nil || r.Title != "" && !hasNumber(hits, n) {
				t.Fatalf("record %d is not found by its title %q: %v", n, r.FullTitle(), err)
			}
		}
		n++
	}
	if n != x.Len() {
		t.Errorf("%d records, the index has %d", n, x.Len())
	}
}

func hasNumber(hits []Hit, n int) bool {
	for _, h := range hits {
		if h.N == n {
			return true
		}
	}
	return false
}

func TestSymbols(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var samples [][]byte
		for i := range rapid.IntRange(0, 50).Draw(t, "samples") {
			samples = append(samples, fmt.Appendf(nil, "the %d th sample of %s", i, anyText.Draw(t, "sample")))
		}
		var tr trainer
		s := tr.train(samples)
		tab := s.bytes()
		for range 5 {
			text := []byte(anyText.Draw(t, "text") + "the sample of")
			if got := decodeSymbols(nil, s.encode(nil, text), tab); string(got) != string(text) {
				t.Fatalf("%q became %q", text, got)
			}
		}
	})
}

// A text that is one symbol is one code, to its last byte.
func TestWholeSymbols(t *testing.T) {
	var tr trainer
	var samples [][]byte
	for i := range 50 {
		samples = append(samples, fmt.Appendf(nil, "the %d th sample of neural networks", i))
	}
	s := tr.train(samples)
	if s.n < 270 {
		t.Fatalf("only %d symbols", s.n)
	}
	for i := 256; i < int(s.n); i++ {
		text := binary.LittleEndian.AppendUint64(nil, s.list[i].value)[:s.list[i].length]
		if _, n := s.match(text, 0); n != len(text) {
			t.Errorf("%q has a code for %d bytes", text, n)
		}
	}
}
