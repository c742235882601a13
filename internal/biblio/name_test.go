package biblio

import (
	"strings"
	"testing"
)

func TestParseName(t *testing.T) {
	for _, c := range []struct {
		in   string
		want Contributor
	}{
		{"Maarten de Rijke", Contributor{Given: "Maarten", Particle: "de", Family: "Rijke"}},
		{"de Rijke, Maarten", Contributor{Given: "Maarten", Particle: "de", Family: "Rijke"}},
		{"Rijke, Maarten de", Contributor{Given: "Maarten", Particle: "de", Family: "Rijke"}},
		{"Bahri, Mehdi", Contributor{Given: "Mehdi", Family: "Bahri"}},
		{"DiSario JA", Contributor{Given: "JA", Family: "DiSario"}},
		{"van der Berg M-P", Contributor{Given: "M-P", Particle: "van der", Family: "Berg"}},
		{"J. D. Kaplan", Contributor{Given: "J. D.", Family: "Kaplan"}},
		{"J. D Kaplan", Contributor{Given: "J. D", Family: "Kaplan"}},
		{"Martin Luther King, Jr.", Contributor{Given: "Martin Luther", Family: "King", Suffix: "Jr."}},
		{"King, Jr., Martin Luther", Contributor{Given: "Martin Luther", Family: "King", Suffix: "Jr."}},
		{"Liang He 0005", Contributor{Given: "Liang", Family: "He"}},
		{"Quoc V. Le", Contributor{Given: "Quoc V.", Family: "Le"}},
		{"Johan De Baets", Contributor{Given: "Johan", Particle: "De", Family: "Baets"}},
		{"Madonna", Contributor{Family: "Madonna"}},
		{"van Gogh", Contributor{Particle: "van", Family: "Gogh"}},
		{"The ATLAS Collaboration", Contributor{Literal: "The ATLAS Collaboration"}},
		{"{OpenAI}", Contributor{Literal: "OpenAI"}},
		{"JOHN SMITH", Contributor{Given: "JOHN", Family: "SMITH"}},
		{"Ali B. SYED", Contributor{Given: "Ali B.", Family: "SYED"}},
		// capitals after a name are initials unless other initials or other capitals are before them
		{"Jane D. LEE", Contributor{Given: "Jane D.", Family: "LEE"}},
		{"Jane D LEE", Contributor{Given: "Jane D", Family: "LEE"}},
		{"Jane J.D. LEE", Contributor{Given: "Jane J.D.", Family: "LEE"}},
		{"ANNA LEE", Contributor{Given: "ANNA", Family: "LEE"}},
		// the space after initials is missing
		{"P.Fischer", Contributor{Given: "P.", Family: "Fischer"}},
		{"D.E.Knuth", Contributor{Given: "D.E.", Family: "Knuth"}},
		{"J.R.R. Tolkien", Contributor{Given: "J.R.R.", Family: "Tolkien"}},
		{"Oliver St.John", Contributor{Given: "Oliver", Family: "St.John"}},
		// suffixes in any place
		{"Sammy Davis Jr.", Contributor{Given: "Sammy", Family: "Davis", Suffix: "Jr."}},
		{"William H. Gates III", Contributor{Given: "William H.", Family: "Gates", Suffix: "III"}},
		{"Downey, Robert, Jr.", Contributor{Given: "Robert", Family: "Downey", Suffix: "Jr."}},
		{"Downey, Robert Jr.", Contributor{Given: "Robert", Family: "Downey", Suffix: "Jr."}},
		// particles, after two commas too, and given names written as one
		{"Goethe, Johann Wolfgang, von", Contributor{Given: "Johann Wolfgang", Particle: "von", Family: "Goethe"}},
		{"Ludwig Mies van der Rohe", Contributor{Given: "Ludwig Mies", Particle: "van der", Family: "Rohe"}},
		{"Della Reese", Contributor{Given: "Della", Family: "Reese"}},
		{"Muhammad Al Fayed", Contributor{Given: "Muhammad Al", Family: "Fayed"}},
		// the number of a homonym has four digits
		{"Reviewer 2", Contributor{Given: "Reviewer", Family: "2"}},
		// bodies have two words or more; braces hold a whole name together, not a letter
		{"World Health Organization", Contributor{Literal: "World Health Organization"}},
		{"The Beatles", Contributor{Literal: "The Beatles"}},
		{"Kermit the Frog", Contributor{Given: "Kermit the", Family: "Frog"}},
		{"Council", Contributor{Family: "Council"}},
		{"Weil, Andr\\'{e}", Contributor{Given: "Andr\\'{e}", Family: "Weil"}},
		{"{\\L}ukasz Kaiser", Contributor{Given: "{\\L}ukasz", Family: "Kaiser"}},
		{"", Contributor{}},
	} {
		if got := ParseName(c.in); got != c.want {
			t.Errorf("ParseName(%q) = %+v, want %+v", c.in, got, c.want)
		}
	}
}

