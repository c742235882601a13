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
		{[]string{"İnan et al."}, 1, true}, // the small letter has more bytes
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

// The mark of a cut list, as bibliographies of several languages write it.
func TestIsEtAl(t *testing.T) {
	for s, want := range map[string]bool{
		"et al.": true, "et al.,": true, "Et Al": true, "others": true, "u. a.": true, "等": true, "и др.": true, "…": true, "… ": true,
		"": false, "...": false, "Al Gore": false, "et": false,
	} {
		if got := IsEtAl(s); got != want {
			t.Errorf("%q: %v", s, got)
		}
	}
}

func TestLeadingYear(t *testing.T) {
	for in, want := range map[string]int{"2017": 2017, "2017-06-12": 2017, "c. 1890": 1890, "2019a": 2019, "in press": 0, "12345": 0, "June 2019": 2019, "": 0} {
		if got := LeadingYear(in); got != want {
			t.Errorf("LeadingYear(%q) = %d, want %d", in, got, want)
		}
	}
}

func FuzzParseName(f *testing.F) {
	f.Add("van der Berg, J.-P., Jr.")
	f.Fuzz(func(t *testing.T, s string) { _ = ParseName(s).String() })
}
