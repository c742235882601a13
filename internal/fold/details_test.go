package fold

import "testing"

func TestParsePages(t *testing.T) {
	for in, want := range map[string]Pages{
		"123-145": {First: "123", Last: "145"}, "123--145": {First: "123", Last: "145"}, "pp. 123–145": {First: "123", Last: "145"}, "С. 5–12": {First: "5", Last: "12"}, "стр. 7": {First: "7"}, "p. 5": {First: "5"},
		"1455-66": {First: "1455", Last: "1466"}, "82-7": {First: "82", Last: "87"}, "S12–S20": {First: "s12", Last: "s20"}, "S12-20": {First: "s12", Last: "s20"},
		"e1003456": {First: "e1003456"}, "12:1-12:20": {Prefix: "12", First: "1", Last: "20"}, "123+": {First: "123"}, "Article 45": {First: "45"},
		"12 pages": {Count: 12}, "": {}, "001–010": {First: "1", Last: "10"}, "17": {First: "17"}, "5-7, 12-14": {First: "5", Last: "7"},
		"\n   403-427\n  ": {First: "403", Last: "427"}, "xii-xx": {First: "xii", Last: "xx"}, "1201--1209": {First: "1201", Last: "1209"}, "12f": {First: "12"}, "II-649–II-657": {First: "649", Last: "657"}, "I-511-I-518 vol.1": {First: "511", Last: "518"}, "I:511-518": {First: "511", Last: "518"}, "II–602": {First: "602"},
		"539–546 vol. 1": {First: "539", Last: "546"}, "??–??": {}, "12ff.": {First: "12"},
	} {
		if got := ParsePages(in); got != want {
			t.Errorf("ParsePages(%q) = %+v, want %+v", in, got, want)
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
		{"IEEE", "Institute of Electrical and Electronics Engineers (IEEE)", true}, {"IEEE Computer Society", "IEEE", true}, {"IEEE Press", "IEEE", true},
		{"ACL", "Association for Computational Linguistics", true}, {"Assoc. for Computational Linguistics", "Association for Computational Linguistics", true},
		{"AAAI Press", "Association for the Advancement of Artificial Intelligence (AAAI)", true}, {"Springer", "Springer-Verlag", true},
		{"Springer International Publishing", "Springer Nature", true}, {"Wiley", "John Wiley & Sons, Inc.", true}, {"MIT Press", "The MIT Press", true},
		{"Elsevier", "Elsevier BV", true}, {"Pearson Education, Inc.", "Prentice Hall", true},
		{"MIT Press", "mitp", true}, {"The MIT Press", "Massachusetts Institute of Technology Press", true}, {"Cambridge University Pr.", "cambridge", true}, {"ACM New York, NY, USA", "Association for Computing Machinery (ACM)", true},
		{"ACL and AFNLP", "Association for Computational Linguistics", true}, {"Uppsala University", "Uppsala University, Uppsala, Sweden", true}, {"Freeman", "Freeman and Co., San Francisco", true},
		{"University of Chicago Press, Chicago", "Chicago University Press", true},
		{"Springer", "IEEE", false}, {"PMLR", "Association for Computational Linguistics", false}, {"ACM", "ACL", false}, {"Elsevier", "Wiley", false},
		{"Cambridge University Press", "Oxford University Press", false},
	} {
		if got, _ := SamePublisher(c.a, c.b); got != c.want {
			t.Errorf("SamePublisher(%q, %q) = %v", c.a, c.b, got)
		}
	}
}

func TestComparePlaces(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"Toronto, Canada", "Toronto", true}, {"New York, NY, USA", "New York", true}, {"Dublin, Ireland", "Dublin", true}, {"Online", "Virtual", true}, {"Wien", "Vienna, Austria", true},
		{"Singapore", "Singapore", true}, {"Online and Punta Cana, Dominican Republic", "Online", true},
		{"Tokyo, Japan", "Dublin, Ireland", false}, {"Berlin, Germany", "Munich, Germany", false}, {"New York, NY, USA", "Online", false}, {"London, UK", "London, Canada", true},
	} {
		if got := ComparePlaces(c.a, c.b) != OtherPlace; got != c.want {
			t.Errorf("ComparePlaces(%q, %q) = %v", c.a, c.b, got)
		}
	}
}

func TestNicknames(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{{"kate", "katherine", true}, {"bob", "robert", true}, {"chris", "christopher", true}, {"matt", "matthew", true}, {"john", "mary", false}, {"kate", "kate", false}} {
		if got := Nickname(c.a, c.b); got != c.want {
			t.Errorf("Nickname(%q, %q) = %v", c.a, c.b, got)
		}
	}
	for _, c := range []struct {
		a, b string
		want bool
	}{{"maddy", "madhureeta", true}, {"michi", "michalis", true}, {"aash", "aasish", true}, {"wei", "wang", false}, {"anna", "peter", false}} {
		if got := Familiar(c.a, c.b); got != c.want {
			t.Errorf("Familiar(%q, %q) = %v", c.a, c.b, got)
		}
	}
}

func TestRomanised(t *testing.T) {
	for _, c := range [][2]string{{"aleksandr", "alexandr"}, {"yuri", "iurii"}, {"sergey", "sergei"}, {"дмитрий", "dmitriy"}} {
		if Romanised(c[0]) != Romanised(c[1]) {
			t.Errorf("%q %q, %q %q", c[0], Romanised(c[0]), c[1], Romanised(c[1]))
		}
	}
}
