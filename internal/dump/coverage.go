package dump

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// declared is a row as one volume states it.
type declared struct {
	biblio.CoverageRow
	Journal bool `json:"journal,omitempty"`
	Number  int  `json:"number,omitempty"` // of the issue; 0 if it has none
	// OfWhole marks a row that only a complete dump supports: an extract contains the volume but not all its papers.
	OfWhole bool `json:"of_whole,omitempty"`
}

// leastWhole is the minimum number of records in a dump that is not an extract. DBLP's has more than seven million.
const leastWhole = 3_000_000

// borneOut removes rows that only a complete dump may declare, unless this is one: large, or known to be
// complete, with no part lost.
func borneOut(rows []declared, stats Stats, whole bool) []declared {
	if (whole || stats.Records >= leastWhole) && stats.Lost == 0 {
		return rows
	}
	return slices.DeleteFunc(slices.Clone(rows), func(r declared) bool { return r.OfWhole })
}

// mergeRows merges the rows of volumes into rows of containers and years. Proceedings keep their own rows. The
// issues of a journal's year become one row, which is complete if every issue is, none is missing from the
// first on, and a later year of the journal shows that the year is over.
func mergeRows(rows []declared) []biblio.CoverageRow {
	last := make(map[string]int) // the last year of each journal
	for _, r := range rows {
		if r.Journal {
			last[r.Container] = max(last[r.Container], r.Year)
		}
	}
	skipped := skippedIssues(rows)
	at := make(map[place]int)
	var list []biblio.CoverageRow
	for _, r := range rows {
		row := r.CoverageRow
		row.Aliases = slices.Clone(row.Aliases)
		if r.Journal && row.Complete && row.Year == last[row.Container] {
			row.Complete = false
			row.Note += ": the last year at hand may not be over"
		}
		if n := skipped[place{row.Container, row.Year}]; r.Journal && row.Complete && n > 0 {
			row.Complete = false
			row.Note += fmt.Sprintf(": issue %d is not there under this name", n)
		}
		i, known := at[place{row.Container, row.Year}]
		if !known {
			at[place{row.Container, row.Year}] = len(list)
			list = append(list, row)
			continue
		}
		join(&list[i], &row)
	}
	slices.SortStableFunc(list, func(a, b biblio.CoverageRow) int {
		return cmp.Or(strings.Compare(a.Container, b.Container), a.Year-b.Year)
	})
	return list
}

// place is a container and year.
type place struct {
	container string
	year      int
}

// skippedIssues returns the first missing issue in each journal's year: it may have been entered under another name.
func skippedIssues(rows []declared) map[place]int {
	issues := make(map[place][]int)
	for _, r := range rows {
		if at := (place{r.Container, r.Year}); r.Journal && r.Number > 0 {
			issues[at] = append(issues[at], r.Number)
		}
	}
	skipped := make(map[place]int)
	for at, list := range issues {
		for n := range slices.Max(list) {
			if !slices.Contains(list, n+1) {
				skipped[at] = n + 1
				break
			}
		}
	}
	return skipped
}

// join adds a second volume of the same container and year to a row.
func join(row, more *biblio.CoverageRow) {
	row.Complete = row.Complete && more.Complete
	row.Sisters = row.Sisters && more.Sisters
	if row.Works += more.Works; !row.Complete {
		row.Works = 0
	}
	for _, alias := range more.Aliases {
		if !slices.Contains(row.Aliases, alias) {
			row.Aliases = append(row.Aliases, alias)
		}
	}
	for _, t := range more.Types {
		if !slices.Contains(row.Types, t) {
			row.Types = append(row.Types, t)
		}
	}
	if len(row.Note)+len(more.Note) < 2000 && row.Note != more.Note {
		row.Note = fmt.Sprintf("%s; %s", row.Note, strings.TrimPrefix(more.Note, "ACL Anthology, "))
	}
}
