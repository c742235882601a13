package entry

import (
	"fmt"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
)

// A file whose proceedings are acronyms gets acronyms: its own, the most common first, or else the usual one.
func TestAcronyms(t *testing.T) {
	in := func(names ...string) (src string) {
		for _, name := range names {
			src += "@inproceedings{k, booktitle = {" + name + "}}\n"
		}
		return src
	}
	vision := "Proceedings of the IEEE Conference on Computer Vision and Pattern Recognition"
	neural := "Advances in Neural Information Processing Systems"
	for _, c := range []struct {
		src, name, want string
		writes          bool
	}{
		{in("CVPR", "CVPR", "ICML"), vision, "CVPR", true},
		{in("ICML", "ICML", "ICML"), vision, "CVPR", true},
		{in("ICML", "ICML", "ICML"), neural, "NeurIPS", true},
		{in("ICML", "ICML", "ICML"), "Workshop on Counting Birds", "", true},
		{in("ICML", "ICML"), vision, "", false},
		{in("ICML", "ICML", "ICML", "ICML", neural), vision, "CVPR", true},
		{in("ICML", "ICML", "ICML", neural), vision, "", false},
		{in("NIPS", "NeurIPS", "NeurIPS"), neural, "NeurIPS", true},
		{in("NeurIPS", "NeurIPS", "NIPS", "NIPS"), neural, "NIPS", true},
	} {
		if got, writes := learned(c.src).Acronym(c.name); got != c.want || writes != c.writes {
			t.Errorf("%s in a file with %s: %q, %t", c.name, c.src, got, writes)
		}
	}
}

// Three entries make the name of a container a habit; two names, or the name of one meeting, make none.
func TestContainerHabit(t *testing.T) {
	of := func(journal string, n int) string { return strings.Repeat("@article{k, journal = {"+journal+"}}\n", n) }
	for _, c := range []struct{ src, name, want string }{
		{of("Mach. Learn.", 2), "Machine Learning", "Machine Learning"},
		{of("Mach. Learn.", 3), "Machine Learning", "Mach. Learn."},
		{of("Mach. Learn.", 3) + of("Mach Learn", 3), "Machine Learning", "Machine Learning"},
		{of("Twentieth Century Mus.", 3), "Twentieth Century Music", "Twentieth Century Music"},
		{of("Third World Q.", 3), "Third World Quarterly", "Third World Quarterly"},
		{of("Mach. Learn.", 3), "", ""},
	} {
		if got := learned(c.src).Container(c.name, true); got != c.want {
			t.Errorf("%s in a file with %s: %s", c.name, c.src, got)
		}
	}
}

// Where a file writes names in two ways equally often, new ones have full stops, spaces and the family name first.
func TestEvenHabits(t *testing.T) {
	list := []biblio.Contributor{{Family: "Sauer", Given: "Jean-Pierre M."}}
	for have, want := range map[string]string{
		"Neto, A and Li, J.":                     "Sauer, J.-P. M.",
		"Neto, A. H. and Li, J.Q.":               "Sauer, J.-P. M.",
		"Neto, A H and Li, J Q and Ash, B. C.":   "Sauer, J-P M",
		"Neto, A.H. and Li, J.Q. and Ash, B. C.": "Sauer, J.-P.M.",
		"Neto, Anton and Jane Li":                "Sauer, Jean-Pierre M.",
		"Neto, A. and Li, Jane":                  "Sauer, Jean-Pierre M.",
		"A. Neto and J. Li and Ash, Bo":          "J.-P. M. Sauer",
		"Vaishnavi R and Harini V":               "Jean-Pierre M. Sauer",
		"Neto, Åke and Li, Ö.":                   "Sauer, Jean-Pierre M.",
		"Neto, ABC and Li, DEF":                  "Sauer, J-PM",
		"Neto, ABCD":                             "Sauer, Jean-Pierre M.",
	} {
		if got := learned("@misc{k, author = {"+have+"}}").Authors("", list, true); got != want {
			t.Errorf("in a file with %s: %s, want %s", have, got, want)
		}
	}
}