func TestParseNamesCut(t *testing.T) {
	for _, c := range []struct {
		in  []string
		n   int
		cut bool
	}{
		{[]string{"A. Smith", "B. Jones"}, 2, false},
		{[]string{"A. Smith", "et al."}, 1, true},
		{[]string{"A. Smith et al."}, 1, true},
		{[]string{"A. Smith", "others"}, 1, true},
		{[]string{"A. Smith", "…"}, 1, true},
		{[]string{"A Team", ":", "A. Smith", "-"}, 2, false},
		{[]string{"A. Smith", "..."}, 1, true},
		{[]string{"A. Smith", "and others"}, 1, true},
		{[]string{"A. Smith, et al."}, 1, true},
		{[]string{"A. SMITH ET AL."}, 1, true},
		{[]string{"Pierre et Alain Dupont"}, 1, false}, // French "and"
		{[]string{"İnan et al."}, 1, true},             // the small letter has more bytes
	} {
		list, cut := ParseNames(c.in, Author)
		if len(list) != c.n || cut != c.cut {
			t.Errorf("ParseNames(%q) = %d names, cut %v", c.in, len(list), cut)
		}
	}
}

func TestCapitalFamilies(t *testing.T) {
	for _, c := range []struct {
		in   []string
		want string
	}{
		{[]string{"Jane DEMPSEY", "Yuan LING", "Leo J. GRADY", "Pengcheng HE"}, "DEMPSEY, LING, GRADY, HE"},
		{[]string{"DiSario JA", "Smith KL"}, "DiSario, Smith"},
		{[]string{"Jane Dempsey", "Ling Y"}, "Dempsey, Ling"},
		{[]string{"李 明", "Jane DEMPSEY"}, "明, DEMPSEY"},
		// lists whose family names are not in capitals
		{[]string{"X, Malcolm", "Smith KL"}, "X, Smith"},
		{[]string{"JOHN SMITH", "Doe KL"}, "SMITH, Doe"},
		{[]string{"Jane Dempsey", "Ling YX"}, "Dempsey, Ling"},
		{[]string{"Daniel 李", "Smith KL"}, "李, Smith"},
		// names read correctly in a list whose family names are
		{[]string{"Jane DEMPSEY", "Ling Y"}, "DEMPSEY, Ling"},
		{[]string{"Jane DEMPSEY", "Leo Grady"}, "DEMPSEY, Grady"},
		{[]string{"Jane DEMPSEY", "van der Berg MP"}, "DEMPSEY, Berg"},
		{[]string{"Jane DEMPSEY", "Smith KL Jr."}, "DEMPSEY, Smith"},
		{[]string{"Jane DEMPSEY", "DOE, JA"}, "DEMPSEY, DOE"},
	} {
		list, _ := ParseNames(c.in, Author)
		families := make([]string, len(list))
		for i := range list {
			families[i] = list[i].Family
		}
		if got := strings.Join(families, ", "); got != c.want {
			t.Errorf("ParseNames(%q) has the families %q, not %q", c.in, got, c.want)
		}
	}
}

// A name is printed in reading order; that of a body unchanged.
func TestContributorString(t *testing.T) {
	for want, c := range map[string]Contributor{
		"Ludwig van Beethoven":                  {Given: "Ludwig", Particle: "van", Family: "Beethoven"},
		"Martin Luther King Jr.":                {Given: "Martin Luther", Family: "King", Suffix: "Jr."},
		"Madonna":                               {Family: "Madonna"},
		"European Organization for Nuclear Res": {Literal: "European Organization for Nuclear Res", Family: "Res"},
		"":                                      {Role: Editor},
	} {
		if got := c.String(); got != want {
			t.Errorf("%+v: %q, want %q", c, got, want)
		}
		if got := c.IsZero(); got != (want == "") {
			t.Errorf("%+v: without a name %v", c, got)
		}
	}
	if given := (Contributor{Given: "Ada"}); given.IsZero() {
		t.Error("a given name alone is no name")
	}
}

func TestLeadingYear(t *testing.T) {
	for in, want := range map[string]int{"2017": 2017, "2017-06-12": 2017, "c. 1890": 1890, "2019a": 2019, "in press": 0,
		"12345": 0, "June 2019": 2019, "": 0, "pp. 4567": 0, "pp. 3001, 1998": 1998} {
		if got := LeadingYear(in); got != want {
			t.Errorf("LeadingYear(%q) = %d, want %d", in, got, want)
		}
	}
}

func TestSecondYear(t *testing.T) {
	for in, want := range map[string]int{
		"1999/2014": 2014, "[1999] 2014": 2014, "2557 BE [2014]": 2014, "2557 (2014)": 2014, "2014 [1999]": 1999,
		"2013--2014":      2014,
		"2013-12/2014-01": 2014, "2013-2014). Title": 2014, "2012) 2013–2020": 0, "2014": 0, "2014-15": 0,
		"2014-03-01": 0, "2014, 2015": 0,
		"2019. 2020 vision": 0, "2020-1999": 0, "1999 2014": 0, "": 0,
	} {
		if got := SecondYear(in); got != want {
			t.Errorf("SecondYear(%q) = %d, want %d", in, got, want)
		}
	}
}

func FuzzParseName(f *testing.F) {
	f.Add("van der Berg, J.-P., Jr.")
	f.Add("\v, jr")
	f.Fuzz(func(t *testing.T, s string) { _ = ParseName(s).String() })
}
