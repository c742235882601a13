package run

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/extract"
	"github.com/bonafide-audit/bonafide/internal/report"
	"github.com/bonafide-audit/bonafide/internal/setup"
	"github.com/bonafide-audit/bonafide/row"
)

// Inputs are the inputs to read: papers, bibliographies, folders and archives by their names.
type Inputs struct {
	Names []string
	Stdin io.Reader         // read for the name "-"
	Bytes map[string][]byte // content of names that are not files on disk
	// Together reads what is in Bytes, and nothing else, as the files of one folder, if they form a project.
	Together bool
}

// shared is how many references are collected before they are audited, so that short documents share requests.
const shared = 128

// reader audits documents as they are read and writes their rows; it holds the references of only a few.
type reader struct {
	*Run
	ctx     context.Context
	bytes   map[string][]byte // of the inputs that are not files on disk
	head    row.Run
	out     report.Writer
	begun   bool             // a document was read
	early   []biblio.Problem // of files before the first document
	pending []biblio.Reference
	waiting []waiting // for the rows of pending before them
	unread  []error
}

// waiting is a problem whose row comes after those of some pending references.
type waiting struct {
	after   int // how many of them
	problem biblio.Problem
}

// Check reads and audits all inputs and writes rows in their order, with head and summary; nothing without a document.
// Unread are the files that could not be read. When ctx is done, the error is an *Interrupted.
func (r *Run) Check(ctx context.Context, in Inputs, out report.Writer) (unread []error, err error) {
	c := &reader{Run: r, ctx: ctx, bytes: in.Bytes, head: r.Head(in.Names), out: out}
	c.given(in)
	tally, err := extract.Papers(ctx,
		extract.Source{Names: in.Names, Stdin: in.Stdin, Bytes: in.Bytes, Together: in.Together, Options: r.opt.Reading,
			Jobs: r.opt.Jobs, Planned: r.opt.Watch.Papers}, c.take)
	if err == nil {
		err = c.flush()
	}
	if err != nil || !c.begun {
		return c.unread, r.interrupted(ctx, err, c.pending)
	}
	r.summary.PassedOver = tally.Skipped
	return c.unread, out.End(r.summary)
}

func (c *reader) given(in Inputs) {
	for name := range in.Bytes {
		c.opt.Accept.Given(name)
	}
	if slices.Contains(in.Names, "-") {
		c.opt.Accept.Given("stdin")
	}
}

// take takes a document, or the reason why there is none.
func (c *reader) take(read extract.Result) error {
	if emptyBibliography(read) {
		read.Err = nil
	}
	if tell := c.opt.Watch.Reading; tell != nil {
		tell(read)
	}
	if read.Err != nil {
		c.unread = append(c.unread, read.Err)
		return c.problem(unreadProblem(read))
	}
	if err := c.begin(); err != nil {
		return err
	}
	c.summary.Documents++
	c.summary.Mentions += read.Document.Mentions
	refs := read.Document.References
	if len(c.pending)+len(refs) > shared {
		if err := c.flush(); err != nil {
			return c.interrupted(c.ctx, err, refs)
		}
	}
	for _, p := range slices.Concat(read.Document.Problems, c.opt.Accept.Load(filesOf(refs))) {
		if err := c.problem(p); err != nil {
			return err
		}
	}
	if len(c.pending) == 0 {
		c.pending = refs
	} else {
		c.pending = append(slices.Clip(c.pending), refs...)
	}
	if len(c.pending) >= shared {
		return c.flush()
	}
	return nil
}

// filesOf returns the files that contain references, each once.
func filesOf(refs []biblio.Reference) []string {
	var files []string
	for i := range refs {
		if file := refs[i].Place.File; len(files) == 0 || files[len(files)-1] != file && !slices.Contains(files, file) {
			files = append(files, file)
		}
	}
	return files
}

// emptyBibliography reports whether a BibTeX file was read but has no entries to check.
func emptyBibliography(read extract.Result) bool {
	if !strings.EqualFold(path.Ext(read.Document.Name), ".bib") {
		return false
	}
	return errors.Is(read.Err, extract.ErrEmpty) || errors.Is(read.Err, extract.ErrNoReferences) &&
		read.Document.Format == "bibtex"
}