// A list of names is split at "and" alone, and cut behind the wanted number of names.
func TestNameLists(t *testing.T) {
	for list, want := range map[string]string{
		"Ada Ash And Bo Birch": "Ada Ash|Bo Birch", "{Barnes and Noble} and Cy Cedar": "{Barnes and Noble}|Cy Cedar",
		"Ada Ash\tand\n  Bo Birch": "Ada Ash|Bo Birch", "Hans Andersen": "Hans Andersen", "and Ash": "and Ash",
		"Ash and": "Ash and", `Ash\{ and Birch`: `Ash\{|Birch`, "Ash} and Birch": "Ash}|Birch", "A  and B": "A|B",
		"Ash and{ }Birch": "Ash and{ }Birch", "Ash }and Birch": "Ash }and Birch", "": "", "Ash and and Bo": "Ash||Bo",
		"{{Ash} and Birch} and Cedar": "{{Ash} and Birch}|Cedar",
	} {
		if parts, _ := splitNames(list); strings.Join(parts, "|") != want {
			t.Errorf("%q: %q", list, parts)
		}
	}
	for _, c := range []struct {
		list string
		most int
		want string
	}{
		{"Ash and Birch and Cedar", 2, "Ash and Birch and others"}, {"Ash and Birch", 2, "Ash and Birch"},
		{"Ash and Birch and Others", 2, "Ash and Birch and Others"}, {"Ash and\n Birch\n", 1, "Ash and\n others\n"},
		{"Ash and Birch and Cedar and others", 2, "Ash and Birch and others"},
	} {
		if got := CutNames(c.list, c.most); got != c.want {
			t.Errorf("%q: %q, want %q", c.list, got, c.want)
		}
	}
	for source, want := range map[string]string{
		"{World Health Organization}": "||World Health Organization", "Ada {Castro Neto}": "Ada|Castro Neto|",
		"Castro Neto, {Ada B}": "Ada B|Castro Neto|", "{Ada} {Ash}": "Ada|Ash|", `Ada {\'E}lan`: "Ada|Élan|",
		"Ada Ash": "Ada|Ash|", "{Ash": "|Ash|", " {WHO} ": "||WHO",
	} {
		if c := nameOf(source); c.Given+"|"+c.Family+"|"+c.Literal != want {
			t.Errorf("%q: %+v", source, c)
		}
	}
}

// Names of every shape as BibTeX reads them back, alone and in a list with white space around it.
func TestNameShapes(t *testing.T) {
	for want, c := range map[string]biblio.Contributor{
		"{World Health Organization}": {Literal: "World Health Organization"}, "Plato": {Family: "Plato"},
		"{Tran Hung}": {Family: "Tran Hung"}, "van Gogh": {Particle: "van", Family: "Gogh"},
		"King, Jr., Martin": {Family: "King", Suffix: "Jr.", Given: "Martin"}, "Ada Ash": {Family: "Ash", Given: "Ada"},
		"Vincent van Gogh":        {Family: "Gogh", Given: "Vincent", Particle: "van"},
		"Antonio {Castro Neto}":   {Family: "Castro Neto", Given: "Antonio"},
		"Rosa van {Castro Neto}":  {Family: "Castro Neto", Given: "Rosa", Particle: "van"},
		"Kurt G{\\\"o}del":        {Family: "Gödel", Given: "Kurt"},
		"{\\\"O}kobank und {\\O}": {Family: "Ökobank und Ø"},
	} {
		h := learned("@misc{k, author = {Bo Birch}}")
		if got := h.Authors("", []biblio.Contributor{c}, true); strings.Trim(got, "{}") != strings.Trim(want, "{}") {
			t.Errorf("%s, want %s", got, want)
		}
	}
	for want, c := range map[string]biblio.Contributor{
		"{WHO}": {Literal: "WHO"}, "van Gogh, Vincent": {Family: "Gogh", Given: "Vincent", Particle: "van"},
		"King, Jr., Martin": {Family: "King", Suffix: "Jr.", Given: "Martin"}, "Plato": {Family: "Plato"},
		"{A. Black and White}": {Family: "Black and White", Given: "A."}, "Sanders, Andy": {Family: "Sanders", Given: "Andy"},
	} {
		w := biblio.Work{Title: "T", Contributors: []biblio.Contributor{c}}
		if got := BibTeX(&w, "k"); !strings.Contains(got, " = {"+want+"},") {
			t.Errorf("want %s:\n%s", want, got)
		}
	}
	list := []biblio.Contributor{{Family: "Ash", Given: "Ada"}, {Family: "Birch", Given: "Bo"}}
	for have, want := range map[string]string{
		"\n  Ada Ash and\n  Bo Brich\n": "\n  Ada Ash and\n  Bo Birch\n", "  ": "Ada Ash and Bo Birch",
		"Ada Ash AND Cy Cedar": "Ada Ash AND Bo Birch", "Bo Birch and Ada Ash": "Ada Ash and Bo Birch",
		"Ash, A. and Birch, B.": "Ash, A. and Birch, B.", "Ada Ash\n and Cy Cedar and Di Dogwood": "Ada Ash and Bo Birch",
	} {
		if got := learned("@misc{k, author = {Cy Cedar}}").Authors(have, list, false); got != want {
			t.Errorf("%q: %q, want %q", have, got, want)
		}
	}
	for given, want := range map[string]int{"A. M.": 2, "AH": 2, "ABC": 3, "ABCD": 1, "Ada": 1, "J.-P.": 1, "A H": 2,
		"": 0, "Al": 1, "A. -M.S.": 2, "A.M.": 2, "A-M": 1} {
		if got := initials(given); got != want {
			t.Errorf("%q has %d initials", given, got)
		}
	}
}

