package lint_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/lint"
)

// told returns the remarks on a source as "key rule: message", in the order in which they are given.
func told(t testing.TB, src string, opt lint.Options) []string {
	t.Helper()
	opt.Year = 2026
	var list []string
	for _, r := range lint.Check([]lint.File{read(t, src)}, opt) {
		list = append(list, r.Key+" "+r.Rule+": "+strings.NewReplacer("“", `"`, "”", `"`).Replace(r.Message))
	}
	return list
}

// Of each rule about a field, the last value that is right and the first one that is wrong.
func TestBounds(t *testing.T) {
	for _, c := range []struct{ field, want string }{
		{"date = {2011-01-01}", ""},
		{"date = {2011-12-31}", ""},
		{"date = {2011-21}", ""},
		{"date = {2011-41}", ""},
		{"date = {2011-05}", ""},
		{"date = {2011-00}", `impossible-month: "2011-00" is not a date`},
		{"date = {2011-13}", `impossible-month: "2011-13" is not a date`},
		{"date = {2011-20}", `impossible-month: "2011-20" is not a date`},
		{"date = {2011-42}", `impossible-month: "2011-42" is not a date`},
		{"date = {2011-05-00}", `impossible-month: "2011-05-00" is not a date`},
		{"date = {2011-05-32}", `impossible-month: "2011-05-32" is not a date`},
		{"month = 1", ""},
		{"month = 12", ""},
		{"month = 0", `impossible-month: there is no month "0"`},
		{"doi = {10.1000/a, 10.1000/b}", ""},
		{"doi = {10/aabbe}", ""}, // a short DOI
		{"doi = {arXiv:1706.03762}", `doi-malformed: "arXiv:1706.03762" is not a DOI`},
		{"doi = {10.5555/12345678}",
			`doi-unregistered: "10.5555/12345678" leads nowhere: no DOI with this prefix is registered`},
		{"pmid = {26017442}", ""},
		{"pmid = {WOS:000243972401196}", `pmid-malformed: "WOS:000243972401196" is not a PubMed number`},
		{"isbn = {0-8044-2957-X}", ""},
		{"isbn = {0-8044-2957-1}", `isbn-malformed: "0-8044-2957-1" is not an ISBN: its check digit is wrong`},
		{"isbn = {none}", ""},
		{"isbn = {12345}", `isbn-malformed: "12345" is not an ISBN: it has 5 digits`},
		{"isbn = {1234-567X}", ""}, // an ISSN whose check digit is wrong
		{"isbn = {12X456}", `isbn-malformed: "12X456" is not an ISBN: it has 5 digits`},
		{"isbn = {12345x}", `isbn-malformed: "12345x" is not an ISBN: it has 6 digits`},
		{"isbn = {123456}", `isbn-malformed: "123456" is not an ISBN: it has 6 digits`},
		{"isbn = {026203561}", ""}, // nine digits: an SBN of before 1970
		{"isbn = {97802620356}", `isbn-malformed: "97802620356" is not an ISBN: it has 11 digits`},
		{"issn = {2434-561X}", ""},
		{"issn = {2434-561x}", ""},
		{"issn = {2434-5610}", `issn-malformed: the check digit of "2434-5610" is wrong`},
		{"issn = {0317-8471, 1050-1240}", `issn-malformed: the check digit of "1050-1240" is wrong`},
		{`publisher = {\url{http://a.b/c_d} & e}`, ""},
		{`publisher = {\(a_b\) of c_d}`, "unescaped-character: _ without a backslash in publisher"},
		{`publisher = {$a_b$ of c_d}`, "unescaped-character: _ without a backslash in publisher"},
		{`publisher = {a\_b and \(c_d\)}`, ""},
	} {
		got := strings.Join(told(t, one(", "+c.field), lint.Options{}), "\n")
		if want := strings.TrimSuffix("k "+c.want, "k "); got != want {
			t.Errorf("%s\n got %s\nwant %s", c.field, got, want)
		}
	}
	for year, want := range map[string]string{
		"2027": "", "2028": "k impossible-year: 2028 is in the future", "forthcoming": "",
		"201":  `k impossible-year: "201" is not a year`,
		"2O17": `k impossible-year: "2O17" is not a year`, "[2011]": "", "Y2K1": "", "11 and 12": "",
		"0": `k impossible-year: "0" is not a year`,
	} {
		src := "@article{k, author = {Doe, Jane}, title = {On quiet rivers}, journal = {Annals}, year = {" + year +
			"}}"
		if got := strings.Join(told(t, src, lint.Options{}), "\n"); got != want {
			t.Errorf("year %s: got %q, want %q", year, got, want)
		}
	}
}

