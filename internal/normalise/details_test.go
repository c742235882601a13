package normalise

import "testing"

func TestParsePages(t *testing.T) {
	for in, want := range map[string]Pages{
		"123-145": {First: "123", Last: "145"}, "123--145": {First: "123", Last: "145"},
		"pp. 123–145": {First: "123", Last: "145"}, "С. 5–12": {First: "5", Last: "12"}, "стр. 7": {First: "7"},
		"págs. 7": {First: "7"},
		"p. 5":    {First: "5"},
		"1455-66": {First: "1455", Last: "1466"}, "82-7": {First: "82", Last: "87"}, "S12–S20": {First: "s12", Last: "s20"},
		"S12-20":   {First: "s12", Last: "s20"},
		"e1003456": {First: "e1003456"}, "12:1-12:20": {Prefix: "12", First: "1", Last: "20"}, "123+": {First: "123"},
		"Article 45": {First: "45"},
		"12 pages":   {Count: 12}, "": {}, "001–010": {First: "1", Last: "10"}, "17": {First: "17"},
		"5-7, 12-14":       {First: "5", Last: "7"},
		"\n   403-427\n  ": {First: "403", Last: "427"}, "xii-xx": {First: "xii", Last: "xx"},
		"1201--1209": {First: "1201", Last: "1209"}, "12f": {First: "12"}, "II-649–II-657": {First: "649", Last: "657"},
		"I-511-I-518 vol.1": {First: "511", Last: "518"}, "I:511-518": {First: "511", Last: "518"}, "II–602": {First: "602"},
		"539–546 vol. 1": {First: "539", Last: "546"}, "??–??": {}, "12ff.": {First: "12"},
		// ends that are abbreviated, or lower than the beginning
		"998-1002": {First: "998", Last: "1002"}, "1002-5": {First: "1002", Last: "1005"}, "12-a": {First: "12", Last: "a"},
		"ab12-5": {First: "ab12", Last: "5"}, "12-12": {First: "12"},
		// an article number in place of pages, and an article of one page
		"38:1–38:18": {Prefix: "38", First: "1", Last: "18"}, "38–1": {Prefix: "38", First: "1"}, "1-1": {First: "1"},
		"e38-1": {First: "e38", Last: "1"}, "12:5": {Prefix: "12", First: "5"},
		// dashes and digits of other keyboards, and invisible spaces
		"１２–１５": {First: "12", Last: "15"}, "０９～１０": {First: "9", Last: "10"},
		"1\u20142": {First: "1", Last: "2"},
		"1\u20152": {First: "1", Last: "2"}, "1\u20102": {First: "1", Last: "2"},
		"1\u2000–\u200a2": {First: "1", Last: "2"},
		"1\u202f–\u00a02": {First: "1", Last: "2"}, "12−15": {First: "12", Last: "15"}, "12～15": {First: "12", Last: "15"},
		"5‐9": {First: "5", Last: "9"}, "12\u2009–\u200919": {First: "12", Last: "19"}, "Ａ1": {First: "ａ1"},
		// labels: those of a letter or two have a digit after them
		"s. 12": {First: "12"}, "sciences": {First: "sciences"}, "page": {First: "page"},
		"art. no. 104743": {First: "104743"}, "ID 5871": {First: "5871"}, "p12": {First: "12"}, "12 p.": {Count: 12},
		"352 S.": {Count: 352}, "352 с.": {Count: 352}, "352 págs.": {Count: 352}, "some pp": {First: "somepp"},
		"000": {First: "000"}, "12;14": {First: "12"},
	} {
		if got := ParsePages(in); got != want {
			t.Errorf("ParsePages(%q) = %+v, want %+v", in, got, want)
		}
	}
}

// A single page may be within a range, whose length is known if both ends are numbers.
func TestPagesHold(t *testing.T) {
	for _, c := range []struct {
		pages, page string
		length      int
		holds       bool
	}{
		{"123-145", "130", 23, true}, {"123-145", "123", 23, true}, {"123-145", "145", 23, true},
		{"123-145", "146", 23, false}, {"123-145", "122", 23, false},
		{"123-145", "130-131", 23, false}, {"123-145", "e130", 23, false}, {"S12-S20", "15", 0, false},
		{"123", "123", 0, false}, {"123-x", "124", 0, false}, {"x-123", "122", 0, false}, {"200-e1", "200", 0, false},
	} {
		p := ParsePages(c.pages)
		if length, holds := p.Length(), p.Holds(ParsePages(c.page)); length != c.length || holds != c.holds {
			t.Errorf("%s: %d pages, %s among them %v", c.pages, length, c.page, holds)
		}
	}
	if back := (Pages{First: "145", Last: "123"}); back.Length() != 0 {
		t.Errorf("pages that run backwards: %d", back.Length())
	}
	for text, zero := range map[string]bool{"": true, "??": true, "5": false, "12 pp.": false} {
		if ParsePages(text).IsZero() != zero {
			t.Errorf("%q states nothing: %v", text, !zero)
		}
	}
}

