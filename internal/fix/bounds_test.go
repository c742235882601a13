package fix

import (
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/match"
)

// A date gets month and day only where it had them, a year never does.
func TestDates(t *testing.T) {
	full := biblio.Date{Year: 2001, Month: 10, Day: 3}
	for _, c := range []struct {
		field, old string
		record     biblio.Date
		want       string
	}{
		{"date", "2003-05-12", full, "2001-10-03"}, {"date", "2003-05", full, "2001-10"}, {"date", "2003", full, "2001"},
		{"year", "2003-05-12", full, "2001"}, {"date", "2003-05-12", biblio.Date{Year: 2001, Month: 10}, "2001-10"},
		{"date", "2003-05-12", biblio.Date{Year: 2001}, "2001"}, {"date", " 2003-5 ", full, "2001"},
	} {
		w := writer{c: &Correction{Work: biblio.Work{Issued: c.record}}}
		if got := w.year(c.field, c.old); got != c.want {
			t.Errorf("%s %q: %s, want %s", c.field, c.old, got, c.want)
		}
	}
}

// Words that differ by a slip, not by their ending, their spelling in English or a number.
func TestWordSlip(t *testing.T) {
	for pair, want := range map[[2]string]bool{
		{"ornithology", "ornitology"}: true, {"forest", "forests"}: false, {"forests", "forest"}: false,
		{"behaviour", "behavior"}: false, {"nature1", "nature2"}: false,
		{"quran", "quarn"}: false, {"matrix", "martix"}: true, {"learning", "yearning"}: true,
	} {
		if got := wordSlip(pair[0], pair[1]); got != want {
			t.Errorf("%v: %t", pair, got)
		}
	}
	for title, want := range map[string]int{"Deep Nets": 2, "Deep nets": 1, "deep nets": 0, "DEEP NETS": 0,
		"BERT nets": 2, "deep arXiv nets": 2, "Deep Nets.": 1, "Deep nets.": 1, "Deep Nets for Birds": 3} {
		if got := capitals(title); got != want {
			t.Errorf("%q: %d capitals", title, got)
		}
	}
	for name, want := range map[string]bool{"icml": true, "ICML": true, "XYZQ": false, "Nature": false, "": false,
		"machine learning": false} {
		if shorthand(name) != want {
			t.Errorf("%q is a handle: %t", name, !want)
		}
	}
}

// DOIs of one journal, of one work's versions, and pages with one beginning.
func TestPartsOfDOIs(t *testing.T) {
	for doi, want := range map[string]string{"10.1000/jfo.2015.12": "jfo.", "10.1000/abc": "abc", "10.1000/12": ""} {
		if got := stem(ident.ID{Scheme: ident.DOI, Value: doi}); got != want {
			t.Errorf("%s: %q, want %q", doi, got, want)
		}
	}
	for doi, want := range map[string]string{"10.1000/abc.1": "10.1000/abc", "10.1000/abc.12": "10.1000/abc.12",
		"10.1000/abcv2": "10.1000/abc", "10.1000/abc/v12": "10.1000/abc", "10.1000/abc": "10.1000/abc",
		"10.1000/abc12": "10.1000/abc12", "10.1000/abcv123": "10.1000/abcv123", "1": "1"} {
		if got := version.ReplaceAllString(doi, ""); got != want {
			t.Errorf("%s: %q, want %q", doi, got, want)
		}
	}
	for _, c := range []struct {
		field           biblio.Field
		claimed, record string
		want            bool
	}{
		{biblio.FieldPages, "201-208", "201-210", true}, {biblio.FieldPages, "202-208", "201-210", false},
		{biblio.FieldVolume, "201", "201", false}, {biblio.FieldPages, "", "", false},
	} {
		if got := lastPage(match.FieldComparison{Field: c.field, Claimed: c.claimed, Recorded: c.record}); got != c.want {
			t.Errorf("%+v: %t", c, got)
		}
	}
	for name, want := range map[string]bool{"Ada Ash and Bo": true, "Ada & Bo": true, "Andrew": false, "Ada": false} {
		if got := runTogether([]biblio.Contributor{{Given: name, Family: "Birch"}}); got != want {
			t.Errorf("%q holds several people: %t", name, got)
		}
	}
}

// A family name that says more than the record's stays, if it is the same person's.
func TestKeepLonger(t *testing.T) {
	have := []biblio.Contributor{{Family: "Thibodeau-Laufer", Given: "Eric"}, {Family: "Laufer", Given: "Ada"}}
	for given, want := range map[string]string{"Eric": "Thibodeau-Laufer", "Ada": "Laufer", "Bo": "Laufer"} {
		if got := keepLonger(have, []biblio.Contributor{{Family: "Laufer", Given: given}}); got[0].Family != want {
			t.Errorf("%s: %s, want %s", given, got[0].Family, want)
		}
	}
	if got := keepLonger(have, []biblio.Contributor{{Given: "Eric"}}); got[0].Family != "" {
		t.Errorf("a name without a family: %+v", got)
	}
}
