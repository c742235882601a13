package audit

import (
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/match"
)

// Proven gives the records of a work that is verified beyond change, as
// bibliographic services stated them: what a memory may keep. It is empty for
// every other finding.
func (f Finding) Proven() []biblio.Record {
	if !judge.Settled(f.Verdict) {
		return nil
	}
	var list []biblio.Record
	for i, c := range f.Evidence.Candidates {
		same := i == f.Verdict.Best || c.Comparison.SameWork >= match.SameWorkThreshold
		if same && c.Source.Online && c.Origin.Kind > biblio.ConfirmOnly {
			list = append(list, c.Hit.Record)
		}
	}
	return list
}
