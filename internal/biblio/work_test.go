package biblio

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/ident"
)

func TestFullTitle(t *testing.T) {
	for _, c := range []struct{ title, subtitle, want string }{
		{"BERT", "Pre-training of Deep Bidirectional Transformers", "BERT: Pre-training of Deep Bidirectional Transformers"},
		{"Random forests", "", "Random forests"}, {"", "A Survey", "A Survey"}, {"", "", ""},
	} {
		w := Work{Title: c.title, Subtitle: c.subtitle}
		if got := w.FullTitle(); got != c.want {
			t.Errorf("%q and %q: %q", c.title, c.subtitle, got)
		}
	}
}

// A contributor without a role is an author; the roles keep their order.
func TestByRole(t *testing.T) {
	guyon, vaswani, shazeer := Contributor{Family: "Guyon", Role: Editor}, Contributor{Family: "Vaswani"},
		Contributor{Family: "Shazeer", Role: Author}
	for _, c := range []struct {
		all             []Contributor
		authors, editor string
	}{
		{[]Contributor{guyon, vaswani, shazeer}, "Vaswani Shazeer", "Guyon"},
		{[]Contributor{vaswani, guyon, shazeer}, "Vaswani Shazeer", "Guyon"},
		{[]Contributor{vaswani, shazeer}, "Vaswani Shazeer", ""},
		{[]Contributor{guyon}, "", "Guyon"},
		{nil, "", ""},
	} {
		w := Work{Contributors: c.all}
		names := func(list []Contributor) (s string) {
			for i := range list {
				if i > 0 {
					s += " "
				}
				s += list[i].Family
			}
			return s
		}
		if authors, editors := names(w.Authors()), names(w.ByRole(Editor)); authors != c.authors || editors != c.editor {
			t.Errorf("%v: authors %q, editors %q", c.all, authors, editors)
		}
		if list := w.Authors(); len(list) > 0 { // a caller that appends to the list appends to a copy
			if _ = append(list, guyon); !slices.Equal(w.Contributors, c.all) {
				t.Errorf("%v: the list of the work has changed", c.all)
			}
		}
	}
}

func TestWorkID(t *testing.T) {
	arxiv, doi, published := ident.ID{Scheme: ident.ArXiv, Value: "1706.03762"}, ident.ID{Scheme: ident.DOI,
		Value: "10.48550/arxiv.1706.03762"}, ident.ID{Scheme: ident.DOI, Value: "10.5555/3295222.3295349"}
	w := Work{IDs: []ident.ID{arxiv, doi, published}, Issued: Date{Year: 2017}}
	if w.ID(ident.DOI) != doi || w.ID(ident.ArXiv) != arxiv || !w.ID(ident.PMID).IsZero() {
		t.Errorf("%v, %v, %v", w.ID(ident.DOI), w.ID(ident.ArXiv), w.ID(ident.PMID))
	}
	if got, none := w.YearString(), (&Work{}).YearString(); got != "2017" || none != "" {
		t.Errorf("years %q and %q", got, none)
	}
}

// A record names its own identifiers and those of other versions, but a relation without an identifier adds none.
func TestNamed(t *testing.T) {
	own, preprint := ident.ID{Scheme: ident.DOI, Value: "10.5555/3295222.3295349"}, ident.ID{Scheme: ident.ArXiv,
		Value: "1706.03762"}
	r := Record{Work: Work{IDs: []ident.ID{own}}}
	if got := fmt.Sprint(r.Named()); got != "[doi:10.5555/3295222.3295349]" {
		t.Error(got)
	}
	r.Relations = []Relation{{PreprintOf, preprint}, {SameAs, ident.ID{}}}
	if got := fmt.Sprint(r.Named()); got != "[doi:10.5555/3295222.3295349 arxiv:1706.03762]" || len(r.IDs) != 1 {
		t.Errorf("%s, own %v", got, r.IDs)
	}
}

// A rejected or withdrawn work did not appear; a retracted one did.
func TestManuscript(t *testing.T) {
	for status, want := range map[Status]bool{StatusNormal: false, StatusRejected: true, StatusWithdrawn: true,
		StatusRetracted: false} {
		if status.Manuscript() != want {
			t.Errorf("status %d: %v", status, !want)
		}
	}
}

func TestFieldKinds(t *testing.T) {
	core, identifiers := map[Field]bool{FieldTitle: true, FieldAuthors: true, FieldVenue: true, FieldYear: true},
		map[Field]bool{FieldDOI: true, FieldArXiv: true, FieldPMID: true, FieldISBN: true, FieldURL: true}
	for _, f := range Fields {
		if f.Core() != core[f] || f.Identifier() != identifiers[f] {
			t.Errorf("%s: core %v, identifier %v", f, f.Core(), f.Identifier())
		}
	}
}

// A reference whose fields no one labelled was cut out of print.
func TestPrinted(t *testing.T) {
	for _, c := range []struct {
		name string
		ref  Reference
		want bool
	}{
		{"a parser's guess",
			Reference{Confidence: map[Field]float64{FieldTitle: 0.9}, Claimed: Work{Title: "Random forests"}}, true},
		{"nothing was found in it", Reference{Raw: "Ibid., p. 5"}, true},
		{"a labelled title", Reference{Claimed: Work{Title: "Random forests"}}, false},
		{"labelled names", Reference{Claimed: Work{Contributors: []Contributor{{Family: "Breiman"}}}}, false},
	} {
		if got := c.ref.Printed(); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}

// The weight of a record's word: only origins above mere confirmation may contradict, in the fields that they state.
func TestSpeaksOf(t *testing.T) {
	for _, c := range []struct {
		name   string
		origin Origin
		want   bool // of the year
	}{
		{"a publisher", Origin{Kind: Publisher}, true},
		{"somebody's list", Origin{Kind: PersonalList}, true},
		{"a web page", Origin{Kind: ConfirmOnly}, false},
		{"not stated", Origin{}, false},
		{"of titles alone", Origin{Kind: Publisher, States: []Field{FieldTitle}}, false},
		{"of years too", Origin{Kind: Publisher, States: []Field{FieldTitle, FieldYear}}, true},
		{"of nothing", Origin{Kind: Publisher, States: []Field{}}, false},
		{"a web page on years", Origin{Kind: ConfirmOnly, States: []Field{FieldYear}}, false},
	} {
		if got := c.origin.SpeaksOf(FieldYear); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}

func TestWeaker(t *testing.T) {
	publisher, aggregator := Origin{Kind: Publisher}, Origin{Kind: Aggregator, States: []Field{FieldTitle}}
	for _, got := range []Origin{publisher.Weaker(aggregator), aggregator.Weaker(publisher)} {
		if got.Kind != Aggregator || len(got.States) != 1 {
			t.Errorf("%+v", got)
		}
	}
}

// The words for origins are those of JSON, and no other word is accepted.
func TestOriginWords(t *testing.T) {
	for _, word := range []string{"", "confirm-only", "personal", "aggregator", "preprint-server", "publisher"} {
		var o Origin
		if err := json.Unmarshal([]byte(`{"kind":"`+word+`"}`), &o); err != nil || o.Kind.String() != word {
			t.Errorf("%q is read as %q, %v", word, o.Kind, err)
		}
	}
	var o Origin
	if err := json.Unmarshal([]byte(`{"kind":"journal"}`), &o); err == nil {
		t.Errorf("an unknown word is read as %q", o.Kind)
	}
}
