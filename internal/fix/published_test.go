package fix

import (
	"slices"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/judge"
)

// A preprint becomes its published version in every field of its place, from one record, or not at all.
func TestPublishedIsWholeOrNothing(t *testing.T) {
	preprint := with(terns, func(w *biblio.Flat) {
		w.Type, w.Venue, w.Year, w.DOI, w.ArXivID, w.Volume, w.Issue, w.Pages = "article", "arXiv", "2014", "",
			"1406.01234", "", "", ""
	})
	place := []biblio.Field{biblio.FieldVenue, biblio.FieldYear, biblio.FieldVolume, biblio.FieldIssue,
		biblio.FieldPages, biblio.FieldDOI}
	for _, c := range []struct {
		name    string
		claim   func(*biblio.Flat)
		records []biblio.Flat
		whole   bool
	}{
		{"one record", nil, []biblio.Flat{terns}, true},
		{"the year is the publication's already", func(w *biblio.Flat) { w.Year = "2015" }, []biblio.Flat{terns}, true},
		{"a record without a container", nil, []biblio.Flat{with(terns, func(w *biblio.Flat) { w.Venue = "" })}, false},
		{"a record without a year", nil, []biblio.Flat{with(terns, func(w *biblio.Flat) { w.Year = "" })}, false},
		{"the preprint states pages that the record lacks", func(w *biblio.Flat) { w.Pages = "1-12" },
			[]biblio.Flat{with(terns, func(w *biblio.Flat) { w.Pages = "" })}, false},
		{"a second record of the publication with other pages", nil,
			[]biblio.Flat{terns, with(terns, func(w *biblio.Flat) { w.Pages, w.Volume = "1-15", "87" })}, true},
		{"a second publication", nil, []biblio.Flat{terns, with(terns, func(w *biblio.Flat) {
			w.Venue, w.Year, w.DOI, w.Volume, w.Pages = "Annals of Marine Seismology", "2017",
				"10.1000/ams.2017.4", "12", "77-99"
		})}, true},
		{"a workshop without proceedings", nil, []biblio.Flat{with(terns, func(w *biblio.Flat) {
			w.Venue, w.DOI, w.Volume, w.Issue, w.Pages = "ICML 2015 Workshops: Seabirds", "", "", "", ""
		})}, false},
		{"only a handle for the container", nil, []biblio.Flat{with(terns, func(w *biblio.Flat) { w.Venue = "jfo" })}, false},
	} {
		sources := []stated{{strong("archive", nil), preprint}}
		for i, r := range c.records {
			sources = append(sources, stated{strong("registry"+string(rune('a'+i)), nil), r})
		}
		claim := preprint
		if c.claim != nil {
			claim = with(preprint, c.claim)
		}
		f := finding(claim, sources...)
		plan := Plan(f, Options{Prefer: Published})
		claimed := claim.Work()
		after := map[biblio.Field]string{}
		for _, field := range append(place, biblio.FieldArXiv) {
			after[field] = valueOf(&claimed, field)
		}
		for _, p := range plan.Patches {
			after[p.Field] = p.To
		}
		if after[biblio.FieldArXiv] != preprint.ArXivID {
			t.Errorf("%s: the eprint does not stay", c.name)
		}
		want := []biblio.Flat{preprint}
		if c.whole {
			want = c.records
		}
		if !slices.ContainsFunc(want, func(r biblio.Flat) bool {
			w := r.Work()
			return !slices.ContainsFunc(place, func(field biblio.Field) bool {
				kept := !c.whole && field == biblio.FieldPages
				return !kept && after[field] != valueOf(&w, field)
			})
		}) {
			t.Errorf("%s: %v is of no record (%s, %+v)", c.name, after, f.Verdict.Outcome, plan.Unactionable)
		}
	}
}

// A wrong year of a preprint becomes that of the publication along with all the rest, or else that of the
// preprint.
func TestPublishedYear(t *testing.T) {
	preprint := with(terns, func(w *biblio.Flat) {
		w.Type, w.Venue, w.Year, w.DOI, w.ArXivID, w.Volume, w.Issue, w.Pages = "article", "arXiv", "2014", "",
			"1406.01234", "", "", ""
	})
	claim := with(preprint, func(w *biblio.Flat) { w.Year = "2011" })
	sources := []stated{{strong("archive", nil), preprint}, {strong("registry", nil), terns}}
	for _, p := range Plan(finding(claim, sources...), Options{Prefer: Published}).Patches {
		if p.Field == biblio.FieldYear && (p.To != string(terns.Year) || p.Rule != "published-version") {
			t.Errorf("year: %+v", p)
		}
	}
	lacking := with(terns, func(w *biblio.Flat) { w.Venue = "" })
	sources[1].record = lacking
	for _, p := range Plan(finding(claim, sources...), Options{Prefer: Published}).Patches {
		if p.Field == biblio.FieldYear && p.To == string(terns.Year) {
			t.Errorf("the year of the publication beside the preprint: %+v", p)
		}
	}
}

