package report

import (
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

func TestLook(t *testing.T) {
	for _, c := range []struct {
		claimed biblio.Flat
		raw     string
		want    string
	}{
		{biblio.Flat{DOI: "10.1000/x", ArXivID: "1706.03762"}, "", "https://doi.org/10.1000/x"},
		{biblio.Flat{ArXivID: "1706.03762", Title: "T"}, "", "https://arxiv.org/abs/1706.03762"},
		{biblio.Flat{DOI: "not a doi", Title: "On “things” & more", Authors: []string{"Ann B. Lee"}}, "",
			"https://scholar.google.com/scholar?q=On+%E2%80%9Cthings%E2%80%9D+%26+more+Lee"},
		{biblio.Flat{}, "Lee, A.\n\x1b[31m 2001", "https://scholar.google.com/scholar?q=Lee%2C+A.+%EF%BF%BD%5B31m+2001"},
		{biblio.Flat{}, "", ""},
	} {
		f := Finding{Claimed: c.claimed, Raw: c.raw}
		if got := f.Look(); got != c.want {
			t.Errorf("%+v: %s, want %s", c.claimed, got, c.want)
		}
	}
	long := Finding{Claimed: biblio.Flat{Title: strings.Repeat("word ", 200)}}
	if n := len(long.Look()); n > 400 {
		t.Errorf("a query of %d bytes", n)
	}
}

func TestSuggestedDOI(t *testing.T) {
	record := &Record{Fields: biblio.Flat{DOI: "10.1000/x"}}
	for _, c := range []struct {
		name string
		f    Finding
		want string
	}{
		{"lacking", Finding{Outcome: "verified", Record: record}, "10.1000/x"},
		{"stated", Finding{Outcome: "verified", Record: record, Claimed: biblio.Flat{DOI: "10.1000/y"}}, ""},
		{"not verified", Finding{Outcome: "inconclusive", Record: record}, ""},
		{"no record", Finding{Outcome: "verified"}, ""},
	} {
		if got := c.f.SuggestedDOI(); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