func FuzzParsePages(f *testing.F) {
	f.Add("pp. 1–2")
	f.Fuzz(func(t *testing.T, s string) { ParsePages(s) })
}

func TestSamePublisher(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"IEEE", "Institute of Electrical and Electronics Engineers (IEEE)", true}, {"IEEE Computer Society", "IEEE", true},
		{"IEEE Press", "IEEE", true},
		{"ACL", "Association for Computational Linguistics", true},
		{"Assoc. for Computational Linguistics", "Association for Computational Linguistics", true},
		{"AAAI Press", "Association for the Advancement of Artificial Intelligence (AAAI)", true},
		{"Springer", "Springer-Verlag", true},
		{"Springer International Publishing", "Springer Nature", true}, {"Wiley", "John Wiley & Sons, Inc.", true},
		{"MIT Press", "The MIT Press", true},
		{"Elsevier", "Elsevier BV", true}, {"Pearson Education, Inc.", "Prentice Hall", true},
		{"MIT Press", "mitp", true}, {"The MIT Press", "Massachusetts Institute of Technology Press", true},
		{"Cambridge University Pr.", "cambridge", true},
		{"ACM New York, NY, USA", "Association for Computing Machinery (ACM)", true},
		{"ACL and AFNLP", "Association for Computational Linguistics", true},
		{"Uppsala University", "Uppsala University, Uppsala, Sweden", true},
		{"Freeman", "Freeman and Co., San Francisco", true},
		{"University of Chicago Press, Chicago", "Chicago University Press", true},
		{"Springer", "IEEE", false}, {"PMLR", "Association for Computational Linguistics", false}, {"ACM", "ACL", false},
		{"Elsevier", "Wiley", false},
		{"Cambridge University Press", "Oxford University Press", false},
		// houses not in the table: legal forms, acronyms, abbreviations, places after a comma
		{"Acme Publishing", "Acme", true}, {"The Press", "Press", false},
		{"ESPCI", "Ecole Superieure de Physique et Chimie Industrielles", true},
		{"NIST", "National Institute of Standards and Technology", true},
		{"National Institute of Standards and Technology", "NIST", true},
		{"NISTA", "National Institute of Standards and Technology", false},
		{"NISX", "National Institute of Standards", false}, {"NI", "National Institute", false},
		{"Univ. of Sussex", "University of Sussex", true}, {"University of Sussex", "Univ. of Sussex", true},
		{"Univ. of Sussex Library", "University of Sussex", false}, {"Univ", "University", false},
		{"Am. Museum", "American Museum", false}, {"Dept. Physics", "Department of Physics", false},
		{"Aalborg, Denmark", "Aalborg", false}, {"", "Springer", false},
		{"Yale University Pr", "Yale University Press", true}, {"ACM Special Projects", "ACM", false},
		{"IEEE Special Projects", "IEEE", true}, {"Springerish Works", "Springer", false},
		{"NAST", "National Institute of Standards Technology", false},
		// two houses that publish together, and a house before its city
		{"ACM and IEEE", "IEEE", true}, {"Smith and IEEE", "Smith", false}, {"MIT Press Cambridge, MA", "MIT Press", true},
		{"Springer Toulouse Center", "Springer", true}, {"Technical report ACM", "ACM", true},
	} {
		if got, _ := SamePublisher(c.a, c.b); got != c.want {
			t.Errorf("SamePublisher(%q, %q) = %v", c.a, c.b, got)
		}
	}
}

// The same words are not an alias.
func TestPublisherAlias(t *testing.T) {
	for _, c := range []struct {
		a, b  string
		alias bool
	}{{"Springer", "SPRINGER", false}, {"Springer", "Springer-Verlag", true},
		{"Uppsala University", "Uppsala University, Uppsala, Sweden", true}} {
		if same, alias := SamePublisher(c.a, c.b); !same || alias != c.alias {
			t.Errorf("%q and %q: same %v, alias %v", c.a, c.b, same, alias)
		}
	}
}

// Text in place of a publisher that is not one.
func TestNoHouse(t *testing.T) {
	for s, want := range map[string]bool{
		"acmp": true, "JSTOR": true, "CiteSeerX": true, "EMNLP 2011 Organizing Committee": true,
		"AFNLP Organising Committee": true, "The COLING Organizers": true,
		"ieee": false, "Nobody": false, "Springer": false, "my own press": false, "Organizers and Sons": false,
	} {
		if got := NotAPublisher(s); got != want {
			t.Errorf("%q: %v", s, got)
		}
	}
}

