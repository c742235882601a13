package audit

import (
	"slices"
	"time"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/match"
	"github.com/bonafide-audit/bonafide/internal/source"
)

// Step is what one source did for one reference, with its timing. It is for traces, never for reports, which do not
// depend on time.
type Step struct {
	Reference string
	Stage     int // counted from 1
	Source    string
	Outcome   answer.Outcome
	Reason    string
	Asked     bool          // the source was contacted: it answered or failed
	Took      time.Duration // for all references of the request
	Shared    int           // the number of those references
	Chosen    bool          // it supplied the record that the reference is judged against
}

// inquiry is an unfinished finding and its progress.
type inquiry struct {
	Finding
	number int // of the reference in its run, from 0
	query  source.Query
	steps  []Step
	spent  int  // of the budget
	told   bool // Settled was called
}

// queryOf returns the query about a finding for a source. Once the finding is settled, only a source with notices is
// asked, by the DOIs known for the work by then.
func (in *inquiry) queryOf(info answer.Info) (q source.Query, asks bool) {
	if !info.Notices {
		return in.query, !settled(in)
	}
	ids := in.proven()
	if settled(in) {
		return source.Query{Proven: ids}, len(ids) > 0
	}
	q = in.query
	q.Proven = ids
	return q, true
}

// proven returns the DOIs of the online services' records on which a verified finding rests.
func (in *inquiry) proven() (ids []ident.ID) {
	if in.Verdict.Outcome != judge.Verified {
		return nil
	}
	for i, c := range in.Evidence.Candidates {
		if same := i == in.Verdict.Best || c.Comparison.SameWork >= match.SameWorkThreshold; !same || !c.Source.Online {
			continue
		}
		for _, id := range c.Hit.Record.IDs {
			if id.Scheme == ident.DOI && !slices.Contains(ids, id) {
				ids = append(ids, id)
			}
		}
	}
	return ids
}

// note adds the lookup of a source. A source that is asked a second time was asked in more detail: its second lookup
// replaces the first.
func (in *inquiry) note(stage int, l answer.Lookup, took time.Duration, shared int) {
	switch at := in.lookup(l.Source.Name); {
	case at < 0:
		in.Evidence.Lookups = append(in.Evidence.Lookups, l)
	case l.Outcome == answer.NotAsked:
		return
	default:
		in.Evidence.Lookups[at] = l
		in.steps = slices.DeleteFunc(in.steps, func(s Step) bool { return s.Source == l.Source.Name })
	}
	reached := l.Outcome != answer.NotAsked && (l.Failure == nil || l.Failure.Kind != answer.Budget)
	in.steps = append(in.steps,
		Step{Reference: in.Reference.ID, Stage: stage, Source: l.Source.Name, Outcome: l.Outcome, Reason: l.Reason,
			Asked: reached, Took: took, Shared: shared})
}

// lookup returns the index of the lookup of a source, or -1 if there is none.
func (in *inquiry) lookup(name string) int {
	return slices.IndexFunc(in.Evidence.Lookups, func(l answer.Lookup) bool { return l.Source.Name == name })
}

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
