package formats

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/bibtex"
	"github.com/bonafide-audit/bonafide/internal/fix"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/refstring"
	"github.com/bonafide-audit/bonafide/internal/style"
)

// edited returns a text after edits, which must not overlap.
func edited(t *testing.T, src string, edits []bibtex.Edit) string {
	t.Helper()
	slices.SortStableFunc(edits, func(a, b bibtex.Edit) int { return a.Span.Start - b.Span.Start })
	var b strings.Builder
	at := 0
	for _, e := range edits {
		if e.Span.Start < at || e.Span.End < e.Span.Start {
			t.Fatalf("edits overlap in %q: %+v", src, edits)
		}
		b.WriteString(src[at:e.Span.Start] + e.Text)
		at = e.Span.End
	}
	return b.String() + src[at:]
}

func people(names ...string) []biblio.Contributor {
	list, _ := biblio.ParseNames(names, biblio.Author)
	return list
}

// journal is the work from which the corrections of these tests are made.
var journal = biblio.Work{
	Type: biblio.ArticleJournal, Title: "Random Forests", Contributors: people("Breiman, Leo", "Cutler, Adele"),
	Container: biblio.Container{Title: "Machine Learning", Short: "Mach. Learn."},
	Issued:    biblio.Date{Year: 2001, Month: 10, Day: 3},
}

func replace(field biblio.Field, from, to string) fix.Patch {
	return fix.Patch{Field: field, Action: fix.Replace, From: from, To: to}
}

func add(field biblio.Field, to string) fix.Patch {
	return fix.Patch{Field: field, Action: fix.Add, To: to}
}

