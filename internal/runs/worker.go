package runs

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/claimcheck"
	"github.com/bonafide-audit/bonafide/internal/extract"
	"github.com/bonafide-audit/bonafide/internal/jobs"
	"github.com/bonafide-audit/bonafide/internal/report"
	"github.com/bonafide-audit/bonafide/internal/run"
	"github.com/bonafide-audit/bonafide/internal/setup"
)

// Worker processes waiting runs and papers of venues. Several workers, also on other machines, may share a database.
type Worker struct {
	Store *Store
	// Setup returns the sources for the options of a run, and Release is called when the run no longer uses
	// them; nil if uses are not counted.
	Setup   func(Options) (*setup.Setup, error)
	Release func(*setup.Setup)
	// Offline means that Setup returns no services: runs that need them are left to workers that have some.
	Offline bool
	Version string        // of the program, for the head of reports
	Jobs    int           // references judged at the same time in one run
	Within  time.Duration // how long services may be asked in one run, 0 for no limit
	// MaxReferences and MaxTime limit a run: one with more references, or that takes longer, fails. 0
	// means no limit.
	MaxReferences int
	MaxTime       time.Duration
	// MaxPages is the maximum number of PDF pages read for one account per day.
	MaxPages int
	Texts    claimcheck.Texts      // of cited works, for runs that check claims; nil for abstracts only
	Counted  func(*report.Finding) // is called for each settled finding; may be nil
	Webhook  Webhook
	Mail     Mail
	Log      *slog.Logger
}

// poll is the interval at which other processes' changes are picked up.
const poll = 2 * time.Second

// Start processes waiting runs and papers until ctx is done; what is in progress is left to the next process.
func (w *Worker) Start(ctx context.Context, runs, papers int) (wait func(), err error) {
	if err := w.Store.remind(ctx); err != nil {
		return nil, err
	}
	var all sync.WaitGroup
	all.Go(func() {
		if err := w.Store.jobs.Work(ctx, w.handlers(runs, papers)); err != nil {
			w.Log.Error("nothing is worked on any more", "error", err)
		}
	})
	all.Go(func() {
		for tick := time.NewTicker(30 * time.Second); ; {
			select {
			case <-ctx.Done():
				tick.Stop()
				return
			case <-tick.C:
				if err := w.Store.remind(ctx); err != nil && ctx.Err() == nil {
					w.Log.Error("runs without a job were not looked for", "error", err)
				}
			}
		}
	})
	return all.Wait, nil
}

// handlers returns the handlers of the jobs that this worker does.
func (w *Worker) handlers(runs, papers int) map[string]jobs.Handler {
	handlers := map[string]jobs.Handler{}
	if w.Webhook.URL != "" {
		handlers["webhooks"] = jobs.Handler{Workers: 1, Do: w.call}
	}
	if w.Mail.Server != "" {
		handlers["mails"] = jobs.Handler{Workers: 1, Do: w.post}
	}
	for _, online := range []bool{false, true} {
		if online && w.Offline {
			continue
		}
		if runs > 0 {
			handlers[jobKind("runs", online)] = jobs.Handler{Workers: runs, Do: w.execute}
		}
		if papers > 0 {
			handlers[jobKind("papers", online)] = jobs.Handler{Workers: papers, Do: w.paper}
		}
	}
	if papers > 0 {
		handlers["venues"] = jobs.Handler{Workers: 1, Do: w.maintain}
		if !w.Offline {
			handlers["questions"] = jobs.Handler{Workers: papers, Do: w.ask}
		}
	}
	return handlers
}

// jobKind returns the kind of a job for workers with services, or for all.
func jobKind(name string, online bool) string {
	if online {
		return name + "-online"
	}
	return name
}

var errLong = errors.New("too long")

// execute executes a run and records its end. After an error, that of the database, it is tried again.
func (w *Worker) execute(ctx context.Context, job jobs.Job) error {
	r, err := w.Store.begin(ctx, job.Key)
	if errors.Is(err, ErrNone) {
		return nil // it is over, or deleted
	}
	if err != nil {
		return err
	}
	started := time.Now()
	own := ctx
	if w.MaxTime > 0 {
		var cancel context.CancelFunc
		own, cancel = context.WithTimeoutCause(ctx, w.MaxTime, errLong)
		defer cancel()
	}
	w.Log.Info("run begins", "run", r.ID, "files", len(r.Inputs))
	if err = w.check(own, r, nil); err == nil {
		if err := w.Store.carryOver(own, &r); err != nil {
			w.Log.Error("decisions were not carried over", "run", r.ID, "error", err)
		}
		w.plan(own, &r)
	}
	state, reason := Done, ""
	switch late := errors.Is(context.Cause(own), errLong); {
	case ctx.Err() != nil: // the process ends, or the run was cancelled
		w.Log.Info("run ends early", "run", r.ID)
		return cmp.Or(w.Store.suspend(context.WithoutCancel(ctx), r.ID), ctx.Err())
	case late:
		state, reason = Failed, fmt.Sprintf("it took longer than %v", w.MaxTime)
	case isTrouble(err) && job.Try < jobs.Tries:
		return cmp.Or(w.Store.suspend(ctx, r.ID), err)
	case err != nil:
		state, reason = Failed, err.Error()
	}
	if err := w.Store.finish(ctx, r.ID, state, reason); err != nil {
		return err
	}
	if err := w.announce(ctx, &r, state); err != nil {
		w.Log.Error("the end of a run is not announced", "run", r.ID, "error", err)
	}
	w.Log.Info("run ends", "run", r.ID, "state", string(state), "seconds", time.Since(started).Seconds())
	return nil
}