// Lists of names: braces make one name of whatever they contain.
func TestListsOfNames(t *testing.T) {
	for list, wrong := range map[string]bool{
		"Doe, Jane": false, "Doe, Jr., Jane, x": false, "Jane Doe, Ann Roe, Bo Poe, Cy Joe": false,
		"Jane Doe, Ann Roe, Bo Poe, Cy Joe, Al Moe": true, "Doe, Jane; Roe, Ann": true, `Doe \& Roe; Ltd`: true,
		"{Big Corp, Ltd}, Jane Doe, Ann Roe, Bo Poe, Cy Joe": true, "{Doe, Roe, Poe, Joe, Moe}": false,
		"Doe; Roe & Sons":                    false,
		"Doe, Jane and Roe, Ann and Poe, Bo": false,
	} {
		src := "@article{k, author = {" + list + "}, title = {On quiet rivers}, journal = {Annals}, year = 2011}"
		got := told(t, src, lint.Options{Only: []string{"names-separated"}})
		if (len(got) > 0) != wrong {
			t.Errorf("%s: %q", list, got)
		}
	}
}

// What two entries must share, and must not state otherwise, to be one work.
func TestOneWork(t *testing.T) {
	entry := func(kind, key, fields string) string {
		return "@" + kind + "{" + key + ", title = {Evaluating quiet river solvers}, " + fields + "}\n"
	}
	const people = "author = {Doe, Jane and Roe, Ann}, "
	for _, c := range []struct{ name, src, want string }{
		{"one states no edition", entry("book", "k", people+"year = 2005") + entry("book", "l",
			people+"year = 2005, edition = {2}"),
			"l duplicate: the same work as k"},
		{"two editions", entry("book", "k", people+"year = 2005, edition = {1}") +
			entry("book", "l", people+"year = 2005, edition = {2}"), ""},
		{"one edition written twice", entry("book", "k", people+"year = 2005, edition = {Second}") +
			entry("book", "l", people+"year = 2005, edition = {second}"), "l duplicate: the same work as k"},
		{"one states no year", entry("book", "k", people+"publisher = {P}") + entry("book", "l",
			people+"year = 2005"),
			"l duplicate: the same work as k"},
		{"one year", entry("book", "k", people+"year = 2005") + entry("book", "l", people+"year = 2005"),
			"l duplicate: the same work as k"},
		{"two volumes of a journal", entry("article", "k", people+"journal = {Annals}, volume = 1, year = 2005") +
			entry("article", "l", people+"journal = {Annals}, volume = 2, year = 2005"), ""},
		{"other pages of a journal", entry("article", "k", people+"journal = {Annals}, pages = {1--9}, year = 2005") +
			entry("article", "l", people+"journal = {Annals}, pages = {11--19}, year = 2005"), ""},
		{"its first page", entry("article", "k", people+"journal = {Annals}, pages = {11}, year = 2005") +
			entry("article", "l", people+"journal = {Annals}, pages = {11--19}, year = 2005"),
			"l duplicate: the same work as k"},
		{"no authors", entry("misc", "k", "year = 2005") + entry("misc", "l", "year = 2005"), ""},
		{"no authors in one", entry("misc", "k", people+"year = 2005") + entry("misc", "l", "year = 2005"), ""},
		{"report and article", entry("techreport", "k", people+"institution = {P}, year = 2005") +
			entry("article", "l", people+"journal = {Annals}, year = 2005"),
			"l duplicate-version: another version of k"},
		{"two reports", entry("techreport", "k", people+"institution = {P}, year = 2005") +
			entry("techreport", "l", people+"institution = {P}, year = 2005"), "l duplicate: the same work as k"},
		{"paper and something of another year", entry("article", "k", people+"journal = {Annals}, year = 2005") +
			entry("misc", "l", people+"year = 2008"), "l duplicate-version: another version of k"},
		{"two encyclopaedias", entry("inreference", "k", people+"booktitle = {Rivers of Norway}, year = 2005") +
			entry("inreference", "l", people+"booktitle = {Chemistry}, year = 2005"), ""},
		{"other people under a short title",
			"@misc{k, title = {Quiet river solvers again}, author = {Doe, Jane}, year = 2005}\n" +
				"@misc{l, title = {Quiet river solvers again}, author = {Roe, Ann}, year = 2005}", ""},
		{"other people under five words",
			"@misc{k, title = {Five quiet river solvers again}, author = {Doe, Jane}, year = 2005}\n" +
				"@misc{l, title = {Five quiet river solvers again}, author = {Roe, Ann}, year = 2005}",
			"l same-title: the same title as k, by other people"},
		{"one arXiv number, one of them published",
			entry("misc", "k", people+"year = 2005, eprint = {1706.03762}, archiveprefix = {arXiv}") +
				entry("article", "l",
					people+"year = 2006, journal = {Annals}, eprint = {1706.03762}, archiveprefix = {arXiv}"),
			"l duplicate-version: another version of k"},
		{"one DOI, two titles",
			"@misc{k, title = {Quiet rivers of Norway}, author = {Doe, Jane}, doi = {10.1000/x}, year = 2005}\n" +
				"@misc{l, title = {Engines made of velvet}, author = {Doe, Jane}, doi = {10.1000/x}, year = 2005}",
			"l shared-identifier: doi:10.1000/x is also that of k, which has another title"},
		{"one DOI, two years of a book", entry("book", "k", people+"doi = {10.1000/x}, year = 2005") +
			entry("book", "l", people+"doi = {10.1000/x}, year = 2008"), "l duplicate: the same work as k"},
		{"two DOIs, two years of a book", entry("book", "k", people+"doi = {10.1000/x}, year = 2005") +
			entry("book", "l", people+"doi = {10.1000/y}, year = 2008"), ""},
		{"two DOIs, one year of a book", entry("book", "k", people+"doi = {10.1000/x}, year = 2005") +
			entry("book", "l", people+"doi = {10.1000/y}, year = 2005"), "l duplicate-version: another version of k"},
		{"one DOI, preprint and article",
			entry("article", "k", people+"journal = {arXiv preprint}, doi = {10.1000/x}, year = 2005") +
				entry("article", "l", people+"journal = {Annals of Water}, doi = {10.1000/x}, year = 2006"),
			"l duplicate-version: another version of k"},
		{"one DOI, two journals",
			entry("article", "k", people+"journal = {Annals of Water}, doi = {10.1000/x}, year = 2005") +
				entry("article", "l", people+"journal = {Chemical Reviews}, doi = {10.1000/x}, year = 2006"),
			"l duplicate: the same work as k"},
		{"one DOI, half of the words of the titles",
			"@misc{k, title = {Rivers, lakes and the seas}, author = {Doe, Jane}, doi = {10.1000/x}, year = 2005}\n" +
				"@misc{l, title = {Rivers, lakes and brooks}, author = {Doe, Jane}, doi = {10.1000/x}, year = 2005}",
			"l duplicate: the same work as k"},
		{"one DOI, less than half of the words",
			"@misc{k, title = {Rivers, lakes and the seas}, author = {Doe, Jane}, doi = {10.1000/x}, year = 2005}\n" +
				"@misc{l, title = {Rivers, lakes, brooks, waterfalls}, author = {Doe, Jane}, doi = {10.1000/x}, year = 2005}",
			"l shared-identifier: doi:10.1000/x is also that of k, which has another title"},
		{"one DOI, a title misspelt",
			"@misc{k, title = {Streamflow forecasting}, author = {Doe, Jane}, doi = {10.1000/x}, year = 2005}\n" +
				"@misc{l, title = {Streemflow forcasting}, author = {Doe, Jane}, doi = {10.1000/x}, year = 2005}",
			"l duplicate: the same work as k"},
		{"one DOI, a chapter and its book",
			"@book{k, title = {Handbook of rivers}, author = {Doe, Jane}, doi = {10.1000/x}, year = 2005}\n" +
				"@incollection{l, title = {Slow rivers}, booktitle = {Handbook of Rivers}, author = {Doe, Jane}, " +
				"doi = {10.1000/x}, year = 2005}", ""},
		{"a series and the volume in it",
			entry("inproceedings", "k", people+"booktitle = {Lecture Notes in Computer Science}, year = 2005") +
				entry("inproceedings", "l", people+"booktitle = {Computer Aided Verification, LNCS 3576}, year = 2005"),
			"l duplicate: the same work as k"},
		{"one of the containers unknown", entry("article", "k", people+"journal = {Annals of Water}, year = 2005") +
			entry("article", "l", people+"year = 2005"), "l duplicate: the same work as k"},
		{"two macros of journals", entry("article", "k", people+"journal = ourjournal, year = 2005") +
			entry("article", "l", people+"journal = another, year = 2005"), "l duplicate-version: another version of k"},
		{"one macro", entry("article", "k", people+"journal = ourjournal, year = 2005") +
			entry("article", "l", people+"journal = ourjournal, year = 2005"), "l duplicate: the same work as k"},
		{"a macro and a journal", entry("article", "k", people+"journal = ourjournal, year = 2005") +
			entry("article", "l", people+"journal = {Annals of Water}, year = 2005"), "l duplicate: the same work as k"},
		{"an encyclopaedia and a book", entry("inreference", "k", people+"booktitle = {Rivers of Norway}, year = 2005") +
			entry("incollection", "l", people+"booktitle = {Chemistry}, year = 2005"), ""},
		{"one DOI, other people, two years", entry("book", "k", "author = {Doe, Jane}, doi = {10.1000/x}, year = 2005") +
			entry("misc", "l", "author = {Poe, Al}, doi = {10.1000/x}, year = 2008"), "l duplicate: the same work as k"},
		{"one DOI, other people, two years of a book",
			entry("book", "k", "author = {Doe, Jane}, doi = {10.1000/x}, year = 2005") +
				entry("book", "l", "author = {Poe, Al}, doi = {10.1000/x}, year = 2008"), ""},
		{"one DOI, other people, a book without a year",
			entry("book", "k", "author = {Doe, Jane}, doi = {10.1000/x}, year = 2005") +
				entry("book", "l", "author = {Poe, Al}, doi = {10.1000/x}"), "l duplicate: the same work as k"},
		{"one DOI, two chapters with titles alike",
			"@incollection{k, title = {Slow rivers of Norway}, author = {Doe, Jane}, doi = {10.1000/x}, year = 2005}\n" +
				"@incollection{l, title = {Slow rivers of Sweden}, author = {Doe, Jane}, doi = {10.1000/x}, year = 2005}", ""},
		{"one DOI, two articles with titles alike",
			"@article{k, title = {Slow rivers of Norway}, author = {Doe, Jane}, doi = {10.1000/x}, year = 2005}\n" +
				"@article{l, title = {Slow rivers of Sweden}, author = {Doe, Jane}, doi = {10.1000/x}, year = 2005}",
			"l duplicate: the same work as k"},
		{"one DOI, an article and its journal",
			"@article{k, title = {Quiet rivers}, journal = {Quiet rivers review}, doi = {10.1000/x}, year = 2005}\n" +
				"@misc{l, title = {Quiet Rivers Review}, doi = {10.1000/x}, year = 2005}", ""},
		{"half of the authors",
			"@misc{k, title = {Evaluating quiet rivers}, author = {Doe, Jane and Roe, Ann}, year = 2016}\n" +
				"@misc{l, title = {Evaluating quiet rivers}, author = {Doe, Jane and Zoe, Cy}, year = 2016}",
			"l duplicate: the same work as k"},
		{"a title of eleven letters",
			"@misc{k, title = {Quiet rivers}, author = {Doe, Jane and Roe, Ann}, year = 2016}\n" +
				"@misc{l, title = {Quiet rivers}, author = {Doe, Jane and Roe, Ann}, year = 2016}", ""},
		{"a title of twelve letters",
			"@misc{k, title = {Quiet streams}, author = {Doe, Jane and Roe, Ann}, year = 2016}\n" +
				"@misc{l, title = {Quiet streams}, author = {Doe, Jane and Roe, Ann}, year = 2016}",
			"l duplicate: the same work as k"},
		{"a title of one word",
			"@misc{k, title = {Hydrodynamics}, author = {Doe, Jane and Roe, Ann}, year = 2016}\n" +
				"@misc{l, title = {Hydrodynamics}, author = {Doe, Jane and Roe, Ann}, year = 2016}", ""},
		{"an arXiv number misread", entry("misc", "k", people+"eprint = {1713.03762}, archiveprefix = {arXiv}, year = 2005") +
			"@misc{l, title = {Engines made of velvet}, author = {Doe, Jane}, eprint = {1713.03762}, " +
			"archiveprefix = {arXiv}, year = 2005}", ""},
		{"one DOI, one without a title",
			"@misc{k, title = {Quiet rivers of Norway}, author = {Doe, Jane}, doi = {10.1000/x}, year = 2005}\n" +
				"@misc{l, author = {Doe, Jane}, doi = {10.1000/x}, year = 2005}", "l duplicate: the same work as k"},
	} {
		got := strings.Join(told(t, c.src, lint.Options{
			Only: []string{"duplicate", "duplicate-version", "shared-identifier", "same-title"}}), "\n")
		if got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.name, got, c.want)
		}
	}
}

