package fix

import (
	"slices"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/match"
)

// TestCapitalised: names in lower case get capitals; particles before a family name stay small.
func TestCapitalised(t *testing.T) {
	for name, want := range map[[2]string][2]string{
		{"ada", "lovelace"}: {"Ada", "Lovelace"}, {"ada maria", "king-noel"}: {"Ada Maria", "King-Noel"},
		{"Ada", "lovelace"}: {"Ada", "Lovelace"}, {"Vincent", "van gogh"}: {"Vincent", "van Gogh"},
		{"ada", "Lovelace"}: {"Ada", "Lovelace"}, {"Ada", "Lovelace"}: {"Ada", "Lovelace"}, {"", "ieee"}: {"", "ieee"},
		{"plato", ""}: {"plato", ""}, {"明", "Li"}: {"明", "Li"},
	} {
		given, family := capitalised(name[0], name[1])
		if got := [2]string{given, family}; got != want {
			t.Errorf("%q is written %q, not %q", name, got, want)
		}
	}
}

// TestLettersOnly: substituted letters are no slip between DOIs of one form; exchanged letters and digits are.
func TestLettersOnly(t *testing.T) {
	for pair, want := range map[[2]string]bool{
		{"abcd", "abxd"}: true, {"abcd", "abdc"}: false, {"abcd", "acbd"}: false, {"abcd", "abcde"}: false,
		{"ab1d", "ab2d"}: false, {"ab0d", "abxd"}: false, {"abxd", "ab9d"}: false, {"abcd", "xycd"}: true, {"abcd",
			"abcd"}: true,
	} {
		if got := lettersOnly(pair[0], pair[1]); got != want {
			t.Errorf("%q: %t", pair, got)
		}
	}
}

// TestCutDOI: a DOI is a slip of another if it is cut, or differs by at most two letters and not by an edition.
func TestCutDOI(t *testing.T) {
	for _, c := range []struct {
		claimed, recorded string
		edition, want     bool
	}{
		{"10.1000/jfo.2015.1", "10.1000/jfo.2015.12", false, true},
		{"10.1000/jfo.", "10.1000/jfo.2015.12", false, false},  // less than half is left
		{"10.1000/jfo.20", "10.1000/jfo.2015.12", false, true}, // half and more
		{"10.1000/jfo.2051.12", "10.1000/jfo.2015.12", false, true},
		{"10.1000/jfo.2999.12", "10.1000/jfo.2015.12", false, false},
		{"10.1000/jxo.2015.12", "10.1000/jfo.2015.12", false, false}, // the DOI of another journal
		{"10.1000/jxo.2015.12", "10.1000/jfo.2015.12", true, true},
		{"10.1000/1234", "10.1000/12345", false, false}, // too short to tell
	} {
		if got := slipOfDOI(c.claimed, c.recorded, c.edition); got != c.want {
			t.Errorf("%+v: %t", c, got)
		}
	}
}

// TestGivenSlip: a slip is inside a word of at least five letters; what is a known name is none.
func TestGivenSlip(t *testing.T) {
	for _, c := range []struct {
		have, want string
		sure       bool
		slip, ok   bool
	}{
		{"Katherime", "Katherine", false, true, true}, {"Katherine", "Katherime", false, false, false},
		{"K.", "Katherine", false, false, true}, {"Katherine", "K.", false, false, true}, {"M.", "Katherine", false,
			false, false},
		{"Katherine", "Katherine", false, false, true}, {"Jonh", "John", false, false, false},
		{"Katherina", "Katherine", false, false, false}, {"Aatherine", "Katherine", false, false, false},
		{"Katherime K.", "Katherine Kate", false, true, true}, {"Xanvirue", "Xanviure", true, true, true},
		{"Xanvirue", "Xanviure", false, false, false}, {"Xanvirue", "Xanvicue", true, false, false},
	} {
		if slip, ok := givenSlip(c.have, c.want, c.sure); slip != c.slip || ok != c.ok {
			t.Errorf("%+v: %t, %t", c, slip, ok)
		}
	}
}

