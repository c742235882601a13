package fix

import (
	"testing"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/judge"
)

var seals = biblio.Flat{
	Type: "paper-conference", Title: "Counting Grey Seals from Satellite Images of Remote Beaches",
	Authors: []string{"Alice Walker", "Katherine Johnson", "Carl Sagan"},
	Venue:   "International Conference on Machine Learning", Year: "2015", Pages: "201-210",
}

// A difference is a reason to look; the record's value is written if it is proved to be of this print and this
// version.
func TestProofs(t *testing.T) {
	preprint := with(seals, func(w *biblio.Flat) {
		w.Type, w.Venue, w.ArXivID, w.Pages = "article", "arXiv", "1506.01234", ""
	})
	article := with(terns, func(w *biblio.Flat) { w.DOI = "" })
	alone := with(seals, func(w *biblio.Flat) { w.Authors = w.Authors[:1] })
	for _, c := range []struct {
		name   string
		record biblio.Flat
		edit   func(*biblio.Flat)
		want   string
	}{
		{"the number of an article is no page", seals, func(w *biblio.Flat) { w.Pages = "470" }, ""},
		{"a last page of proceedings", seals, func(w *biblio.Flat) { w.Pages = "201-208" }, ""},
		{"a last page in the volume of a journal", article, func(w *biblio.Flat) { w.Pages = "201-208" }, ""},
		{"pages a few further on", seals, func(w *biblio.Flat) { w.Pages = "204-215" }, ""},
		{"no pages at all", seals, func(w *biblio.Flat) { w.Pages = "0-0" }, "pages=201-210 "},
		{"pages that end before they begin", seals, func(w *biblio.Flat) { w.Pages = "201-110" }, "pages=201-210 "},
		{"pages of another work", seals, func(w *biblio.Flat) { w.Pages = "1101-1118" }, "pages=201-210 "},
		{"another initial at birth", seals, func(w *biblio.Flat) { w.Authors[2] = "E.T. Sagan" }, ""},
		{"one wrong initial", seals, func(w *biblio.Flat) { w.Authors[2] = "K. Sagan" },
			"authors=Alice Walker; Katherine Johnson; Carl Sagan "},
		{"a last page far off", seals, func(w *biblio.Flat) { w.Pages = "201-270" }, ""},
		{"pages of a conference with two prints",
			with(seals, func(w *biblio.Flat) { w.Venue = "IEEE Conference on Computer Vision and Pattern Recognition" }),
			func(w *biblio.Flat) { w.Pages = "1101-1118" }, ""},
		{"an author whom proceedings do not list", seals,
			func(w *biblio.Flat) { w.Authors = append(w.Authors, "Jane Goodall") },
			"authors=Alice Walker; Katherine Johnson; Carl Sagan "},
		{"a list of one author", alone, func(w *biblio.Flat) { w.Authors = append(w.Authors, "Jane Goodall") }, ""},
		// otherwise the pages would prove the authors in the next run
		{"an author whom proceedings elsewhere do not list", seals,
			func(w *biblio.Flat) { w.Pages, w.Authors = "", append(w.Authors, "Jane Goodall") }, ""},
		{"an author whom the journal does not list", article,
			func(w *biblio.Flat) { w.Authors = append(w.Authors, "Jane Goodall") },
			"authors=Alice Walker; Katherine Johnson; Carl Sagan "},
		{"an author of the preprint whom the publication does not list", seals, func(w *biblio.Flat) {
			w.Type, w.Venue, w.Pages, w.ArXivID, w.Authors = "article", "arXiv preprint arXiv:1506.01234", "", "1506.01234",
				append(w.Authors, "Jane Goodall")
		}, ""},
		{"a year that the container names", seals, func(w *biblio.Flat) {
			w.Venue, w.Year = "International Conference on Machine Learning (ICML 2016)", "2016"
		}, ""},
		{"a year that the edition proves", seals, func(w *biblio.Flat) {
			w.Venue, w.Year = "33rd International Conference on Machine Learning", "2016"
		}, ""},
		{"a year that the edition refutes", seals, func(w *biblio.Flat) {
			w.Venue, w.Year = "32nd International Conference on Machine Learning", "2016"
		}, "year=2015 "},
		{"a preprint older than its identifier", preprint, func(w *biblio.Flat) { w.Year = "2014" }, "year=2015 "},
		{"a preprint cited by its revision", preprint, func(w *biblio.Flat) { w.Year = "2016" }, ""},
		{"the seat of the publisher", with(seals, func(w *biblio.Flat) { w.Location = "Lille, France" }),
			func(w *biblio.Flat) { w.Location = "Stroudsburg, PA" }, ""},
		{"a container that says more", seals, func(w *biblio.Flat) {
			w.Venue = "ML15: Proceedings of the International Conference on Machine Learning, Lille, France, 6-11 July 2015"
		}, ""},
	} {
		source := stated{strong("registry", nil), c.record}
		got := ""
		claim := with(c.record, c.edit)
		f := finding(claim, source)
		for _, p := range Plan(f, Options{Likely: true}).Patches {
			got += string(p.Field) + "=" + p.To + " "
		}
		plan := Plan(f, Options{})
		for _, r := range f.Verdict.Reasons { // what is wrong is written, or it is said why not
			if pen, _, why := plan.Pen(&r); r.Status.Wrong() && pen != judge.Write && why == "" {
				t.Errorf("%s: nothing is said about the %s", c.name, r.Field)
			}
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// The family name of the entry stays if it says more than the record's.
func TestLongerNames(t *testing.T) {
	record := with(seals, func(w *biblio.Flat) { w.Authors = []string{"Alice Walker", "Eric Laufer", "Carl Sagan"} })
	claim := with(seals, func(w *biblio.Flat) { w.Authors = []string{"Alice Walker", "Eric Thibodeau-Laufer"} })
	got := ""
	for _, p := range Plan(finding(claim, stated{strong("registry", nil), record}), Options{Likely: true}).Patches {
		got += p.To
	}
	if want := "Alice Walker; Eric Thibodeau-Laufer; Carl Sagan"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// Nothing is added to an entry from a record with another title: works by the same people in one container have
// pages of their own.
func TestNoPlaceOfAnotherWork(t *testing.T) {
	sibling := with(seals, func(w *biblio.Flat) {
		w.Title = "Tracking Grey Seals from Satellite Images of Remote Beaches"
	})
	personal := answer.Info{Name: "bibliography", Origin: biblio.Origin{Kind: biblio.ConfirmOnly}}
	claim := with(seals, func(w *biblio.Flat) { w.Pages = "" })
	f := finding(claim, stated{personal, claim}, stated{strong("registry", nil), sibling})
	for _, p := range Plan(f, Options{Likely: true, Fields: []biblio.Field{biblio.FieldPages}}).Patches {
		t.Errorf("%s: %+v", f.Verdict.Outcome, p)
	}
}
