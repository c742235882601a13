package fix

import (
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// Slips are distinguished from other works and from other people.
func TestSuspects(t *testing.T) {
	tern := with(terns, func(w *biblio.Flat) { w.Title, w.Authors = "Arctic Tern Migration", []string{"Alice Walker"} })
	proceedings := biblio.Flat{Type: "book", Title: "Proceedings of the 51st Annual Meeting of Field Ornithologists",
		Authors: []string{"Alice Walker", "Carl Sagan"}, Year: "2013", Publisher: "Ornis"}
	for _, c := range []struct {
		name   string
		record biblio.Flat
		edit   func(*biblio.Flat)
		want   string // fields and values of the patches
	}{
		{"slips in every word", tern, func(w *biblio.Flat) { w.Title = "Arcitc Tern Migraton" },
			"title=Arctic Tern Migration "},
		{"another short title", tern, func(w *biblio.Flat) { w.Title = "Antarctic Seal Nutrition" }, ""},
		{"another number in the title", proceedings,
			func(w *biblio.Flat) { w.Title = "Proceedings of the 50th Annual Meeting of Field Ornithologists" }, ""},
		{"a number that is one letter off",
			with(proceedings, func(w *biblio.Flat) { w.Title = strings.Replace(w.Title, "51st", "13th", 1) }),
			func(w *biblio.Flat) {
				w.Title = strings.Replace(w.Title, "13th", "12th", 1)
			}, ""},
		{"another number in the title, the DOI right", with(proceedings, func(w *biblio.Flat) { w.DOI = "10.1000/mfo.2013" }),
			func(w *biblio.Flat) {
				w.Title = "Proceedings of the 50th Annual Meeting of Field Ornithologists"
			}, "title=" + proceedings.Title + " "},
		{"words left out", terns, func(w *biblio.Flat) { w.Title = "Mapping the Migration of Terns with Sensors" },
			"title=" + terns.Title + " "},
		// perhaps the other name of the same person
		{"another given name", tern, func(w *biblio.Flat) { w.Authors = []string{"Robert Walker"} }, ""},
		{"another person", tern, func(w *biblio.Flat) { w.Authors = []string{"Robert Quist"} }, ""},
		{"a misspelt title and an author dropped", terns, func(w *biblio.Flat) {
			w.Title, w.Authors = "Maping the Migration of Arctic Terns with GPS Sensors", []string{"Alice Walker", "Carl Sagan"}
		}, "authors=Alice Walker; Katherine Johnson; Carl Sagan title=" + terns.Title + " "},
		{"another word and an author dropped", terns, func(w *biblio.Flat) {
			w.Title, w.Authors = "Mapping the Nutrition of Arctic Terns with GPS Sensors", []string{"Alice Walker", "Carl Sagan"}
		}, ""},
		{"a misspelt title and other authors", terns, func(w *biblio.Flat) {
			w.Title, w.Authors = "Maping the Migration of Arctic Terns with GPS Sensors", []string{"Edwin Marlowe",
				"Ingrid Quist", "Nora Nobody"}
		}, ""},
		{"a DOI made up", terns, func(w *biblio.Flat) { w.DOI = "10.1000/s98124-098-5225" }, "doi=10.1000/jfo.2015.12 "},
		// Under another DOI only a record with the same title and authors is of the work: with a word or an
		// author less it may be a sibling, and proves nothing.
		{"a DOI made up, an author dropped", terns, func(w *biblio.Flat) {
			w.DOI, w.Authors = "10.1000/s98124-098-5225", []string{"Alice Walker", "Carl Sagan"}
		}, ""},
		{"a DOI made up, a word left out of the title", terns, func(w *biblio.Flat) {
			w.DOI, w.Title = "10.1000/s98124-098-5225", "Mapping the Migration of Terns with GPS Sensors"
		}, ""},
		{"a DOI made up, a word left out of the title, other pages", terns, func(w *biblio.Flat) {
			w.DOI, w.Title, w.Pages = "10.1000/s98124-098-5225", "Mapping the Migration of Terns with GPS Sensors", "1-9"
		}, ""},
		{"no DOI, a word left out of the title, other pages", terns, func(w *biblio.Flat) {
			w.DOI, w.Title, w.Pages = "", "Mapping the Migration of Terns with GPS Sensors", "1-9"
		}, "title=" + terns.Title + " pages=201-215 "},
		{"a DOI made up, another last page", terns,
			func(w *biblio.Flat) { w.DOI, w.Pages = "10.1000/s98124-098-5225", "201-208" }, "doi=10.1000/jfo.2015.12 "},
		{"a DOI made up, other pages", terns, func(w *biblio.Flat) { w.DOI, w.Pages = "10.1000/s98124-098-5225", "101-119" },
			"pages=201-215 "},
		// The same number of pages elsewhere belongs to another print.
		{"a DOI made up, as many pages elsewhere", terns,
			func(w *biblio.Flat) { w.DOI, w.Pages = "10.1000/s98124-098-5225", "101-115" }, ""},
		{"a DOI of a parallel edition", terns, func(w *biblio.Flat) { w.DOI, w.Pages = "10.1000/gfo.2015.98", "301-315" },
			""},
		{"a slip in the DOI", terns, func(w *biblio.Flat) { w.DOI = "10.1000/jfo.2015.21" }, "doi=10.1000/jfo.2015.12 "},
	} {
		f := finding(with(c.record, c.edit), stated{strong("registry", nil), c.record})
		got := ""
		for _, p := range Plan(f, Options{Likely: true}).Patches {
			got += string(p.Field) + "=" + p.To + " "
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q (%s)", c.name, got, c.want, f.Verdict.Outcome)
		}
	}
}

// A record that states no type shows it by its container.
func TestUpgradeWithoutType(t *testing.T) {
	preprint := with(terns, func(w *biblio.Flat) {
		w.Type, w.Venue, w.DOI, w.ArXivID, w.Volume, w.Issue, w.Pages = "article", "arXiv", "", "1406.01234", "", "", ""
	})
	paper := with(terns, func(w *biblio.Flat) {
		w.Type, w.Venue, w.Volume, w.Issue = "", "Proceedings of the Conference on Field Ornithology", "", ""
	})
	f := finding(preprint, stated{strong("registry", nil), paper}, stated{strong("archive", nil), preprint})
	for _, p := range Plan(f, Options{Prefer: Published}).Patches {
		if p.Field == biblio.FieldType && p.To == "inproceedings" {
			return
		}
	}
	t.Errorf("the entry stays an article: %+v", Plan(f, Options{Prefer: Published}).Patches)
}