// TestSays: whether an entry that is read again says what was to be written.
func TestSays(t *testing.T) {
	flat := biblio.Flat{Type: "article", Title: "On Terns", Authors: []string{"Alice Walker", "Carl Sagan"},
		Venue: "J. Field Ornithol.", Year: "2015", DOI: "10.1000/abc", Pages: "201--215", Volume: "86"}
	work := flat.Work()
	for _, c := range []struct {
		field biblio.Field
		to    string
		want  bool
	}{
		{biblio.FieldTitle, "On Terns", true}, {biblio.FieldTitle, "On Gulls", false},
		{biblio.FieldPages, "201-215", true}, {biblio.FieldPages, "201-216", false}, {biblio.FieldPages, "202-215",
			false},
		{biblio.FieldVenue, "Journal of Field Ornithology", true}, {biblio.FieldVenue, "Nature", false},
		{biblio.FieldYear, "2015", true}, {biblio.FieldYear, "2016", false}, {biblio.FieldVolume, "86", true},
		{biblio.FieldDOI, "10.1000/ABC", true}, {biblio.FieldDOI, "10.1000/abd", false},
		{biblio.FieldURL, "https://doi.org/10.1000/abc", true}, {biblio.FieldURL, "https://example.org", false},
		{biblio.FieldType, "book", true}, {biblio.FieldAuthors, "", true},
	} {
		if got := says(&work, &Patch{Field: c.field, To: c.to}, &work); got != c.want {
			t.Errorf("%s %s: %t", c.field, c.to, got)
		}
	}
}

// TestSaysAuthors: a list has exactly the wanted people, or the first of them if it is cut.
func TestSaysAuthors(t *testing.T) {
	people := func(names ...string) *biblio.Work {
		flat := biblio.Flat{Title: "x", Authors: names}
		w := flat.Work()
		return &w
	}
	want := people("Alice Walker", "Carl Sagan", "Olga Brandt").Authors()
	for _, c := range []struct {
		now  *biblio.Work
		want bool
	}{
		{people("Alice Walker", "Carl Sagan", "Olga Brandt"), true}, {people("Alice Walker", "Carl Sagan"), false},
		{people("Alice Walker", "Carl Sagan", "et al."), true}, {people("Alice Walker", "Olga Brandt", "et al."), false},
		{people("A. Walker", "C. Sagan", "O. Brandt"), true}, {people("Alice Walker", "Carl Sagan", "Olga Brand"), false},
		{people("Alice Walker", "Carl Sagan", "Olga Brandt", "Yumi Okabe"), false},
		{people("Alice Walker", "Carl Sagan", "Brandt"), false},
		{people("Alice Walker", "Carl Sagan", "Olga Maria Elisabeth von Brandt"), false},
	} {
		if got := saysAuthors(c.now, &Patch{Field: biblio.FieldAuthors}, want); got != c.want {
			t.Errorf("%v: %t", c.now.Flat().Authors, got)
		}
	}
}

// TestSwapOwn: a wrong identifier is replaced where it is; what precedes it stays, and a DOI's tail goes.
func TestSwapOwn(t *testing.T) {
	for _, c := range []struct {
		scheme         ident.Scheme
		text, from, to string
		want           string
		ok             bool
	}{
		{ident.DOI, "https://doi.org/10.1000/abc", "10.1000/abc", "10.1000/xyz", "https://doi.org/10.1000/xyz", true},
		{ident.DOI, "10.1000/ABC.", "10.1000/abc", "10.1000/xyz", "10.1000/xyz", true},
		{ident.DOI, "10.1000/abc, 10.1000/def", "10.1000/abc", "10.1000/xyz", "10.1000/xyz, 10.1000/def", true},
		{ident.ArXiv, "arXiv:1706.03762 [cs]", "1706.03762", "1706.03763", "arXiv:1706.03763 [cs]", true},
		{ident.ArXiv, "see there", "1706.03762", "1706.03763", "1706.03763", false},
		{ident.PMID, "nonsense", "123456", "654321", "654321", true}, {ident.PMID, "nonsense", "123456", "", "", false},
		{ident.PMID, "pmid: 123", "123", "654321", "654321", true},
	} {
		got, ok := (&writer{}).swapOwn(c.scheme, c.text, Patch{From: c.from, To: c.to})
		if got != c.want || ok != c.ok {
			t.Errorf("%+v: %q, %t", c, got, ok)
		}
	}
}

