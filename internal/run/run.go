package run

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/bonafide-audit/bonafide/internal/accept"
	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/claimcheck"
	"github.com/bonafide-audit/bonafide/internal/extract"
	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/report"
	"github.com/bonafide-audit/bonafide/internal/setup"
	"github.com/bonafide-audit/bonafide/row"
)

// Options are those of one run. The zero value reads and judges one reference at a time.
type Options struct {
	Version string          // of the program, for the head of the report
	Reading extract.Options // how inputs are read
	Jobs    int             // papers read, and references judged, at the same time
	Today   biblio.Date     // dates after it are in the future; zero for none
	// Within limits how long sources are asked, from New on; 0 is no limit. Every reference still gets its row.
	Within  time.Duration
	Labels  Labels
	Explain bool         // rows say what changed their scores
	Edits   bool         // rows of BibTeX entries have the edits that fix would make
	FailOn  string       // what the caller considers a failure, for the head of the report
	Accept  *accept.List // what is accepted or known from before; nil for nothing. Not shared with other runs
	Watch   Watch
	// Claims compares citing sentences with the cited works; nil to leave this out.
	Claims *claimcheck.Reader
	// Known returns earlier findings in place of asking again, as in audit.Options.
	Known func(*biblio.Reference) (audit.Finding, bool)
	// Stream, if Check writes to one, has the rows of an interrupted run: nothing in them is asked or judged again.
	Stream *Stream
}

// Day returns the date of a time, for Options.Today.
func Day(t time.Time) biblio.Date {
	return biblio.Date{Year: t.Year(), Month: int(t.Month()), Day: t.Day()}
}

// Watch reports the progress of a run, in order of time. Calls of one function never overlap, and none may block
// the run. Nil functions are not called.
type Watch struct {
	// Reading is called for each input read, before its references are looked up. Err says why there is no document.
	Reading func(extract.Result)
	// Papers is called with the number of further papers to read, negative if files turn out to be none.
	Papers func(more int)
	// Forecast is called before references are looked up, with what they may ask of services, unless nothing.
	Forecast func(setup.Forecast)
	// Checking is called with the number of further references that are about to be looked up.
	Checking func(references int)
	// Asking is called with the sources still to answer about a number of references that share requests.
	Asking func(sources []string, references int)
	// Settled is called with each row as soon as its reference needs no more answers. Its id identifies it among the
	// rows in the order of the input, and only those may have a notice that another reference cites the same work.
	Settled func(report.Finding)
}

// Run is one run over a setup, which runs may share. Call its methods one after the other, and Close last.
type Run struct {
	setup    *setup.Setup
	opt      Options
	learning *setup.Learning
	account  *setup.Account
	until    time.Time // when sources are no longer asked; zero for never
	summary  *report.Summary
	customs  customs
}

// New starts a run.
func New(s *setup.Setup, opt Options) *Run {
	r := &Run{setup: s, opt: opt, learning: s.Learning(), account: s.Account()}
	if opt.Within > 0 {
		r.until = time.Now().Add(opt.Within)
	}
	r.summary = report.NewSummary(r.Head(nil))
	return r
}

// Close stores what was learnt about verified works.
func (r *Run) Close() { r.learning.Close() }

// Context returns a context whose requests count as requests of the run, for front ends that ask a model themselves.
func (r *Run) Context(ctx context.Context) context.Context { return r.account.With(ctx) }

// Cost returns what the run has asked of services and models.
func (r *Run) Cost() setup.Cost { return r.account.Cost() }

// Summary counts the rows so far.
func (r *Run) Summary() *report.Summary { return r.summary }

// Head returns the head of the report on some inputs.
func (r *Run) Head(inputs []string) row.Run {
	return row.Run{
		Kind: row.KindRun, Schema: row.Schema, Version: r.opt.Version, Rules: judge.Version, Inputs: inputs,
		Sources: r.setup.Sources, Plan: r.setup.Plan, Scheme: r.opt.Labels.Name, FailOn: r.opt.FailOn, Notice: r.setup.Notice,
	}
}

// References passes references that the caller has read with their rows to emit, in order, until emit returns an error;
// when ctx is done, its error is an *Interrupted.
func (r *Run) References(ctx context.Context, refs []biblio.Reference,
	emit func(audit.Finding, report.Finding) error) error {
	return r.references(ctx, refs, nil, emit)
}

