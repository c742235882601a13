package entry

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
)

func TestTitle(t *testing.T) {
	for _, c := range []struct{ old, want, out string }{
		{"Deep lerning for BERT models", "Deep Learning for BERT Models", "Deep learning for BERT models"},
		{"Deep Lerning for BERT", "Deep Learning for BERT", "Deep Learning for BERT"},
		{"Deep learning", "Deep Learning: A Survey of GANs", "Deep Learning: A Survey of GANs"}, // its case is unknown
		{"DEEP LERNING", "Deep Learning", "DEEP LEARNING"},
		{"", "Deep Learning", "Deep Learning"},
		{"A study of deep lerning", "A Study of Deep Learning", "A study of deep learning"},
		{"The deep lerning of Nets", "The Deep Learning of Nets", "The deep learning of Nets"},
		{"Deep models for texts", "Models for arXiv 3D Texts", "models for arXiv 3D texts"},
		{"A self-supervised lerner", "A Self-Supervised Learner", "A self-supervised learner"},
		{"...", "Deep Learning", "Deep Learning"},
	} {
		if got := Title(c.old, c.want); got != c.out {
			t.Errorf("Title(%q, %q) = %q, want %q", c.old, c.want, got, c.out)
		}
	}
}

func TestValues(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{Pages("1-9", "5--32", "–"), "5-32"},
		{Pages("1 – 9", "5-32", "-"), "5 – 32"},
		{Pages("7", "5-32", "–"), "5–32"},
		{Pages("1087–89", "436-444", "-"), "436–44"},
		{Pages("1087-9", "436-444", "-"), "436-44"},
		{Pages("1-9", "e1003456", "-"), "e1003456"},
		{DOI("https://doi.org/10.1000/x", "10.1000/y"), "https://doi.org/10.1000/y"},
		{DOI("10.1000/x", "10.1000/y"), "10.1000/y"},
		{Container("J. Chem. Phys.", biblio.Container{Title: "Machine Learning", Short: "Mach. Learn."}), "Mach. Learn."},
		{Container("Journal of Physics", biblio.Container{Title: "Machine Learning", Short: "Mach. Learn."}),
			"Machine Learning"},
		{initialsLike("Jean Marie", []biblio.Contributor{{Given: "A."}, {Given: "B.C."}}), "J.M."},
		{initialsLike("Jean Marie", []biblio.Contributor{{Given: "A. B."}}), "J. M."},
		{initialsLike("Jean Marie", []biblio.Contributor{{Given: "AB"}}), "JM"},
	} {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
}