// TestSameValue: a model's value is a record's, apart from form.
func TestSameValue(t *testing.T) {
	for _, c := range []struct {
		field biblio.Field
		a, b  string
		want  bool
	}{
		{biblio.FieldDOI, "10.1000/abc", " 10.1000/ABC ", true}, {biblio.FieldDOI, "10.1000/abc", "10.1000/abd", false},
		{biblio.FieldTitle, "On Terns", "on terns.", true}, {biblio.FieldTitle, "On Terns", "On Gulls", false},
		{biblio.FieldPages, "201-215", "pp. 201--215", true}, {biblio.FieldPages, "201-215", "201-216", false},
		{biblio.FieldPages, "201-215", "200-215", false}, {biblio.FieldVenue, "Nature", "nature", true},
		{biblio.FieldVenue, "Nature", "Science", false}, {biblio.FieldVenue, "", " ", false},
	} {
		if got := sameValue(c.field, c.a, c.b); got != c.want {
			t.Errorf("%+v: %t", c, got)
		}
	}
}

// TestCustomsOfFields: three entries make a custom; most state a usual field, fewer than one in four an unusual one.
func TestCustomsOfFields(t *testing.T) {
	of := func(entries, states int) *customs {
		return &customs{entries: map[biblio.Type]int{biblio.Book: entries},
			states: map[biblio.Type]map[biblio.Field]int{biblio.Book: {biblio.FieldDOI: states}}}
	}
	for _, c := range []struct {
		entries, states int
		usual, unusual  bool
	}{
		{2, 2, false, false}, {3, 2, true, false}, {4, 2, false, false}, {4, 1, false, false}, {5, 1, false, true},
		{2, 0, false, false}, {3, 0, false, true}, {5, 3, true, false},
	} {
		o := of(c.entries, c.states)
		if a, b := o.customary(biblio.Book, biblio.FieldDOI), o.unusual(biblio.Book, biblio.FieldDOI); a != c.usual ||
			b != c.unusual {
			t.Errorf("%+v: usual %t, unusual %t", c, a, b)
		}
	}
	if none := (customs{}); none.customary(biblio.Book, biblio.FieldDOI) || none.unusual(biblio.Book,
		biblio.FieldDOI) {
		t.Error("no file, no customs")
	}
}

// TestLeft: what an entry leaves alone is told if something may be wrong, else where a person may decide.
func TestLeft(t *testing.T) {
	open := Unactionable{Field: biblio.FieldYear, Pen: judge.Choose, Why: "two prints"}
	shut := Unactionable{Field: biblio.FieldVenue, Pen: judge.Keep, Why: "another work"}
	whole := Unactionable{Hold: Whole, Why: "invented"}
	unheard := Unactionable{Hold: Unheard, Pen: judge.Choose, Why: "no answer"}
	list := []Unactionable{open, shut, whole, unheard}
	for _, c := range []struct {
		outcome        judge.Outcome
		left, withheld string
	}{
		{judge.Discrepant, "two prints; another work; invented", "invented"},
		{judge.Doubtful, "two prints; another work; invented", "invented"},
		{judge.NotFound, "two prints; another work; invented", ""},
		{judge.Verified, "two prints", ""},
	} {
		e := Entry{Outcome: c.outcome.String(), Unactionable: list}
		var left []string
		for _, u := range e.Left() {
			left = append(left, u.Why)
		}
		if got := strings.Join(left, "; "); got != c.left || e.Withheld() != c.withheld {
			t.Errorf("%s: left %q, withheld %q", c.outcome, got, e.Withheld())
		}
	}
	r := Result{Entries: []Entry{{}, {Unactionable: list}, {Patches: []Patch{{}}}, {Nearest: []Nearest{{}}}}}
	if n := len(r.Touched()); n != 3 || r.Held(Whole) != 1 || r.Held("") != 2 || r.Held(Likely) != 0 {
		t.Errorf("%d touched, %d whole, %d fields", n, r.Held(Whole), r.Held(""))
	}
	if (&Unactionable{Pen: judge.Write}).Open() || !(&Unactionable{Pen: judge.Offer}).Open() {
		t.Error("an offer is open, a written correction is not")
	}
}

