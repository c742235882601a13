package refstring

import (
	"slices"
	"strings"
	"testing"
)

func TestAppendWords(t *testing.T) {
	for _, s := range []string{"", " ", "a", " A. Smith  and\tB. Jones\n", "Müller, Jürgen",
		"a\u2009b c\u0085d", "\xff x"} {
		if got := appendWords(nil, s); !slices.Equal(got, strings.Fields(s)) {
			t.Errorf("%q: %q, want %q", s, got, strings.Fields(s))
		}
	}
}

// Lists cut by marks in many languages, few of which the labeller knows: the mark is neither a name nor a title nor
// part of one.
func TestCutLists(t *testing.T) {
	for _, mark := range []string{"et al.", "et coll.", "and others", "u. a.", "等", "и др.", "та ін.", "i in.", "y otros",
		"y cols.", "e outros", "e altri", "et autres", "ほか", "m.fl.", "mfl.", "ve ark.", "a kol.", "och andra", "en anderen",
		"e.a.", "[et al.]"} {
		p := Parse("[1] Meyer, T. " + mark + " Slow rivers. Annals of Water, 52, 436-444, 2015.")
		if w := p.Work; !w.AuthorsCut || len(w.Authors()) != 1 || w.Authors()[0].Family != "Meyer" ||
			w.Title != "Slow rivers" {
			t.Errorf("%s: %v, cut: %t, %q", mark, w.Authors(), w.AuthorsCut, w.Title)
		}
	}
	for text, want := range map[string]struct {
		names int
		cut   bool
	}{
		"Meyer T., Roe A. i in.": {2, true}, "Meyer T, Roe A, m.fl.": {2, true}, "Meyer, T., Roe, A. ve ark.": {2, true},
		"Мейер Т., Роу А. та ін.": {2, true}, "Meyer, T., Roe, A. xyz.": {2, true}, "Meyer, T., . . .": {1, true},
		"Abbott EA": {1, false}, "Leek JT, Scharpf RB": {2, false}, "Müller, U. A.": {1, false},
		"Meyer, T., Hoog, J. de": {2, false}, "Meyer T, White W": {2, false}, "Kim, I. and In, I.": {2, false},
	} {
		if names, cut := SplitNames(text); len(names) != want.names || cut != want.cut {
			t.Errorf("%s: %v, cut: %t", text, names, cut)
		}
	}
}

// A month before the year is not an author; people with the name of one are.
func TestMonthBeforeYear(t *testing.T) {
	const rest = " Slow rivers in the north of the country. Journal of Water 12:3–14."
	for head, want := range map[string]string{
		"Kelly CP. Jan 2012.": "CP Kelly", "Roe P, Doe N, Tillotson G. Mar 2023.": "P Roe, N Doe, G Tillotson",
		"Kelly, C.P., Novak, D., Jan. 2012.":  "C.P. Kelly, D Novak",
		"Dupont, J., Martin, P., févr. 2015.": "J. Dupont, P Martin",
		"Roe, Jane, Doe, John, Sept. 2014.":   "Jane Roe, John Doe", "Roe P, Doe N, et al. Mar 2023.": "P Roe, N Doe",
		"Lee, Kenton u. a. (Dez. 2017).": "Kenton Lee", "Roe, P., Doe, N., 12 March 2023.": "P. Roe, N Doe",
		"R. M. Anderson and R. M. May 1979.": "R. M. Anderson, R. M. May", "Anderson and May, 1979.": "Anderson, May",
		"Robert May 1976.": "Robert May", "R. May 1976.": "R. May",
	} {
		var names []string
		p := Parse(head + rest)
		for _, c := range p.Work.Authors() {
			names = append(names, strings.TrimSpace(c.Given+" "+c.Family))
		}
		if got := strings.Join(names, ", "); got != want {
			t.Errorf("%s: %s", head, got)
		}
	}
	for list, want := range map[string]bool{
		"Smith, J. ": true, "Smith, J., ": true, "Roe, Jane, Doe, John, ": true, "Doe, van Dyck, J. (": true,
		"Charles Kelly, ": true, "A. Roe and B. Doe, ": true,
		"Robert ": false, "R. ": false, "Smith, ": false, "Roe, Jane and Doe, ": false, "Roe and ": false,
		"A. Roe, R. ": false, "Roe, A. B., R. ": false, "Robert E. ": false,
	} {
		if endsNames(list, "May") != want {
			t.Errorf("%q: %t", list, !want)
		}
	}
	if !endsNames("Kelly CP. ", "Jan") {
		t.Error("a list of one name is not whole")
	}
}