// references audits references of a document; before are its earlier references, whose rows exist.
func (r *Run) references(ctx context.Context, refs []biblio.Reference, before []audit.Cited,
	emit func(audit.Finding, report.Finding) error) error {
	if tell := r.opt.Watch.Forecast; tell != nil {
		if f := r.setup.Forecast(refs); f.Requests > 0 {
			tell(f)
		}
	}
	if r.opt.Watch.Checking != nil {
		r.opt.Watch.Checking(len(refs))
	}
	opt := audit.Options{Jobs: r.opt.Jobs, Today: r.opt.Today, Until: r.until, Asking: r.opt.Watch.Asking, Before: before,
		Known: r.opt.Known}
	done, settled := 0, map[int]audit.Finding{} // the latter without a row
	opt.Settled = func(i int, f audit.Finding) {
		settled[i] = f
		if r.opt.Stream != nil {
			_ = r.opt.Stream.Settled(r.row(f)) // its row in order comes later, and tells if the file cannot be written
		}
		if tell := r.opt.Watch.Settled; tell != nil {
			tell(r.row(f))
		}
	}
	take := func(f audit.Finding, said []row.Claim) error {
		delete(settled, done)
		row := r.row(f)
		row.TakeClaims(said)
		learning := r.learning.Take(ctx, f)
		if err := emit(f, row); err != nil {
			return err
		}
		r.summary.Add(row)
		done++
		return learning
	}
	var err error
	if r.opt.Claims == nil {
		err = r.setup.Auditor.All(r.Context(ctx), refs, opt, func(f audit.Finding) error { return take(f, nil) })
	} else {
		err = r.withClaims(r.Context(ctx), refs, opt, take)
	}
	return r.interrupted(ctx, err, r.keep(ctx, refs, done, settled, take))
}

// keep gives the settled findings of a stopped run their rows, and returns the references that have none. A stream has
// no gaps, since it is continued at its end: what is settled behind one follows for readers alone.
func (r *Run) keep(ctx context.Context, refs []biblio.Reference, done int, settled map[int]audit.Finding,
	take func(audit.Finding, []row.Claim) error) (left []biblio.Reference) {
	refs = slices.Clone(refs[done:])
	if r.opt.Stream != nil && ctx.Err() != nil {
		_ = r.opt.Stream.cutAhead() // they are written again, or in their order
	}
	for i := range refs {
		f, ok := settled[done+i]
		switch ok = ok && ctx.Err() != nil && r.opt.Known == nil; {
		case ok && r.opt.Stream != nil && len(left) > 0:
			ok = false
			_ = r.opt.Stream.Settled(r.row(f))
		case ok:
			ok = take(f, nil) == nil
		}
		if !ok {
			left = append(left, refs[i])
		}
	}
	return left
}

// withClaims audits references and then claims about them, several works at a time; if interrupted, no claim.
func (r *Run) withClaims(ctx context.Context, refs []biblio.Reference, opt audit.Options,
	take func(audit.Finding, []row.Claim) error) error {
	var findings []audit.Finding
	err := r.setup.Auditor.All(ctx, refs, opt, func(f audit.Finding) error {
		findings = append(findings, f)
		return nil
	})
	if err != nil {
		return err
	}
	said := make([][]row.Claim, len(findings))
	var group errgroup.Group
	group.SetLimit(max(1, r.opt.Jobs))
	for i := range findings {
		group.Go(func() error {
			said[i] = r.opt.Claims.Read(ctx, &findings[i])
			return ctx.Err()
		})
	}
	if err := group.Wait(); err != nil {
		return err
	}
	for i := range findings {
		if err := take(findings[i], said[i]); err != nil {
			return err
		}
	}
	return nil
}

func (r *Run) row(f audit.Finding) report.Finding {
	row := report.Row(f, r.opt.Labels.label(f.Verdict), r.opt.Explain)
	row.Class = r.opt.Labels.class(f.Verdict)
	if r.opt.Accept != nil {
		r.opt.Accept.Mark(&row)
	}
	r.corrigible(&f, &row)
	return row
}

// Interrupted is the error of a cancelled run: what it did is in its rows, and what it did not do is listed here.
type Interrupted struct {
	Checked int      // references that have a row
	Open    []string // ids of the references that were read but have none
	Err     error    // of the context
}

// Error says in one line what was not done.
func (e *Interrupted) Error() string {
	return fmt.Sprintf("%v: %d references checked, %d read and not checked", e.Err, e.Checked, len(e.Open))
}

// Unwrap returns the error of the context.
func (e *Interrupted) Unwrap() error { return e.Err }

// interrupted turns the end of a context into the list of references without a row; other errors stay.
func (r *Run) interrupted(ctx context.Context, err error, left []biblio.Reference) error {
	if err == nil || ctx.Err() == nil || !errors.Is(err, ctx.Err()) {
		return err
	}
	var told *Interrupted
	if !errors.As(err, &told) {
		told = &Interrupted{Checked: r.summary.References, Err: ctx.Err()}
	}
	for i := range left {
		told.Open = append(told.Open, left[i].ID)
	}
	told.Checked, r.summary.Stopped = r.summary.References, len(told.Open)
	return told
}

// Labels says how a run labels verdicts; with the zero value there are no labels.
type Labels struct {
	Name string // of the scheme or the policy
	of   func(judge.Verdict) string
}

// Scheme returns the labels of a scheme, one of judge.Schemes.
func Scheme(name string) (Labels, error) {
	of, err := judge.Labeller(name)
	return Labels{name, of}, err
}

// Policy returns the labels of a policy with a name.
func Policy(name string, p judge.Policy) Labels { return Labels{name, p.Label} }

func (l Labels) label(v judge.Verdict) string {
	if l.of == nil {
		return ""
	}
	return l.of(v)
}

func (l Labels) class(v judge.Verdict) string { return judge.ClassUnder(l.Name)(v) }
