package entry

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/bibtex"
)

// learned returns the habits of a source.
func learned(src string) *Habits { return ReadHabits(bibtex.Parse([]byte(src)), []byte(src)) }

// New names are written like those of the list, or else of the file.
func TestInitials(t *testing.T) {
	list := []biblio.Contributor{{Family: "Castro Neto", Given: "Antonio H."},
		{Family: "Sauer", Given: "Jean-Pierre M."}}
	for have, want := range map[string]string{
		"Neto, A. H. and Li, J. Q.": "Castro Neto, A. H. and Sauer, J.-P. M.",
		"Neto, A.H. and Li, J.Q.":   "Castro Neto, A.H. and Sauer, J.-P.M.",
		"Neto, A H and Li, J Q":     "Castro Neto, A H and Sauer, J-P M",
		"Neto, AH and Li, JQ":       "Castro Neto, AH and Sauer, J-PM",
		"Anton Neto and Jane Li":    "Antonio H. {Castro Neto} and Jean-Pierre M. Sauer",
	} {
		h := learned("@misc{k, author = {" + have + "}}")
		if got := h.Authors("Nobody", list, true); got != want {
			t.Errorf("in a file with %s: %s, want %s", have, got, want)
		}
	}
}

// The words that cut a list stay as they are written, and are removed if the full list is wanted.
func TestCutLists(t *testing.T) {
	list := []biblio.Contributor{{Family: "Born", Given: "Logan"}, {Family: "Kelley", Given: "Kate"},
		{Family: "Chen", Given: "Carolyn"}}
	for _, c := range []struct{ have, cut, full string }{
		{"Borne, Logan and Kelley, Kate et al.", "Born, Logan and Kelley, Kate et al.",
			"Born, Logan and Kelley, Kate and Chen, Carolyn"},
		{"Born, Logan, et~al.", "Born, Logan, et~al.", "Born, Logan and Kelley, Kate and Chen, Carolyn"},
		{"Born, L., \\emph{et al.}", "Born, L., \\emph{et al.}", "Born, L. and Kelley, K. and Chen, C."},
		{"Logan Born {et al.}", "Logan Born {et al.}", "Logan Born and Kate Kelley and Carolyn Chen"},
		{"Logan Born and Kat Kelly and et al.", "Logan Born and Kate Kelley and others",
			"Logan Born and Kate Kelley and Carolyn Chen"},
		{"Logan Born and others", "Logan Born and others", "Logan Born and Kate Kelley and Carolyn Chen"},
		{"Logan Born and Jeanet Al", "Logan Born and Kate Kelley and Carolyn Chen",
			"Logan Born and Kate Kelley and Carolyn Chen"},
	} {
		if got := learned("").Authors(c.have, list, false); got != c.cut {
			t.Errorf("%s: %s, want %s", c.have, got, c.cut)
		}
		if got := learned("").Authors(c.have, list, true); got != c.full {
			t.Errorf("%s in full: %s, want %s", c.have, got, c.full)
		}
	}
}

