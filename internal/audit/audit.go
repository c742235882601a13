package audit

import (
	"context"
	"fmt"
	"sync"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/match"
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
func (a *Auditor) Reference(ctx context.Context, ref biblio.Reference) (f Finding) {
	f.Reference = ref
	defer func() {
		if r := recover(); r != nil { // one bad reference never stops a run
			f.Verdict = judge.Broken(fmt.Sprint(r))
		}
	}()
	query := QueryFor(&ref)
	for i, stage := range a.Stages {
		f.Evidence.Lookups = append(f.Evidence.Lookups, ask(ctx, stage, query)...)
		f.Evidence.Candidates = match.Rank(&ref.Claimed, f.Evidence.Lookups)
		f.Verdict = judge.Decide(&ref, f.Evidence)
		if judge.Settled(f.Verdict) && i+1 < len(a.Stages) {
			f.Evidence.Lookups = append(f.Evidence.Lookups, skipped(a.Stages[i+1:])...)
			return f
		}
	}
	if len(a.Stages) == 0 {
		f.Verdict = judge.Decide(&ref, f.Evidence)
	}
	return f
}

// QueryFor gives what sources are asked about a reference.
func QueryFor(ref *biblio.Reference) source.Query {
	return source.Query{IDs: ref.Claimed.IDs, Claimed: ref.Claimed, Raw: ref.Raw}
}

// ask asks every source of a stage side by side and gives their lookups in the
// order of the stage.
func ask(ctx context.Context, stage []source.Connector, q source.Query) []source.Lookup {
	lookups := make([]source.Lookup, len(stage))
	if len(stage) == 1 {
		lookups[0] = askOne(ctx, stage[0], q)
		return lookups
	}
	var wg sync.WaitGroup
	for i, c := range stage {
		wg.Go(func() { lookups[i] = askOne(ctx, c, q) })
	}
	wg.Wait()
	return lookups
}

// askOne asks one source; a source that panics has failed, no more.
func askOne(ctx context.Context, c source.Connector, q source.Query) (l source.Lookup) {
	info := c.Info()
	defer func() {
		if r := recover(); r != nil {
			l = source.NewLookup(info, source.Answer{}, &source.Failure{Kind: source.BadAnswer, Detail: fmt.Sprint("connector broke: ", r)})
		}
	}()
	answer, err := c.Lookup(ctx, q)
	return source.NewLookup(info, answer, err)
}

// skipped records the sources that a settled verdict made unnecessary.
func skipped(stages [][]source.Connector) []source.Lookup {
	var lookups []source.Lookup
	for _, stage := range stages {
		for _, c := range stage {
			lookups = append(lookups, source.Lookup{Source: c.Info(), Outcome: source.NotAsked, Reason: "already verified"})
		}
	}
	return lookups
}
