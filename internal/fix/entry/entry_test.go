package entry_test

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/corpora"
	"github.com/bonafide-audit/bonafide/internal/extract"
	"github.com/bonafide-audit/bonafide/internal/fix/entry"
	"github.com/bonafide-audit/bonafide/internal/match"
	"github.com/bonafide-audit/bonafide/internal/wire"
)

// Every work of the starter corpus reads back from every format without a differing field.
func TestReadsBack(t *testing.T) {
	records, err := corpora.StarterRecords()
	if err != nil {
		t.Fatal(err)
	}
	for i := range records {
		w := &records[i].Work
		w.AuthorsCut = i%3 == 0 && len(w.Authors()) > 0 // "and others" stays
		key := entry.Key(w)
		doc, err := extract.Read("x.bib", []byte(entry.BibTeX(w, key)), extract.Options{Format: "bibtex"})
		if err != nil || len(doc.References) != 1 || len(doc.Problems) > 0 || doc.References[0].Key != key {
			t.Errorf("%s: %v %v", key, err, doc.Problems)
			continue
		}
		same(t, "bibtex "+key, &doc.References[0].Claimed, w)
		data, err := json.Marshal(entry.CSL(w, key))
		if err != nil {
			t.Fatal(err)
		}
		r, err := wire.CSL(data)
		if err != nil {
			t.Errorf("%s: %v", key, err)
			continue
		}
		same(t, "csl "+key, &r.Work, w)
		if r, err = wire.RIS([]byte(entry.RIS(w, key))); err != nil {
			t.Errorf("%s: %v", key, err)
			continue
		}
		same(t, "ris "+key, &r.Work, w)
	}
}

func same(t *testing.T, what string, got, want *biblio.Work) {
	t.Helper()
	if got.AuthorsCut != want.AuthorsCut {
		t.Errorf("%s: cut: %t", what, got.AuthorsCut)
	}
	for _, c := range match.Compare(got, want).Fields {
		if c.Agreement == match.Differs && c.Field != biblio.FieldType {
			t.Errorf("%s: %s %q, want %q", what, c.Field, c.Claimed, c.Recorded)
		}
	}
}

func TestKey(t *testing.T) {
	cases := []struct {
		w    biblio.Work
		want string
	}{
		{biblio.Work{Title: "The Art of War", Contributors: []biblio.Contributor{{Family: "Gödel", Given: "K."}},
			Issued: biblio.Date{Year: 1931}}, "godel1931art"},
		{biblio.Work{Title: "Attention Is All You Need", Contributors: []biblio.Contributor{{Family: "Vaswani"}},
			Issued: biblio.Date{Year: 2017}}, "vaswani2017attention"},
		{biblio.Work{}, "entry"},
	}
	for _, c := range cases {
		if got := entry.Key(&c.w); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
	if got := entry.Distinct([]string{"a", "a", "b", "a"}); !slices.Equal(got, []string{"a", "ab", "b", "ac"}) {
		t.Errorf("distinct: %v", got)
	}
}
