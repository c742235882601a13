package fix_test

import (
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/fix"
	"github.com/bonafide-audit/bonafide/internal/index"
	"github.com/bonafide-audit/bonafide/internal/testing/fixtest"
)

// What only the author can interpret stays as it is: the author's macros in a title, the name of a
// collaboration, what a parent states.
func TestWhatOnlyTheAuthorKnows(t *testing.T) {
	record := func(f biblio.Flat) biblio.Record {
		r := biblio.Record{Work: f.Work(), Source: "dump", LocalID: f.DOI}
		r.Origin = biblio.Origin{Kind: biblio.Publisher}
		return r
	}
	people := []string{"V. Khachatryan", "A. M. Sirunyan", "A. Tumasyan", "W. Adam", "T. Bergauer",
		"M. Dragicevic", "J. Erö"}
	ix, err := index.InMemoryWith([]biblio.Record{
		record(biblio.Flat{Type: "article-journal", Title: "Measurement of top quark pairs in pp collisions at √<i>s</i>= " +
			"8 TeV with the muon detector", Authors: people,
			Venue: "Journal of High Energy Physics", Year: "2015", Volume: "6", Issue: "2", Pages: "101-130",
			DOI: "10.1000/jhep.2015.101"}),
		record(biblio.Flat{Type: "paper-conference", Title: "Bounds for the Widths of Random Hypergraphs",
			Authors: []string{"Alice Walker", "Carl Sagan"},
			Venue:   "Symposium on Discrete Structures", Year: "2012", Pages: "11-20", DOI: "10.1000/sds.2012.11"}),
	}, index.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer ix.Close()
	a := fixtest.Over(ix, false)
	const collision = "@article{k,\n  author = {Khachatryan, V. and others},\n  collaboration = {CMS},\n  title = " +
		"{Measurement of top quark pairs in $\\Pp\\Pp$ collisions at $\\sqrt{s}={8\\TeV}$ with the muon detector},\n  " +
		"journal = {Journal of High Energy Physics},\n  volume = {6},\n  number = {2},\n  pages = {101--130},\n  year = " +
		"{2015},\n  doi = {10.1000/jhep.2015.101}\n}\n"
	for _, c := range []struct{ name, src, stays string }{
		{"macros in a title", collision, "$\\Pp\\Pp$ collisions at $\\sqrt{s}={8\\TeV}$"},
		{"macros beside a slip", strings.Replace(collision, "quark", "qaurk", 1),
			"$\\Pp\\Pp$ collisions at $\\sqrt{s}={8\\TeV}$"},
		{"a macro without a formula",
			strings.Replace(strings.Replace(collision, "$\\Pp\\Pp$", "\\Pp\\Pp{}", 1), "$\\sqrt{s}={8\\TeV}$",
				"\\roots = 8\\TeV", 1), "\\Pp\\Pp{} collisions at \\roots = 8\\TeV"},
		{"a collaboration", strings.Replace(collision, "{Khachatryan, V. and others}", "{{The CMS Collaboration}}", 1),
			"author = {{The CMS Collaboration}}"},
		{"a collaboration after its first author", collision, "collaboration = {CMS}"},
		{"a parent",
			"@inproceedings{k,\n  author = {Alice Walker and Carl Sagan},\n  title = {Bounds for the Widths of Random " +
				"Hypergraphs},\n  pages = {11--20},\n  crossref = {p}\n}\n@proceedings{p,\n  title = {Symposium on Discrete " +
				"Mathematics},\n  booktitle = {Symposium on Discrete Mathematics},\n  year = {2011}\n}\n",
			"title = {Symposium on Discrete Mathematics},\n  booktitle = {Symposium on Discrete Mathematics},\n  year = {2011}"},
	} {
		out := fixtest.Corrected(t, a, []byte(c.src), fix.Options{})
		if got := string(out.Bytes); !strings.Contains(got, c.stays) || strings.Contains(got, "<i>") {
			t.Errorf("%s: got\n%s\n%+v", c.name, got, out.Entries)
		}
		for _, e := range out.Entries { // a place never has two volumes
			year, venue := false, false
			for _, p := range e.Patches {
				year, venue = year || p.Field == biblio.FieldYear, venue || p.Field == biblio.FieldVenue
			}
			if strings.Contains(c.src, "crossref") && (year || venue) && e.Key == "k" {
				t.Errorf("%s: %+v", c.name, e.Patches)
			}
		}
	}
}

// What an entry states in another field is not added to it.
func TestStatedElsewhere(t *testing.T) {
	work := biblio.Flat{Type: "article", Title: "Widths of Random Hypergraphs and Their Duals",
		Authors: []string{"Alice Walker", "Carl Sagan"}, Venue: "arXiv", Year: "2019", ArXivID: "1906.11323"}
	r := biblio.Record{Work: work.Work(), Source: "dump", LocalID: "a"}
	r.Origin = biblio.Origin{Kind: biblio.PreprintServer}
	ix, err := index.InMemoryWith([]biblio.Record{r}, index.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer ix.Close()
	src := "@article{k, author = {Alice Walker and Carl Sagan}, title = {Widths of Random Hypergraphs and Their Duals}, " +
		"journal = {arXiv}, number = {1906.11323}, year = {2019}}\n"
	out := fixtest.Corrected(t, fixtest.Over(ix, false), []byte(src), fix.Options{Add: []biblio.Field{biblio.FieldArXiv}})
	if string(out.Bytes) != src {
		t.Errorf("got\n%s\n%+v", out.Bytes, out.Entries)
	}
}