// New names are written like the right ones of the list, and not like the wrong ones.
func TestNamesLikeTheRightOnes(t *testing.T) {
	list := func(names ...string) (out []biblio.Contributor) {
		for _, name := range names {
			out = append(out, biblio.ParseName(name))
		}
		return out
	}
	for _, c := range []struct {
		have string
		want []biblio.Contributor
		out  string
	}{
		{"L. S. Schulman and I Chatterji and G Mislin", list("A J Berrick", "I Chatterji", "G Mislin"),
			"A J Berrick and I Chatterji and G Mislin"},
		{"Paz, L. and Jensfelt, P. and Tardos, L.", list("L. M. Paz", "P. Jensfelt", "J. D. Tardos"),
			"Paz, L. and Jensfelt, P. and Tardos, J."},
		{"Paz, L. M. and Jensfelt, P. and Tardos, L.", list("L. M. Paz", "P. K. Jensfelt", "J. D. Tardos"),
			"Paz, L. M. and Jensfelt, P. and Tardos, J. D."},
		{"Daré, A.-M. and Raymond, L.", list("A.-M. Daré", "L. Raymond", "A. -M. S. Tremblay"),
			"Daré, A.-M. and Raymond, L. and Tremblay, A.-M. S."},
		{"U. {Spits Warnars H. L.}", []biblio.Contributor{{Family: "Spits Warnars H. L.", Given: "H"}},
			"H. {Spits Warnars H. L.}"},
		{"Doe, Jane and Nobody, N.", list("Jane Doe", "Ann B. Roe"), "Doe, Jane and Roe, Ann B."},
	} {
		if got := learned("").Authors(c.have, c.want, false); got != c.out {
			t.Errorf("%s: %s, want %s", c.have, got, c.out)
		}
	}
}

// A name that ends with one letter stays as it is written, and reveals no habit of initials.
func TestLoneLetters(t *testing.T) {
	have := "Srimathi T and Vaishnavi R and Harini V."
	want := []biblio.Contributor{{Family: "R", Given: "Vaishnavi"}, {Family: "T", Given: "Srimathi"},
		{Family: "Kelley", Given: "Kate"}, {Family: "V.", Given: "Harini"}}
	if got := learned("").Authors(have, want, false); got != "Vaishnavi R and Srimathi T and Kate Kelley and Harini V." {
		t.Error(got)
	}
}

// An entry that is consistent in itself keeps its way; another one follows the file.
func TestOwnWay(t *testing.T) {
	src := "@misc{a, author = {A}, title = {B}, year = {1}, DOI = {c}}\n@misc{b, Author = \"A\", Title = \"B\", Year = " +
		"2001, DOI = \"c\"}\n@misc{c, AUTHOR = {A}, title = \"B\"}\n"
	f := bibtex.Parse([]byte(src))
	h := ReadHabits(f, []byte(src))
	for i, want := range map[int]string{0: "pages DOI false", 2: "Pages DOI true", 4: "pages DOI false"} {
		own := h.Of(f, &f.Items[i])
		if got := fmt.Sprint(own.Named("pages"), " ", own.Named("doi"), " ", own.Quotes); got != want {
			t.Errorf("entry %d: %s, want %s", i, got, want)
		}
	}
}

// Right words of a title stay as they are; new ones take its case.
func TestHabitTitle(t *testing.T) {
	cases := []struct{ have, want, out string }{
		{"{GloVe}: Global matrices for word representation", "GloVe: Global Vectors for Word Representation",
			"{GloVe}: Global vectors for word representation"},
		{"Global\n  Matrices for Word Representation", "Global Vectors for Word Representation",
			"Global\n  Vectors for Word Representation"},
		{"{Global Matrices for Words}", "Global Vectors for Words", "{Global Vectors for Words}"},
		{"Deep lerning: A survey of models", "Deep Learning: A Survey of Models", "Deep learning: A survey of models"},
		{"Learning from images", "Learning from Images: A Survey", "Learning from images: A survey"},
		{"Caf\\'e culture and lfie", "Café Culture and Life", "Caf\\'e culture and life"},
	}
	for _, c := range cases {
		h := learned("@misc{k, title = {" + c.have + "}}")
		if got := h.Title(c.have, c.want); got != c.out {
			t.Errorf("%q with %q: %q, want %q", c.have, c.want, got, c.out)
		}
	}
}

