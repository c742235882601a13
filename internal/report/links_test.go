package report

import (
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/row"
)

func TestLook(t *testing.T) {
	for _, c := range []struct {
		claimed row.Work
		raw     string
		want    string
	}{
		{row.Work{DOI: "10.1000/x", ArXivID: "1706.03762"}, "", "https://doi.org/10.1000/x"},
		{row.Work{ArXivID: "1706.03762", Title: "T"}, "", "https://arxiv.org/abs/1706.03762"},
		{row.Work{DOI: "not a doi", Title: "On “things” & more", Authors: []string{"Ann B. Lee"}}, "",
			"https://scholar.google.com/scholar?q=On+%E2%80%9Cthings%E2%80%9D+%26+more+Lee"},
		{row.Work{}, "Lee, A.\n\x1b[31m 2001", "https://scholar.google.com/scholar?q=Lee%2C+A.+%EF%BF%BD%5B31m+2001"},
		{row.Work{}, "", ""},
	} {
		f := Finding{row.Finding{Claimed: c.claimed, Raw: c.raw}}
		if got := f.Look(); got != c.want {
			t.Errorf("%+v: %s, want %s", c.claimed, got, c.want)
		}
	}
	long := Finding{row.Finding{Claimed: row.Work{Title: strings.Repeat("word ", 200)}}}
	if n := len(long.Look()); n > 400 {
		t.Errorf("a query of %d bytes", n)
	}
}

func TestSuggestedDOI(t *testing.T) {
	record := &Record{Fields: row.Work{DOI: "10.1000/x"}}
	for _, c := range []struct {
		name string
		f    Finding
		want string
	}{
		{"lacking", Finding{row.Finding{Outcome: "verified", Record: record}}, "10.1000/x"},
		{"stated", Finding{row.Finding{Outcome: "verified", Record: record, Claimed: row.Work{DOI: "10.1000/y"}}}, ""},
		{"not verified", Finding{row.Finding{Outcome: "inconclusive", Record: record}}, ""},
		{"no record", Finding{row.Finding{Outcome: "verified"}}, ""},
	} {
		if got := c.f.SuggestedDOI(); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