// TestParsePrefer: the names of preferences.
func TestParsePrefer(t *testing.T) {
	for word, want := range map[string]Prefer{"": AsCited, string(AsCited): AsCited, string(Published): Published,
		string(Preprint): Preprint, "newest": ""} {
		if got, err := ParsePrefer(word); got != want || (err != nil) != (want == "") {
			t.Errorf("%q: %q, %v", word, got, err)
		}
	}
	if names := strings.Split(knownFields(), ", "); slices.Contains(names, "type") || !slices.Contains(names,
		"title") ||
		len(names) != len(biblio.Fields)-1 {
		t.Errorf("%q", names)
	}
}

// TestPlaced: more than a title says which work is meant.
func TestPlaced(t *testing.T) {
	entry := biblio.Flat{Type: "article-journal", Title: "Mapping the Migration of Arctic Terns",
		Authors: []string{"Alice Walker"}, Venue: "Journal of Field Ornithology", Year: "2015", DOI: "10.1000/jfo.1",
		Pages: "201-215"}
	for _, c := range []struct {
		name string
		edit func(*biblio.Flat)
		want bool
	}{
		{"the DOI", func(w *biblio.Flat) { w.Venue, w.Pages, w.Year = "", "", "" }, true},
		{"the pages", func(w *biblio.Flat) { w.Venue, w.DOI, w.Year = "", "", "" }, true},
		{"container and year", func(w *biblio.Flat) { w.DOI, w.Pages = "", "" }, true},
		{"the container", func(w *biblio.Flat) { w.DOI, w.Pages, w.Year = "", "", "" }, false},
		{"the year", func(w *biblio.Flat) { w.DOI, w.Pages, w.Venue = "", "", "" }, false},
		{"container and year of a short title", func(w *biblio.Flat) {
			w.DOI, w.Pages, w.Title = "", "",
				"Arctic Terns"
		}, false},
	} {
		claim := entry
		c.edit(&claim)
		f := audit.Finding{Reference: biblio.Reference{Claimed: claim.Work()}}
		record := match.Candidate{}
		record.Hit.Record.Work = entry.Work()
		record.Comparison = match.Compare(&f.Reference.Claimed, &record.Hit.Record.Work)
		p := planner{f: &f, base: &record}
		if got := p.placed(); got != c.want {
			t.Errorf("%s: %t", c.name, got)
		}
	}
}

// TestInFull: a given name in full matches its initials.
func TestInFull(t *testing.T) {
	for _, c := range []struct {
		initials, given string
		want            bool
	}{
		{"A. M.", "Ada Maria", true}, {"A.", "Ada Maria", true}, {"A. M.", "Ada", false}, {"A. B.", "Ada Maria", false},
		{"A.", "A.", false}, {"A.", "Al", true}, {"Ada", "Ada", false}, {"", "Ada", false}, {"B.", "Ada", false},
	} {
		if got := inFull(c.initials, c.given); got != c.want {
			t.Errorf("%+v: %t", c, got)
		}
	}
}

