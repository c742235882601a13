package index

import (
	"fmt"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/biblio"
)

func claimIn(container string, year int, kind biblio.Type) *biblio.Work {
	return &biblio.Work{Type: kind, Container: biblio.Container{Title: container}, Issued: biblio.Date{Year: year}}
}

func TestDeclaredCoverage(t *testing.T) {
	rows := []biblio.CoverageRow{
		{Container: "Proceedings of the 57th Annual Meeting of the Association for Computational Linguistics",
			Aliases: []string{"ACL"}, Year: 2019, Types: []biblio.Type{biblio.PaperConference}, Complete: true,
			How: biblio.Declared},
		{Container: "Journal of Tests", Year: 2001, Complete: true, How: biblio.Declared},
		{Container: "Journal of Tests", Year: 2002, Complete: true, How: biblio.Declared},
		{Container: "Journal of Tests", Year: 2002, Complete: false, How: biblio.Declared, Note: "issue 3 is missing"},
		{Container: "Annals of Probes", Year: 2010, Complete: true, How: biblio.Estimated},
		{Container: "Annals of Gaps", Year: 2010, Complete: false, How: biblio.Estimated},
		{Container: "Archive of Everything", Complete: true, How: biblio.Declared},
		{Container: "Proceedings of Translating and the Computer 11", Aliases: []string{"tc", "1989.tc-1"}, Year: 1989,
			Complete: true, How: biblio.Declared},
		{Container: "Proceedings of the 7th Workshop on Argument Mining", Aliases: []string{"argmining"}, Year: 2020,
			Complete: true, How: biblio.Declared},
	}
	x, err := InMemoryWith(someRecords(5, 1), Options{Coverage: func() []biblio.CoverageRow { return rows }})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		claim *biblio.Work
		want  answer.Extent
	}{
		{claimIn("ACL", 2019, biblio.PaperConference), answer.CompleteHere},
		{claimIn("ACL", 2019, ""), answer.CompleteHere},
		{claimIn("ACL", 2018, ""), answer.Uncovered},
		{claimIn("ACL", 0, ""), answer.Uncovered},
		{claimIn("ACL 2018", 2019, ""), answer.Uncovered}, // the container's own year is not covered
		{claimIn("ACL", 2019, biblio.Book), answer.Uncovered},
		{claimIn("Findings of the Association for Computational Linguistics: ACL", 2019, ""), answer.Uncovered},
		{claimIn("Journal of Tests", 2001, ""), answer.CompleteHere},
		{claimIn("Journal of Tests", 2002, ""), answer.Uncovered}, // a declared gap
		{claimIn("Journal of Other Tests", 2001, ""), answer.Uncovered},
		{claimIn("Annals of Probes", 2010, ""), answer.Covered}, // an estimate never means complete
		{claimIn("Annals of Gaps", 2010, ""), answer.Uncovered},
		{claimIn("Archive of Everything", 1987, ""), answer.CompleteHere},
		{claimIn("", 2001, ""), answer.Uncovered},
		{claimIn("IEEE Transactions on Computers", 1989, ""), answer.Uncovered}, // it has the same acronym
		{claimIn("Proceedings of the 26th ACM SIGKDD International Conference on Knowledge Discovery & Data Mining", 2020,
			""), answer.Uncovered},
		{claimIn("Workshop on Argument Mining", 2020, ""), answer.CompleteHere},
	} {
		got, err := x.Coverage(c.claim)
		if err != nil || got.Extent != c.want {
			t.Errorf("%q %d %s: %+v %v", c.claim.Container.Title, c.claim.Issued.Year, c.claim.Type, got, err)
		}
	}
}

// TestEstimatedCoverage lists a venue's works from one source and names some of them from another; gaps in the
// list must show.
func TestEstimatedCoverage(t *testing.T) {
	for _, c := range []struct {
		listed, witnesses, missed int
		manuscripts               bool
		complete, row             bool
	}{
		{400, 300, 0, false, true, true},
		{400, 300, 30, false, false, true}, // a gap of a tenth
		{400, 100, 0, false, false, true},  // too few witnesses
		{400, 10, 0, false, false, false},
		{50, 45, 0, false, false, false},  // no list
		{400, 300, 0, true, false, false}, // rejected manuscripts are not works of the venue
	} {
		var list []biblio.Record
		add := func(i int, src string) {
			r := work(fmt.Sprintf("Measuring the property number %d of learned systems", i), 2019,
				fmt.Sprintf("Ann Author%d", i))
			r.Container.Title, r.Source = "International Conference on Machine Learning", src
			if c.manuscripts {
				r.Status = biblio.StatusRejected
			}
			list = append(list, r)
		}
		for i := range c.listed {
			add(i, "list")
		}
		for i := range c.witnesses {
			add(i, "other")
			if i < c.missed {
				list[len(list)-1].Title += " that the list does not have"
			}
		}
		x, err := InMemory(list)
		if err != nil {
			t.Fatal(err)
		}
		info, err := x.Info()
		if err != nil {
			t.Fatal(err)
		}
		if got := len(info.Coverage) == 1; got != c.row || c.row && info.Coverage[0].Complete != c.complete {
			t.Errorf("%+v: %+v", c, info.Coverage)
		}
		cover, err := x.Coverage(claimIn("ICML", 2019, ""))
		if c.complete && cover.Listing.Works != c.listed+c.missed {
			t.Errorf("%+v: %d works listed", c, cover.Listing.Works)
		}
		if want := c.complete; err != nil || (cover.Extent == answer.Covered) != want || cover.Extent > answer.Covered {
			t.Errorf("%+v: %+v %v", c, cover, err)
		}
	}
}