// Remarks come in the order of the lines; those of one line by rule.
func TestOrder(t *testing.T) {
	src := "@article{b,\n author = {Doe, Jane},\n title = {On quiet rivers},\n journal = {Annals},\n year = 2011,\n" +
		" pages = {1-9}\n}\n" +
		"@article{a,\n author = {Doe; Roe}, year = {20111}, month = 13,\n title = {},\n journal = {Annals}\n}\n"
	want := []string{"6 page-dash", "8 missing-field", "9 impossible-month", "9 impossible-year",
		"9 names-separated", "10 empty-field"}
	var got []string
	for _, r := range lint.Check([]lint.File{read(t, src)}, lint.Options{Year: 2026}) {
		got = append(got, strings.TrimSpace(string(rune('0' + r.Line/10))[:1]+string(rune('0'+r.Line%10))+" "+r.Rule))
	}
	for i := range got {
		got[i] = strings.TrimPrefix(got[i], "0")
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q\nwant %q", got, want)
	}
}

// The nearest key is named where only the case of the letters differs.
func TestOtherCase(t *testing.T) {
	src := one("") + strings.Replace(one(", volume = 2"), "{k", "{K", 1)
	cited := map[string]bool{"k": true, "K": true, "kk": true}
	got := told(t, src, lint.Options{Cited: cited, Only: []string{"undefined-key"}})
	if want := []string{"kk undefined-key: cited, and no entry has this key"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	src = strings.Replace(one(""), "{k", "{doe", 1) + strings.Replace(one(", volume = 2"), "{k", "{DOE", 1)
	got = told(t, src, lint.Options{Cited: map[string]bool{"Doe": true}, Only: []string{"undefined-key"}})
	if want := []string{"Doe undefined-key: cited, and no entry has this key; there is DOE"}; !slices.Equal(got,
		want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// Spellings are compared where they can be one person's or one journal's, and the rarer one is named.
func TestSpellings(t *testing.T) {
	entry := func(key, author, journal string) string {
		return "@article{" + key + ", author = {" + author + "}, title = {On " + key + "}, journal = {" + journal +
			"}, year = 2011}\n"
	}
	for _, c := range []struct{ name, src, want string }{
		{"the rarer one, though it comes first", entry("a", "Muller, Jane", "X") + entry("b", "Müller, Jane", "X") +
			entry("c", "Müller, Jane", "X"), `a name-spelling: "Jane Muller" here, "Jane Müller" in 2 other entries`},
		{"the later one of two", entry("a", "Müller, Jane", "X") + entry("b", "Muller, Jane", "X"),
			`b name-spelling: "Jane Muller" here, "Jane Müller" in 1 other entry`},
		{"a slip of four letters proves nothing", entry("a", "Lees, Jane and Poe, Al", "X") + entry("b",
			"Leas, Jane and Poe, Al", "X"), ""},
		{"a slip of five", entry("a", "Leeds, Jane and Poe, Al", "X") + entry("b", "Leads, Jane and Poe, Al", "X"),
			`b name-spelling: "Jane Leads" here, "Jane Leeds" in 1 other entry`},
		{"a slip, but nobody in common", entry("a", "Leeds, Jane and Poe, Al", "X") + entry("b",
			"Leads, Jane and Joe, Al", "X"), ""},
		{"a slip, but initials", entry("a", "Leeds, J. and Poe, Al", "X") + entry("b", "Leads, J. and Poe, Al",
			"X"), ""},
		{"family names alone", entry("a", "Müller and Poe, Al", "X") + entry("b", "Muller and Poe, Al", "X"), ""},
		{"the first of two that are equally common", entry("a", "Doe, Jane", "Annals of Water") +
			entry("b", "Roe, Ann", "Ann. Water") + entry("c", "Joe, Cy", "Ann. Water") +
			entry("d", "Poe, Al", "Ann. of Water") + entry("e", "Moe, Bo", "Ann. of Water"),
			`a container-spelling: "Annals of Water" here, "Ann. Water" in 2 other entries` + "\n" +
				`d container-spelling: "Ann. of Water" here, "Ann. Water" in 2 other entries`},
		{"a body", entry("a", "{Müller Corp}", "X") + entry("b", "{Muller Corp}", "X"), ""},
		{"an acronym", entry("a", "Doe, Jane", "Journal of Machine Learning") + entry("b", "Roe, Ann", "JML"),
			`b container-spelling: "JML" here, "Journal of Machine Learning" in 1 other entry`},
		{"another acronym", entry("a", "Doe, Jane", "Journal of Machine Learning") + entry("b", "Roe, Ann", "JMR"),
			""},
		{"an acronym of two words is none", entry("a", "Doe, Jane", "Quiet Rivers") + entry("b", "Roe, Ann", "QR"),
			""},
		{"another journal", entry("a", "Doe, Jane", "Annals of Water") + entry("b", "Roe, Ann", "Annals of Wine"),
			""},
		{"a volume in the name", entry("a", "Doe, Jane", "Annals of Water 7") + entry("b", "Roe, Ann",
			"Ann. Water 7"), ""},
		{"the commonest of three", entry("a", "Doe, Jane", "Annals of Water") + entry("b", "Roe, Ann", "Ann. Water") +
			entry("c", "Poe, Al", "Ann. of Water") + entry("d", "Joe, Cy", "Ann. of Water"),
			`a container-spelling: "Annals of Water" here, "Ann. of Water" in 2 other entries` + "\n" +
				`b container-spelling: "Ann. Water" here, "Ann. of Water" in 2 other entries`},
	} {
		got := strings.Join(told(t, c.src, lint.Options{Only: []string{"name-spelling", "container-spelling"}}), "\n")
		if got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.name, got, c.want)
		}
	}
}

// An empty field is taken out where that leaves a sound entry.
func TestMendEmpty(t *testing.T) {
	for src, want := range map[string]string{
		"@misc{k, title = {On quiet rivers},\n note = {}\n}":   "@misc{k, title = {On quiet rivers},\n}",
		"@misc{k,\n note = {},\n title = {On quiet rivers}\n}": "@misc{k,\n title = {On quiet rivers}\n}",
		"@misc{k,\n note = {}\n}":                              "@misc{k,\n note = {}\n}",
		"@misc{k, title = {$a$ & b, on quiet rivers}}":         "@misc{k, title = {$a$ & b, on quiet rivers}}",
		`@misc{k, title = {\(a\) & b, on quiet rivers}}`:       `@misc{k, title = {\(a\) & b, on quiet rivers}}`,
		`@misc{k, title = {\texttt{a} & b, on quiet rivers}}`:  `@misc{k, title = {\texttt{a} & b, on quiet rivers}}`,
		"@misc{k, title = {a & b, on quiet rivers}}":           `@misc{k, title = {a \& b, on quiet rivers}}`,
		`@misc{k, title = {&amp; \&amp; on quiet rivers}}`:     `@misc{k, title = {\& \&amp; on quiet rivers}}`,
	} {
		if got := mended(t, src); got != want {
			t.Errorf("%s\n got %s\nwant %s", src, got, want)
		}
	}
}

// A remark on a repeated entry of the same file names the earlier one by its key, for those who join them.
func TestTwin(t *testing.T) {
	first, again := read(t, one("")), read(t, strings.Replace(one(""), "{k", "{l", 1))
	again.Name = "u.bib"
	for i := range again.Findings {
		again.Findings[i].Reference.Place.File = "u.bib"
	}
	for _, c := range []struct {
		name          string
		files         []lint.File
		message, twin string
	}{
		{"one file", []lint.File{read(t, one("")+strings.Replace(one(""), "{k", "{l", 1))}, "the same work as k", "k"},
		{"two files", []lint.File{first, again}, "the same work as k in t.bib", ""},
		{"another version", []lint.File{read(t, one("")+strings.Replace(one(""), "{k, ", "{l, journal = {arXiv}, ", 1))},
			"another version of k", ""},
	} {
		got := lint.Check(c.files, lint.Options{Only: []string{"duplicate", "duplicate-version"}})
		if len(got) != 1 || got[0].Message != c.message || got[0].Twin != c.twin {
			t.Errorf("%s: %+v", c.name, got)
		}
	}
}

// A severity is at least itself and what is below it.
func TestAtLeast(t *testing.T) {
	for i, s := range lint.Severities {
		for j, other := range lint.Severities {
			if s.AtLeast(other) != (i >= j) {
				t.Errorf("%s at least %s: %t", s, other, i < j)
			}
		}
	}
}

// A remark is located by its line, or else by the page or note, or else by the file alone.
func TestWhere(t *testing.T) {
	for want, r := range map[string]lint.Remark{
		"a.bib:1":         {File: "a.bib", Line: 1},
		"a.pdf, page 7":   {File: "a.pdf", Within: "page 7"},
		"a.bib":           {File: "a.bib"},
		"a.docx:3":        {File: "a.docx", Line: 3, Within: "note 2"},
		"a.docx, note 12": {File: "a.docx", Within: "note 12"},
	} {
		if got := r.Where(); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

// Entries of one work, for those who merge lists; versions are two works. A reference without a line is located by its
// page.
func TestSameWorks(t *testing.T) {
	entry := func(key, journal string) string {
		return "@article{" + key + ", author = {Doe, Jane}, title = {On quiet rivers of Norway}, journal = {" + journal +
			"}, year = 2011}\n"
	}
	file := read(t, entry("a", "Annals of Water")+entry("b", "arXiv preprint")+entry("c", "Annals of Water"))
	var refs []biblio.Reference
	for i := range file.Findings {
		refs = append(refs, file.Findings[i].Reference)
		file.Findings[i].Reference.Place = biblio.Place{File: "a.pdf", Page: 6 + i}
	}
	if got := lint.SameWorks(refs); !slices.Equal(got, [][2]int{{2, 0}}) {
		t.Errorf("%v", got)
	}
	list := lint.Check([]lint.File{{Name: "a.pdf", Findings: file.Findings}}, lint.Options{Only: []string{"duplicate"}})
	if len(list) != 1 || list[0].Where() != "a.pdf, page 8" {
		t.Errorf("%+v", list)
	}
}

// Who published a book must be stated where BibTeX prints it, not in files for BibLaTeX.
func TestPublished(t *testing.T) {
	const book = "@book{k, author = {Doe, Jane}, title = {Quiet rivers}, "
	for src, want := range map[string]string{book + "year = 2011}": "k missing-field: @book without publisher",
		book + "year = 2011, publisher = {P}}": "", book + "date = {2011}}": "",
		"@book{k, author = {Doe, Jane}, title = {Quiet rivers}, publisher = {P}}": "k missing-field: @book without year"} {
		if got := strings.Join(told(t, src, lint.Options{Only: []string{"missing-field"}}), "\n"); got != want {
			t.Errorf("%s: %s", src, got)
		}
	}
}
