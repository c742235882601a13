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
}

// Auditor takes references from claim to finding. It is safe for concurrent
// use and holds no state about the references it has seen.
type Auditor struct {
	// Stages are the sources to ask, cheapest stage first. The sources of one
	// stage are asked side by side; their answers are judged in this order.
	Stages [][]source.Connector
	// Jobs bounds how many references are judged at the same time; 1 when zero.
	Jobs int
	// Today is the day of the run; years after it are in the future.
	Today biblio.Date
	// Within bounds the time in which All asks sources; 0 means no bound. What
	// was not answered by then has failed, and every reference still gets its
	// finding.
	Within time.Duration
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
	return a.together(ctx, []biblio.Reference{ref})[0]
}

// together audits references that share batches: every stage asks each of its
// sources about all references that are still open.
func (a *Auditor) together(ctx context.Context, refs []biblio.Reference) []Finding {
	findings := make([]Finding, len(refs))
	open := make([]*Finding, len(refs))
	for i, ref := range refs {
		findings[i].Reference = ref
		findings[i].Evidence.Today = a.Today
		open[i] = &findings[i]
	}
	if len(a.Stages) == 0 {
		a.each(open, (*Finding).judge)
	}
	for i, stage := range a.Stages {
		if len(open) == 0 {
			break
		}
		gather(ctx, stage, open)
		a.each(open, (*Finding).judge)
		open = stillOpen(open, a.Stages[i+1:])
	}
	return findings
}

// each runs f on every finding, at most Jobs at a time.
func (a *Auditor) each(list []*Finding, f func(*Finding)) {
	slots := make(chan struct{}, max(a.Jobs, 1))
	var wg sync.WaitGroup
	for _, finding := range list {
		slots <- struct{}{}
		wg.Go(func() {
			defer func() { <-slots }()
			f(finding)
		})
	}
	wg.Wait()
}

// judge ranks and judges all evidence so far. A reference that breaks our own
// code gets a verdict that says so, and stops no other.
func (f *Finding) judge() {
	defer func() {
		if r := recover(); r != nil {
			f.Evidence.Candidates = nil
			f.Verdict = judge.Broken(fmt.Sprint(r))
		}
	}()
	f.Evidence.Candidates = judge.Candidates(&f.Reference, f.Evidence.Lookups)
	f.Verdict = judge.Decide(&f.Reference, f.Evidence)
}

// gather asks every source of a stage about all findings side by side and adds
// the lookups in the order of the stage.
func gather(ctx context.Context, stage []source.Connector, open []*Finding) {
	queries := make([]source.Query, len(open))
	for i, f := range open {
		queries[i] = QueryFor(&f.Reference)
	}
	answers := make([][]source.Lookup, len(stage))
	var wg sync.WaitGroup
	for i, c := range stage {
		wg.Go(func() { answers[i] = source.LookupAll(ctx, c, queries) })
	}
	wg.Wait()
	for i, f := range open {
		for _, answer := range answers {
			f.Evidence.Lookups = append(f.Evidence.Lookups, answer[i])
		}
	}
}

// QueryFor gives what sources are asked about a reference.
func QueryFor(ref *biblio.Reference) source.Query {
	return source.Query{IDs: ref.Claimed.IDs, Claimed: ref.Claimed, Raw: ref.Raw}
}

// stillOpen leaves out the findings that nothing can change any more, and
// records for them that the later sources were not asked.
func stillOpen(open []*Finding, later [][]source.Connector) []*Finding {
	if len(later) == 0 {
		return nil
	}
	var rest []*Finding
	for _, f := range open {
		if !judge.Settled(f.Verdict) {
			rest = append(rest, f)
			continue
		}
		for _, stage := range later {
			for _, c := range stage {
				f.Evidence.Lookups = append(f.Evidence.Lookups, source.Lookup{Source: c.Info(), Outcome: source.NotAsked, Reason: "already verified"})
			}
		}
	}
	return rest
}
