package audit

import (
	"context"
	"slices"
	"time"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/parallel"
	"github.com/bonafide-audit/bonafide/internal/source"
)

// Finding is one row of a report: what a reference claims, what was learned
// about it, and what follows.
type Finding struct {
	Reference biblio.Reference
	Evidence  judge.Evidence
	Verdict   judge.Verdict
	Advice    []Taken // what models said; nil in a run without models
	// Notes says of each candidate what a reader must know of it besides its
	// comparison; nil when there is nothing to say of any.
	Notes []CandidateNote
}

// Auditor takes references from claim to finding. It is safe for concurrent
// use and holds nothing of a run: what differs between runs is in their Options.
type Auditor struct {
	// Stages are the sources to ask, cheapest stage first. The sources of one
	// stage are asked side by side; their answers are judged in this order. A source
	// that stands in a later stage again is asked more closely there.
	Stages [][]source.Connector
	// Advisers are asked, in this order, about every finding that the rules have
	// judged; none in a run without models.
	Advisers []Adviser
	// Budget bounds what one reference may cost.
	Budget Budget
	// Routes, when set, decides for each reference which kind of stage comes next;
	// Kinds says of which kind each of Stages is.
	Routes Routes
	Kinds  []Action
	// Gate says which records are candidates at all; nil leaves it to match.
	Gate *Gate
	// Weights are those of the judge's evidence; nil means what the program carries.
	Weights *judge.Weights
	// Trace is told of every step of every reference, in the order of the
	// references and of the stages; nil means no one is.
	Trace func(Step)
}

// Options are those of one run. The zero value judges one reference at a time
// and knows no day.
type Options struct {
	// Jobs bounds how many references are judged at the same time; 1 when zero.
	Jobs int
	// Today is the day of the run; years after it are in the future.
	Today biblio.Date
	// Until is when sources are not asked any more; zero means never. What was
	// not answered by then has failed, and every reference still gets its finding.
	Until time.Time
	// Asking is told, while a stage is under way, which of its sources have not
	// answered yet and about how many references; no names when all have. It is
	// for people who wait. Nil means no one is.
	Asking func(sources []string, references int)
	// Settled is told of every finding as soon as nothing of its reference is
	// asked any more, in the order of time, one at a time; i counts the references
	// from 0. A notice that another reference cites the same work depends on the
	// order of the input and is only in what All emits. Nil means that no one is told.
	Settled func(i int, f Finding)
	// Before are references of the same documents that were audited earlier: what
	// cites a work of theirs again is a duplicate.
	Before []Cited
	// Known returns the finding of a reference that was audited before, of the same
	// sources on the same day, if it is known; nothing is asked about it again, and
	// Settled is not told of it. Nil knows none.
	Known func(*biblio.Reference) (Finding, bool)
}

// Sources lists what every source declares, in the order of the stages, each once.
func (a *Auditor) Sources() []answer.Info {
	var infos []answer.Info
	for _, stage := range a.Stages {
		for _, c := range stage {
			info := c.Info()
			if !slices.ContainsFunc(infos, func(have answer.Info) bool { return have.Name == info.Name }) {
				infos = append(infos, info)
			}
		}
	}
	return infos
}

// batchSize is how many references share batches. It bounds what a run holds in
// memory, and how long the first row waits.
const batchSize = 128

// All audits the references of a run and hands each finding to emit in the order
// of the references. It stops at the first error of emit and when ctx is done.
func (a *Auditor) All(ctx context.Context, refs []biblio.Reference, opt Options, emit func(Finding) error) error {
	asking := ctx
	if !opt.Until.IsZero() {
		var cancel context.CancelFunc
		asking, cancel = context.WithDeadline(ctx, opt.Until)
		defer cancel()
	}
	w := batch{Auditor: a, Options: opt, cancelled: ctx.Err}
	seen := duplicates{}
	for _, c := range opt.Before {
		seen.add(c)
	}
	for batch := range slices.Chunk(refs, batchSize) {
		asked, known := opt.known(batch)
		tell := func(fresh ...Finding) error { // and what is known of the references before them
			for len(known) > 0 && (known[0] != nil || len(fresh) > 0) {
				f := known[0]
				if known = known[1:]; f == nil {
					f, fresh = &fresh[0], fresh[1:]
				}
				if err := emit(seen.mark(*f)); err != nil {
					return err
				}
			}
			return nil
		}
		for part := range slices.Chunk(w.check(asking, asked), advisedAtOnce) {
			w.advise(asking, part, w.first)
			w.first += len(part)
			if err := ctx.Err(); err != nil {
				return err
			}
			if err := tell(part...); err != nil {
				return err
			}
		}
		if err := tell(); err != nil {
			return err
		}
	}
	return nil
}

