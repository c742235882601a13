package fields

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/index"
)

// truth is one work as proceedings, journal and preprint.
func truth() []biblio.Work {
	names := []string{"Ludwig van Beethoven", "Ann Öz", "Bo Li"}
	flats := []biblio.Flat{
		{Type: "article-journal", Title: "Counting Sheep: A Survey", Authors: names, Venue: "Physical Review A", Year: "2015",
			Volume: "34", Issue: "5", Pages: "426-440", DOI: "10.1000/real"},
		{Type: "article", Title: "Counting Sheep: A Survey", Authors: names, Venue: "arXiv", Year: "2013",
			ArXivID: "1301.00001"},
	}
	var list []biblio.Work
	for i := range flats {
		list = append(list, flats[i].Work())
	}
	return list
}

// others returns a work from which values are taken.
func others(*Claim, []biblio.Work) []biblio.Work {
	f := biblio.Flat{Type: "article-journal", Title: "Herding Cats", Authors: []string{"Cy Doe"}, Venue: "Journal of Cats",
		Year: "1999", Volume: "7", Issue: "1", Pages: "1-2", DOI: "10.1000/cats"}
	return []biblio.Work{f.Work()}
}

func TestJudge(t *testing.T) {
	right := biblio.Flat{Title: "counting {S}heep: a survey", Authors: []string{"Beethoven, L. van", "Oz, Ann", "Li, Bo"},
		Venue: "Phys. Rev. A", Year: "2015", Volume: "34", Issue: "5", Pages: "426--440", DOI: "10.1000/REAL"}
	cases := []struct {
		name string
		kind string
		edit func(*biblio.Flat)
		want string
	}{
		{"faithful in another form", "article", func(*biblio.Flat) {}, "CCCCCCCCC"},
		{"year of the preprint", "article", func(f *biblio.Flat) { f.Year = "2013" }, "CCCCCCCCC"},
		{"year off by one", "article", func(f *biblio.Flat) { f.Year = "2016" }, "CCCPCCCCC"},
		{"year of another work", "article", func(f *biblio.Flat) { f.Year = "1999" }, "CCCSCCCCC"},
		{"year of nothing", "article", func(f *biblio.Flat) { f.Year = "2003" }, "CCCFCCCCC"},
		{"nothing but a title", "article", func(f *biblio.Flat) { *f = biblio.Flat{Title: f.Title} }, "CMCMMMMMM"},
		{"missing subtitle", "article", func(f *biblio.Flat) { f.Title = "Counting Sheep" }, "CCPCCCCCC"},
		{"title of another work", "article", func(f *biblio.Flat) { f.Title = "Herding cats" }, "CCSCCCCCC"},
		{"invented title", "article", func(f *biblio.Flat) { f.Title = "Quantum Wool Dynamics" }, "CCFCCCCCC"},
		{"reordered authors", "article", func(f *biblio.Flat) {
			f.Authors = []string{"Bo Li", "Ann Oz", "Ludwig van Beethoven"}
		}, "CPCCCCCCC"},
		{"cut authors", "article", func(f *biblio.Flat) { f.Authors = []string{"Ludwig van Beethoven", "others"} },
			"CPCCCCCCC"},
		{"authors of another work", "article", func(f *biblio.Flat) { f.Authors = []string{"Cy Doe"} }, "CSCCCCCCC"},
		{"sibling journal", "article", func(f *biblio.Flat) { f.Venue = "Physical Review Letters" }, "CCCCSCCCC"},
		{"invented journal", "article", func(f *biblio.Flat) { f.Venue = "Annals of Woolly Things" }, "CCCCFCCCC"},
		{"overlapping pages", "article", func(f *biblio.Flat) { f.Pages = "430-431" }, "CCCCCCCPC"},
		{"pages of nothing", "article", func(f *biblio.Flat) { f.Pages = "900-910" }, "CCCCCCCFC"},
		{"DOI of the preprint", "article", func(f *biblio.Flat) { f.DOI = "10.48550/arXiv.1301.00001" }, "CCCCCCCCP"},
		{"DOI of another work", "article", func(f *biblio.Flat) { f.DOI = "10.1000/cats" }, "CCCCCCCCS"},
		{"invented DOI", "article", func(f *biblio.Flat) { f.DOI = "10.9999/none" }, "CCCCCCCCF"},
		{"related type", "inproceedings", func(*biblio.Flat) {}, "PCCCCCCCC"},
		{"a book, where a version is of no stated type", "book", func(*biblio.Flat) {}, "PCCCCCCCC"},
		{"preprint without volume", "misc", func(f *biblio.Flat) {
			f.Venue, f.Year, f.Volume, f.Issue, f.Pages, f.DOI, f.ArXivID = "", "2013", "", "", "", "", "1301.00001"
		}, "CCCCCXXXM"},
	}
	for _, c := range cases {
		f := right
		c.edit(&f)
		claim := Claim{Kind: c.kind, Work: f.Work()}
		if got := Judge(&claim, truth(), others, Ordered).String(); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
	var nothing Claim
	if got := Judge(&nothing, truth(), others, Ordered).String(); got != "MMMMMMMMM" {
		t.Errorf("an entry that could not be read: %s", got)
	}
}

func TestStrictness(t *testing.T) {
	f := biblio.Flat{Authors: []string{"Ludwig van Beethoven", "Bo Li", "Ann Oz"}}
	c := Claim{Work: f.Work()}
	w := truth()[0]
	for strict, want := range map[Strictness]bool{FirstAuthor: true, AuthorSet: true, Ordered: false} {
		if got := sameAuthors(&c, &w, strict); got != want {
			t.Errorf("%s: %t", strict, got)
		}
	}
	if _, err := ParseStrictness("loose"); err == nil {
		t.Error("an unknown strictness passes")
	}
}

func TestModes(t *testing.T) {
	for labels, want := range map[string]Mode{"CCCCCCCCC": Sound, "CCCCCCXMC": Isolated, "CPFCCCCCC": Isolated,
		"CPFMCCCCC": Mixed, "CSSSCCCCC": Wholesale, "SSFFFCCCC": Mixed} {
		var r Row
		for i := range r {
			r[i] = Label(labels[i])
		}
		if got := r.Mode(); got != want {
			t.Errorf("%s: %s, want %s", labels, got, want)
		}
	}
}

// A study before and after a correction counts what was fixed and what was made worse.
func TestStudy(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	gold := write("gold.jsonl",
		`{"id":"a","mutation":"date_error","original":{"type":"article-journal","title":"Counting Sheep","authors":["Ann One"],"venue":"Nature","year":2015,"volume":"3","pages":"1-9"}}
{"id":"b","mutation":"none","original":{"type":"article-journal","title":"Herding Cats","authors":["Bo Two"],"venue":"Science","year":2016}}
{"id":"c","mutation":"none","original":{"type":"book","title":"Not There","authors":["Cy Three"],"year":2016}}`)
	before := write("before.bib",
		"@article{a, author={Ann One}, title={Counting Sheep}, journal={Nature}, year={2010}, pages={1--9}}\n@article{b, "+
			"author={Bo Two}, title={Herding Cats}, journal={Science}, year={2016}}\n")
	after := write("after.bib",
		"@article{a, author={Ann One}, title={Counting Sheep}, journal={Nature}, year={2015}, volume={3}, "+
			"pages={1--9}}\n@article{b, author={Bo Two}, title={Herding Cats}, journal={Nature}, year={2016}}\n")
	ix, err := index.InMemory(nil)
	if err != nil {
		t.Fatal(err)
	}
	list, err := ReadTruth(gold, ix)
	if err != nil {
		t.Fatal(err)
	}
	was, err := ReadBib(before)
	if err != nil {
		t.Fatal(err)
	}
	is, err := ReadBib(after)
	if err != nil {
		t.Fatal(err)
	}
	s := Examine(list, was, is, Options{Others: Among(ix), By: "mutation"})
	fix := write("fix.json",
		`{"entries":[{"key":"a","outcome":"discrepant","patches":[{"field":"year","source":"corpus"},{"field":"volume","source":"crossref"}]},{"key":"c","outcome":"not-found"},{"key":"d","outcome":"discrepant","unactionable":[{"rule":"suspected"}],"nearest":[{"title_similarity":99}]}]}`)
	if s.Lookups, err = ReadLookups(fix); err != nil || s.Lookups.Lost["d"] {
		t.Fatal(s.Lookups, err)
	}
	r := s.Result()
	want := map[string]float64{"fields_accuracy": 11. / 16, "fully_correct": 1. / 3, "correction_rate": 2. / 6,
		"regression_rate": 1. / 10, "lookup_success": 2. / 3, "author_first": 2. / 3}
	for name, v := range want {
		if got, ok := r.Value(name); !ok || got < v-1e-9 || got > v+1e-9 {
			t.Errorf("%s = %v, want %v", name, got, v)
		}
	}
	var text strings.Builder
	if err := r.WriteText(&text); err != nil ||
		!strings.Contains(text.String(), "1 entries of the gold are not in the file") ||
		!strings.Contains(text.String(), "crossref") {
		t.Errorf("%v\n%s", err, text.String())
	}
	if got := s.Lines(); len(got) != 16 || got[0].ID != "a" || got[3].Before != "F" || got[3].Label != "C" {
		t.Errorf("%d lines: %+v", len(got), got[:4])
	}
}

func BenchmarkJudge(b *testing.B) {
	f := biblio.Flat{Title: "Counting Sheep", Authors: []string{"Ludwig van Beethoven", "Bo Li"}, Venue: "Phys. Rev. A",
		Year: "2016", Volume: "34", Pages: "430-431", DOI: "10.9999/none"}
	claim, versions := Claim{Kind: "article", Work: f.Work()}, truth()
	b.ReportAllocs()
	for b.Loop() {
		Judge(&claim, versions, others, Ordered)
	}
}
