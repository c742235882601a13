package fix

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/judge"
)

// lacking is a sound entry without the fields that the rules add only by custom.
var lacking = with(terns, func(w *biblio.Flat) { w.DOI, w.Issue = "", "" })

// Of a model's proposals, the rules accept only what a record of the version states for a field that they leave
// open.
func TestProposals(t *testing.T) {
	sources := []stated{{strong("registry", func(i *answer.Info) { i.Authority = []biblio.Field{biblio.FieldDOI} }),
		terns}}
	add := func(field biblio.Field, value string) Proposal { return Proposal{field, Add, value, 0} }
	for _, c := range []struct {
		name  string
		claim biblio.Flat
		opt   Options
		say   []Proposal
		want  string // of the patches that the model proposed
		noted int    // proposals that are not accepted
	}{
		{"what the record states", lacking, Options{},
			[]Proposal{add(biblio.FieldDOI, "10.1000/JFO.2015.12"), add(biblio.FieldIssue, " 3")},
			"doi=10.1000/jfo.2015.12 issue=3 ", 0},
		{"to keep", lacking, Options{}, []Proposal{{Field: biblio.FieldDOI, Record: -1}}, "", 0},
		{"an invented DOI", lacking, Options{}, []Proposal{add(biblio.FieldDOI, "10.1000/jfo.2015.13")}, "", 1},
		{"an empty value", lacking, Options{}, []Proposal{add(biblio.FieldIssue, "")}, "", 1},
		{"another record", lacking, Options{},
			[]Proposal{{biblio.FieldIssue, Add, "3", 1}, {biblio.FieldDOI, Add, terns.DOI, -1}}, "", 2},
		{"another action", lacking, Options{}, []Proposal{{biblio.FieldIssue, Replace, "3", 0}}, "", 1},
		{"the same field again", lacking, Options{}, []Proposal{add(biblio.FieldIssue, "3"), add(biblio.FieldIssue, "3")},
			"issue=3 ", 1},
		{"a sound field", lacking, Options{},
			[]Proposal{{biblio.FieldTitle, Replace, "Another Work", 0}, {biblio.FieldYear, Replace, "2015", 0},
				add(biblio.FieldDOI, terns.DOI)}, "doi=10.1000/jfo.2015.12 ", 2},
		{"a field that is none", lacking, Options{}, []Proposal{add("abstract", "x")}, "", 1},
		{"fields not asked for", lacking, Options{Fields: []biblio.Field{biblio.FieldIssue}},
			[]Proposal{add(biblio.FieldDOI, terns.DOI), add(biblio.FieldIssue, "3")}, "issue=3 ", 1},
		{"a field that the rules correct", with(lacking, func(w *biblio.Flat) { w.Year = "2011" }), Options{},
			[]Proposal{{biblio.FieldYear, Replace, "2012", 0}, add(biblio.FieldIssue, "3")}, "issue=3 ", 1},
		{"a cut list", with(terns, func(w *biblio.Flat) { w.Authors = []string{"Alice Walker", "et al."} }), Options{},
			[]Proposal{{biblio.FieldAuthors, Replace, "Alice Walker; Katherine Johnson; Carl Sagan", 0}},
			"authors=Alice Walker; Katherine Johnson; Carl Sagan ", 0},
		{"a cut list, filled otherwise", with(terns, func(w *biblio.Flat) { w.Authors = []string{"Alice Walker", "et al."} }),
			Options{},
			[]Proposal{{biblio.FieldAuthors, Replace, "Alice Walker; Nora Nobody", 0}}, "", 1},
	} {
		f := finding(c.claim, sources...)
		plain := Plan(f, c.opt)
		c.opt.Propose = func(*audit.Finding) Proposals { return Proposals{List: c.say} }
		got := Plan(f, c.opt)
		text, noted, byRule := "", 0, []Patch(nil)
		for _, p := range got.Patches {
			if p.Rule != "model-proposed" {
				byRule = append(byRule, p)
				continue
			}
			text += string(p.Field) + "=" + p.To + " "
			if p.Source != "registry" || p.Record != "registry-2015" || len(p.Sources) != 1 {
				t.Errorf("%s: %+v has no ground", c.name, p)
			}
		}
		for _, u := range got.Unactionable {
			if u.Hold == modelNotTaken {
				noted++
			}
		}
		if text != c.want || noted != c.noted {
			t.Errorf("%s: %q and %d notes, want %q and %d (%s, %+v)", c.name, text, noted, c.want, c.noted,
				f.Verdict.Outcome, Open(f, c.opt))
		}
		if diff := cmp.Diff(plain.Patches, byRule); diff != "" {
			t.Errorf("%s: the rules say something else: %s", c.name, diff)
		}
	}
}

// If the rules allow no changes, a model is not asked.
func TestNothingIsOpen(t *testing.T) {
	preprint := with(terns, func(w *biblio.Flat) {
		w.Type, w.Venue, w.Year, w.DOI, w.ArXivID, w.Volume, w.Issue, w.Pages = "article", "arXiv", "2014", "",
			"1406.01234", "", "", ""
	})
	for _, c := range []struct {
		name  string
		claim biblio.Flat
		opt   Options
	}{
		{"only errors are to be corrected", lacking, Options{Minimal: true}},
		{"no field may be touched", lacking, Options{Fields: []biblio.Field{biblio.FieldISBN}}},
		{"authors of nobody", with(lacking, func(w *biblio.Flat) { w.Authors = []string{"Edwin Marlowe", "Ingrid Quist"} }),
			Options{}},
		{"another work", with(lacking, func(w *biblio.Flat) {
			w.Title, w.Authors = "Deep Sonar Fields for Sparse Glacier Memory", []string{"Nora Nobody"}
		}), Options{}},
		{"the publication of a cited preprint", with(preprint, func(w *biblio.Flat) { w.ArXivID = "" }),
			Options{Prefer: Published, Fields: []biblio.Field{biblio.FieldDOI, biblio.FieldVolume, biblio.FieldPages}}},
		{"a whole entry", terns, Options{}},
	} {
		f := finding(c.claim, stated{strong("registry", nil), terns}, stated{strong("archive", nil), preprint})
		want := Plan(f, c.opt)
		c.opt.Propose = func(*audit.Finding) Proposals {
			t.Errorf("%s: a model is asked about %+v (%s)", c.name, Open(f, c.opt).Fields, f.Verdict.Outcome)
			return Proposals{}
		}
		if diff := cmp.Diff(want, Plan(f, c.opt), cmp.AllowUnexported(biblio.Work{})); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
	}
}

// An invalid answer leaves the plan of the rules, and is noted.
func TestUnheardProposals(t *testing.T) {
	f := finding(with(lacking, func(w *biblio.Flat) { w.Year = "2011" }), stated{strong("registry", nil), terns})
	want := Plan(f, Options{})
	got := Plan(f, Options{Propose: func(*audit.Finding) Proposals {
		return Proposals{Unheard: "timeout", List: []Proposal{{biblio.FieldIssue, Add, "3", 0}}}
	}})
	if diff := cmp.Diff(want.Patches, got.Patches); diff != "" || f.Verdict.Outcome != judge.Discrepant {
		t.Error(f.Verdict.Outcome, diff)
	}
	if n := len(got.Unactionable); n != len(want.Unactionable)+1 || got.Unactionable[n-1].Hold != Unheard {
		t.Errorf("%+v", got.Unactionable)
	}
}
