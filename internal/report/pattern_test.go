package report

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/row"
)

// patternRow returns the row of a reference that verifies, with changes.
func patternRow(id string, change func(*Finding)) Finding {
	f := Finding{row.Finding{Kind: row.KindFinding, ID: id, Key: id, Place: Place{File: "a.bib"}, Outcome: row.Verified,
		Claimed: row.Work{Title: "On " + id, Year: "2015", Venue: "Journal of Tests"}}}
	change(&f)
	return f
}

// reasonOf is a reason on a field that a record contradicts.
func reasonOf(rule, field, claimed, recorded string, names ...row.NameDifference) func(*Finding) {
	return func(f *Finding) {
		f.Outcome = row.Doubtful
		f.Reasons = append(f.Reasons, Reason{Rule: rule, Status: "contested", Field: field, Claimed: claimed,
			Recorded: recorded, Names: names, Record: &Quoted{Source: "corpus"}})
	}
}

// TestPatterns builds lists that have something in common, and the same lists with one reference fewer.
func TestPatterns(t *testing.T) {
	stranger := reasonOf("contested", "authors", "Ann Moss", "Eve Wood",
		row.NameDifference{Cited: "Ann Moss", Kind: "extra"})
	later := reasonOf("contested", "year", "2015", "2013")
	absent := func(f *Finding) { f.Outcome, f.Codes = row.Doubtful, []string{"U"} }
	noDOI := func(f *Finding) {
		f.Claimed.DOI = "10.1/" + f.ID
		f.Reasons = []Reason{{Rule: "no-such-identifier", Status: "refuted", Field: "doi"}}
	}
	apart := func(f *Finding) {
		f.Record = &Record{Source: "crossref", SameWork: 1, Fields: row.Work{Year: "2016"}}
		f.Others = []Record{{Source: "dblp", SameWork: 1, Fields: row.Work{Year: "2015"}},
			{Source: "arxiv", Origin: "preprint-server", SameWork: 1, Fields: row.Work{Year: "2014"}},
			{Source: "openalex", SameWork: 0.1, Fields: row.Work{Year: "1999"}}}
	}
	for rule, c := range map[string]struct {
		change func(*Finding)
		least  int
		words  string
	}{
		"shared-strangers": {stranger, 3, "Ann Moss (3)"},
		"shifted-years":    {later, 4, "4 of 4 years are 2 years later"},
		"unknown-titles":   {absent, 3, "3 entries cite journal of tests"},
		"wrong-dois":       {noDOI, 3, "the DOIs of 3 entries one after another"},
		"source-apart":     {apart, 4, "Crossref has other years than all other sources for 4 of 4 works"},
	} {
		for _, n := range []int{c.least - 1, c.least} {
			var out bytes.Buffer
			s, w := NewSummary(Run{}), newText(&out, Options{})
			for i := range n {
				f := patternRow(fmt.Sprint("r", i), c.change)
				s.Add(f)
				_ = w.Finding(f)
				s.Add(patternRow(fmt.Sprint("d", i), func(f *Finding) { // the same work again
					c.change(f)
					f.Notices = []Notice{{Rule: "duplicate"}}
				}))
			}
			if err := w.End(s); err != nil {
				t.Fatal(err)
			}
			list := s.InCommon()
			told := len(list) == 1 && list[0].Rule == rule && len(list[0].References) == n &&
				strings.Contains(list[0].Message, c.words)
			if want := n == c.least; told != want || strings.Contains(out.String(), c.words) != want {
				t.Errorf("%s of %d: %+v, told %v in\n%s", rule, n, list, told, out.String())
			}
		}
	}
}

// TestPatternsMoveFindings expects references that share people before others to check by hand.
func TestPatternsMoveFindings(t *testing.T) {
	var out bytes.Buffer
	s, w := NewSummary(Run{}), newText(&out, Options{})
	for i, name := range []string{"Bo Lake", "Ann Moss", "Ann Moss", "Ann Moss"} {
		f := patternRow(fmt.Sprint("r", i), reasonOf("contested", "authors", name, "Eve Wood",
			row.NameDifference{Cited: name, Kind: "extra"}))
		p := 0.3 + float64(i)/10
		f.P = &p
		s.Add(f)
		_ = w.Finding(f)
	}
	if err := w.End(s); err != nil {
		t.Fatal(err)
	}
	if text := out.String(); strings.Index(text, "⚐ r0") < strings.Index(text, "⚐ r3") {
		t.Error(text)
	}
}
