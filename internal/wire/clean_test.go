package wire

import (
	"fmt"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/jsonscan"
)

// Records are clean, and say what was taken away.
func TestClean(t *testing.T) {
	r, err := Flat([]byte(`{"title": "[1] Dating the mosaic &amp;beta;", "volume": "s2-42", "pages": "nutrients12"}`),
		"works")
	if err != nil {
		t.Fatal(err)
	}
	if r.Title != "Dating the mosaic β" || r.Volume != "42" || r.Issue != "" || r.Pages != "12" {
		t.Errorf("%+v", r.Work)
	}
	if r.Extra["title-stated"] != "[1] Dating the mosaic &amp;beta;" || r.Extra["volume-stated"] != "s2-42" ||
		r.Extra["pages-stated"] != "nutrients12" {
		t.Errorf("%v", r.Extra)
	}
	if r, err = Flat([]byte(`{"title": "Vol. 3 of a life", "volume": "Vol 7 No 1 (2015)"}`), "works"); err != nil ||
		r.Title != "Vol. 3 of a life" || r.Volume != "7" || r.Issue != "1" {
		t.Errorf("%+v %v", r.Work, err)
	}
}

// An account beside the name of its owner is no author; a name of one word, and an account alone, are.
func TestAccounts(t *testing.T) {
	for list, want := range map[string]string{
		`"Nati Srebro", "Eric Price", "ecprice"`: "Nati Srebro; Eric Price (ecprice)",
		`"ecprice", "Nati Srebro"`:               "ecprice; Nati Srebro ()",
		`"price", "Eric Price"`:                  "price; Eric Price ()",
		`"dprice", "Eric Price"`:                 "dprice; Eric Price ()",
		`"Ecprice", "Eric Price"`:                "Ecprice; Eric Price ()",
		`"ericprice", "Eric Price"`:              "ericprice; Eric Price ()",
	} {
		r, err := Flat([]byte(`{"title": "Dating the mosaic", "authors": [`+list+`]}`), "works")
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, c := range r.Authors() {
			names = append(names, c.String())
		}
		if got := strings.Join(names, "; ") + " (" + r.Extra["account-stated"] + ")"; got != want {
			t.Errorf("%s: %s, want %s", list, got, want)
		}
	}
}