// What keeps a place in a value, and what is too short or another kind of value.
func TestParts(t *testing.T) {
	for _, c := range []struct{ text, wrong, right, want string }{
		{"In ICML 2019, Berlin", "2019", "2020", "In ICML 2020, Berlin"}, {"See NATURE 5", "Nature", "Science",
			"See Science 5"},
		{"ACL", "acl", "EMNLP", ""}, {"Nature", "Science", "Cell", ""}, {"İİİİ Nature", "Nature", "Cell", ""},
	} {
		got, ok := Swap(c.text, c.wrong, c.right)
		if ok != (c.want != "") || ok && got != c.want || !ok && got != c.text {
			t.Errorf("%s for %s in %q: %q, %t", c.right, c.wrong, c.text, got, ok)
		}
	}
	for pages, want := range map[string]string{
		"1-9": "1|9", "1--9": "1|9", "1 – 9": "1|9", "1‐9": "1|9", "e1-e9": "e1|e9", "9": "", "1-": "", "-9": "",
		"1-3, 5": "",
		"1-3-5":  "", "1-3;5": "", "1 3-5": "",
	} {
		first, last, ok := CutPages(pages)
		if ok != (want != "") || ok && first+"|"+last != want {
			t.Errorf("%q: %q, %q, %t", pages, first, last, ok)
		}
	}
	for text, want := range map[string]string{"1-9": "-", "1--9": "--", "1 – 9": " – ", "1– 9": "–", "1 –9": "–",
		"–9": "–", "9–": "–",
		"9": ""} {
		if got := Dash(text); got != want {
			t.Errorf("%q: the dash is %q, want %q", text, got, want)
		}
	}
	for word, want := range map[string]bool{"BERT": true, "arXiv": true, "3D": true, "Deep": false,
		"Self-Supervised": false,
		"self-BERT":       true, "deep": false, "(Deep": false, "": false} {
		if CapitalInside(word) != want {
			t.Errorf("%q has a capital inside: %t", word, !want)
		}
	}
	for name, want := range map[string]bool{"CVPR": true, "NeurIPS 2019": true, "NeurIPS'19": true, "Nature": false,
		"ACM CHI": false, "J.ACM": false, "ABCDEFGHIJ": true, "ABCDEFGHIJK": false, "": false, "{CVPR}": false} {
		if acronym(name) != want {
			t.Errorf("%q is an acronym: %t", name, !want)
		}
	}
	for word, want := range map[string]bool{"J.": true, "J": true, "J.-P.": true, "Jo": false, "J.-Pa": false,
		"": true} {
		if initial(word) != want {
			t.Errorf("%q is an initial: %t", word, !want)
		}
	}
	for source, want := range map[string]bool{`Caf\'e`: true, `G\"odel`: true, "Gödel": false, `a\_b`: false,
		"Godel":        false,
		`\emph{Godel}`: false} {
		if accents(source) != want {
			t.Errorf("%q writes letters as commands: %t", source, !want)
		}
	}
	for title, want := range map[string]bool{"{GloVe} models": true, "On {BERT}": true, `\emph{Deep} models`: true,
		"{glove}": false,
		`\{A`:     false, "x^{A}": false, "x_{A}": false, "Deep": false, "{": false} {
		if protected(title) != want {
			t.Errorf("%q protects capitals: %t", title, !want)
		}
	}
	for text, want := range map[string]string{"https://doi.org/10.1000/x": "https://doi.org/", "doi:10.1000/x": "doi:",
		"10.1000/x": "",
		"see the address that is stated below: 10.1000/x": "", "none": ""} {
		if got := doiPrefix(text); got != want {
			t.Errorf("%q: the prefix is %q", text, got)
		}
	}
}