// New titles take the braces and the case that the file gives its titles.
func TestNewTitle(t *testing.T) {
	sentence := "@misc{k, title = {Counting grey seals from satellite images}}\n"
	headline := "@misc{k, title = {Counting Grey Seals from Satellite Images}}\n"
	braces := "@misc{k, title = {{Counting Grey Seals}}}\n"
	for _, c := range []struct{ src, want string }{
		{strings.Repeat(sentence, 3), "Deep nets for BERT models"},
		{strings.Repeat(sentence, 2), "Deep Nets for BERT Models"},
		{strings.Repeat(sentence, 9) + headline, "Deep Nets for BERT Models"},
		{strings.Repeat(sentence, 10) + headline, "Deep nets for BERT models"},
		{headline, "Deep Nets for BERT Models"}, {braces, "{Deep Nets for BERT Models}"},
		{braces + headline, "Deep Nets for BERT Models"}, {braces + braces + headline, "{Deep Nets for BERT Models}"},
		{"@misc{k, title = {The {GloVe} vectors}}", "Deep Nets for {BERT} Models"},
		{strings.Repeat("@misc{k, title = {On seals and Terns in a Big sea}}\n", 3), "Deep Nets for BERT Models"},
		{strings.Repeat("@misc{k, title = {Counting seals}}\n", 3), "Deep Nets for BERT Models"},
	} {
		if got := learned(c.src).NewTitle("Deep Nets for BERT Models"); got != c.want {
			t.Errorf("in a file with\n%s%s, want %s", c.src, got, c.want)
		}
	}
	for source, want := range map[string]bool{"{Deep Nets}": true, "{Deep}": false, "{A} and {B}": false, "{A b": false,
		"": false, "{": false, " {A b}": false, "{A b} c": false, "a {b c}": false, "A b}": false} {
		if _, ok := wrapped(source); ok != want {
			t.Errorf("%q is in braces as a whole: %t", source, !want)
		}
	}
}

// What is right in a title or a name keeps its spelling, its braces and its line breaks.
func TestKeptWords(t *testing.T) {
	h := learned("")
	for _, c := range []struct{ have, want, out string }{
		{"Learning {D}eeep models", "Learning Deep Models", "Learning {D}eep models"},
		{"Learning {Deeep} models", "Learning Deep Models", "Learning {Deep} models"},
		{"Learning {deeep}, models", "Learning Deep, Models", "Learning {Deep}, models"},
		{"Learning by doing, a survay", "On learning by Doing, a Survey", "On Learning by doing, a survey"},
		{"Countng seals.", "Counting Seals", "Counting seals."},
		{"Counting seals.", "Counting Seals", "Counting seals."},
		{"Counting seals. Part one", "Counting Seals: Part One", "Counting seals: Part one"},
		{"Counting seals (a survey)", "Counting Seals: A Survey", "Counting seals: a survey"},
		{"Counting ``seals'' at sea", "Counting 'Seals' at Sea", "Counting 'seals' at sea"},
		{"seals", "Counting Seals", "Counting seals"},
		{"Counting Seals", "", ""},
		{"", "Counting Seals", "Counting Seals"},
		{"Counting seals: a survay", "Counting Seals: A Survey", "Counting seals: a survey"},
		{"Counting Seals: A survay", "Counting Seals: A Survey", "Counting Seals: A survey"},
		{"Counting Seals: Surveys", "Counting Seals: Surveys and Maps", "Counting Seals: Surveys and Maps"},
	} {
		if got := h.Title(c.have, c.want); got != c.out {
			t.Errorf("%q with %q: %q, want %q", c.have, c.want, got, c.out)
		}
	}
	for _, c := range []struct{ have, want, out string }{
		{"Journal of {F}ield Ornithlogy", "Journal of Field Ornithology", "Journal of {F}ield Ornithology"},
		{"Journal  of\n Feild", "Journal of Field", "Journal  of\n Field"},
		{"Field Ornithlogy", "Journal of Field Ornithology", "Journal of Field Ornithology"},
		{"{Journal of Feild}", "Journal of Field", "Journal of Field"},
		{"Q \\& A Lettres", "Q & A Letters", "Q \\& A Letters"},
	} {
		if got := h.Words(c.have, c.want); got != c.out {
			t.Errorf("%q with %q: %q, want %q", c.have, c.want, got, c.out)
		}
	}
	if list, gaps := wordsOf(" a\n b "); fmt.Sprintf("%q %q", list, gaps) != `["a" "b"] [" " "\n "]` {
		t.Errorf("%q %q", list, gaps)
	}
}