// Values are printed on one line: a word divided at a line end is one word again, if both halves are in small letters.
func TestClean(t *testing.T) {
	for in, want := range map[string]string{
		"On quiet rivers": "On quiet rivers", "On  quiet\trivers ": "On quiet rivers", " On quiet rivers": "On quiet rivers",
		"On quiet\nrivers": "On quiet rivers", "On\u00a0quiet rivers": "On quiet rivers",
		"On qui-\net rivers": "On quiet rivers", "On qui-\r\n  et rivers": "On quiet rivers",
		"On Anglo-\nSaxon rivers": "On Anglo- Saxon rivers", "On DNA-\nbinding": "On DNA- binding",
		"On long- and short rivers": "On long- and short rivers", "On qui\u00adet rivers": "On quiet rivers",
		"On qui\u00ad\net rivers": "On quiet rivers", "On qui\u00ad\r\net rivers": "On quiet rivers",
		"On qui\u00ad et rivers": "On qui et rivers",
		"12-\n14":                "12- 14", "a-\n": "a-", "-\nb": "- b",
		"é-\nà": "éà", "a-\nb": "ab", "": "", "\n": "",
	} {
		if got := clean(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

// Dots stand for missing words, one alone ends a sentence.
func TestCutShort(t *testing.T) {
	for rest, want := range map[string]bool{"...": true, " ... - ACM": true, "…": true, "..": false, ".": false,
		"": false} {
		if cutShort(rest) != want {
			t.Errorf("%q: %t", rest, !want)
		}
	}
}

// A full stop without a space after it ends a part of a reference between words, and before "In" and a year; not in an
// abbreviated journal's name or an address.
func TestSpaced(t *testing.T) {
	for raw, want := range map[string]string{
		"Thermal power plants.Stuttgart: Teubner, 1999": "Thermal power plants. Stuttgart: Teubner, 1999",
		"A short history.In: The book of rivers":        "A short history. In: The book of rivers",
		"A sensitivity analysis.2016. Berlin":           "A sensitivity analysis. 2016. Berlin",
		"Who knows?Nobody, 2001":                        "Who knows? Nobody, 2001",
		"Quiet rivers (and lakes).Stuttgart":            "Quiet rivers (and lakes). Stuttgart",
		"Commun.Math.Phys. 12 (1999) 3":                 "Commun.Math.Phys. 12 (1999) 3",
		"see www.quietrivers.Org for more":              "see www.quietrivers.Org for more",
		"https://example.org/rivers.Then":               "https://example.org/rivers.Then",
		"Written for Bloomberg.Com, 2001":               "Written for Bloomberg.Com, 2001",
		"Quiet rivers , lakes.Stuttgart":                "Quiet rivers , lakes.Stuttgart",
		"Quiet rivers .Lakes and brooks.Stuttgart":      "Quiet rivers .Lakes and brooks.Stuttgart",
		"Quiet rivers, Stuttgart":                       "Quiet rivers, Stuttgart",
	} {
		text, at := spaced(raw)
		if text != want || len(text)-len(raw) != len(at) {
			t.Errorf("%s: %s, %v", raw, text, at)
		}
		for k, i := range at {
			if text[i+k] != ' ' {
				t.Errorf("%s: no space at %d", raw, i)
			}
		}
	}
}

// Lists by year print the family name in capitals: "POVOLO Claudio, "; a comma and a title follow it.
func TestNameInCapitals(t *testing.T) {
	for _, c := range []struct {
		raw, authors string
		year         int
	}{
		{"1996 POVOLO Claudio, Il processo Guarnieri, Capodistria", "Claudio POVOLO", 1996},
		{"1539 Jus civile vicentinum, Venezia", "", 1539},
	} {
		w := Parse(c.raw).Work
		var names []string
		for _, a := range w.Authors() {
			names = append(names, strings.TrimSpace(a.Given+" "+a.Family))
		}
		if got := strings.Join(names, "|"); got != c.authors || w.Issued.Year != c.year {
			t.Errorf("%s: %q, %d", c.raw, got, w.Issued.Year)
		}
	}
}

// Words that point to a work are no names, but a person may be called so.
func TestPointers(t *testing.T) {
	const rest = " (1962). The structure of scientific revolutions. Chicago: University of Chicago Press."
	for head, want := range map[string]string{
		"Kuhn, T. S.": "Kuhn", "See Kuhn, T. S.": "Kuhn", "See also Kuhn, T. S.": "Kuhn", "Vgl. Kuhn, T. S.": "Kuhn",
		"See, J. R.": "See", "See, J. R., & Kuhn, T. S.": "See|Kuhn",
	} {
		w := Parse(head + rest).Work
		var names []string
		for _, a := range w.Authors() {
			names = append(names, a.Family)
		}
		if got := strings.Join(names, "|"); got != want || w.Title != "The structure of scientific revolutions" {
			t.Errorf("%s: %s, %q", head, got, w.Title)
		}
	}
}
