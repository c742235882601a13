package audit

import (
	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/match"
)

// duplicates remembers which reference of a file first cited a record, by the
// file and the record's source and key. That two papers cite one work says
// nothing of either.
type duplicates map[[3]string]string

// mark adds a notice to a finding whose work an earlier reference cites too,
// in whichever version.
func (d duplicates) mark(f Finding) Finding {
	v := f.Verdict
	if v.Best < 0 || v.Outcome != judge.Verified && v.Outcome != judge.Discrepant {
		return f
	}
	first := ""
	for i, c := range f.Evidence.Candidates {
		r := c.Hit.Record
		if r.LocalID == "" || i != v.Best && c.Comparison.SameWork < match.SameWorkThreshold {
			continue
		}
		key := [3]string{f.Reference.Place.File, r.Source, r.LocalID}
		if earlier, again := d[key]; !again {
			d[key] = f.Reference.ID
		} else if first == "" && earlier != f.Reference.ID {
			first = earlier
		}
	}
	if first == "" {
		return f
	}
	notices := append([]judge.Notice(nil), v.Notices...)
	f.Verdict.Notices = append(notices, judge.Notice{Rule: "duplicate", Message: "cites the same work as " + first})
	return f
}