// trouble is an error of the database, which says nothing about the input.
type trouble struct{ err error }

func (t *trouble) Error() string { return "the database of runs: " + t.err.Error() }
func (t *trouble) Unwrap() error { return t.err }

func troubled(err error) error {
	if err == nil {
		return nil
	}
	return &trouble{err}
}

func isTrouble(err error) bool {
	var t *trouble
	return errors.As(err, &t)
}

// errNothing means that no file of a run is a document with references.
var errNothing = errors.New("no references were found in what was given")

// Sources returns the sources of a run with these options; the caller must call release when done.
func (w *Worker) Sources(opt Options) (s *setup.Setup, release func(), err error) {
	s, err = w.Setup(opt)
	release = func() {
		if w.Release != nil && err == nil {
			w.Release(s)
		}
	}
	return s, release, err
}

// check does the work of a run. Met, which may be nil, is called with each reference before it is audited,
// several at a time.
func (w *Worker) check(ctx context.Context, r Record, met func(*biblio.Reference)) error {
	s, opt, release, err := w.open(r.Options)
	if err != nil {
		return err
	}
	defer release()
	mostPages, paper := w.MaxPages, strings.HasPrefix(r.Owner, ownerPrefix)
	if paper {
		mostPages = 0 // a venue has no account
	}
	if pages, err := w.Store.pagesToday(ctx, r.Owner); err != nil || mostPages > 0 && pages >= mostPages {
		return cmp.Or(troubled(err), errPages(mostPages))
	}
	in, err := w.Store.inputs(&r)
	if err != nil {
		return err
	}
	rows, err := w.Store.newRecorder(ctx, r.ID, paper)
	if err != nil {
		return troubled(err)
	}
	rows.owner, rows.mostPages, rows.most, rows.counted = r.Owner, mostPages, w.MaxReferences, w.Counted
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	rows.stop = cancel
	known := func(ref *biblio.Reference) (f audit.Finding, known bool) {
		if met != nil {
			met(ref)
		}
		return f, false
	}
	opt.Known, opt.FailOn = known, report.DefaultFailOn
	opt.Watch = run.Watch{Reading: rows.reading, Checking: rows.announce, Settled: rows.settled}
	one := run.New(s, opt)
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

// claims returns the reader of claims for a run, nil if it checks none.
func (w *Worker) claims(opt Options, s *setup.Setup) *claimcheck.Reader {
	if !opt.Claims {
		return nil
	}
	reader := s.Claims(w.Texts)
	reader.Bare = true
	return reader
}

func (s *Store) inputs(r *Record) (run.Inputs, error) {
	in := run.Inputs{Bytes: map[string][]byte{}, Together: true}
	for _, one := range r.Documents() {
		content, err := s.Content(one.Digest)
		if errors.Is(err, ErrNone) {
			err = fmt.Errorf("%s is not in the folder of the process that was to read it", one.Name)
		}
		if err != nil {
			return in, err
		}
		in.Names = append(in.Names, one.Name)
		in.Bytes[one.Name] = content
	}
	return in, nil
}

func (s *Store) file(r *Record, name string) ([]byte, error) {
	at := slices.IndexFunc(r.Inputs, func(in Input) bool { return in.Name == name })
	if at < 0 {
		return nil, ErrNone
	}
	return s.Content(r.Inputs[at].Digest)
}

// CheckText checks the references of a text at once, at most so many, and returns their rows. It stores nothing.
func (w *Worker) CheckText(ctx context.Context, name string, text []byte, opt Options,
	most int) ([]json.RawMessage, error) {
	doc, err := extract.Read(name, text, opt.Reading())
	if err != nil {
		return nil, &run.Unread{Err: err}
	}
	if len(doc.References) > most {
		return nil,
			&run.Unread{Err: fmt.Errorf("%d references are too many for one call: make a run of them, or send at most %d",
				len(doc.References), most)}
	}
	s, how, release, err := w.open(opt)
	if err != nil {
		return nil, err
	}
	defer release()
	one := run.New(s, how)
	defer one.Close()
	rows := []json.RawMessage{}
	err = one.References(ctx, doc.References, func(_ audit.Finding, f report.Finding) error {
		body, err := report.Marshal(&f)
		rows = append(rows, body)
		return err
	})
	return rows, err
}
