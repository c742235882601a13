package audit

import (
	"github.com/bonafide-audit/bonafide/internal/judge"
)

// duplicates remembers which reference of a run first cited a record, by the
// record's source and key.
type duplicates map[[2]string]string

// mark adds a notice to a finding whose work an earlier reference cites too.
func (d duplicates) mark(f Finding) Finding {
	v := f.Verdict
	if v.Best < 0 || v.Best >= len(f.Evidence.Candidates) || v.Outcome != judge.Verified && v.Outcome != judge.Discrepant {
		return f
	}
	record := f.Evidence.Candidates[v.Best].Hit.Record
	if record.LocalID == "" {
		return f
	}
	key := [2]string{record.Source, record.LocalID}
	first, again := d[key]
	if !again {
		d[key] = f.Reference.ID
		return f
	}
	notices := append([]judge.Notice(nil), v.Notices...)
	f.Verdict.Notices = append(notices, judge.Notice{Rule: "duplicate", Message: "cites the same work as " + first})
	return f
}