// A journal gets the name that the file gives it in several entries; a conference only a different spelling.
func TestContainer(t *testing.T) {
	src := strings.Repeat("@article{k, journal = {Mach. Learn.}}\n@inproceedings{k, booktitle = {ICML}}\n", 3)
	for _, c := range []struct {
		name    string
		journal bool
		want    string
	}{
		{"Machine Learning", true, "Mach. Learn."},
		{"icml", false, "ICML"},
		{"ICML 2020 Workshops", false, "ICML 2020 Workshops"},
		{"Nature", true, "Nature"},
	} {
		if got := learned(src).Container(c.name, c.journal); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// A list of thousands of names in another order is written without comparing every pair.
func TestManyAuthors(t *testing.T) {
	var parts []string
	var want []biblio.Contributor
	for i := range 4000 {
		family := fmt.Sprintf("Sa%c%c%c", 'a'+i%26, 'a'+i/26%26, 'a'+i/676%26)
		parts = append(parts, family+", J.")
		want = append(want, biblio.Contributor{Family: family, Given: "Jane"})
	}
	slices.Reverse(want)
	got := learned("").Authors(strings.Join(parts, " and "), want, false)
	if n := strings.Count(got, " and ") + 1; n != 4000 {
		t.Errorf("%d names", n)
	}
}

// The first of two macros with one text is used; where a file abbreviates as many journals as not, it does not.
func TestReadHabits(t *testing.T) {
	h := learned("@string{nat = {Nature}}\n@string{nature = \"Nature\"}\n@string{empty = {}}\n" +
		"@article{a, journal = {Mach. Learn.}, doi = {https://doi.org/10.1000/x}}\n" +
		"@article{b, journal = {Machine Learning}, doi = {10.1000/y}}\n")
	if h.Macro("NATURE") != "nat" || h.Macro("") != "" || h.Macro("Science") != "" {
		t.Errorf("macros %q, %q", h.Macro("NATURE"), h.Macro(""))
	}
	if h.Abbreviates || h.DOIPrefix != "" {
		t.Errorf("abbreviates: %t, prefix %q", h.Abbreviates, h.DOIPrefix)
	}
	short := "@article{a, journal = {Mach. Learn.}, doi = {https://doi.org/10.1000/x}}\n"
	if h := learned(short); !h.Abbreviates || h.DOIPrefix != "https://doi.org/" {
		t.Errorf("abbreviates: %t, prefix %q", h.Abbreviates, h.DOIPrefix)
	}
	for src, want := range map[string]bool{
		`@misc{a, author = {G{\"o}del, Kurt}}`: true, "@misc{a, author = {Gödel, Kurt}}": false,
		"@misc{a, title = {Café}}":                   false,
		`@misc{a, author = {G{\"o}del}, note = {é}}`: true, `@misc{a, author = {Gödel}, title = {Caf\'e}}`: false,
	} {
		if got := learned(src).ASCII; got != want {
			t.Errorf("%s writes commands: %t", src, got)
		}
	}
	for src, want := range map[string]bool{"@misc{a, year = 2019}": true, "@misc{a, year = {2019}}": false,
		"@misc{a, year = 2019}\n@misc{b, year = {2020}}": false, "": false, "@misc{a, volume = 3}": true} {
		if got := learned(src).Bare("year"); got != want {
			t.Errorf("%s writes bare years: %t", src, got)
		}
	}
}

// A new field follows the last one that usually precedes it: in the file, or else in the usual order.
func TestPlace(t *testing.T) {
	for _, c := range []struct {
		src  string
		want int
	}{
		{"@misc{k, author = {A}, title = {T}, year = 2001}\n", 1},
		{"@misc{k, author = {A}, title = {T}, year = 2001}\n@misc{a, year = 2001, volume = 3}\n", 2},
		{"@misc{k, year = 2001}\n@misc{a, volume = 3, year = 2001}\n", -1},
		{"@misc{k, year = 2001}\n@misc{a, volume = 3, year = 2001}\n@misc{b, year = 2001, volume = 3}\n", -1},
	} {
		f := bibtex.Parse([]byte(c.src))
		if got := learned(c.src).Place(f, &f.Items[0], "volume"); got != c.want {
			t.Errorf("%s: %d, want %d", c.src, got, c.want)
		}
	}
}
