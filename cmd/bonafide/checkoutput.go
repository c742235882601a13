package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/bonafide-audit/bonafide/internal/cli"
	"github.com/bonafide-audit/bonafide/internal/report"
	"github.com/bonafide-audit/bonafide/internal/run"
	"github.com/bonafide-audit/bonafide/internal/setup"
)

// checkOutput is the report of check on its way out, with the bar of people who
// wait for it.
type checkOutput struct {
	cmd *cobra.Command
	opt outputOptions
	*output
	bar *cli.Progress // nil until something is checked
}

// Begin opens the report: a run that reads nothing makes no file.
func (c *checkOutput) Begin(r report.Run) (err error) {
	if c.output, err = c.opt.open(c.cmd); err != nil {
		c.output = nil
		return cli.UsageError(err)
	}
	return c.output.Begin(r)
}

// Problem writes a row in place of the bar.
func (c *checkOutput) Problem(p report.Problem) error {
	if c.bar != nil {
		c.bar.Clear()
	}
	return c.output.Problem(p)
}

// Finding writes a row in place of the bar.
func (c *checkOutput) Finding(f report.Finding) error {
	c.bar.Clear()
	if err := c.output.Finding(f); err != nil {
		return err
	}
	c.bar.Add(1)
	return nil
}

// End takes the bar away and writes the summary.
func (c *checkOutput) End(s *report.Summary) error {
	c.finish()
	return c.output.End(s)
}

func (c *checkOutput) checking(references int) {
	if c.bar == nil {
		c.bar = cli.NewProgress(c.cmd.ErrOrStderr(), 0, "checking")
	}
	c.bar.Grow(references)
}

func (c *checkOutput) asking(sources []string, references int) { c.bar.Asking(sources, references) }

func (c *checkOutput) finish() {
	if c.bar != nil {
		c.bar.Finish()
	}
}

// close ends the report, whatever came of the run.
func (c *checkOutput) close() error {
	c.finish()
	if c.output == nil {
		return nil
	}
	return c.output.close()
}

// nothingRead is the error of a run that read no document at all.
func nothingRead(unread []error) error {
	lines := make([]error, len(unread))
	for i, err := range unread { // names of files in archives are those of strangers
		lines[i] = errors.New(report.Visible(err.Error()))
	}
	return cli.UsageError(errors.Join(lines...))
}

// printCost says what the run asked of services and models, and how long it took
// where it is traced.
func printCost(w io.Writer, s *setup.Setup, r *run.Run) error {
	cost := r.Cost()
	if cost.Requests > 0 {
		fmt.Fprintf(w, "%s to %s, %.1f a reference\n", counted(cost.Requests, "request"), counted(cost.Services, "service"), float64(cost.Requests)/float64(max(r.Summary().References, 1)))
	}
	for _, left := range cost.Left {
		fmt.Fprintf(w, "%s says that %d are left of its daily budget\n", left.Service, left.Requests)
	}
	cli.ListTotals(w, cost.Models)
	return s.TraceTable(w)
}