func (c *reader) begin() error {
	if c.begun {
		return nil
	}
	c.begun = true
	if err := c.out.Begin(c.head); err != nil {
		return err
	}
	for _, p := range c.early {
		if err := c.problem(p); err != nil {
			return err
		}
	}
	return nil
}

// problem writes the row of a problem once those before it are written.
func (c *reader) problem(p biblio.Problem) error {
	switch {
	case !c.begun:
		c.early = append(c.early, p)
		return nil
	case len(c.pending) > 0:
		c.waiting = append(c.waiting, waiting{len(c.pending), p})
		return nil
	}
	c.summary.Problems++
	return c.out.Problem(report.ProblemRow(p))
}

// unreadProblem returns the problem of a file that could not be read, for the report.
func unreadProblem(r extract.Result) biblio.Problem {
	message := r.Err
	for inner := errors.Unwrap(message); inner != nil; inner = errors.Unwrap(inner) {
		message = inner
	}
	return biblio.Problem{Place: biblio.Place{File: r.Document.Name}, Rule: row.UnreadFile, Message: message.Error()}
}

// document returns the bytes of a document that was read; uploaded content is never looked up on disk.
func (c *reader) document(name string) ([]byte, error) {
	if src, ok := c.bytes[name]; ok {
		return src, nil
	}
	for given := range c.bytes {
		if strings.HasPrefix(name, given) {
			return nil, fmt.Errorf("%s: %w", name, fs.ErrNotExist)
		}
	}
	return setup.LocalFile(name)
}

// flush audits the collected references, and writes the waiting rows.
func (c *reader) flush() error {
	refs, problems := c.pending, c.waiting
	c.pending, c.waiting = nil, nil
	if len(refs) == 0 {
		return nil
	}
	reads, err := c.reads(refs)
	if err != nil {
		return err
	}
	c.customs = customsOf(refs, c.document)
	written := 0
	due := func() error {
		for len(problems) > 0 && problems[0].after <= written {
			if err := c.problem(problems[0].problem); err != nil {
				return err
			}
			problems = problems[1:]
		}
		return nil
	}
	var before []audit.Cited
	for i := range reads {
		if err := due(); err != nil {
			return err
		}
		cited, done, err := c.replayRow(&refs[i], reads[i])
		if err != nil {
			return err
		}
		if !done {
			break
		}
		before = append(before, cited)
		written++
	}
	if refs = refs[written:]; len(refs) > 0 {
		c.setup.Reread(c.Context(c.ctx), refs, c.document)
		write := func(f audit.Finding, row report.Finding) error {
			if err := due(); err != nil {
				return err
			}
			if c.opt.Stream != nil {
				if err := c.opt.Stream.noteFinding(reads[written], audit.CitedBy(&f)); err != nil {
					return err
				}
			}
			written++
			return c.out.Finding(row)
		}
		if c.opt.Edits {
			err = c.withEdits(refs, before, write)
		} else {
			told := 0
			err = c.references(c.ctx, refs, before, func(f audit.Finding, row report.Finding) error {
				refs[told] = biblio.Reference{} // frees its memory
				told++
				return write(f, row)
			})
		}
	}
	if err != nil {
		return err
	}
	return due()
}

// reads returns digests of what was read of references, for a run that can be resumed.
func (c *reader) reads(refs []biblio.Reference) (list []string, err error) {
	if c.opt.Stream == nil {
		return nil, nil
	}
	list = make([]string, len(refs))
	for i := range refs {
		if list[i], err = readDigest(&refs[i]); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// replayRow writes the row that an earlier run has for a reference, and returns what the reference cites.
func (c *reader) replayRow(ref *biblio.Reference, read string) (cited audit.Cited, done bool, err error) {
	row, cited, err := c.opt.Stream.earlier(read)
	if err != nil || row == nil {
		return cited, false, err
	}
	if c.opt.Accept != nil { // what is accepted now must have been accepted then
		row.Accepted, row.Suppressed = nil, ""
		c.opt.Accept.Mark(row)
	}
	if err := c.out.Finding(*row); err != nil {
		return cited, false, err
	}
	c.summary.Add(*row)
	cited.ID, cited.File = ref.ID, ref.Place.File
	return cited, true, nil
}