func TestCSLPatches(t *testing.T) {
	for _, c := range []struct {
		name, src string
		patch     fix.Patch
		want      string
		err       error
	}{
		{"a number stays one", `{"volume":46}`, replace(biblio.FieldVolume, "46", "45"), `{"volume":45}`, nil},
		{"a number becomes a string where it must", `{"volume":46}`, replace(biblio.FieldVolume, "46", "45A"),
			`{"volume":"45A"}`, nil},
		{"the dash of the file", `{"page":"5–30"}`, replace(biblio.FieldPages, "5-30", "5-32"), `{"page":"5–32"}`, nil},
		{"letters outside ASCII are escaped as the file does", `{"note":"\u00e9","publisher":"X"}`,
			replace(biblio.FieldPublisher, "X", "Zürich 😀"), `{"note":"\u00e9","publisher":"Z\u00fcrich \ud83d\ude00"}`, nil},
		{"slashes are escaped as the file does", `{"URL":"https:\/\/a.example\/x"}`,
			replace(biblio.FieldURL, "https://a.example/x", "https://b.example/y"), `{"URL":"https:\/\/b.example\/y"}`, nil},
		{"nothing to do", `{"publisher":"Springer"}`, replace(biblio.FieldPublisher, "x", "Springer"),
			`{"publisher":"Springer"}`, nil},
		{"no member", `{"title":"T"}`, replace(biblio.FieldPublisher, "x", "Springer"), "", errNoField},
		{"a title with a subtitle of its own", `{"title":"T","subtitle":"S"}`,
			replace(biblio.FieldTitle, "T", "Random Forests"), "", errNoField},
		{"year, month and day as far as they stand", `{"issued":{"date-parts":[["2004",9]],"raw":"2004"}}`,
			replace(biblio.FieldYear, "2004", "2001"), `{"issued":{"date-parts":[["2001",10]],"raw":"2001"}}`, nil},
		{"a date that is a text", `{"issued":"May 2004"}`, replace(biblio.FieldYear, "2004", "2001"),
			`{"issued":"May 2001"}`, nil},
		{"a date without the year", `{"issued":{"season":"spring"}}`, replace(biblio.FieldYear, "2004", "2001"), "",
			errNoField},
		{"type", `{"type":"book"}`, replace(biblio.FieldType, "book", "article-journal"), `{"type":"article-journal"}`, nil},
		{"a DOI wherever it stands", `{"DOI":"10.1/a","URL":"https://doi.org/10.1/a","note":"see 10.1/a"}`,
			replace(biblio.FieldDOI, "10.1/a", "10.1/b"), `{"DOI":"10.1/b","URL":"https://doi.org/10.1/b","note":"see 10.1/b"}`,
			nil},
		{"an abbreviation follows its container", `{"container-title":"Nature","container-title-short":"Nat."}`,
			replace(biblio.FieldVenue, "Nature", "Machine Learning"),
			`{"container-title":"Machine Learning","container-title-short":"Mach. Learn."}`, nil},
		{"a new member, laid out as the others", "{\n  \"title\": \"T\",\n  \"DOI\": \"10.1/a\"\n}",
			add(biblio.FieldVolume, "45"), "{\n  \"title\": \"T\",\n  \"volume\": \"45\",\n  \"DOI\": \"10.1/a\"\n}", nil},
		{"a new year", `{"title": "T"}`, add(biblio.FieldYear, "2001"), `{"title": "T", "issued": {"date-parts": [[2001]]}}`,
			nil},
		{"a member that is there is not added", `{"volume":"4"}`, add(biblio.FieldVolume, "45"), "", errNoField},
		{"an item without members", `{}`, add(biblio.FieldVolume, "45"), "", errNoField},
		{"names that are right keep their objects",
			`{"author":[{"family":"Breiman","given":"Leo","ORCID":"1"},{"family":"Smith","given":"A"}]}`,
			replace(biblio.FieldAuthors, "", ""),
			`{"author":[{"family":"Breiman","given":"Leo","ORCID":"1"},{"family":"Cutler","given":"Adele"}]}`, nil},
		{"a name too many",
			`{"author":[{"family":"Breiman","given":"Leo"},{"family":"Cutler","given":"Adele"},{"family":"Smith","given":"A"}]}`,
			replace(biblio.FieldAuthors, "", ""),
			`{"author":[{"family":"Breiman","given":"Leo"},{"family":"Cutler","given":"Adele"}]}`, nil},
		{"a first name too many",
			`{"author":[{"family":"Smith","given":"Ann"}, {"family":"Breiman","given":"Leo"}, {"family":"Cutler","given":"Adele"}]}`, replace(biblio.FieldAuthors, "", ""), `{"author":[{"family":"Breiman","given":"Leo"}, {"family":"Cutler","given":"Adele"}]}`, nil},
		{"names as texts", `{"author":["Leo Breiman","Ann Smith"]}`, replace(biblio.FieldAuthors, "", ""),
			`{"author":["Leo Breiman","Adele Cutler"]}`, nil},
		{"given names first", `{"author":[{"given":"Leo","family":"Breiman"}]}`, replace(biblio.FieldAuthors, "", ""),
			`{"author":[{"given":"Leo","family":"Breiman"},{"given":"Adele","family":"Cutler"}]}`, nil},
		{"a cut list stays as long", `{"author":[{"family":"Smith","given":"A"},{"literal":"et al."}]}`,
			replace(biblio.FieldAuthors, "", ""), `{"author":[{"family":"Breiman","given":"L"},{"literal":"et al."}]}`, nil},
		{"nobody behind the mark of a cut list", `{"author":[{"literal":"et al."},{"family":"Smith","given":"A"}]}`,
			replace(biblio.FieldAuthors, "", ""), "", errNoField},
		{"one given name of a richer object",
			`{"author":[{"family":"Breiman","given":"Leo"},{"family":"Cutler","given":"Bob","ORCID":"1"}]}`,
			replace(biblio.FieldAuthors, "", ""),
			`{"author":[{"family":"Breiman","given":"Leo"},{"family":"Cutler","given":"Adele","ORCID":"1"}]}`, nil},
		{"somebody else's richer object",
			`{"author":[{"family":"Breiman","given":"Leo"},{"family":"Smith","given":"Bob","ORCID":"1"}]}`,
			replace(biblio.FieldAuthors, "", ""),
			`{"author":[{"family":"Breiman","given":"Leo"},{"family":"Cutler","given":"Adele"}]}`, nil},
		{"a particle that is not the new person's",
			`{"author":[{"family":"Breiman","given":"Leo"},{"family":"Cutler","given":"Bob","non-dropping-particle":"de"}]}`,
			replace(biblio.FieldAuthors, "", ""),
			`{"author":[{"family":"Breiman","given":"Leo"},{"family":"Cutler","given":"Adele"}]}`, nil},
		{"an organization in place of a person",
			`{"author":[{"family":"Breiman","given":"Leo"},{"literal":"Forest Service"}]}`, replace(biblio.FieldAuthors, "", ""),
			`{"author":[{"family":"Breiman","given":"Leo"},{"family":"Cutler","given":"Adele"}]}`, nil},
		{"a first name that is missing", `{"author":[{"family":"Cutler","given":"Adele"}]}`,
			replace(biblio.FieldAuthors, "", ""),
			`{"author":[{"family":"Breiman","given":"Leo"},{"family":"Cutler","given":"Adele"}]}`, nil},
		{"names that move keep their objects",
			`{"author":[{"family":"Cutler","given":"Adele","ORCID":"1"}, {"family":"Breiman","given":"Leo"}]}`,
			replace(biblio.FieldAuthors, "", ""),
			`{"author":[{"family":"Breiman","given":"Leo"}, {"family":"Cutler","given":"Adele","ORCID":"1"}]}`, nil},
		{"one name, laid out on lines", "{\"author\":[\n  {\"family\":\"Breiman\",\n   \"given\":\"Leo\"}\n]}",
			replace(biblio.FieldAuthors, "", ""),
			"{\"author\":[\n  {\"family\":\"Breiman\",\n   \"given\":\"Leo\"},\n  {\"family\":\"Cutler\",\n   " +
				"\"given\":\"Adele\"}\n]}", nil},
		{"everybody else",
			`{"author":[{"family":"Smith","given":"A"},{"family":"Doe","given":"B"},{"family":"Roe","given":"C"}]}`,
			replace(biblio.FieldAuthors, "", ""),
			`{"author":[{"family":"Breiman","given":"L"},{"family":"Cutler","given":"A"}]}`,
			nil},
		{"no type", `{"title":"T"}`, replace(biblio.FieldType, "book", "article-journal"), "", errNoField},
		{"year, month and day", `{"issued":{"date-parts":[[2004,9,8]]}}`, replace(biblio.FieldYear, "2004", "2001"),
			`{"issued":{"date-parts":[[2001,10,3]]}}`, nil},
		{"a year beside empty parts", `{"issued":{"date-parts":[[]],"year":2004}}`,
			replace(biblio.FieldYear, "2004", "2001"), `{"issued":{"date-parts":[[]],"year":2001}}`, nil},
		{"no parts", `{"issued":{"date-parts":[]}}`, replace(biblio.FieldYear, "2004", "2001"), "", errNoField},
		{"a PMID that is a number", `{"PMID":26017442}`, replace(biblio.FieldPMID, "26017442", "26017443"),
			`{"PMID":26017443}`, nil},
		{"a DOI in a list", `{"DOI":["10.1/ab"]}`, replace(biblio.FieldDOI, "10.1/ab", "10.1/cd"),
			`{"DOI":["10.1/cd"]}`, nil},
		{"a DOI in place of nonsense", `{"DOI":"doi:10.1"}`, replace(biblio.FieldDOI, "10.1/ab", "10.1/cd"),
			`{"DOI":"doi:10.1/cd"}`, nil},
		{"an ISBN that it does not state", `{"ISBN":"x"}`, replace(biblio.FieldISBN, "9780306406157", "9780306406164"), "",
			errNoField},
		{"an arXiv id that it does not state", `{"number":"7"}`, replace(biblio.FieldArXiv, "1706.03762", "1706.03763"), "",
			errNoField},
		{"the abbreviation of something else", `{"container-title":["Nature"],"journalAbbreviation":"Science"}`,
			replace(biblio.FieldVenue, "Nature", "Machine Learning"),
			`{"container-title":["Machine Learning"],"journalAbbreviation":"Science"}`, nil},
		{"an abbreviation that is the name", `{"container-title":"Nature","journalAbbreviation":"Nature"}`,
			replace(biblio.FieldVenue, "Nature", "Machine Learning"),
			`{"container-title":"Machine Learning","journalAbbreviation":"Mach. Learn."}`, nil},
		{"no container", `{"journalAbbreviation":"Nat."}`, replace(biblio.FieldVenue, "Nature", "Machine Learning"), "",
			errNoField},
		{"a year that is there", `{"issued":{}}`, add(biblio.FieldYear, "2001"), "", errNoField},
		{"an arXiv id has no member of its own", `{"title":"T"}`, add(biblio.FieldArXiv, "1706.03762"), "", errNoField},
		{"beside one member on a line of its own", "{\n  \"title\": \"T\"\n}", add(biblio.FieldVolume, "45"),
			"{\n  \"title\": \"T\",\n  \"volume\": \"45\"\n}", nil},
		{"before the members that usually follow", `{"DOI":"10.1/a","URL":"u"}`, add(biblio.FieldVolume, "45"),
			`{"DOI":"10.1/a","volume":"45","URL":"u"}`, nil},
		{"leading zeros are no number", `{"volume":7}`, replace(biblio.FieldVolume, "7", "007"), `{"volume":"007"}`, nil},
		{"zero is", `{"volume":7}`, replace(biblio.FieldVolume, "7", "0"), `{"volume":0}`, nil},
		{"an object stays", `{"publisher":{"name":"X"}}`, replace(biblio.FieldPublisher, "X", "Springer"),
			`{"publisher":{"name":"X"}}`, nil},
		{"an empty list stays", `{"publisher":[]}`, replace(biblio.FieldPublisher, "X", "Springer"), `{"publisher":[]}`, nil},
		{"no list of names", `{"author":"Breiman"}`, replace(biblio.FieldAuthors, "", ""), "", errNoField},
		{"a list of names that is missing", `{"title":"T"}`, add(biblio.FieldAuthors, ""),
			`{"title":"T","author":[{"family":"Breiman", "given":"Leo"}, {"family":"Cutler", "given":"Adele"}]}`, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := cslFile{src: c.src}
			item, ok := parse(c.src, 0)
			if !ok {
				t.Fatal("not read")
			}
			f.habit = habitsOf(c.src)
			w := newCSLWriter(&f, &item, &fix.Correction{Work: journal},
				&biblio.Work{Container: biblio.Container{Title: "Nature", Short: "Nat."}, Issued: biblio.Date{Year: 2004}})
			edits, err := w.edits(c.patch)
			if !errors.Is(err, c.err) {
				t.Fatalf("error %v, want %v", err, c.err)
			}
			if got := edited(t, c.src, edits); err == nil && got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}

// Invalid JSON is not accepted as an item.
func TestCSLParse(t *testing.T) {
	for src, want := range map[string]bool{
		`{"a":[1,{"b":"c\"}"}],"d":null}`: true, ` [ ] `: true, `{"a":1`: false, `{"a" 1}`: false, `{a:1}`: false,
		`{"a`: false, ``: false, `["x"`: false,
		strings.Repeat("[", maxDepth+2) + strings.Repeat("]", maxDepth+2): false,
	} {
		if _, ok := parse(src, 0); ok != want {
			t.Errorf("%.40q: sound %v, want %v", src, ok, want)
		}
	}
	old := `[{"id":"a"},{"id":"b"}]`
	for now, want := range map[string]bool{old: true, `[{"id":"a","x":1},{"id":"b"}]`: true, `[{"id":"a"}]`: false,
		`[{"id":"b"},{"id":"a"}]`: false, `[{"id":"a"},{"id":"b"`: false} {
		if got := cslReadsAlike([]byte(old), []byte(now)); got != want {
			t.Errorf("%s: reads alike %v, want %v", now, got, want)
		}
	}
}

func TestRISPatches(t *testing.T) {
	const head, foot = "TY  - JOUR\n", "ER  - \n"
	for _, c := range []struct {
		name, lines string
		patch       fix.Patch
		want        string
		err         error
	}{
		{"one value", "VL  - 46\n", replace(biblio.FieldVolume, "46", "45"), "VL  - 45\n", nil},
		{"a value of two lines in one", "TI  - Random\n", replace(biblio.FieldTitle, "Random", "Random\nForests"),
			"TI  - Random Forests\n", nil},
		{"no such line", "TI  - T\n", replace(biblio.FieldPublisher, "x", "Springer"), "", errNoField},
		{"every date with the wrong year", "PY  - 2004\nY1  - 2004/09/01\nDA  - 1999\n",
			replace(biblio.FieldYear, "2004", "2001"), "PY  - 2001\nY1  - 2001/10/03\nDA  - 1999\n", nil},
		{"no date has it", "PY  - 1999\n", replace(biblio.FieldYear, "2004", "2001"), "", errNoField},
		{"pages in two lines", "SP  - 5\nEP  - 30\n", replace(biblio.FieldPages, "5-30", "6-32"), "SP  - 6\nEP  - 32\n", nil},
		{"pages in one line", "SP  - 5–30\n", replace(biblio.FieldPages, "5-30", "5-32"), "SP  - 5–32\n", nil},
		{"a last page that is missing", "SP  - 5\n", replace(biblio.FieldPages, "5", "5-32"), "SP  - 5\nEP  - 32\n", nil},
		{"one page in place of a range", "SP  - 5\nEP  - 9\n", replace(biblio.FieldPages, "5-9", "e12"), "SP  - e12\n", nil},
		{"pages that are missing", "", add(biblio.FieldPages, "5-32"), "SP  - 5\nEP  - 32\n", nil},
		{"a DOI wherever it stands", "DO  - 10.1/a\nUR  - https://doi.org/10.1/a\n",
			replace(biblio.FieldDOI, "10.1/a", "10.1/b"), "DO  - 10.1/b\nUR  - https://doi.org/10.1/b\n", nil},
		{"an identifier that no line states", "TI  - T\n", replace(biblio.FieldPMID, "1", "2"), "", errNoField},
		{"an abbreviation follows its journal", "JO  - Nature\nJA  - Nat.\n",
			replace(biblio.FieldVenue, "Nature", "Machine Learning"), "JO  - Machine Learning\nJA  - Mach. Learn.\n", nil},
		{"a line that is missing goes where it usually stands", "TI  - T\nPY  - 2001\nDO  - 10.1/a\n",
			add(biblio.FieldVolume, "45"), "TI  - T\nPY  - 2001\nVL  - 45\nDO  - 10.1/a\n", nil},
		{"an ISBN beside an ISSN", "SN  - 0885-6125\n", add(biblio.FieldISBN, "9783161484100"),
			"SN  - 0885-6125\nSN  - 9783161484100\n", nil},
		{"an address that is there", "UR  - https://a.b\n", add(biblio.FieldURL, "https://c.d"), "", errNoField},
		{"a journal that is missing", "TI  - T\n", add(biblio.FieldVenue, "Machine Learning"),
			"TI  - T\nJO  - Machine Learning\n", nil},
		{"a line that is there is not added", "VL  - 4\n", add(biblio.FieldVolume, "45"), "", errNoField},
		{"names that are right keep their lines", "AU  - Breiman, Leo\nAU  - Smith, Ann\n",
			replace(biblio.FieldAuthors, "", ""), "AU  - Breiman, Leo\nAU  - Cutler, Adele\n", nil},
		{"names that move stay as they are written", "AU  - Cutler, Adele J.\nAU  - Breiman, L.\n",
			replace(biblio.FieldAuthors, "", ""), "AU  - Breiman, L.\nAU  - Cutler, Adele J.\n", nil},
		{"a DOI in place of nonsense", "DO  - doi:10.1\n", replace(biblio.FieldDOI, "10.1/ab", "10.1/cd"),
			"DO  - doi:10.1/cd\n", nil},
		{"an ISBN that it does not state", "SN  - 1234-5678\n",
			replace(biblio.FieldISBN, "9780306406157", "9780306406164"), "", errNoField},
		{"an ISBN beside an ISSN", "TI  - T\nSN  - 1234-5678\n", add(biblio.FieldISBN, "9780306406157"),
			"TI  - T\nSN  - 1234-5678\nSN  - 9780306406157\n", nil},
		{"the abbreviation of something else", "JO  - Nature\nJA  - Science\n",
			replace(biblio.FieldVenue, "Nature", "Machine Learning"), "JO  - Machine Learning\nJA  - Science\n", nil},
		{"an abbreviation that is the name", "JA  - Nature\n", replace(biblio.FieldVenue, "Nature", "Machine Learning"),
			"JA  - Machine Learning\n", nil},
		{"another container", "T2  - Science\n", replace(biblio.FieldVenue, "Nature", "Machine Learning"), "", errNoField},
		{"a last page without a first", "EP  - 30\n", replace(biblio.FieldPages, "30", "5-32"), "EP  - 5-32\n", nil},
		{"one page in place of another", "SP  - 5\n", replace(biblio.FieldPages, "5", "e12"), "SP  - e12\n", nil},
		{"a journal that is missing", "TI  - T\n", add(biblio.FieldVenue, "Machine Learning"),
			"TI  - T\nJO  - Machine Learning\n", nil},
		{"one page that is missing", "TI  - T\n", add(biblio.FieldPages, "e12"), "TI  - T\nSP  - e12\n", nil},
		{"a first name that is missing", "AU  - Cutler, Adele\n", replace(biblio.FieldAuthors, "", ""),
			"AU  - Breiman, Leo\nAU  - Cutler, Adele\n", nil},
		{"a name too many", "AU  - Breiman, Leo\nAU  - Smith, Ann\nAU  - Cutler, Adele\n", replace(biblio.FieldAuthors, "",
			""),
			"AU  - Breiman, Leo\nAU  - Cutler, Adele\n", nil},
		{"editors are no authors", "AU  - Breiman, Leo\nAU  - \nED  - Smith, Ann\n", replace(biblio.FieldAuthors, "", ""),
			"AU  - Breiman, Leo\nAU  - Cutler, Adele\nAU  - \nED  - Smith, Ann\n", nil},
		{"names in both orders", "AU  - Leo Breiman\nAU  - Smith, Ann\n", replace(biblio.FieldAuthors, "", ""),
			"AU  - Leo Breiman\nAU  - Cutler, Adele\n", nil},
		{"a group and a person", "AU  - Breiman\nAU  - Smith, Ann\n", replace(biblio.FieldAuthors, "", ""),
			"AU  - Breiman\nAU  - Cutler, Adele\n", nil},
		{"names in reading order", "A1  - Leo Breiman\n", replace(biblio.FieldAuthors, "", ""),
			"A1  - Leo Breiman\nA1  - Adele Cutler\n", nil},
		{"initials stay initials", "AU  - Breiman, L.\n", replace(biblio.FieldAuthors, "", ""),
			"AU  - Breiman, L.\nAU  - Cutler, A.\n", nil},
		{"a list that is cut stays as long", "AU  - Smith, Ann\nAU  - et al.\n", replace(biblio.FieldAuthors, "", ""),
			"AU  - Breiman, Leo\nAU  - et al.\n", nil},
		{"names that are missing", "TI  - T\n", add(biblio.FieldAuthors, ""),
			"AU  - Breiman, Leo\nAU  - Cutler, Adele\nTI  - T\n", nil},
		{"type", "TI  - T\n", replace(biblio.FieldType, "JOUR", "BOOK"), "TI  - T\n", nil},
	} {
		for _, end := range []string{"\n", "\r\n"} {
			t.Run(c.name, func(t *testing.T) {
				lay := func(lines string) string {
					if !strings.Contains(lines, "TI  - ") {
						lines = "TI  - T\n" + lines
					}
					return strings.ReplaceAll("\ufeff"+head+lines+foot, "\n", end)
				}
				src := lay(c.lines)
				list := split([]byte(src))
				if len(list) != 1 {
					t.Fatalf("%d entries", len(list))
				}
				w := newRISWriter(list[0], &fix.Correction{Work: journal},
					&biblio.Work{Container: biblio.Container{Title: "Nature", Short: "Nat."},
						Issued: biblio.Date{Year: 2004}})
				edits, err := w.edits(c.patch)
				if !errors.Is(err, c.err) {
					t.Fatalf("error %v, want %v", err, c.err)
				}
				if got := edited(t, src, edits); err == nil && got != lay(c.want) {
					t.Errorf("got  %q\nwant %q", got, lay(c.want))
				}
			})
		}
	}
}

// Entries are located again in order, in whatever encoding they were read.
func TestRISFind(t *testing.T) {
	src := "TY  - JOUR\nTI  - Gr\xf6\xdfe\nER  - \nTY  - JOUR\nTI  - B\nER  - \nTY  - JOUR\nTI  - B\nER  - \n"
	var findings []audit.Finding
	for _, raw := range []string{"TY  - JOUR\nTI  - Größe\nER  -", "TY  - JOUR\nTI  - B\nER  -",
		"TY  - JOUR\nTI  - gone\nER  -", "TY  - JOUR\nTI  - B\nER  -"} {
		findings = append(findings, audit.Finding{Reference: biblio.Reference{Raw: raw}})
	}
	var at []int
	for _, e := range find([]byte(src), findings) {
		if e == nil {
			at = append(at, -1)
		} else {
			at = append(at, e.at)
		}
	}
	second := strings.Index(src, "TY  - JOUR\nTI  - B")
	if want := []int{0, second, -1, second + len("TY  - JOUR\nTI  - B\nER  - \n")}; !slices.Equal(at, want) {
		t.Errorf("found at %v, want %v", at, want)
	}
}

// The form of a list of names is found by printing it.
func TestFormOfNames(t *testing.T) {
	two, three := people("Breiman, Leo", "Cutler, Adele"), people("Breiman, Leo", "Cutler, Adele", "Stone, Charles J.")
	for _, c := range []struct {
		text string
		list []biblio.Contributor
		cut  bool
		want string // the same form with the three names
	}{
		{"Leo Breiman and Adele Cutler", two, false, "Leo Breiman, Adele Cutler and Charles J. Stone"},
		{"Breiman, L., & Cutler, A.", two, false, "Breiman, L., Cutler, A., & Stone, C. J."},
		{"Breiman L, Cutler A", two, false, "Breiman L, Cutler A, Stone CJ"},
		{"Breiman, L. et al.", two[:1], true, ""},
		{"L. Breiman; A. Cutler; C. J. Stone.", three, false, "L. Breiman; A. Cutler; C. J. Stone"},
		{"Breiman & friends", two, false, "none"},
	} {
		form, end, ok := formOf(c.text, c.list, c.cut)
		switch {
		case !ok && c.want != "none":
			t.Errorf("%q: no form", c.text)
		case ok && !c.cut && strings.TrimSuffix(form.Print(c.list, false), end)+end != c.text:
			t.Errorf("%q is printed as %q", c.text, form.Print(c.list, false))
		case ok && c.want != "" && c.want != "none" && form.Print(three, false) != c.want:
			t.Errorf("%q: three names %q, want %q", c.text, form.Print(three, false), c.want)
		case ok && c.want == "none":
			t.Errorf("%q: %+v", c.text, form)
		}
	}
}

func TestKeepBreak(t *testing.T) {
	for _, c := range []struct{ old, text, want string }{
		{"one line", "another", "another"},
		{"Random\n    forests", "Random woods", "Random\n    woods"},
		{"A very long\r\n  title", "Short title", "Short\r\n  title"},
		{"two\nwords", "single", "single"}, {"a long first line\nx", "ab cd ef", "ab cd\nef"},
		{"ab \t\r\n\tcd", "ab cd ef", "ab \t\r\n\tcd ef"}, {"ab\ncd", "abc de f", "abc\nde f"}, {"\nx", "a b", "a\nb"},
		{"\nx", " b", "\nb"},
	} {
		if got := keepBreak(c.old, c.text); got != c.want {
			t.Errorf("%q for %q: %q, want %q", c.text, c.old, got, c.want)
		}
	}
}

// The text of a reference is located again across line ends and list markers.
func TestLocate(t *testing.T) {
	src := "\ufeffIntro\r\n  [7] L. Breiman,\r\n      Random forests.\r\nL. Breiman,\r\n"
	f := newFile([]byte(src))
	ref := biblio.Reference{Raw: "L. Breiman,\nRandom forests.", Place: biblio.Place{Line: 2, EndLine: 3}}
	at, ok := f.locate(&ref)
	if !ok || len(at) != len(ref.Raw)+1 || src[at[0]:at[0]+2] != "L." || src[at[12]:at[12]+6] != "Random" {
		t.Fatalf("found %v at %v", ok, at)
	}
	if edit := f.whole(at, "Leo Breiman. Random forests. Machine Learning, 2001."); edited(t, src,
		[]bibtex.Edit{
			edit}) != "\ufeffIntro\r\n  [7] Leo Breiman. Random forests.\r\n      Machine Learning, 2001.\r\nL. Breiman,\r\n" {
		t.Errorf("%q", edit.Text)
	}
	ref.Place = biblio.Place{Line: 4, EndLine: 4}
	if _, ok := f.locate(&ref); ok {
		t.Error("found where it does not stand")
	}
}

// An entry is reprinted on as many lines as it had: as wide as its first line, indented as its second.
func TestWhole(t *testing.T) {
	wide := strings.Repeat("x", 44)
	for _, c := range []struct{ before, old, text, want string }{
		{"", "one line", "A. B. C", "A. B. C"},
		{"", wide + "\n  tail", strings.Repeat("abcdefghij ", 4) + "z", strings.Repeat("abcdefghij ", 3) + "abcdefghij\n  z"},
		{"", wide + "x\n  tail", strings.Repeat("abcdefghij ", 4) + "z", strings.Repeat("abcdefghij ", 4) + "z"},
		{"line\n[1] ", "short\n  tail", strings.Repeat("abcdefghij ", 3) + "abc d",
			strings.Repeat("abcdefghij ", 3) + "abc\n  d"},
		{"line\n[1] ", wide + "\n  tail", strings.Repeat("abcdefghij ", 4) + "zz",
			strings.Repeat("abcdefghij ", 3) + "abcdefghij\n  zz"},
		{"", "short\r\n    tail", strings.Repeat("äöüäöüäöüä ", 3) + "1234567 abcdefghi abcdefghi abcdefghi abcdefg h",
			"äöüäöüäöüä äöüäöüäöüä äöüäöüäöüä 1234567\r\n    abcdefghi abcdefghi abcdefghi\r\n    abcdefg h"},
	} {
		f := newFile([]byte(c.before + c.old))
		at := make(place, len(c.old)+1)
		for i := range at {
			at[i] = len(c.before) + i
		}
		if got := f.whole(at, c.text); got.Text != c.want || got.Span != (bibtex.Span{Start: at[0], End: at[len(c.old)]}) {
			t.Errorf("%q for %q: %+v, want %q", c.text, c.old, got, c.want)
		}
	}
}

// Lines end in LF, CRLF or CR; a line that is not there begins at the end.
func TestLinesOfFile(t *testing.T) {
	f := newFile([]byte("\ufeffa\nb\r\nc\rd\n"))
	if want := []int{3, 5, 8, 10, 12}; !slices.Equal(f.lines, want) || !f.valid {
		t.Errorf("lines at %v", f.lines)
	}
	for n, want := range map[int]int{-1: 12, 0: 12, 1: 3, 5: 12, 6: 12} {
		if got := f.line(n); got != want {
			t.Errorf("line %d at %d", n, got)
		}
	}
	for _, src := range []string{"a\x00b", "a\xff"} {
		if newFile([]byte(src)).valid {
			t.Errorf("%q is a text", src)
		}
	}
}

// A linked citation is corrected wherever it stands word for word, once at each place.
func TestLinkedEverywhere(t *testing.T) {
	const raw = "[Breiman, 2004, Random Forests](https://a.b)"
	src := "see " + raw + " and " + raw + ", not [Breiman, 2004]; " + raw
	f := newFile([]byte(src))
	ref := biblio.Reference{Raw: raw, Place: biblio.Place{Line: 1, EndLine: 1}}
	at, ok := f.locate(&ref)
	if !ok {
		t.Fatal("not found")
	}
	year := strings.Index(raw, "2004")
	made := []bibtex.Edit{{Span: bibtex.Span{Start: year, End: year + 4}, Text: "2001"},
		{Span: bibtex.Span{Start: len(raw), End: len(raw)}, Text: "!"}}
	fixed := strings.Replace(raw, "2004", "2001", 1) + "!"
	want := "see " + fixed + " and " + fixed + ", not [Breiman, 2004]; " + fixed
	if got := edited(t, src, f.edits(&ref, at, made)); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if again := f.edits(&ref, at, made); len(again) != 0 {
		t.Errorf("changed twice: %+v", again)
	}
	if none := newFile([]byte(src)).edits(&ref, at, nil); len(none) != 0 {
		t.Errorf("changed without a reason: %+v", none)
	}
	plain := biblio.Reference{Raw: "2004", Place: biblio.Place{Line: 1, EndLine: 1}}
	g := newFile([]byte(src))
	if at, ok := g.locate(&plain); !ok || len(g.edits(&plain, at, []bibtex.Edit{{Span: bibtex.Span{End: 4},
		Text: "2001"}})) != 1 {
		t.Error("a printed reference is changed at other places too")
	}
}

// A corrected file has the same entries under the same ids.
func TestRISReadsAlike(t *testing.T) {
	entry := func(lines string) string { return "TY  - JOUR\n" + lines + "TI  - T\nER  - \n" }
	for _, c := range []struct {
		old, now string
		want     bool
	}{
		{entry("ID  - a\n"), entry("ID  - a\nVL  - 1\n"), true}, {entry("ID  - a\n"), entry("ID  - b\n"), false},
		{entry("ID  - a\n"), entry(""), false}, {entry("ID  - \nID  - a\n"), entry("ID  - a\n"), true},
		{entry(""), entry("ID  - \n"), true}, {entry("AU  - a\n"), entry("AU  - b\n"), true},
		{entry(""), entry("") + entry(""), false}, {"no entry", "no entry", true},
	} {
		if risReadsAlike([]byte(c.old), []byte(c.now)) != c.want {
			t.Errorf("%q and %q", c.old, c.now)
		}
	}
	for text, want := range map[string]bool{"Größe": true, "Gr\xf6\xdfe": true, "Gr\xf6\xdfer": false, "Größen": false,
		"Grüße": false, "\xffGrx": false} {
		if sameText(text, "Größe") != want {
			t.Errorf("%q was read as another text", text)
		}
	}
	if list := split([]byte("\xef\xbb\xbfTY  - JOUR\nTI  - T\nER  - \nTY - BOOK\nTI - B\nER  -")); len(list) != 2 || list[0].at != 3 {
		t.Errorf("%+v", list)
	}
	if list := split([]byte("T\x00Y\x00TY  - JOUR\nTI  - T\nER  - \n")); len(list) != 0 {
		t.Errorf("UTF-16 has %d entries", len(list))
	}
}

// What is kept of a printed value: the mark at its end, and the publisher, place and pages behind a container.
func TestPrintedParts(t *testing.T) {
	for _, c := range [][3]string{{"A title.", "Another title", "."}, {"A title,", "Another title", ","},
		{"A title.", "Another title.", ""}, {"A title", "Another title", ""}, {"A title?", "Another title", ""},
		{"", "Another title", ""}, {".", "", "."}} {
		if got := tail(c[0], c[1]); got != c[2] {
			t.Errorf("%q for %q: %q is left, want %q", c[1], c[0], got, c[2])
		}
	}
	record := biblio.Record{Work: biblio.Work{Publisher: "Springer", Place: "Berlin"}}
	for old, want := range map[string]string{
		"Machine Learning, Springer": "Machine Learning", "Machine Learning. springer": "Machine Learning",
		"Machine Learning, Berlin": "Machine Learning", "Machine Learning, Berlin, Springer": "Machine Learning",
		"Machine Learning": "Machine Learning", "Machine Learning Springer": "Machine Learning Springer",
		"Machine Learning,Springer": "Machine Learning,Springer", "Springer": "Springer", ", Springer": ", Springer",
	} {
		d := draft{c: &fix.Correction{Work: record.Work}}
		if own, rest := d.ownVenue(old); own != want || own+rest != old {
			t.Errorf("%q: %q and %q, want %q", old, own, rest, want)
		}
	}
	const text = "in 2014a, 12/2014-5 ü2014 2014."
	for at, want := range map[int]bool{-1: false, 0: true, 2: false, 7: true, 8: false, 12: true, 17: true, 20: true,
		len(text) - 1: false, len(text): false} {
		if wordAt(text, at) != want {
			t.Errorf("a word at %d of %q: %t", at, text, !want)
		}
	}
}

// What a short list does not show of its form is usual for the form of its names.
func TestSettled(t *testing.T) {
	for _, c := range []struct {
		form            style.NameList
		n               int
		sep, pair, last string
	}{
		{style.NameList{Order: style.Inverted, Given: style.Bare, Comma: " "}, 1, ", ", ", ", ", "},
		{style.NameList{Order: style.Inverted, Given: style.Spaced, Comma: ", "}, 1, ", ", ", & ", ", & "},
		{style.NameList{Order: style.Reading, Given: style.Full}, 1, ", ", " and ", ", and "},
		{style.NameList{Order: style.Reading, Sep: "; ", Pair: " & ", Last: ", and "}, 2, "; ", " & ", ", and "},
		{style.NameList{Order: style.Reading, Sep: ", ", Last: ", and "}, 3, ", ", " and ", ", and "},
		{style.NameList{Order: style.Reading, Sep: ", ", Last: ", "}, 3, ", ", ", ", ", "},
		{style.NameList{Order: style.Inverted, Sep: ", ", Pair: " & ", Last: ", and "}, 3, ", ", " & ", ", and "},
	} {
		f := settled(c.form, c.n)
		if f.Sep != c.sep || f.Pair != c.pair || f.Last != c.last {
			t.Errorf("%+v of %d: %q, %q, %q", c.form, c.n, f.Sep, f.Pair, f.Last)
		}
	}
	list := people("Breiman, Leo", "Cutler, Adele", "Doe, Jane")
	for text, want := range map[string]string{
		"Breiman, L., Cutler, A., & Doe, J.": ", |, & |", "Leo Breiman, Adele Cutler and Jane Doe": ", | and |",
		"Breiman L, Cutler A, Doe J.": ", |, |.", "Breiman, L.; Cutler, A.; Doe, J.": "; |; |",
		"Leo Breiman; Jane Doe": "", "": "",
	} {
		form, end, ok := formOf(text, list, false)
		if got := form.Sep + "|" + form.Last + "|" + end; ok != (want != "") || ok && got != want {
			t.Errorf("%q: %q, %t, want %q", text, got, ok, want)
		}
	}
}

// A copy of a reference has its address and PMID, unless the entry states them or they would end the field.
func TestWithAddress(t *testing.T) {
	const entry = "@misc{k,\n  title = {T},\n}\n"
	pmid := []ident.ID{{Scheme: ident.PMID, Value: "26017442"}}
	for _, c := range []struct {
		entry string
		w     biblio.Work
		want  string
	}{
		{entry, biblio.Work{}, entry},
		{entry, biblio.Work{URL: "https://a.b"}, "@misc{k,\n  title = {T},\n  url = {https://a.b},\n}\n"},
		{entry, biblio.Work{IDs: pmid}, "@misc{k,\n  title = {T},\n  pmid = {26017442},\n}\n"},
		{"@misc{k,\n  url = {u},\n}\n", biblio.Work{URL: "https://a.b"}, "@misc{k,\n  url = {u},\n}\n"},
		{entry, biblio.Work{URL: "https://a.b/}"}, entry},
	} {
		if got := withAddress(c.entry, &c.w); got != c.want {
			t.Errorf("%+v:\n%s\nwant\n%s", c.w, got, c.want)
		}
	}
}

// A member is removed together with the comma beside it.
func TestRemove(t *testing.T) {
	for src, want := range map[string]string{`{"a":1, "b":2}`: `{"b":2}`, `{"b":2, "a":1}`: `{"b":2}`, `{"a":1}`: `{}`,
		`{"b":2, "a":1, "c":3}`: `{"b":2, "c":3}`} {
		item, _ := parse(src, 0)
		at := slices.IndexFunc(item.members, func(m member) bool { return m.key == "a" })
		if got := edited(t, src, []bibtex.Edit{cslItem{&cslFile{src: src}, &item}.remove(at)}); got != want {
			t.Errorf("%s: %s, want %s", src, got, want)
		}
	}
}

// A printed reference is changed only where it then says what the record says, and nothing else.
func TestPrintedChange(t *testing.T) {
	const breiman = "Breiman, L. (2004). Random woods. Nature, 46(1), 5–30."
	work := journal
	work.Contributors, work.Volume, work.Issue, work.Pages = people("Breiman, Leo"), "45", "1", "5-32"
	doi := "10.1023/a:1010933404324"
	work.IDs = []ident.ID{{Scheme: ident.DOI, Value: doi}}
	for _, c := range []struct {
		raw   string
		patch fix.Patch
		want  string
		err   error
	}{
		{breiman, replace(biblio.FieldVolume, "46", "45"), "Breiman, L. (2004). Random woods. Nature, 45(1), 5–30.", nil},
		{breiman, replace(biblio.FieldPages, "5-30", "5-32"), "Breiman, L. (2004). Random woods. Nature, 46(1), 5–32.", nil},
		{breiman, replace(biblio.FieldYear, "2004", "2001"), "Breiman, L. (2001). Random woods. Nature, 46(1), 5–30.", nil},
		{breiman, replace(biblio.FieldTitle, "Random woods", "Random Forests"),
			"Breiman, L. (2004). Random Forests. Nature, 46(1), 5–30.", nil},
		{breiman, replace(biblio.FieldVenue, "Nature", "Machine Learning"),
			"Breiman, L. (2004). Random woods. Machine Learning, 46(1), 5–30.", nil},
		{breiman, add(biblio.FieldDOI, doi), breiman + " https://doi.org/" + doi, nil},
		{breiman, add(biblio.FieldPublisher, "Springer"), "", errNoSpan},
		{breiman, replace(biblio.FieldPublisher, "x", "Springer"), "", errNoSpan},
		{breiman, replace(biblio.FieldVolume, "46", "<b>45</b>"), "", errNoSpan},
		{breiman, replace(biblio.FieldVolume, "46", "45](x"), "", errNoSpan},
		{breiman, replace(biblio.FieldVolume, "46", ""), "", errNoSpan},
		{"[Breiman, 2004, Random woods](https://a.b/c)", replace(biblio.FieldTitle, "Random woods", "Random [Forests"), "",
			errNoSpan},
		{breiman, replace(biblio.FieldVolume, "46", "47"), "", errReadElse},
		{breiman, replace(biblio.FieldVolume, "46", "46"), breiman, nil},
		{"Breiman, L. (2004). Random woods. Nature, 46(1), 5–30. Vol. 45.", replace(biblio.FieldVolume, "46", "45"), "",
			errElse},
		{"Breiman, L. (2004). Random woods. Nature, 46(1), 5–30. (Random Forests)",
			replace(biblio.FieldTitle, "Random woods", "Random Forests"), "", errElse},
		{"Leo Breiman. 2004. Random Forests. Machine Learning 45, 1 (2004), 5–32.",
			replace(biblio.FieldYear, "2004", "2001"), "Leo Breiman. 2001. Random Forests. Machine Learning 45, 1 (2001), 5–32.",
			nil},
		{"[Breiman, 2004, Random woods](https://a.b/c)", add(biblio.FieldDOI, doi), "", errNoSpan},
		{"Smith, L. (2004). Random woods. Nature, 46(1), 5–30.", replace(biblio.FieldAuthors, "", ""), breiman, nil},
		{"Smith, L., … Doe, J. (2004). Random woods. Nature, 46(1), 5–30.", replace(biblio.FieldAuthors, "", ""), "",
			errNoSpan},
		{"Breiman, L. (2004). Random woods. Nature, 46(1), 5–30. doi:10.1000/abc",
			replace(biblio.FieldDOI, "10.1000/abc", doi), "Breiman, L. (2004). Random woods. Nature, 46(1), 5–30. doi:" + doi,
			nil},
	} {
		read := refstring.Parse(c.raw)
		ref := biblio.Reference{Raw: c.raw, Claimed: read.Work, Spans: read.Spans}
		d := draft{ref: &ref, c: &fix.Correction{Work: work}}
		err := d.make(c.patch)
		if !errors.Is(err, c.err) {
			t.Errorf("%s, %s: %v, want %v", c.raw, c.patch.Field, err, c.err)
		} else if got := edited(t, c.raw, d.made); err == nil && got != c.want {
			t.Errorf("%s, %s:\n%s\nwant\n%s", c.raw, c.patch.Field, got, c.want)
		}
	}
	for text, want := range map[string]bool{"A, B, … Z": true, "A ... Z": true, "A . . . Z": true, "A. B. Z": false} {
		if gapped(text) != want {
			t.Errorf("%q has a gap: %t", text, !want)
		}
	}
	for want, list := range map[bool][]biblio.Contributor{
		true:  append(people("Breiman, Leo"), biblio.Contributor{Family: "Cutler"}),
		false: append(people("Breiman, Leo"), biblio.Contributor{Literal: "WHO"})} {
		if half(list) != want {
			t.Errorf("%v is split in the wrong places: %t", list, !want)
		}
	}
}

// A key that BibTeX, CSL and RIS all take is kept.
func TestUsable(t *testing.T) {
	for key, want := range map[string]bool{"breiman2001": true, "": false, "a b": false, "a,b": false, "a{b": false,
		"DBLP:conf/nips/Breiman01": true, "gödel1931": true, "a\x01b": false, "a\ufffdb": false,
		strings.Repeat("a", 200): true, strings.Repeat("a", 201): false} {
		if usable(key) != want {
			t.Errorf("%q can be used: %t", key, !want)
		}
	}
}

// The parts of a printed reference that a change must keep apart: a value is not written where the right one is already
// at another place, a year is changed at every place of its own, and spans that lie outside of the text are none.
func TestPrintedSpans(t *testing.T) {
	const raw = "2004 Frost, Ice, 5-32, v. 46(1), 2004a, x2004, 2004"
	span := func(text string) biblio.Span {
		at := strings.Index(raw, text)
		return biblio.Span{Start: at, End: at + len(text)}
	}
	spans := map[biblio.Field]biblio.Span{biblio.FieldTitle: span("Ice"), biblio.FieldVolume: span("46"),
		biblio.FieldIssue: span("1"), biblio.FieldYear: span("2004")}
	d := draft{ref: &biblio.Reference{Raw: raw, Spans: spans}, c: &fix.Correction{}}
	for _, c := range []struct {
		patch fix.Patch
		span  biblio.Span
		want  bool
	}{
		{replace(biblio.FieldPages, "46(1)", "7-9"), span("46(1)"), true}, {replace(biblio.FieldPages, "5-32", "7-9"),
			span("5-32"), false},
		{replace(biblio.FieldPages, "5-32", "1-9"), span("5-32"), true}, {replace(biblio.FieldPages, "5-32", "9-1"),
			span("5-32"), false},
		{replace(biblio.FieldVolume, "46", "5"), span("46"), true}, {replace(biblio.FieldVolume, "46", "1"), span("46"),
			false},
		{replace(biblio.FieldVolume, "46", "47"), span("46"), false}, {replace(biblio.FieldIssue, "1", "32"), span("1"),
			true},
		{replace(biblio.FieldTitle, "Ice", "Frost"), span("Ice"), true}, {replace(biblio.FieldTitle, "Ice", "Fros"),
			span("Ice"), false},
		{replace(biblio.FieldVenue, "Frost", "Ice"), span("Frost"), false}, {replace(biblio.FieldTitle, "Ice", ""),
			span("Ice"), false},
		{replace(biblio.FieldPublisher, "Ice", "Frost"), span("Ice"), false},
	} {
		if d.elsewhere(c.patch, c.span) != c.want {
			t.Errorf("%+v is elsewhere: %t", c.patch, !c.want)
		}
	}
	var years []int
	for _, e := range d.again(bibtex.Edit{Span: bibtex.Span(span("2004")), Text: "2001"}) {
		years = append(years, e.Span.Start)
	}
	if !slices.Equal(years, []int{len(raw) - 4}) {
		t.Errorf("the year is again at %v", years)
	}
	last := bibtex.Span{Start: len(raw) - 4, End: len(raw)}
	delete(spans, biblio.FieldYear)
	if list := d.again(bibtex.Edit{Span: last, Text: "2001"}); len(list) != 1 || list[0].Span.Start != 0 {
		t.Errorf("the year is again at %+v", list)
	}
	title := spans[biblio.FieldTitle]
	for at, want := range map[bibtex.Span]bool{{Start: title.Start - 1, End: title.Start}: false,
		{Start: title.Start - 1, End: title.Start + 1}: true, {Start: title.End - 1, End: title.End}: true,
		{Start: title.End, End: title.End + 1}: false} {
		if d.inField(at) != want {
			t.Errorf("%+v is in a field: %t", at, !want)
		}
	}
	for _, bad := range []biblio.Span{{Start: -1, End: 3}, {Start: 3, End: len(raw) + 1}, {Start: 4, End: 4}, {Start: 5,
		End: 4}} {
		spans[biblio.FieldPublisher] = bad
		if _, err := d.change(replace(biblio.FieldPublisher, "x", "y")); !errors.Is(err, errNoSpan) {
			t.Errorf("%+v: %v", bad, err)
		}
	}
	for r, want := range map[rune]bool{'0': false, '9': false, 'a': false, 'z': false, 'A': false, 'Z': false, '/': true,
		':': true,
		'@': true, '[': true, '`': true, '{': true, 'ü': true} {
		if notWord(r) != want {
			t.Errorf("%c ends a word: %t", r, !want)
		}
	}
}

// Only what replaces a part of the text can be said to be printed.
func TestPrints(t *testing.T) {
	const raw = "Breiman, L. (2004). Random woods. Nature, 46(1), 5–30."
	read := refstring.Parse(raw)
	ref := biblio.Reference{Raw: raw, Claimed: read.Work, Spans: read.Spans}
	work := journal
	work.Volume, work.IDs = "45", []ident.ID{{Scheme: ident.DOI, Value: "10.1023/a"}}
	for _, c := range []struct {
		patch fix.Patch
		want  bool
	}{{replace(biblio.FieldVolume, "46", "45"), true}, {replace(biblio.FieldVolume, "46", "47"), false},
		{add(biblio.FieldDOI, "10.1023/a"), false}, {replace(biblio.FieldPublisher, "x", "y"), false}} {
		if Prints(&ref, &fix.Correction{Work: work}, c.patch) != c.want {
			t.Errorf("%+v is printed: %t", c.patch, !c.want)
		}
	}
}

// A list of two names that becomes longer is written as longer lists of the same file are, if they write names alike.
func TestLonger(t *testing.T) {
	three := people("Breiman, Leo", "Cutler, Adele", "Stone, Charles J.")
	other := func(text string, names []biblio.Contributor, cut bool) audit.Finding {
		return audit.Finding{Reference: biblio.Reference{Raw: text, Claimed: biblio.Work{Contributors: names,
			AuthorsCut: cut},
			Spans: map[biblio.Field]biblio.Span{biblio.FieldAuthors: {Start: 0, End: len(text)}}}}
	}
	const semicolons = "Breiman, L.; Cutler, A.; Stone, C. J."
	outside := other(semicolons, three, false)
	outside.Reference.Spans = map[biblio.Field]biblio.Span{biblio.FieldAuthors: {Start: 0, End: 99}}
	many := slices.Repeat([]audit.Finding{other("Leo Breiman, Adele Cutler, Charles J. Stone", three, false)}, maxModels-1)
	for name, c := range map[string]struct {
		list []audit.Finding
		want string
	}{
		"none": {nil, ", |, & "}, "alike": {[]audit.Finding{other(semicolons, three, false)}, "; |; "},
		"two names":     {[]audit.Finding{other("Breiman, L.; Cutler, A.", three[:2], false)}, ", |, & "},
		"cut":           {[]audit.Finding{other(semicolons, three, true)}, ", |, & "},
		"gap":           {[]audit.Finding{other("Breiman, L.; … Stone, C. J.", three, false)}, ", |, & "},
		"outside":       {[]audit.Finding{outside}, ", |, & "},
		"other order":   {many[:1], ", |, & "},
		"the last":      {append(slices.Clone(many), other(semicolons, three, false)), "; |; "},
		"past the last": {append(slices.Clone(many), many[0], other(semicolons, three, false)), ", |, & "},
	} {
		form, _, ok := formOf("Breiman, L., & Cutler, A.", three[:2], false)
		if !ok {
			t.Fatal("no form")
		}
		form.Sep, form.Last = ", ", ", & "
		d := draft{list: c.list}
		if got := d.longer(form); got.Sep+"|"+got.Last != c.want {
			t.Errorf("%s: %q", name, got.Sep+"|"+got.Last)
		}
	}
}

// Items are found again in order; a text that is no object is none.
func TestCSLFind(t *testing.T) {
	const a, b = `{"id":"a"}`, `{"id":"b"}`
	f := &cslFile{src: a + "," + b + "," + a + `,"text",[` + b + `]`}
	var findings []audit.Finding
	for _, raw := range []string{a, "", "gone", a, `"text"`, b} {
		findings = append(findings, audit.Finding{Reference: biblio.Reference{Raw: raw}})
	}
	var at []int
	for _, n := range f.find(findings) {
		if n == nil {
			at = append(at, -1)
		} else {
			at = append(at, n.start)
		}
	}
	if second := 2*len(a) + 2; !slices.Equal(at, []int{0, -1, -1, second, -1, strings.LastIndex(f.src, b)}) {
		t.Errorf("found at %v", at)
	}
}

// A corrected file has the same ids, and is valid if it was.
func TestCSLReadsAlike(t *testing.T) {
	for _, c := range []struct {
		old, now string
		want     bool
	}{
		{`[{"id":"a"}]`, `[{"id":"a","volume":"1"}]`, true}, {`[{"id":"a"}]`, `[{"id":"b"}]`, false},
		{`[{"id":"a"}]`, `[{"id":"a"}`, false}, {`[{"id":"a"`, `[{"id":"a"`, true}, {`[{"id":"a"`, `[{"id":"a"}]`, false},
		{`[{"id":1}]`, `[{"id":"1"}]`, false}, {`{"id":"a"} {"id":"b"}`, `{"id":"a"}`, false},
		{`[{"id":"a"}]`, `[{"id":"a"}]]`, false}, {`[{"id":"a"}]`, `[{"id":"a"},{"id":}]`, false},
	} {
		if cslReadsAlike([]byte(c.old), []byte(c.now)) != c.want {
			t.Errorf("%s and %s are read alike: %t", c.old, c.now, !c.want)
		}
	}
}

// A number stays a number where it can be one.
func TestCSLNumbers(t *testing.T) {
	long := strings.Repeat("1", 15)
	for _, c := range [][3]string{{`{"a":1}`, "2", `{"a":2}`}, {`{"a":1}`, "0", `{"a":0}`}, {`{"a":1}`, "02",
		`{"a":"02"}`},
		{`{"a":1}`, long, `{"a":` + long + `}`}, {`{"a":1}`, long + "1", `{"a":"` + long + `1"}`}, {`{"a":1}`, "1",
			`{"a":1}`},
		{`{"a":1}`, "", `{"a":1}`}, {`{"a":"1"}`, "2", `{"a":"2"}`}, {`{"a":[1,3]}`, "2", `{"a":[2,3]}`}, {`{"a":[]}`, "2",
			`{"a":[]}`},
		{`{"a":{}}`, "2", `{"a":{}}`}, {`{"a":["x"]}`, "y", `{"a":["y"]}`}} {
		item, _ := parse(c[0], 0)
		f := &cslFile{src: c[0]}
		if got := edited(t, c[0], f.put(&item.members[0].value, c[1])); got != c[2] {
			t.Errorf("%s for %q: %s, want %s", c[0], c[1], got, c[2])
		}
	}
	for src, want := range map[string]habits{`{"a":"\/"}`: {slashes: true}, `{"a":"\u00e9"}`: {ascii: true},
		`{"a":"é\u00e9"}`: {},
		`{"a":"\u00e9é"}`: {}, `{"a":"x"}`: {}} {
		if got := habitsOf(src); got != want {
			t.Errorf("%s: %+v", src, got)
		}
	}
	for _, c := range []struct {
		c    biblio.Contributor
		want string
	}{{biblio.Contributor{Literal: "The Team"}, "literal=The Team"}, {biblio.Contributor{Given: "Plato"}, "literal=Plato"},
		{biblio.Contributor{Family: "Plato"}, "family=Plato"}, {biblio.Contributor{Family: "Goethe", Given: "J. W.",
			Particle: "von", Suffix: "Jr"}, "family=Goethe given=J. W. non-dropping-particle=von suffix=Jr"}} {
		var got []string
		for _, part := range parts(c.c) {
			got = append(got, part[0]+"="+part[1])
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%+v: %q", c.c, got)
		}
	}
}

// A list in Markdown keeps its faces.
func TestFaced(t *testing.T) {
	work := journal
	text, err := style.Render(&work, "apa")
	if err != nil {
		t.Fatal(err)
	}
	for old, want := range map[string]string{"a *b* c": text.Markdown(), "a * c": text.String(), "a": text.String()} {
		if got := faced(text, old); got != want {
			t.Errorf("%s: %s", old, got)
		}
	}
	for text, want := range map[string]bool{"[A, 2001](https://a.b)": true, "A, 2001](https://a.b)": false, "[A, 2001] (b)": false,
		"See [A](b)": false} {
		if linked(text) != want {
			t.Errorf("%s is linked: %t", text, !want)
		}
	}
}