// A work of each type as BibTeX, CSL and RIS: a preprint states its eprint, a cut list its mark, a date its parts.
func TestEntries(t *testing.T) {
	arxiv := ident.ID{Scheme: ident.ArXiv, Value: "1706.03762"}
	preprint := biblio.Work{Type: biblio.Preprint, Title: "T", Container: biblio.Container{Title: "arXiv"},
		IDs: []ident.ID{arxiv}}
	other := biblio.Work{Type: biblio.Preprint, Title: "T", Container: biblio.Container{Title: "bioRxiv"}}
	article := biblio.Work{Type: biblio.ArticleJournal, Title: "T", Container: biblio.Container{Title: "Nature"},
		IDs: []ident.ID{arxiv}, URL: "https://a.b"}
	for _, c := range []struct {
		name, has, hasNot string
		w                 biblio.Work
	}{
		{"a preprint with a number", "eprint", "arXiv preprint", preprint}, {"without", "{bioRxiv}", "eprint", other},
		{"its place", "misc", "howpublished", preprint}, {"an article with a number", "{Nature}", "howpublished", article},
		{"its address", "{https://a.b}", "doi", article},
		{"with a DOI", "doi", "url", biblio.Work{Title: "T", URL: "https://a.b",
			IDs: []ident.ID{{Scheme: ident.DOI, Value: "10.1000/x"}}}},
		{"a short container", "{Nat.}", "Nature", biblio.Work{Type: biblio.ArticleJournal, Title: "T",
			Container: biblio.Container{Short: "Nat."}}},
	} {
		if got := BibTeX(&c.w, "k"); !strings.Contains(got, c.has) || strings.Contains(got, c.hasNot) {
			t.Errorf("%s:\n%s", c.name, got)
		}
	}
	people := []biblio.Contributor{{Family: "Ash", Given: "Ada", Role: biblio.Author}}
	for want, w := range map[string]biblio.Work{
		"[] [] ''": {AuthorsCut: true},
		"[{Ash Ada   } {    others}] [2019] 'et al.'": {AuthorsCut: true, Contributors: people,
			Issued: biblio.Date{Year: 2019, Day: 3}},
		"[{Ash Ada   }] [2019 5] ''":   {Contributors: people, Issued: biblio.Date{Year: 2019, Month: 5}},
		"[{Ash Ada   }] [2019 5 3] ''": {Contributors: people, Issued: biblio.Date{Year: 2019, Month: 5, Day: 3}},
		"[{Ash Ada   }] [] ''":         {Contributors: people, Issued: biblio.Date{Month: 5}},
	} {
		item, mark := CSL(&w, "k"), ""
		if strings.Contains(RIS(&w, "k"), "AU  - et al.") {
			mark = "et al."
		}
		var parts []int
		if item.Issued != nil {
			parts = item.Issued.Parts[0]
		}
		if got := fmt.Sprintf("%v %v '%s'", item.Author, parts, mark); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	for want, c := range map[string]biblio.Contributor{"Ash, Ada": {Family: "Ash", Given: "Ada"}, "Ash": {Family: "Ash"},
		"van Ash, Ada, Jr.": {Particle: "van", Family: "Ash", Given: "Ada", Suffix: "Jr."},
		"Ash, , Jr.":        {Family: "Ash", Suffix: "Jr."},
		"WHO":               {Literal: "WHO"}} {
		if got := RISName(c); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	for list, want := range map[string]bool{"A.;B. C.": true, "A.;Bo": false, ";A.": true, ";": false, "": false} {
		var names []biblio.Contributor
		for given := range strings.SplitSeq(list, ";") {
			names = append(names, biblio.Contributor{Family: "Ash", Given: given})
		}
		if OnlyInitials(names) != want {
			t.Errorf("%q are initials: %t", list, !want)
		}
	}
}

func TestYear(t *testing.T) {
	full := biblio.Date{Year: 2001, Month: 10, Day: 5}
	for _, c := range []struct {
		old  string
		want biblio.Date
		out  string
		ok   bool
	}{
		{"2003", full, "2001", true},
		{"2003/05/12/", full, "2001/10/05/", true},
		{"2003-05-12", biblio.Date{Year: 2001}, "2001-05-12", true},
		{"2003a", full, "2001a", true},
		{"1999", full, "", false},
	} {
		if got, ok := Year(c.old, 2003, c.want); got != c.out || ok != c.ok {
			t.Errorf("Year(%q) = %q, %v", c.old, got, ok)
		}
	}
}

func TestPlaces(t *testing.T) {
	list := func(s string) []biblio.Contributor {
		names, _ := biblio.ParseNames(strings.Split(s, ";"), biblio.Author)
		return names
	}
	for _, c := range []struct {
		old, want string
		places    []int
	}{
		{"Ada Ash;Bo Birch;Cy Cedar", "Ada Ash;Bo Birch;Cy Cedar", []int{0, 1, 2}},
		{"Ada Ash;Zed Zuse;Cy Cedar", "Ada Ash;Bo Birch;Cy Cedar", []int{0, -1, 2}},
		{"Ada Ash;Cy Cedar", "Ada Ash;Bo Birch;Cy Cedar", []int{0, -1, 1}},
		{"Ada Ash;Bo Birch;Cy Cedar", "Ada Ash;Cy Cedar", []int{0, 2}},
		{"A. Ash;Cy Cedar;Bo Birch;Di Dogwood", "Ada Ash;Bo Birch;Cy Cedar;Di Dogwood", []int{0, 2, 1, 3}},
		{"", "Ada Ash", []int{-1}},
		{"Ada Ash", "", []int{}},
	} {
		if got := Places(list(c.old), list(c.want)); !slices.Equal(got, c.places) {
			t.Errorf("%s → %s: %v, want %v", c.old, c.want, got, c.places)
		}
	}
}
