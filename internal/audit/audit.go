// Package audit takes one reference from claim to finding: it asks the sources
// in their order, has the answers ranked and judged, and stops when the judge
// says that nothing can change.
//
// May be imported by: fix, fix/..., lint, report, llm/role, lab/..., setup, claimcheck, run, runs, cite, lsp, mcp, cmd.
package audit

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/match"
	"github.com/bonafide-audit/bonafide/internal/parallel"
	"github.com/bonafide-audit/bonafide/internal/source"
)

// Finding is one row of a report: what a reference claims, what was learned about it, and the verdict.
type Finding struct {
	Reference biblio.Reference
	Evidence  judge.Evidence
	Verdict   judge.Verdict
	Advice    []Taken // what models said; nil in a run without models
	// Notes says what a reader must know about each candidate besides its comparison; nil if there is nothing to say
	// about any of them.
	Notes []CandidateNote
}

// Auditor takes references from claim to finding. It is safe for concurrent use and holds no state of a run: what
// differs between runs is in their Options.
type Auditor struct {
	// Stages are the sources to ask, cheapest stage first. The sources of one stage are asked concurrently; their
	// answers are judged in this order. A source that appears again in a later stage is asked in more detail there.
	Stages [][]source.Connector
	// Advisers are asked, in this order, about every finding that the rules have
	// judged; none in a run without models.
	Advisers []Adviser
	// Budget bounds the cost of one reference.
	Budget Budget
	// Routes, if set, decides for each reference which kind of stage comes next; Kinds holds the kind of each of
	// Stages.
	Routes Routes
	Kinds  []Action
	// Gate decides which records are candidates at all; nil leaves that to match.
	Gate Gate
	// Weights are the weights of the judge's evidence; nil means the built-in ones.
	Weights *judge.Weights
	// Trace is called for every step of every reference, in the order of the references and of the stages; nil means
	// that it is not called.
	Trace func(Step)
}

// Options are the options of one run. The zero value judges one reference at a time and assumes no date.
type Options struct {
	// Jobs bounds how many references are judged at the same time; 0 means 1.
	Jobs int
	// Today is the day of the run; years after it are in the future.
	Today biblio.Date
	// Until is the time after which sources are no longer asked; zero means never. Anything unanswered by then has
	// failed, and every reference still gets its finding.
	Until time.Time
	// Asking is called during a stage with the sources that have not answered yet and the number of references; it is
	// called without names when all have answered. It is for waiting users and may be nil.
	Asking func(sources []string, references int)
	// Settled is called with every finding as soon as nothing more is asked about its reference, in order of time,
	// one call at a time; i counts the references from 0. What the earlier references say about a finding depends on
	// the order of the input and is only in what All emits. Settled may be nil.
	Settled func(i int, f Finding)
	// Before are references of the same documents that were audited earlier.
	Before []Cited
	// Known returns the finding of a reference that was audited before, with the same sources on the same day, if it
	// is known; nothing is asked about it again, and Settled is not called for it. Nil means that none is known.
	Known func(*biblio.Reference) (Finding, bool)
}

// Sources returns what every source declares, in the order of the stages, each source once.
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

// batchSize is the number of references in a batch. It bounds how much a run holds in memory, and how long the first
// row takes.
const batchSize = 128