// Houses print journals for societies.
func TestForSociety(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"Wiley", "American Anthropological Association", true}, {"Cognitive Science Society", "Elsevier", true},
		{"Oxford University Press", "British Academy", true},
		{"Wiley", "Springer", false}, {"Elsevier", "University of Sussex", false},
		{"Nobody", "American Anthropological Association", false}, {"British Academy", "Cognitive Science Society", false},
		{"Wiley", "American Mathematical Society", false}, // a house itself
		{"Wiley", "Association for Computing Machinery", false},
		{"Wiley", "Psychonomic Society and Oxford University Press", false},
	} {
		if got := ForSociety(c.a, c.b); got != c.want {
			t.Errorf("%q for %q: %v", c.a, c.b, got)
		}
	}
}

func TestComparePlaces(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"Toronto, Canada", "Toronto", true}, {"New York, NY, USA", "New York", true}, {"Dublin, Ireland", "Dublin", true},
		{"Online", "Virtual", true}, {"Wien", "Vienna, Austria", true},
		{"Singapore", "Singapore", true}, {"Online and Punta Cana, Dominican Republic", "Online", true},
		// one letter of a long name, not the first
		{"Marrakech", "Marrakesh, Morocco", true}, {"Berlin", "Merlin", false}, {"Paris", "Parys", false},
		{"Lisbon", "London", false},
		{"Vancouver; Canada", "Vancouver", true}, {"Seoul/Korea", "Seoul", true}, {"Vancouver (Canada)", "Canada", true},
		{"San Juan|Puerto Rico", "Puerto Rico", true}, {"Vancouver, Canada", "Canada", true},
		{"Canada", "Vancouver, Canada", true}, {"Hybrid Vienna, Austria", "Vienna", true},
		{"Hybrid Wien, Austria", "Vienna, Austria", true}, {"Washington, USA", "Washington DC, USA", true},
		{"Xi an", "Xi'an, China", true}, {"Michigan", "East Lansing, Central Michigan", true},
		{"Seattle Washington", "USA, Seattle", true}, {"Central", "Hong Kong Central, China", true},
		{"Bali, Indonesia", ConferencePlace("ijcnlp", 2023), true},
		{"", "Paris", true}, {"Paris", "", true}, // nothing does not contradict nothing
		{"Vancouver, Canada", "Toronto, Canada", false}, {"New York", "York", false},
		{"Tokyo, Japan", "Dublin, Ireland", false}, {"Berlin, Germany", "Munich, Germany", false},
		{"New York, NY, USA", "Online", false}, {"London, UK", "London, Canada", true},
	} {
		if got := ComparePlaces(c.a, c.b) != OtherPlace; got != c.want {
			t.Errorf("ComparePlaces(%q, %q) = %v", c.a, c.b, got)
		}
	}
}

// The same place is more than a part of it.
func TestSamePlace(t *testing.T) {
	for b, want := range map[string]placeLikeness{"Punta Cana.": SamePlace, "Punta Cana, Dominican Republic": PlaceVariant,
		"Santo Domingo": OtherPlace} {
		if got := ComparePlaces("punta cana", b); got != want {
			t.Errorf("%q: %d", b, got)
		}
	}
}

// TestCountry: just the name of a country.
func TestCountry(t *testing.T) {
	for s, want := range map[string]bool{"Norway": true, "USA": true, "South Korea": true, "Oslo, Norway": false,
		"": false} {
		if got := Country(s); got != want {
			t.Errorf("%q: %v", s, got)
		}
	}
}

func TestPreprintServer(t *testing.T) {
	for name, want := range map[string]bool{
		"arXiv": true, "ARXIV.ORG": true, "SocArXiv": true, "OSF Preprints": true, "Computing Research Repository": true,
		"": false, "arXives": false, "arXiv preprint arXiv:1706.03762": false, "Nature": false, "ornl": false,
		"The Social Science Research Network Series of Papers": false,
	} {
		if got := PreprintServer(name); got != want {
			t.Errorf("%q: %v", name, got)
		}
	}
	for text, want := range map[string]bool{
		"arXiv:1706.03762": true, "CoRR, abs/1706.03762": true, "arXiv": true, "SSRN Electronic Journal 2020": true,
		"arXiv1706.03762": true, "ARXIV~1706.03762": true,
		"Corrosion Science": false, "arXives": false, "The arXiv": false,
	} {
		if got := OpensWithPreprintServer(text); got != want {
			t.Errorf("%q opens with one: %v", text, got)
		}
	}
}
