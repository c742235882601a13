package extract

import (
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// TestBound: a field longer than that of any work is truncated, and a problem says so.
func TestBound(t *testing.T) {
	src := "@article{a, title={" + strings.Repeat("ab ", 20_000) + "}, author={" + strings.Repeat("é", 40_000) +
		"}, journal={Nature}, year={2001}}"
	doc, err := Read("a.bib", []byte(src), Options{})
	if err != nil {
		t.Fatal(err)
	}
	w := &doc.References[0].Claimed
	if len(w.Title) > fieldMost || len(w.Title) < fieldMost-10 || len(w.Authors()[0].String()) > fieldMost ||
		w.Container.Title != "Nature" {
		t.Errorf("%d bytes of title, %d of a name", len(w.Title), len(w.Authors()[0].String()))
	}
	n := 0
	for _, p := range doc.Problems {
		if p.Rule == "field-cut" && p.Place.Line == 1 {
			n++
		}
	}
	if n != 2 {
		t.Errorf("%d fields are said to be cut: %v", n, doc.Problems)
	}
}

// A field with a lost letter is read with no confidence.
func TestLostLetters(t *testing.T) {
	src := "@book{a, title={A title of \uFFFDears}, author={Doe, Jane}, year=2001}\n" +
		"@book{b, title={A title}, author={D\uFFFDe, Jane}, year=2001}\n"
	doc, err := Read("a.bib", []byte(src), Options{})
	if err != nil || len(doc.References) != 2 {
		t.Fatal(err, doc.References)
	}
	for i, want := range []biblio.Field{biblio.FieldTitle, biblio.FieldAuthors} {
		if sure, ok := doc.References[i].Confidence[want]; !ok || sure != 0 || len(doc.References[i].Confidence) != 1 {
			t.Errorf("%d: %v", i, doc.References[i].Confidence)
		}
	}
}
