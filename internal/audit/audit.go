package audit

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/source"
)

// Finding is one row of a report: what a reference claims, what was learned
// about it, and what follows.
type Finding struct {
	Reference biblio.Reference
	Evidence  judge.Evidence
	Verdict   judge.Verdict
	Advice    []Taken // what models said; nil in a run without models
	// Standings says of each candidate what a reader must know of it besides its
	// comparison; nil when there is nothing to say of any.
	Standings []Standing
}

// Auditor takes references from claim to finding. It is safe for concurrent
// use and holds no state about the references it has seen.
type Auditor struct {
	// Stages are the sources to ask, cheapest stage first. The sources of one
	// stage are asked side by side; their answers are judged in this order.
	Stages [][]source.Connector
	// Advisers are asked, in this order, about every finding that the rules have
	// judged; none in a run without models.
	Advisers []Adviser
	// Jobs bounds how many references are judged at the same time; 1 when zero.
	Jobs int
	// Today is the day of the run; years after it are in the future.
	Today biblio.Date
	// Within bounds the time in which All asks sources; 0 means no bound. What
	// was not answered by then has failed, and every reference still gets its
	// finding.
	Within time.Duration
	// Budget bounds what one reference may cost.
	Budget Budget
	// Routes, when set, decides for each reference which kind of stage comes next;
	// Kinds says of which kind each of Stages is.
	Routes Routes
	Kinds  []Action
	// Gate says which records are candidates at all; nil leaves it to match.
	Gate *Gate
	// Asking is told, while a stage is under way, which of its sources have not
	// answered yet and about how many references; no names when all have. It is
	// for people who wait. Nil means nobody is.
	Asking func(sources []string, references int)
	// Trace is told of every step of every reference, in the order of the
	// references and of the stages; nil means nobody is.
	Trace func(Step)
}

// Sources lists what every source declares, in the order of the stages.
func (a *Auditor) Sources() []source.Info {
	var infos []source.Info
	for _, stage := range a.Stages {
		for _, c := range stage {
			infos = append(infos, c.Info())
		}
	}
	return infos
}

// Reference audits one reference. It never fails: what could not be learned is
// part of the evidence.
func (a *Auditor) Reference(ctx context.Context, ref biblio.Reference) Finding {
	findings := a.together(ctx, []biblio.Reference{ref})
	a.advise(ctx, findings)
	return findings[0]
}

// wave is references that share batches.
type wave struct {
	*Auditor
	budget Budget
}

// together audits references that share batches: every stage asks each of its
// sources about all references that are still open.
func (a *Auditor) together(ctx context.Context, refs []biblio.Reference) []Finding {
	all := make([]*inquiry, len(refs))
	for i, ref := range refs {
		all[i] = newInquiry(ref, a.Today)
	}
	ctx, done := a.Budget.bound(ctx, len(refs))
	defer done()
	w := wave{a, a.Budget}
	switch {
	case len(a.Stages) == 0:
		a.each(all)
	case a.Routes != nil && len(a.Kinds) == len(a.Stages):
		w.routed(ctx, all)
	default:
		w.inLine(ctx, all)
	}
	findings := make([]Finding, len(all))
	for i, in := range all {
		in.trace(a.Trace)
		findings[i] = in.Finding
	}
	return findings
}

// inLine asks one stage after the other about all that are still open.
func (w *wave) inLine(ctx context.Context, open []*inquiry) {
	for i, stage := range w.Stages {
		if len(open) == 0 {
			return
		}
		w.gather(ctx, i+1, stage, open)
		w.each(open)
		open = stillOpen(open, i+1, w.Stages[i+1:])
	}
}

// each judges every finding, at most Jobs at a time.
func (a *Auditor) each(list []*inquiry) {
	slots := make(chan struct{}, max(a.Jobs, 1))
	var wg sync.WaitGroup
	for _, in := range list {
		slots <- struct{}{}
		wg.Go(func() {
			defer func() { <-slots }()
			in.judge(a.Gate)
		})
	}
	wg.Wait()
}

// judge ranks and judges all evidence so far. A reference that breaks our own
// code gets a verdict that says so, and stops no other.
func (f *Finding) judge(gate *Gate) {
	defer func() {
		if r := recover(); r != nil {
			f.Evidence.Candidates, f.Standings = nil, nil
			f.Verdict = judge.Broken(fmt.Sprint(r))
		}
	}()
	lookups, below := gate.admit(&f.Reference, f.Evidence.Lookups)
	f.Evidence.Candidates = judge.Candidates(&f.Reference, lookups)
	f.Standings = gate.standings(f.Evidence.Candidates, below)
	f.Verdict = judge.Decide(&f.Reference, f.Evidence)
}

// QueryFor gives what sources are asked about a reference.
func QueryFor(ref *biblio.Reference) source.Query {
	return source.Query{IDs: ref.Claimed.IDs, Claimed: ref.Claimed, Raw: ref.Raw}
}

// stillOpen leaves out the findings that nothing can change any more, and
// records for them that the later sources were not asked.
func stillOpen(open []*inquiry, stage int, later [][]source.Connector) []*inquiry {
	var rest []*inquiry
	for _, in := range open {
		if !judge.Settled(in.Verdict) {
			rest = append(rest, in)
			continue
		}
		for n, sources := range later {
			for _, c := range sources {
				in.note(stage+1+n, source.Lookup{Source: c.Info(), Outcome: source.NotAsked, Reason: "already verified"}, 0, 0)
			}
		}
	}
	return rest
}
