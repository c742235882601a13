package audit

import (
	"slices"

	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/normalise"
)

// RecordKey identifies a record by its source and its key there.
type RecordKey [2]string

// Cited says which records of its work a reference cites. If a later reference of the same file cites one of them, it
// gets a notice.
type Cited struct {
	ID, File string
	Works    []RecordKey
}

// Works returns the records of the work that a finding cites, in any version; none if the work is not known. Records
// with another title may describe the next part of a series, or the same venue a year later.
func Works(f *Finding) []RecordKey {
	v := &f.Verdict
	if v.Best < 0 || v.Outcome != judge.Verified && v.Outcome != judge.Discrepant && v.Outcome != judge.Doubtful {
		return nil
	}
	title := normalise.Title(f.Evidence.Candidates[v.Best].Hit.Record.FullTitle())
	var list []RecordKey
	for _, i := range slices.Sorted(slices.Values(slices.Concat(v.Versions...))) {
		r := &f.Evidence.Candidates[i].Hit.Record
		if r.LocalID != "" && (i == v.Best || normalise.Title(r.FullTitle()) == title) {
			list = append(list, RecordKey{r.Source, r.LocalID})
		}
	}
	return list
}

// duplicates maps the file and a record's source and key to the reference that cited it first in that file. Two
// papers citing one work says nothing about either.
type duplicates map[[3]string]string

// add records what a reference cites and returns the first reference that cites one of its records, or "" if there is
// none.
func (d duplicates) add(c Cited) string {
	first := ""
	for _, work := range c.Works {
		key := [3]string{c.File, work[0], work[1]}
		if earlier, again := d[key]; !again {
			d[key] = c.ID
		} else if first == "" && earlier != c.ID {
			first = earlier
		}
	}
	return first
}

// mark adds a notice to a finding whose work an earlier reference also cites.
func (d duplicates) mark(f Finding) Finding {
	first := d.add(Cited{f.Reference.ID, f.Reference.Place.File, Works(&f)})
	if first == "" {
		return f
	}
	notices := append([]judge.Notice(nil), f.Verdict.Notices...)
	f.Verdict.Notices = append(notices, judge.Notice{Rule: "duplicate", Message: "cites the same work as " + first})
	return f
}