// A record without a type is of the kind that its container suggests.
func TestTypeOf(t *testing.T) {
	arxiv := []ident.ID{{Scheme: ident.ArXiv, Value: "1706.03762"}}
	for _, c := range []struct {
		name string
		w    biblio.Work
		want biblio.Type
	}{
		{"its own", biblio.Work{Type: biblio.Book, IDs: arxiv}, biblio.Book},
		{"a number of arXiv", biblio.Work{IDs: arxiv}, biblio.Preprint},
		{"a preprint server", biblio.Work{Container: biblio.Container{Title: "bioRxiv"}}, biblio.Preprint},
		{"a journal, also on arXiv", biblio.Work{IDs: arxiv, Container: biblio.Container{Title: "Journal of Physics"}},
			biblio.ArticleJournal},
		{"proceedings", biblio.Work{Container: biblio.Container{Title: "Proceedings of the Conference on Birds"}},
			biblio.PaperConference},
		{"a known meeting", biblio.Work{Container: biblio.Container{Title: "CVPR"}}, biblio.PaperConference},
		{"a name with a volume", biblio.Work{Volume: "3", Container: biblio.Container{Title: "Ibis"}},
			biblio.ArticleJournal},
		{"a name with a number", biblio.Work{Issue: "3", Container: biblio.Container{Title: "Ibis"}},
			biblio.ArticleJournal},
		{"a name alone", biblio.Work{Container: biblio.Container{Title: "Ibis"}}, biblio.TypeUnknown},
		{"a volume alone", biblio.Work{Volume: "3"}, biblio.TypeUnknown},
	} {
		if got := TypeOf(&c.w); got != c.want {
			t.Errorf("%s: %q", c.name, got)
		}
	}
	keys := Distinct(strings.Fields(strings.Repeat("a ", 27)))
	if keys[1] != "ab" || keys[25] != "az" || keys[26] != "a27" {
		t.Errorf("%v", keys)
	}
	for want, w := range map[string]biblio.Work{
		"smith2001": {Title: "The", Issued: biblio.Date{Year: 2001}, Contributors: []biblio.Contributor{{Family: "Smith",
			Role: biblio.Editor}}},
		"who3d": {Title: "The 3D of It", Contributors: []biblio.Contributor{{Literal: "W.H.O."}}},
	} {
		if got := Key(&w); got != want {
			t.Errorf("key %q, want %q", got, want)
		}
	}
	for want, w := range map[string]biblio.Work{"book ": {Type: biblio.Proceedings}, "document ": {},
		"article https://arxiv.org/abs/1706.03762": {Type: biblio.Preprint, IDs: arxiv},
		"chapter https://a.b":                      {Type: biblio.Chapter, URL: "https://a.b", IDs: arxiv}} {
		if item := CSL(&w, "k"); item.Type+" "+item.URL != want {
			t.Errorf("CSL: %q %q, want %q", item.Type, item.URL, want)
		}
	}
}

// Dates and pages at their bounds.
func TestBounds(t *testing.T) {
	full := biblio.Date{Year: 2001, Month: 10, Day: 5}
	for _, c := range []struct {
		old  string
		want biblio.Date
		out  string
	}{
		{"2003-09-30", full, "2001-10-05"}, {"2003-9", full, "2001-9"}, {"2003-aa-30", full, "2001-aa-30"},
		{"2003 09", full, "2001 09"}, {"2003-09-3", full, "2001-10-3"}, {"2003:00", full, "2001:00"},
		{"2003-0a", full, "2001-0a"}, {"2003-09-30", biblio.Date{Year: 2001, Month: 10}, "2001-10-30"},
	} {
		if got, ok := Year(c.old, 2003, c.want); got != c.out || !ok {
			t.Errorf("Year(%q) = %q", c.old, got)
		}
	}
	for _, c := range []struct{ old, want, out string }{
		{"1--9", "201-215", "201--215"}, {"1-9", "201-215", "201-215"}, {"", "201–215", "201--215"},
		{"7", "e12_3", `e12\_3`}, {"1 -- 9", "201-215", "201 -- 215"}, {"1-9", "201, 215", "201, 215"},
	} {
		if got := learned("").Pages(c.old, c.want); got != c.out {
			t.Errorf("%s for %q: %q, want %q", c.want, c.old, got, c.out)
		}
	}
}
