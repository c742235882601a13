package audit

import (
	"time"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/source"
)

// Step is what one source did for one reference, with its timing: for a trace,
// never for a report, which does not depend on time.
type Step struct {
	Reference string
	Stage     int // counted from 1
	Source    string
	Outcome   source.Outcome
	Reason    string
	Asked     bool          // the source was reached: it answered or failed
	Took      time.Duration // for all references that were asked together
	Shared    int           // how many those were
	Chosen    bool          // it gave the record that the reference is judged against
}

// inquiry is a finding in the making, with what is known of its way.
type inquiry struct {
	Finding
	number int // of the reference in its run, from 0
	query  source.Query
	steps  []Step
	spent  int  // of the budget
	told   bool // Settled was told
}

func newInquiry(number int, ref biblio.Reference, nothing judge.Evidence) *inquiry {
	in := &inquiry{Finding: Finding{Reference: ref, Evidence: nothing}, number: number}
	in.query = queryFor(&in.Reference)
	return in
}

// note adds the lookup of a source.
func (in *inquiry) note(stage int, l source.Lookup, took time.Duration, shared int) {
	in.Evidence.Lookups = append(in.Evidence.Lookups, l)
	reached := l.Outcome != source.NotAsked && (l.Failure == nil || l.Failure.Kind != source.Budget)
	in.steps = append(in.steps, Step{Reference: in.Reference.ID, Stage: stage, Source: l.Source.Name, Outcome: l.Outcome, Reason: l.Reason, Asked: reached, Took: took, Shared: shared})
}

// trace tells of the steps of a finding that is complete.
func (in *inquiry) trace(tell func(Step)) {
	if tell == nil {
		return
	}
	chosen := ""
	if best := in.Verdict.Best; best >= 0 && best < len(in.Evidence.Candidates) {
		chosen = in.Evidence.Candidates[best].Source.Name
	}
	for _, s := range in.steps {
		s.Chosen = s.Source == chosen
		tell(s)
	}
}
