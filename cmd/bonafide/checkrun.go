package main

import (
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/cli"
	"github.com/bonafide-audit/bonafide/internal/extract"
	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/report"
	"github.com/bonafide-audit/bonafide/internal/setup"
)

// checkRun audits documents as they are read and writes their rows. It holds
// the references of a few documents at a time, however many there are.
type checkRun struct {
	cmd     *cobra.Command
	s       *setup.Setup
	opt     checkOptions
	run     report.Run
	label   func(judge.Verdict) string
	class   func(judge.Verdict) string
	out     *output // nil until a document was read
	summary *report.Summary
	unread  []error
	early   []biblio.Problem // of files before the first document
	pending []biblio.Reference
	bar     *cli.Progress
	until   time.Time // when services are not asked any more; zero for never
}

// together is how many references are collected before they are audited, so
// that documents with few of them share requests.
const together = 128

// all reads and audits everything that the names stand for.
func (c *checkRun) all(names []string) error {
	c.summary = report.NewSummary(c.run)
	if c.opt.within > 0 {
		c.until = time.Now().Add(c.opt.within)
	}
	tally, err := c.opt.input.read(c.cmd.Context(), c.cmd.InOrStdin(), names, c.opt.jobs, c.take)
	if err == nil {
		err = c.flush()
	}
	if c.bar != nil {
		c.bar.Finish()
	}
	if err != nil || c.out == nil {
		return err
	}
	c.summary.PassedOver = tally.Skipped
	return c.out.End(c.summary)
}

// take takes a document, or why there is none.
func (c *checkRun) take(r extract.Result) error {
	if r.Err != nil {
		c.unread = append(c.unread, r.Err)
		return c.problem(unreadProblem(r))
	}
	if c.out == nil {
		if err := c.begin(); err != nil {
			return err
		}
	}
	c.summary.Documents++
	if len(c.pending)+len(r.Document.References) > together {
		if err := c.flush(); err != nil {
			return err
		}
	}
	for _, p := range r.Document.Problems {
		if err := c.problem(p); err != nil {
			return err
		}
	}
	c.pending = append(c.pending, r.Document.References...)
	if len(c.pending) >= together {
		return c.flush()
	}
	return nil
}

// begin opens the report.
func (c *checkRun) begin() (err error) {
	if c.out, err = c.opt.output.open(c.cmd); err != nil {
		c.out = nil
		return cli.UsageError(err)
	}
	if err := c.out.Begin(c.run); err != nil {
		return err
	}
	for _, p := range c.early {
		if err := c.problem(p); err != nil {
			return err
		}
	}
	return nil
}

func (c *checkRun) problem(p biblio.Problem) error {
	if c.out == nil {
		c.early = append(c.early, p)
		return nil
	}
	c.summary.Problems++
	if c.bar != nil {
		c.bar.Clear()
	}
	return c.out.Problem(report.ProblemRow(p))
}

// flush audits what was collected.
func (c *checkRun) flush() error {
	refs := c.pending
	c.pending = nil
	if len(refs) == 0 {
		return nil
	}
	if c.bar == nil {
		c.bar = cli.NewProgress(c.cmd.ErrOrStderr(), 0, "checking")
		c.s.Auditor.Asking = c.bar.Asking
	}
	c.bar.Grow(len(refs))
	if !c.until.IsZero() {
		c.s.Auditor.Within = max(time.Until(c.until), time.Nanosecond)
	}
	ctx := c.cmd.Context()
	c.s.Reread(ctx, refs)
	return c.s.Auditor.All(ctx, refs, func(f audit.Finding) error {
		if err := c.s.Learn(ctx, f); err != nil {
			return err
		}
		row := report.Row(f, c.label(f.Verdict), c.opt.explain)
		row.Class = c.class(f.Verdict)
		c.summary.Add(row)
		c.bar.Clear()
		if err := c.out.Finding(row); err != nil {
			return err
		}
		c.bar.Add(1)
		return nil
	})
}

// closeSetup ends what a run opened and says on w what the user should mend. Its
// error is that of a recording or trace that is not whole.
func closeSetup(w io.Writer, s *setup.Setup) error {
	err := s.Close()
	for _, text := range s.Remarks() {
		fmt.Fprintln(w, "bonafide:", text)
	}
	return err
}

// end gives back what the run holds, says what it cost, and gives its status.
func (c *checkRun) end(err error, limit failOn) error {
	w := c.cmd.ErrOrStderr()
	if err != nil {
		err = cli.Failure(err)
	} else {
		err = c.nothing()
	}
	if err == nil {
		err = c.cost(w)
	}
	unwritten := closeSetup(w, c.s)
	if err == nil && unwritten != nil {
		err = cli.Failure(unwritten)
	}
	if err != nil {
		return err
	}
	return status(w, c.summary, limit, c.unread)
}

// cost says what the run asked of services and models, and how long it took
// where it is traced.
func (c *checkRun) cost(w io.Writer) error {
	if requests, services := c.s.Requests(); requests > 0 {
		fmt.Fprintf(w, "%s to %s, %.1f a reference\n", counted(requests, "request"), counted(services, "service"), float64(requests)/float64(max(c.summary.References, 1)))
	}
	for _, line := range c.s.Remaining() {
		fmt.Fprintln(w, line)
	}
	cli.ListTotals(w, c.s.Models.Totals())
	if err := c.s.TraceTable(w); err != nil {
		return cli.Failure(err)
	}
	return nil
}

// close ends the report.
func (c *checkRun) close() error {
	if c.out == nil {
		return nil
	}
	return c.out.close()
}

// nothing gives the error of a run that read no document at all.
func (c *checkRun) nothing() error {
	if c.out != nil {
		return nil
	}
	lines := make([]error, len(c.unread))
	for i, err := range c.unread { // names of files in archives are those of strangers
		lines[i] = errors.New(report.Visible(err.Error()))
	}
	return cli.UsageError(errors.Join(lines...))
}