// Dates as services write them, each with what is out of range.
func TestDates(t *testing.T) {
	rest := func(d biblio.Date) string { return strings.Trim(fmt.Sprint(d), "{}") }
	for _, c := range []struct {
		how   string
		read  func(string) biblio.Date
		dates map[string]string
	}{
		{"ISO", isoDate, map[string]string{
			"2019": "2019 0 0", "2019-05": "2019 5 0", "2019-05-17": "2019 5 17", "2019/05/17": "2019 5 17",
			"2019-05-17T10:00:00Z": "2019 5 17", "2019-05-17 10:00": "2019 5 17", " 2019-12-31": "2019 12 31",
			"2019-01-01": "2019 1 1", "2019-00-01": "2019 0 0", "2019-13-01": "2019 0 0", "2019-05-32": "2019 5 0",
			"2019-05-00": "2019 5 0", "2019-spring": "2019 0 0", "0999": "0 0 0", "999": "0 0 0", "1000-01": "1000 1 0",
			"2999-01": "2999 1 0", "3000-01": "0 0 0", "3000": "0 0 0", "c. 2019": "0 0 0", "": "0 0 0", "20a9": "0 0 0"}},
		{"stated", statedDate, map[string]string{"c. 2019": "2019 0 0", "2019-05": "2019 5 0", "May 2019": "2019 0 0",
			"": "0 0 0"}},
		{"of mails", rfcDate, map[string]string{
			"Mon, 2 Apr 2007 19:18:42 GMT": "2007 4 2", "Mon, 31 Dec 2007": "2007 12 31", "Mon, 32 Apr 2007": "2007 4 0",
			"Mon, 0 Apr 2007": "2007 4 0", "Mon, 2 Foo 2007": "2007 0 0", "2007-04-02": "2007 4 2"}},
		{"American", usDate, map[string]string{
			"8/16/2023 0:00": "2023 8 16", "12/31/2999": "2999 12 31", "1/1/1000": "1000 1 1", "13/1/2023": "2023 0 0",
			"0/1/2023": "2023 0 0", "1/32/2023": "2023 0 0", "1/0/2023": "2023 0 0", "2023-08-16": "2023 8 16"}},
		{"Crossref's", func(s string) biblio.Date {
			v, err := jsonscan.Parse([]byte(`{"date-parts":[[` + s + `]]}`))
			if err != nil {
				t.Fatal(err)
			}
			return crossrefDate(v)
		}, map[string]string{
			"2019,5,17": "2019 5 17", "2019,12,31": "2019 12 31", "2019,1,1": "2019 1 1", "2019,0,1": "2019 0 0",
			"2019,13,1": "2019 0 0", "2019,5,32": "2019 5 0", "2019,5,0": "2019 5 0", "null": "0 0 0", "0": "0 0 0",
			"2999": "2999 0 0", "3000,5": "0 0 0", "1": "1 0 0"}},
	} {
		for in, want := range c.dates {
			if got := rest(c.read(in)); got != want {
				t.Errorf("%s %q: %s, want %s", c.how, in, got, want)
			}
		}
	}
	for days, want := range map[int]string{1: "1970-01-02", 31: "1970-02-01", 58: "1970-02-28", 59: "1970-03-01",
		789: "1972-02-29", 790: "1972-03-01", 11016: "2000-02-29", 364: "1970-12-31", 365: "1971-01-01"} {
		if got := dateText(civil(days)); got != want {
			t.Errorf("day %d: %s, want %s", days, got, want)
		}
	}
	for s, want := range map[string]int{"3": 3, "03": 3, "12": 12, "13": 0, "0": 0, "Mar": 3, "March": 3, "Mar-Apr": 3,
		"": 0, "Spring": 0} {
		if got := monthNumber(s); got != want {
			t.Errorf("month %q: %d", s, got)
		}
	}
	for _, c := range []struct {
		date biblio.Date
		year int
		want string
	}{
		{biblio.Date{Year: 2019, Month: 5}, 2019, "2019-05"}, {biblio.Date{Year: 2019, Month: 5}, 2020, "2020"},
		{biblio.Date{Year: 2019, Month: 5}, 0, "2019-05"}, {biblio.Date{}, 2020, "2020"},
	} {
		d := draft{year: c.year}
		d.Issued = c.date
		if d.settleYear(); dateText(d.Issued) != c.want {
			t.Errorf("%v beside the year %d: %v", c.date, c.year, d.Issued)
		}
	}
}

