package dump

import (
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// TestBorneOut keeps the declarations of a complete dump, and drops those of an extract and of a dump
// with a lost part.
func TestBorneOut(t *testing.T) {
	rows := []declared{{CoverageRow: biblio.CoverageRow{Container: "A volume"}, OfWhole: true},
		{CoverageRow: biblio.CoverageRow{Container: "A volume that lists itself"}}}
	for _, c := range []struct {
		records int64
		lost    int64
		whole   bool
		want    int
	}{
		{leastWhole, 0, false, 2},
		{leastWhole, 1, false, 1},
		{5000, 0, false, 1},
		{5000, 0, true, 2},
		{5000, 1, true, 1},
	} {
		if got := borneOut(rows, Stats{Records: c.records, Bad: 1, Lost: c.lost}, c.whole); len(got) != c.want {
			t.Errorf("%+v: %v", c, got)
		}
	}
}

// TestJoinedWorks adds up the works of volumes, as long as each is complete.
func TestJoinedWorks(t *testing.T) {
	row := func(works int, complete, sisters bool) declared {
		return declared{CoverageRow: biblio.CoverageRow{Container: "C", Year: 2001, Works: works,
			Complete: complete, Sisters: sisters}}
	}
	if got := mergeRows([]declared{row(10, true, true), row(5, true, false)}); len(got) != 1 ||
		got[0].Works != 15 || got[0].Sisters {
		t.Errorf("%+v", got)
	}
	if got := mergeRows([]declared{row(10, true, true), row(0, false, true)}); len(got) != 1 ||
		got[0].Works != 0 || got[0].Complete {
		t.Errorf("%+v", got)
	}
}

// TestSkippedIssue considers a journal's year complete only from its first issue on.
func TestSkippedIssue(t *testing.T) {
	issue := func(year, number int) declared {
		return declared{CoverageRow: biblio.CoverageRow{Container: "Annals of Probes", Year: year, Complete: true},
			Journal: true, Number: number}
	}
	rows := mergeRows([]declared{issue(1988, 2), issue(1988, 3), issue(1989, 1), issue(1989, 2), issue(1990, 1),
		issue(1990, 3), issue(1991, 0), issue(1992, 1)})
	for i, want := range []bool{false, true, false, true, false} { // the last year may not be over
		if rows[i].Complete != want {
			t.Errorf("%+v", rows[i])
		}
	}
}