// An aggregator that puts the preprint's year beside the conference does not make a published version; with the
// publisher's record it is possible.
func TestPublishedYearOfAggregator(t *testing.T) {
	preprint := with(terns, func(w *biblio.Flat) {
		w.Type, w.Venue, w.Year, w.DOI, w.ArXivID, w.Volume, w.Issue, w.Pages = "article", "arXiv", "2014", "",
			"1406.01234", "", "", ""
	})
	mixed := with(terns, func(w *biblio.Flat) { w.Year, w.ArXivID, w.DOI = "2014", "1406.01234", "" })
	lists := strong("lists", func(i *answer.Info) { i.Origin.Kind = biblio.Aggregator })
	for _, p := range Plan(finding(preprint, stated{lists, mixed},
		stated{strong("more", func(i *answer.Info) { i.Origin.Kind = biblio.Aggregator }), terns}),
		Options{Prefer: Published}).Patches {
		if p.Rule == "published-version" {
			t.Errorf("%+v", p)
		}
	}
}

// What a second run would complete in an upgraded entry is completed in the first: the record of the
// publication is then that of the cited version.
func TestPublishedIsComplete(t *testing.T) {
	preprint := with(terns, func(w *biblio.Flat) {
		w.Type, w.Venue, w.Year, w.DOI, w.ArXivID = "article", "arXiv", "2014", "", "1406.01234"
		w.Volume, w.Issue, w.Pages, w.Publisher = "", "", "", ""
	})
	cut := with(preprint, func(w *biblio.Flat) { w.Authors = append(w.Authors[:2:2], "others") })
	opt := Options{Prefer: Published, customs: customs{full: 4, longest: 6}}
	f := finding(cut, stated{strong("archive", nil), preprint}, stated{strong("registry", nil), terns})
	plan := Plan(f, opt)
	whole := func(p Patch) bool { return p.Field == biblio.FieldAuthors && !strings.Contains(p.To, "et al") }
	if !slices.ContainsFunc(plan.Patches, whole) {
		t.Errorf("the list stays cut: %+v %+v", plan.Patches, plan.Unactionable)
	}
}

// An entry whose title or authors a record contradicts is never completed: it would look checked.
func TestDoubtedIsNotCompleted(t *testing.T) {
	preprint := with(terns, func(w *biblio.Flat) {
		w.Type, w.Venue, w.Year, w.DOI, w.ArXivID, w.Volume, w.Issue, w.Pages = "article", "arXiv", "2014", "",
			"1406.01234", "", "", ""
	})
	claim := with(preprint, func(w *biblio.Flat) { w.Authors = w.Authors[:2] })
	for name, opt := range map[string]Options{"published": {Prefer: Published},
		"add": {Add: []biblio.Field{biblio.FieldDOI}}} {
		f := finding(claim, stated{strong("archive", nil), preprint}, stated{strong("registry", nil), terns})
		doubt(&f.Verdict, biblio.FieldAuthors)
		c := Plan(f, opt)
		held := slices.ContainsFunc(c.Unactionable, func(u Unactionable) bool { return u.Hold == Whole })
		if f.Verdict.Outcome != judge.Doubtful || len(c.Patches) > 0 || !held {
			t.Errorf("%s: %v %+v, %+v", name, f.Verdict.Outcome, c.Patches, c.Unactionable)
		}
	}
}

// What only says which preprint it is goes with the preprint: DBLP's volume, arXiv's DOI.
func TestPublishedDropsThePreprintsPlace(t *testing.T) {
	src := "@article{a,\n  title = {" + terns.Title + "},\n  author = {" + strings.Join(terns.Authors, " and ") + "},\n" +
		"  journal = {CoRR},\n  volume = {abs/1406.01234},\n  doi = {10.48550/arXiv.1406.01234},\n  year = {2014}\n}\n"
	preprint := with(terns, func(w *biblio.Flat) {
		w.Type, w.Venue, w.Year, w.DOI, w.ArXivID, w.Volume, w.Issue, w.Pages = "article", "CoRR", "2014",
			"10.48550/arxiv.1406.01234", "1406.01234", "abs/1406.01234", "", ""
	})
	published := with(terns, func(w *biblio.Flat) {
		w.Type, w.Venue = "inproceedings", "Proceedings of the Conference on Tern Counting"
		w.Volume, w.Issue, w.DOI = "", "", ""
	})
	f := finding(preprint, stated{strong("archive", nil), preprint}, stated{strong("registry", nil), published})
	f.Reference.Key, f.Reference.Place.Line = "a", 1
	out, err := BibTeX([]byte(src), []audit.Finding{*f}, Options{Prefer: Published})
	if err != nil || strings.Contains(string(out.Bytes), "abs/") || strings.Contains(string(out.Bytes), "48550") ||
		!strings.Contains(string(out.Bytes), "Tern Counting") {
		t.Errorf("%v\n%s\n%+v", err, out.Bytes, out.Entries)
	}
}