// TestReplacedIDs: an identifier takes the place of the one of its scheme, or comes last.
func TestReplacedIDs(t *testing.T) {
	doi, other := ident.ID{Scheme: ident.DOI, Value: "10.1000/a"}, ident.ID{Scheme: ident.DOI, Value: "10.1000/b"}
	arxiv := ident.ID{Scheme: ident.ArXiv, Value: "1706.03762"}
	if got := replaced([]ident.ID{arxiv, doi}, other); !slices.Equal(got, []ident.ID{arxiv, other}) {
		t.Errorf("%v", got)
	}
	if got := replaced([]ident.ID{doi}, arxiv); !slices.Equal(got, []ident.ID{doi, arxiv}) {
		t.Errorf("%v", got)
	}
}

// TestSameVersion: records with DOIs are of one version if these are one, others if container and year are.
func TestSameVersion(t *testing.T) {
	of := func(doi, venue, year string) *biblio.Record {
		flat := biblio.Flat{Type: "article-journal", Title: "x", DOI: doi, Venue: venue}
		w := flat.Work()
		w.Issued.Year = biblio.LeadingYear(year)
		return &biblio.Record{Work: w}
	}
	for _, c := range []struct {
		name string
		a, b *biblio.Record
		want bool
	}{
		{"one DOI", of("10.1000/a", "Nature", "2015"), of("10.1000/a", "Science", "2016"), true},
		{"two DOIs", of("10.1000/a", "Nature", "2015"), of("10.1000/b", "Nature", "2015"), false},
		{"one container and year", of("10.1000/a", "Nature", "2015"), of("", "Nature", "2015"), true},
		{"another year", of("", "Nature", "2015"), of("", "Nature", "2016"), false},
		{"another container", of("", "Nature", "2015"), of("", "The Lancet", "2015"), false},
		{"no container", of("", "", "2015"), of("", "", "2015"), false},
		{"one container is not stated", of("", "Nature", "2015"), of("", "", "2015"), false},
	} {
		if got := SameVersion(c.a, c.b); got != c.want {
			t.Errorf("%s: %t", c.name, got)
		}
	}
}

// TestWrites: what can be written into a file is known without its other entries, and read again before it counts.
func TestWrites(t *testing.T) {
	people := func(names ...string) []biblio.Contributor {
		list, _ := biblio.ParseNames(names, biblio.Author)
		return list
	}
	c := Correction{
		Work: biblio.Work{Contributors: people("Hendrycks, Dan", "Basart, Steven", "Steinhardt, Jacob"),
			Issued: biblio.Date{Year: 2020}},
		Patches: []Patch{{Field: biblio.FieldAuthors, Action: Replace, To: "Dan Hendrycks; Steven Basart; Jacob Steinhardt"},
			{Field: biblio.FieldYear, Action: Replace, From: "2022", To: "2020"}},
	}
	ref := biblio.Reference{Key: "k", Place: biblio.Place{Line: 2}}
	for src, want := range map[string]string{
		"author = {Basart, Steven and Steinhardt, Jacob}, year = y":               "authors",
		"author = {Basart, Steven and Steinhardt, Jacob}, year = {2022}":          "authors year",
		"author = {Basart, Steven and Jacob, Steinhardt}, year = {2022, 2020-07}": "", // exchanged, and more than one
	} {
		src = "@string{y = {2022, 2020-07}}\n@article{k, title = {Scaling}, " + src + "}\n"
		got := Writes([]byte(src))(&ref, &c)
		var written []string
		for _, p := range got.Patches {
			written = append(written, string(p.Field))
		}
		if strings.Join(written, " ") != want || len(got.Patches)+len(got.Unactionable) != len(c.Patches) {
			t.Errorf("%s\n%q is written, not %q: %+v", src, written, want, got.Unactionable)
		}
		for _, u := range got.Unactionable {
			if u.Doubt != judge.Unwritable {
				t.Errorf("%s: %s is left alone for %q", src, u.Field, u.Doubt)
			}
		}
	}
}