// All audits the references of a run and passes each finding to emit in the order of the references. It stops at the
// first error of emit and when ctx is done.
func (a *Auditor) All(ctx context.Context, refs []biblio.Reference, opt Options, emit func(Finding) error) error {
	asking := ctx
	if !opt.Until.IsZero() {
		var cancel context.CancelFunc
		asking, cancel = context.WithDeadline(ctx, opt.Until)
		defer cancel()
	}
	w := batch{Auditor: a, Options: opt, cancelled: ctx.Err}
	before := newEarlier(opt.Before)
	for batch := range slices.Chunk(refs, batchSize) {
		asked, known := opt.known(batch)
		tell := func(fresh ...Finding) error { // and the known findings of the references before them
			for len(known) > 0 && (known[0] != nil || len(fresh) > 0) {
				f := known[0]
				if known = known[1:]; f == nil {
					f, fresh = &fresh[0], fresh[1:]
				}
				if err := emit(before.mark(*f)); err != nil {
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

// Reference audits one reference. It never fails: what could not be learned is part of the evidence.
func (a *Auditor) Reference(ctx context.Context, ref biblio.Reference, opt Options) Finding {
	w := batch{Auditor: a, Options: opt, cancelled: ctx.Err}
	findings := w.check(ctx, []biblio.Reference{ref})
	w.advise(ctx, findings, 0)
	return findings[0]
}

// batch is a group of references that are audited together and share requests.
type batch struct {
	*Auditor
	Options
	first     int          // number of its first reference in the run
	cancelled func() error // of the caller, not by the deadline
}

// settle reports a finding that nothing changes any more, unless advisers may. Of a cancelled run these are the ones
// that are verified beyond change, whatever was given up.
func (w *batch) settle(in *inquiry) {
	if w.Settled == nil || len(w.Advisers) > 0 || in.told || w.cancelled() != nil && !settled(in) {
		return
	}
	in.told = true
	for i, l := range in.Evidence.Lookups {
		if l.Failure != nil && w.cancelled() != nil && errors.Is(l.Failure, context.Canceled) {
			in.Evidence.Lookups[i] = answer.Lookup{Source: l.Source, Outcome: answer.NotAsked, Reason: alreadyVerified}
		}
	}
	f := in.Finding
	f.applyAdvice(nil)
	w.Settled(in.number, f)
}

// check audits references that share batches: every stage asks each of its sources about all references that are
// still open.
func (w *batch) check(ctx context.Context, refs []biblio.Reference) []Finding {
	all := make([]*inquiry, len(refs))
	for i, ref := range refs {
		nothing := judge.Evidence{Today: w.Today, Weights: w.Weights}
		all[i] = &inquiry{Finding: Finding{Reference: ref, Evidence: nothing}, number: w.first + i,
			query: source.Query{IDs: ref.Claimed.IDs, Claimed: ref.Claimed, Raw: ref.Raw, Printed: ref.Printed()}}
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

// ask asks the sources of all stages within the budget.
func (w *batch) ask(ctx context.Context, all []*inquiry) {
	ctx, done := w.Budget.bound(ctx, len(all))
	defer done()
	switch {
	case len(w.Stages) == 0:
		w.each(all)
	case w.Routes != nil && len(w.Kinds) == len(w.Stages):
		w.routed(ctx, all)
	default:
		w.askStages(ctx, all)
	}
}

// askStages asks one stage after another about all references that are still open.
func (w *batch) askStages(ctx context.Context, open []*inquiry) {
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

// judge ranks and judges all evidence so far. If a reference makes the program's own code panic, its verdict says so,
// and the others go on.
func (f *Finding) judge(gate Gate) {
	if err := parallel.Try(func() error { f.weigh(gate); return nil }); err != nil {
		f.Evidence.Candidates, f.Notes = nil, nil
		f.Verdict = judge.Broken(err.Error())
	}
}

func (f *Finding) weigh(gate Gate) {
	lookups, note := f.Evidence.Lookups, Note
	if gate != nil {
		lookups, note = gate(&f.Reference, lookups)
	}
	f.Evidence.Candidates = judge.Candidates(&f.Reference, lookups)
	f.Notes = notesOn(f.Evidence.Candidates, note)
	f.Verdict = judge.Decide(&f.Reference, f.Evidence)
}

// stillOpen removes the findings for which nothing more is asked after a stage, and records for them that the later
// sources were not asked.
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

// asksMore reports whether anything more is asked about a finding after the first stages: everything if it is not
// settled, and publishers' notices if it is.
func (w *batch) asksMore(in *inquiry, stages int) bool {
	if !settled(in) {
		return true
	}
	return len(in.proven()) > 0 && slices.ContainsFunc(w.Stages[stages:], func(stage []source.Connector) bool {
		return slices.ContainsFunc(stage, func(c source.Connector) bool { return c.Info().Notices })
	})
}

// CandidateNote is a remark on a candidate beyond its comparison. Confidence, from 0 to 100, is set by gates that state
// one.
type CandidateNote struct {
	Mark       string // "" for none
	Confidence float64
}

// Suspicious marks a record that was found by an identifier, an address or a web search and has a dissimilar
// title: the sign of an identifier attached to the wrong paper.
const Suspicious = "suspicious"

// Gate restricts what sources have answered about a reference, and says how the candidates that are left are noted.
type Gate func(*biblio.Reference, []answer.Lookup) (kept []answer.Lookup, note func(*match.Candidate) CandidateNote)

// Note returns the usual note on a candidate.
func Note(c *match.Candidate) (n CandidateNote) {
	switch c.Hit.How {
	case answer.ByIdentifier:
		if c.Suspicious {
			n.Mark = Suspicious
		}
	case answer.ByURL, answer.ByWebSearch:
		if c.Comparison.SameWork < match.SameWorkThreshold && c.Comparison.Of(biblio.FieldTitle).Agreement == match.Differs {
			n.Mark = Suspicious
		}
	}
	return n
}

// notesOn returns the note on each candidate, or nil if there are none.
func notesOn(candidates []match.Candidate, note func(*match.Candidate) CandidateNote) []CandidateNote {
	list, some := make([]CandidateNote, len(candidates)), false
	for i := range candidates {
		list[i] = note(&candidates[i])
		some = some || list[i] != CandidateNote{}
	}
	if !some {
		return nil
	}
	return list
}
