package runs

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/trace"

	"github.com/bonafide-audit/bonafide/internal/claims"
	"github.com/bonafide-audit/bonafide/internal/extract"
	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/report"
	"github.com/bonafide-audit/bonafide/internal/run"
	"github.com/bonafide-audit/bonafide/internal/setup"
)

// Worker works through the runs that wait.
type Worker struct {
	Store *Store
	// Setup gives the sources that the options of a run ask for, and Release takes
	// them back; nil where nobody counts.
	Setup   func(Options) (*setup.Setup, error)
	Release func(*setup.Setup)
	Version string        // of the program, for the head of reports
	Jobs    int           // references judged at the same time in one run
	Within  time.Duration // in which services are asked in one run, 0 for any
	// MaxReferences and MaxTime bound a run: one with more references, or that takes
	// longer, fails. 0 means no bound.
	MaxReferences int
	MaxTime       time.Duration
	// MaxPages bounds the pages of PDFs that are read for one person within a day.
	MaxPages int
	Texts    claims.Texts          // of cited works, for runs that read claims; nil for abstracts alone
	Counted  func(*report.Finding) // is told of each that has settled; nil for nobody
	Log      *slog.Logger

	mu     sync.Mutex
	cancel map[string]context.CancelFunc // of the runs under way
}

// poll is how often a worker looks for runs that another process made.
const poll = 2 * time.Second

// Start makes the runs wait again that another process left, and works through
// all with several at a time until ctx is done. What is under way then waits for
// the next process.
func (w *Worker) Start(ctx context.Context, several int) (wait func(), err error) {
	if err := w.Store.requeue(ctx); err != nil {
		return nil, err
	}
	w.cancel = map[string]context.CancelFunc{}
	var all sync.WaitGroup
	for range several {
		all.Go(func() { w.work(ctx) })
	}
	return all.Wait, nil
}

// Cancel ends a run of an owner.
func (w *Worker) Cancel(ctx context.Context, owner, id string) error {
	if err := w.Store.Cancel(ctx, owner, id); err != nil {
		return err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if cancel := w.cancel[id]; cancel != nil {
		cancel()
	}
	return nil
}

// work does one run after the other.
func (w *Worker) work(ctx context.Context) {
	for ctx.Err() == nil {
		more := w.Store.changes.next(anyRun)
		r, err := w.Store.claim(ctx)
		if err == nil {
			w.one(ctx, r)
			continue
		}
		if !errors.Is(err, ErrNone) && ctx.Err() == nil {
			w.Log.Error("no run could be taken", "error", err)
		}
		select {
		case <-ctx.Done():
		case <-more:
		case <-time.After(poll):
		}
	}
}

// tracer makes spans where a provider is set; else it does nothing.
var tracer = otel.Tracer("github.com/bonafide-audit/bonafide/internal/runs")

// one does a run, and says how it ended unless the process ends.
func (w *Worker) one(ctx context.Context, r Record) {
	started := time.Now()
	own, cancel := context.WithCancel(ctx)
	defer cancel()
	if w.MaxTime > 0 {
		late := time.AfterFunc(w.MaxTime, func() {
			_ = w.Store.finish(ctx, r.ID, Failed, fmt.Sprintf("it took longer than %v", w.MaxTime))
			cancel()
		})
		defer late.Stop()
	}
	w.mu.Lock()
	w.cancel[r.ID] = cancel
	w.mu.Unlock()
	defer func() {
		w.mu.Lock()
		delete(w.cancel, r.ID)
		w.mu.Unlock()
	}()
	w.Log.Info("run begins", "run", r.ID, "files", len(r.Inputs))
	own, span := tracer.Start(own, "run", trace.WithAttributes(attribute.String("run", r.ID), attribute.Int("files", len(r.Inputs))))
	defer span.End()
	err := w.check(own, r)
	switch {
	case ctx.Err() != nil:
		w.Log.Info("run waits for the next start", "run", r.ID)
		return
	case own.Err() != nil: // ended from outside, and said so
		return
	}
	state, reason := Done, ""
	if err != nil {
		state, reason = Failed, err.Error()
	}
	if err := w.Store.finish(ctx, r.ID, state, reason); err != nil {
		w.Log.Error("the end of a run could not be kept", "run", r.ID, "error", err)
	}
	w.Log.Info("run ends", "run", r.ID, "state", string(state), "seconds", time.Since(started).Seconds())
}

// errNothing means that no file of a run is a document with references.
var errNothing = errors.New("no references were found in what was given")

// sources gives the sources of a run, to be released again.
func (w *Worker) sources(opt Options) (s *setup.Setup, release func(), err error) {
	s, err = w.Setup(opt)
	release = func() {
		if w.Release != nil && err == nil {
			w.Release(s)
		}
	}
	return s, release, err
}

// check does the work of a run.
func (w *Worker) check(ctx context.Context, r Record) error {
	s, release, err := w.sources(r.Options)
	if err != nil {
		return err
	}
	defer release()
	labels, err := run.Scheme(cmp.Or(r.Options.Scheme, judge.Codes))
	if err != nil {
		return err
	}
	if pages, err := w.Store.pagesToday(ctx, r.Owner); err != nil || w.MaxPages > 0 && pages >= w.MaxPages {
		return cmp.Or(err, errPages(w.MaxPages))
	}
	in, err := w.Store.inputs(&r)
	if err != nil {
		return err
	}
	rows, err := w.Store.newRecorder(ctx, r.ID)
	if err != nil {
		return err
	}
	rows.owner, rows.mostPages, rows.most, rows.counted = r.Owner, w.MaxPages, w.MaxReferences, w.Counted
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	rows.stop = cancel
	one := run.New(s, run.Options{
		Claims: w.claims(r.Options, s), Version: w.Version, Reading: r.Options.Reading(), Jobs: w.Jobs, Today: run.Day(time.Now()), Within: w.Within, Labels: labels,
		Explain: r.Options.Explain, FailOn: failOn, Watch: run.Watch{Reading: rows.reading, Checking: rows.announce, Settled: rows.settled},
	})
	defer one.Close()
	unread, err := one.Check(ctx, in, rows)
	switch {
	case rows.err != nil:
		return rows.err
	case err != nil:
		return err
	case rows.position == 0 && len(unread) > 0:
		return errors.Join(unread...)
	case rows.position == 0:
		return errNothing
	}
	return nil
}

// claims gives what reads the claims of a run, nil for one that does not.
func (w *Worker) claims(opt Options, s *setup.Setup) *claims.Reader {
	if !opt.Claims {
		return nil
	}
	reader := s.Claims(w.Texts)
	reader.Bare = true
	return reader
}

// failOn is what check takes for a failure when nobody says otherwise.
var failOn = judge.Substantive.String()

// Reading gives how the files of a run are read.
func (o Options) Reading() extract.Options { return extract.Options{Cited: o.Cited} }

// inputs reads the files of a run.
func (s *Store) inputs(r *Record) (run.Inputs, error) {
	in := run.Inputs{Bytes: map[string][]byte{}, Together: true}
	for _, one := range r.Inputs {
		content, err := s.Content(one.Digest)
		if err != nil {
			return in, err
		}
		in.Names = append(in.Names, one.Name)
		in.Bytes[one.Name] = content
	}
	return in, nil
}
