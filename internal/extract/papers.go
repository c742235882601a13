package extract

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/extract/archive"
	"github.com/bonafide-audit/bonafide/internal/extract/project"
	"github.com/bonafide-audit/bonafide/internal/parallel"
)

// Result is the result for one paper or bibliography.
type Result struct {
	Document Document
	Err      error // why nothing was read; it names the file

	skipped map[string]int // of an archive inside another
	ends    bool           // not a document: marks that all documents of the folder or archive were passed on
}

// Tally counts what else was found.
type Tally struct {
	Documents int            // results, including failures
	Skipped   map[string]int // why files of folders and archives were skipped, and how many
}

func (t *Tally) skip(why string, n int) {
	if n > 0 {
		if t.Skipped == nil {
			t.Skipped = map[string]int{}
		}
		t.Skipped[why] += n
	}
}

// countSkipped counts a file that was not a document, or the files that an inner archive skipped.
func (t *Tally) countSkipped(r Result) {
	if r.skipped == nil {
		t.skip(skipNoDocument, 1)
	}
	for why, n := range r.skipped {
		t.skip(why, n)
	}
}

// Source is what Papers reads: files, folders and archives by their names, and
// standard input as "-".
type Source struct {
	Names []string
	Stdin io.Reader
	Bytes map[string][]byte // content to use in place of files, by name
	// Together reads the files in Bytes as one folder, if they make one. All Names are then among them.
	Together bool
	Options
	Jobs int // papers read at the same time; 0 means 1
	// Planned is called with the number of additional documents to be read, which is negative if files turn out not
	// to be documents. Calls may be concurrent; it may be nil.
	Planned func(more int)
}

func (s *Source) planned(more int) {
	if s.Planned != nil && more != 0 {
		s.Planned(more)
	}
}

// job is one file to read, or several that belong together.
type job struct {
	run  func(context.Context) []Result
	done func() // releases what it used
	// found counts the documents of its folder or archive; only the consumer uses it.
	found *int
}

// outcome is the future result of a job.
type outcome struct {
	results []Result
	found   *int
	ready   chan struct{}
}

// Papers reads every paper and bibliography that the names stand for and passes each to emit, in the order of the
// names, and inside a folder or archive in the order of their paths. Several are read at the same time; how many are
// held is bounded. Ids are unique over all of them. It stops at the first error of emit and when ctx is done.
func Papers(ctx context.Context, src Source, emit func(Result) error) (Tally, error) {
	ctx, cancel := context.WithCancel(ctx)
	jobs := max(src.Jobs, 1)
	queue := make(chan *outcome, jobs)
	if src.Macros == nil {
		src.Macros = Macros(src.Names, src.Bytes)
	}
	plan := &planner{ctx: ctx, src: src}
	var running sync.WaitGroup
	running.Go(func() {
		defer close(queue)
		start(ctx, plan.jobs(), jobs, queue)
	})
	defer running.Wait()
	defer cancel()
	ids := IDs{}
	var tally Tally
	for o := range queue {
		select {
		case <-o.ready:
		case <-ctx.Done():
			return tally, ctx.Err()
		}
		src.planned(len(o.results) - 1)
		for _, r := range o.results {
			if errors.Is(r.Err, errPassedOver) {
				tally.countSkipped(r)
				src.planned(-1)
				continue
			}
			if r.ends {
				if *o.found > 0 {
					src.planned(-1)
					continue
				}
				r.Err = fmt.Errorf("%s: %w: this folder or archive holds no paper and no bibliography", r.Document.Name,
					ErrNoReferences)
			}
			if o.found != nil {
				*o.found++
			}
			tally.Documents++
			r.Document.rename(ids)
			if err := emit(r); err != nil {
				return tally, err
			}
		}
	}
	for why, n := range plan.Skipped {
		tally.skip(why, n)
	}
	return tally, ctx.Err()
}