// Titles and names without markup: tags of faces and formulas go, other angles are text.
func TestPlain(t *testing.T) {
	for in, want := range map[string]string{
		"On <i>quiet</i>  rivers": "On quiet rivers", "H<sub>2</sub>O": "H2O", "A &amp; B": "A & B",
		"a < c > d":     "a < c > d",
		"A &amp;amp; B": "A & B", "<jats:italic>Rivers</jats:italic>": "Rivers", "<I class='x'>Rivers</I>": "Rivers",
		"<script>x</script>": "<script>x</script>", "a <": "a <", "List<T> in Java": "List<T> in Java", "a<br/>b": "ab",
	} {
		if got := plain(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
	for in, want := range map[string]string{"A title.": "A title", "A title...": "A title...", "A title?": "A title?",
		"..": "..", ".": "", "": ""} {
		if got := dropStop(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
	for s, want := range map[string]bool{"Arbel?ez": true, "?lvarez": true, "Alvare?": true, "?": false, "12?": false,
		"Why ? not": false, "": false} {
		if questioned(s) != want {
			t.Errorf("%q: %t", s, !want)
		}
	}
	for s, want := range map[string]bool{"https://a.b": true, "http://a.b": true, "ftp://a.b": true, "www.a.b/c": true,
		"": true, "javascript:alert(1)": false, "data:x": false, "http://[": false} {
		if webAddress(s) != want {
			t.Errorf("%q is an address: %t", s, !want)
		}
	}
}

// A damaged title is cut before its damage where what is left still tells the work.
func TestBeforeLost(t *testing.T) {
	const bad = "\uFFFD"
	for in, want := range map[string]string{
		"On quiet rivers of Norw" + bad + "y":   "On quiet rivers of Norw" + bad + "y", // "On quiet rivers of" has 18 bytes
		"On the quiet rivers of Norw" + bad:     "On the quiet rivers of",
		"On quiet rivers in a Norw" + bad + "y": "On quiet rivers in a",
		"On quiet rivers of Norway":             "On quiet rivers of Norway",
	} {
		d := draft{}
		title := in
		if d.beforeLost("damaged", &title); title != want || d.TitleCut != (title != in) ||
			(d.Extra["damaged"] == in) != d.TitleCut {
			t.Errorf("%q: %q, %v", in, title, d.Extra)
		}
	}
}

// Pages, identifiers and names as services state them in one text.
func TestStatedTogether(t *testing.T) {
	for _, c := range [][3]string{{"1", "9", "1-9"}, {" 1 ", "1", "1"}, {"1", "", "1"}, {"", "9", "9"}, {"", "", ""}} {
		if got := pageRange(c[0], c[1]); got != c[2] {
			t.Errorf("%q to %q: %q", c[0], c[1], got)
		}
	}
	for in, want := range map[string]string{
		"10.1000/A": "[doi:10.1000/a]", "10.1000/a 10.1000/b": "[doi:10.1000/a doi:10.1000/b]",
		"10.1000/a 10.1000/a":              "[doi:10.1000/a]",
		"10.1000/a,\t10.1000/b\n10.1000/c": "[doi:10.1000/a doi:10.1000/b doi:10.1000/c]", "none": "[]", "": "[]",
	} {
		if got := fmt.Sprint(dois(in)); got != want {
			t.Errorf("%q: %s, want %s", in, got, want)
		}
	}
	for in, want := range map[string]string{ // the name, and the text where its parts do not give it back
		"Liang He 0005": "Liang He|Liang He 0005", "Ada Lovelace": "Ada Lovelace|",
		"Lovelace, Ada":        "Ada Lovelace|Lovelace, Ada",
		"Ludwig van Beethoven": "Ludwig van Beethoven|", "He 12345": "He 12345|",
		"World Health Organization": "World Health Organization|",
		"Ada  Lovelace":             "Ada Lovelace|Ada  Lovelace",
	} {
		c := person(in)
		if got := c.String() + "|" + c.Stated; got != want {
			t.Errorf("%q: %s, want %s", in, got, want)
		}
	}
	for in, want := range map[string]string{"Ada Lovelace [orcid:1 x:2]": "Ada Lovelace|orcid:1 x:2",
		"Ada [nick]":  "Ada [nick]|",
		"Ada [a:1] L": "Ada [a:1] L|", "Ada": "Ada|", "[a:1]": "|a:1"} {
		if name, ids := cutIDs(in); name+"|"+ids != want {
			t.Errorf("%q: %q, %q", in, name, ids)
		}
	}
	for in, want := range map[string]string{"1 2 3": "[]", "1 3": "[2]", "3 1": "[2]", "0 2": "[1]", "-1 2": "[1]",
		"":     "[]",
		"1 30": "[2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21]"} {
		var numbers []int
		for _, s := range strings.Fields(in) {
			n := 0
			fmt.Sscan(s, &n)
			numbers = append(numbers, n)
		}
		if got := fmt.Sprint(missing(numbers)); got != want {
			t.Errorf("between %s: %s, want %s", in, got, want)
		}
	}
}
