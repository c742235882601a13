package fix

import (
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/judge"
)

// doubt turns what a verdict says against a field into a lead, and a discrepant verdict without anything else
// into a doubtful one.
func doubt(v *judge.Verdict, field biblio.Field) {
	left := 0
	for i := range v.Reasons {
		if r := &v.Reasons[i]; r.Status.Wrong() && r.Field == field {
			r.Rule, r.Status, r.Strength = "contested", judge.Contested, judge.Lead
		} else if r.Status.Wrong() {
			left++
		}
	}
	if left == 0 {
		v.Outcome, v.Strength = judge.Doubtful, judge.Lead
	}
}

// A lead is listed and never written; what the record completes is written, unless the reference may be
// invented.
func TestLeadsAreNotWritten(t *testing.T) {
	plan := func(edit func(*biblio.Flat), field biblio.Field) (patches string, held []Unactionable,
		outcome judge.Outcome) {
		f := finding(with(terns, edit), stated{strong("registry", nil), terns})
		doubt(&f.Verdict, field)
		c := Plan(f, Options{})
		for _, p := range c.Patches {
			patches += string(p.Field) + "=" + p.To + " "
		}
		return patches, c.Unactionable, f.Verdict.Outcome
	}
	for _, c := range []struct {
		name    string
		edit    func(*biblio.Flat)
		field   biblio.Field
		outcome judge.Outcome
		want    string
	}{
		{"a year", func(w *biblio.Flat) { w.Year = "2011" }, biblio.FieldYear, judge.Doubtful, ""},
		{"an author left out, and no volume", func(w *biblio.Flat) { w.Authors, w.Volume = w.Authors[:2], "" },
			biblio.FieldAuthors, judge.Doubtful, "volume=" + terns.Volume + " "},
		{"a year beside wrong authors", func(w *biblio.Flat) { w.Year, w.Authors = "2011", w.Authors[:2] }, biblio.FieldYear,
			judge.Discrepant, "authors=" + strings.Join(terns.Authors, "; ") + " "},
		{"other people, and no volume", func(w *biblio.Flat) {
			w.Authors, w.Volume, w.DOI = []string{"Edwin Marlowe", "Ingrid Quist", "Nora Nobody"}, "", ""
		}, biblio.FieldAuthors, judge.Doubtful, ""},
	} {
		got, held, outcome := plan(c.edit, c.field)
		if got != c.want || outcome != c.outcome {
			t.Errorf("%s: %q, %v; want %q, %v", c.name, got, outcome, c.want, c.outcome)
		}
		if len(held) == 0 || held[len(held)-1].Field != c.field || held[len(held)-1].Hold != "doubtful" {
			t.Errorf("%s: the lead is not listed: %+v", c.name, held)
		}
	}
	f := finding(with(terns, func(w *biblio.Flat) { w.Year = "2011" }), stated{strong("registry", nil), terns})
	f.Verdict.Outcome, f.Verdict.Best, f.Verdict.Versions = judge.Doubtful, -1, nil
	if c := Plan(f, Options{}); len(c.Patches) > 0 || len(c.Unactionable) == 0 {
		t.Errorf("no work was found: %+v", c)
	}
}