// Reference audits one reference. It never fails: what could not be learned is
// part of the evidence.
func (a *Auditor) Reference(ctx context.Context, ref biblio.Reference, opt Options) Finding {
	w := batch{Auditor: a, Options: opt, cancelled: ctx.Err}
	findings := w.check(ctx, []biblio.Reference{ref})
	w.advise(ctx, findings, 0)
	return findings[0]
}

// batch is the references of a run that are under way: they share requests.
type batch struct {
	*Auditor
	Options
	first     int          // number of the first of them in the run
	cancelled func() error // of the caller, not by the deadline
}

// settle tells of a finding that nothing changes any more, unless advisers may.
func (w *batch) settle(in *inquiry) {
	if w.Settled == nil || len(w.Advisers) > 0 || in.told || w.cancelled() != nil {
		return
	}
	in.told = true
	f := in.Finding
	f.hear(nil)
	w.Settled(in.number, f)
}

// check audits references that share batches: every stage asks each of its
// sources about all references that are still open.
func (w *batch) check(ctx context.Context, refs []biblio.Reference) []Finding {
	all := make([]*inquiry, len(refs))
	for i, ref := range refs {
		all[i] = newInquiry(w.first+i, ref, judge.Evidence{Today: w.Today, Weights: w.Weights})
	}
	w.ask(ctx, all)
	for _, in := range all {
		w.settle(in)
	}
	findings := make([]Finding, len(all))
	for i, in := range all {
		in.trace(w.Trace)
		findings[i] = in.Finding
	}
	return findings
}

// ask asks the stages within the budget.
func (w *batch) ask(ctx context.Context, all []*inquiry) {
	ctx, done := w.Budget.bound(ctx, len(all))
	defer done()
	switch {
	case len(w.Stages) == 0:
		w.each(all)
	case w.Routes != nil && len(w.Kinds) == len(w.Stages):
		w.routed(ctx, all)
	default:
		w.inLine(ctx, all)
	}
}

// inLine asks one stage after the other about all that are still open.
func (w *batch) inLine(ctx context.Context, open []*inquiry) {
	for i, stage := range w.Stages {
		if len(open) == 0 {
			return
		}
		w.gather(ctx, i+1, stage, open)
		w.each(open)
		open = w.stillOpen(open, i+1)
	}
}

// each judges every finding, at most Jobs at a time.
func (w *batch) each(list []*inquiry) {
	parallel.Each(len(list), w.Jobs, func(i int) { list[i].judge(w.Gate) })
}

// judge ranks and judges all evidence so far. A reference that breaks our own
// code gets a verdict that says so, and stops no other.
func (f *Finding) judge(gate *Gate) {
	if err := parallel.Try(func() error { f.weigh(gate); return nil }); err != nil {
		f.Evidence.Candidates, f.Notes = nil, nil
		f.Verdict = judge.Broken(err.Error())
	}
}

func (f *Finding) weigh(gate *Gate) {
	lookups, below := gate.admit(&f.Reference, f.Evidence.Lookups)
	f.Evidence.Candidates = judge.Candidates(&f.Reference, lookups)
	f.Notes = gate.notes(f.Evidence.Candidates, below)
	f.Verdict = judge.Decide(&f.Reference, f.Evidence)
}

// queryFor returns what sources are asked about a reference.
func queryFor(ref *biblio.Reference) source.Query {
	return source.Query{IDs: ref.Claimed.IDs, Claimed: ref.Claimed, Raw: ref.Raw, Printed: ref.Printed()}
}

// stillOpen leaves out the findings of which nothing more is asked after a
// stage, and records for them that the later sources were not asked.
func (w *batch) stillOpen(open []*inquiry, stage int) []*inquiry {
	var rest []*inquiry
	for _, in := range open {
		if w.asksMore(in, stage) {
			rest = append(rest, in)
			continue
		}
		for n, sources := range w.Stages[stage:] {
			for _, c := range sources {
				in.note(stage+1+n, notNeeded(c), 0, 0)
			}
		}
		w.settle(in)
	}
	return rest
}

// asksMore reports whether anything is asked of a finding after the first stages: all
// of what is not settled, and notices of publishers about what is.
func (w *batch) asksMore(in *inquiry, stages int) bool {
	if !settled(in) {
		return true
	}
	return len(in.proven()) > 0 && slices.ContainsFunc(w.Stages[stages:], func(stage []source.Connector) bool {
		return slices.ContainsFunc(stage, func(c source.Connector) bool { return c.Info().Notices })
	})
}