// start runs jobs, some at a time, and sends their outcomes in order.
func start(ctx context.Context, jobs iter.Seq[job], some int, queue chan<- *outcome) {
	slots := make(chan struct{}, some)
	var running sync.WaitGroup
	defer running.Wait()
	for j := range jobs {
		select {
		case slots <- struct{}{}:
		case <-ctx.Done():
			j.done()
			return
		}
		o := &outcome{found: j.found, ready: make(chan struct{})}
		running.Go(func() {
			defer func() { <-slots }()
			defer close(o.ready)
			defer j.done()
			o.results = j.run(ctx)
		})
		select {
		case queue <- o:
		case <-ctx.Done():
			return
		}
	}
}

// slowest is how long one document is waited for. Readers take time in proportion to their input; OCR, the slowest,
// has ten minutes.
const slowest = 15 * time.Minute

var errSlow = fmt.Errorf("reading it takes more than %v: split it, or export its references as text", slowest)

// safely reads one document. It does not wait forever, and stops waiting when ctx is done; anything read later is
// lost.
func safely(ctx context.Context, name string, read func() (Document, error)) Result {
	ctx, cancel := context.WithTimeoutCause(ctx, slowest, errSlow)
	defer cancel()
	done := make(chan Result, 1)
	go func() { done <- caught(name, read) }()
	select {
	case r := <-done:
		return r
	case <-ctx.Done():
		return Result{Document: Document{Name: name}, Err: fmt.Errorf("%s: %w", name, context.Cause(ctx))}
	}
}

// caught reads one document; a panic in our own code is an error of that document.
func caught(name string, read func() (Document, error)) (r Result) {
	r.Err = parallel.Try(func() (err error) {
		r.Document, err = read()
		return err
	})
	if fault, ok := errors.AsType[*parallel.Fault](r.Err); ok {
		return Result{Document: Document{Name: name}, Err: fmt.Errorf("%s: a fault in bonafide: %w", name, fault)}
	}
	return r
}

// rename makes the ids of a document unique among those handed out before.
func (d *Document) rename(ids IDs) {
	renamed := map[string]string{}
	for i := range d.References {
		r := &d.References[i]
		if id := ids.Take(r.ID); id != r.ID {
			renamed[r.ID] = id
			r.ID = id
		}
	}
	if len(renamed) == 0 {
		return
	}
	follow := func(list []biblio.Citation) {
		for i := range list {
			if id, ok := renamed[list[i].Ref]; ok {
				list[i].Ref = id
			}
		}
	}
	follow(d.Citations)
	for i := range d.References {
		follow(d.References[i].Citations)
	}
}

// ErrNoStdin means that standard input was named where there is none.
var ErrNoStdin = errors.New("there is no standard input here: name a file")

// ReadAll reads everything from r, up to most bytes. It does not wait for r once ctx is done; anything r returns
// later is lost.
func ReadAll(ctx context.Context, r io.Reader, most int64) ([]byte, error) {
	type read struct {
		src []byte
		err error
	}
	if r == nil {
		return nil, ErrNoStdin
	}
	done := make(chan read, 1)
	go func() {
		src, err := io.ReadAll(io.LimitReader(r, most))
		done <- read{src, err}
	}()
	select {
	case got := <-done:
		return got.src, got.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// givenFolder is the name of the folder made of files handed in together.
const givenFolder = "the files given"

// folder returns the files that were handed in as one folder, if they make one: names contain folders, or a paper in
// LaTeX, Markdown or Typst names another of the files. Otherwise it returns nil, and each file is read on its own.
func (p *planner) folder() *archive.Tree {
	if !p.src.Together || len(p.src.Bytes) < 2 {
		return nil
	}
	tree := archive.Given(p.src.Bytes, archive.Limits{FileBytes: p.src.limit()})
	if slices.ContainsFunc(p.src.Names, func(name string) bool { return strings.Contains(name, "/") }) {
		return tree
	}
	for _, paper := range project.Find(tree) {
		for file := range paper.Owned {
			if !slices.Contains(paper.Mains, file) {
				return tree
			}
		}
	}
	if len(namedInMarkup(tree, map[string]bool{})) > 0 {
		return tree
	}
	return nil
}

// Takes reports whether a file of a folder is read, judging by its name: it is not hidden, not a picture or the like,
// and lies within the folder.
func Takes(name string) bool { return archive.Takes(name) }
