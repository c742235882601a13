package run

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/match"
	"github.com/bonafide-audit/bonafide/internal/report"
	"github.com/bonafide-audit/bonafide/internal/setup"
	"github.com/bonafide-audit/bonafide/internal/testing/testenv"
	"github.com/bonafide-audit/bonafide/row"
)

// TestNobodyWhoAgreesIsAccused: in real bibliographies no row names two forms of one name as wrong, extra or missing,
// and what is called wrong is written, offered, chosen or kept, never excused.
func TestNobodyWhoAgreesIsAccused(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(testenv.Shared(t), "data/bench/accusations/dev*/*.bib"))
	if err != nil || len(files) < 100 {
		t.Fatal(len(files), err)
	}
	opt := setup.Options{Offline: true, Online: setup.Online{Memory: setup.NoMemory}}
	if dir := os.Getenv("BONAFIDE_CORPUS"); dir != "" { // otherwise the starter corpus, which has few of the works
		opt.Corpora = []string{dir}
	}
	s, err := setup.Open(opt)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	r := New(s, Options{Jobs: 2, Today: biblio.Date{Year: 2026, Month: 11, Day: 1}})
	defer r.Close()
	lists, accused := 0, 0
	out := each(func(f report.Finding) {
		for i := range f.Reasons {
			reason := &f.Reasons[i]
			if len(reason.Names) > 0 || reason.Moved {
				lists++
				checkNames(t, &f, reason)
			}
			status, _ := judge.ParseStatus(reason.Status)
			if !status.Wrong() || reason.Strength != "certain" && reason.Strength != "likely" {
				continue
			}
			accused++
			pen := judge.Pen(reason.Pen)
			if reason.Strength == "certain" && pen == judge.Offer || reason.Strength == "likely" && pen == judge.Write {
				t.Errorf("%s %s: %s, and fix is to %s", f.ID, reason.Field, reason.Strength, pen)
			}
			for _, excuse := range []string{"may be right", "entry is right", "may have another given name", "no error"} {
				if strings.Contains(reason.Why, excuse) {
					t.Errorf("%s %s: %s, and %q", f.ID, reason.Field, reason.Strength, reason.Why)
				}
			}
		}
	})
	if _, err := r.Check(t.Context(), Inputs{Names: files}, out); err != nil {
		t.Fatal(err)
	}
	t.Logf("%d lists of names, %d accusations", lists, accused)
	if lists == 0 || accused == 0 {
		t.Error("nothing was compared")
	}
}

// each passes on the findings of a run.
type each func(report.Finding)

func (e each) Begin(report.Run) error       { return nil }
func (e each) Problem(report.Problem) error { return nil }
func (e each) Finding(f report.Finding) error {
	e(f)
	return nil
}
func (e each) End(*report.Summary) error { return nil }

// checkNames fails the test if a reason names people whom match takes for one person.
func checkNames(t *testing.T, f *report.Finding, r *report.Reason) {
	t.Helper()
	long := func(name string) (n int) { // words that are no initials
		for _, w := range strings.Fields(name) {
			if len(strings.Trim(w, ".")) > 1 {
				n++
			}
		}
		return n
	}
	same := func(cited, recorded string) bool {
		list := func(name string) *biblio.Work {
			words := strings.Fields(name)
			last := max(len(words)-1, 0)
			return &biblio.Work{Title: "A", Contributors: []biblio.Contributor{
				{Given: strings.Join(words[:last], " "), Family: strings.Join(words[last:], " ")}}}
		}
		c := match.Compare(list(cited), list(recorded))
		return (long(cited) == long(recorded) || min(long(cited), long(recorded)) == 1) && c.AgreesOn(biblio.FieldAuthors)
	}
	for _, n := range r.Names {
		switch {
		case n.Cited != "" && n.Recorded != "":
			if n.Kind != match.KindExchanged && n.Kind != match.KindOrder && same(n.Cited, n.Recorded) {
				t.Errorf("%s: %s → %s (%s) is one person", f.ID, n.Cited, n.Recorded, n.Kind)
			}
		case n.Cited != "":
			if i := slices.IndexFunc(r.Names, func(m row.NameDifference) bool {
				return m.Cited == "" && same(n.Cited, m.Recorded)
			}); i >= 0 {
				t.Errorf("%s: %s is extra, and %s missing", f.ID, n.Cited, r.Names[i].Recorded)
			}
		}
	}
}
