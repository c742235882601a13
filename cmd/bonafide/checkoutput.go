package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/bonafide-audit/bonafide/internal/cli"
	"github.com/bonafide-audit/bonafide/internal/extract"
	"github.com/bonafide-audit/bonafide/internal/report"
	"github.com/bonafide-audit/bonafide/internal/run"
	"github.com/bonafide-audit/bonafide/internal/setup"
	"github.com/bonafide-audit/bonafide/row"
)

// checkOutput is the report of check as it is written, with its progress bar.
type checkOutput struct {
	cmd *cobra.Command
	opt outputOptions
	*output
	bar        *cli.Progress
	named      []string // the inputs of the command line
	unread     []error  // inputs that could not be read
	inside     []error  // files of folders and archives that could not be read
	incomplete bool     // entries of a list were not read
	found      []string // documents of folders and archives that were read
	marks      *marked  // nil if no PDF is marked
	cost       func() setup.Cost
	since      *since

	ends []int // number of references in the documents up to each one, until their rows are written
	rows int
	done int // documents whose rows are written
}

// Begin opens the report, so that a run that reads nothing creates no file.
func (c *checkOutput) Begin(r row.Run) (err error) {
	if c.output, err = c.opt.open(c.cmd); err != nil {
		c.output = nil
		return cli.UsageError(err)
	}
	if err = c.output.Begin(r); err != nil && c.opt.stream != nil { // the stream creates its file now
		return cli.UsageError(err)
	}
	return err
}

func (c *checkOutput) Problem(p row.Problem) error {
	c.clear()
	return c.output.Problem(p)
}

// Finding writes a row in place of the bar.
func (c *checkOutput) Finding(f report.Finding) error {
	c.clear()
	if c.marks != nil {
		c.marks.take(&f)
	}
	c.since.take(&f)
	c.rows++
	c.count()
	return c.output.Finding(f)
}

// clear makes room for a row if rows and bar share a terminal.
func (c *checkOutput) clear() {
	if c.opt.path == "" && !report.Waits(c.opt.format) && cli.IsTerminal(c.cmd.OutOrStdout()) {
		c.bar.Clear()
	}
}

func (c *checkOutput) End(s *report.Summary) error {
	c.bar.Finish()
	if len(c.found) > 0 && !c.opt.quiet {
		fmt.Fprintln(c.cmd.ErrOrStderr(), "bonafide:", readInside(c.found, s.PassedOver))
	}
	return c.output.End(s)
}

// readInside says what was read in folders and archives, and what was not.
func readInside(found []string, skipped map[string]int) string {
	const named = 3 // documents; the others are counted
	text := "read " + report.Visible(strings.Join(found[:min(named, len(found))], ", "))
	if more := len(found) - named; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	if more := passedOver(skipped); more != "" {
		text += "; " + more
	}
	return text
}

// passedOver says how many files of folders and archives were not read, and why, "" if there are none.
func passedOver(skipped map[string]int) string {
	all, reasons := 0, []string(nil)
	for _, why := range slices.Sorted(maps.Keys(skipped)) {
		all += skipped[why]
		reasons = append(reasons, fmt.Sprintf("%d %s", skipped[why], why))
	}
	if all == 0 {
		return ""
	}
	return fmt.Sprintf("passed over %s (%s)", counted(all, "file"), strings.Join(reasons, ", "))
}

// watch returns the callbacks that follow the run.
func (c *checkOutput) watch() run.Watch {
	c.bar = cli.NewProgress(c.cmd.ErrOrStderr(), 0, "checking")
	told := false
	w := run.Watch{Reading: c.reading, Papers: c.bar.Papers, Checking: c.bar.Grow, Asking: c.bar.Asking,
		Forecast: func(f setup.Forecast) {
			if !told && !c.opt.quiet {
				sayForecast(c.cmd.ErrOrStderr(), f)
			}
			told = true
			c.bar.Expect(f.Requests, func() int { return c.cost().Requests })
		}}
	if cli.IsTerminal(c.cmd.ErrOrStderr()) {
		w.Settled = func(report.Finding) { c.bar.Add(1) }
	}
	return w
}

// reading records what could not be read: an input of the command line, or a file inside one.
func (c *checkOutput) reading(read extract.Result) {
	c.ends = append(c.ends, len(read.Document.References))
	if n := len(c.ends); n > 1 {
		c.ends[n-1] += c.ends[n-2]
	}
	c.incomplete = c.incomplete || read.Document.Incomplete()
	switch {
	case read.Err == nil && slices.Contains(c.named, read.Document.Name):
	case read.Err == nil:
		c.found = append(c.found, read.Document.Name)
	case slices.Contains(c.named, read.Document.Name):
		c.unread = append(c.unread, read.Err)
	default:
		c.inside = append(c.inside, read.Err)
	}
}

// count finds the documents whose rows are all written.
func (c *checkOutput) count() {
	for c.done < len(c.ends) && c.ends[c.done] <= c.rows {
		c.done++
	}
	c.bar.SetPapers(c.done)
}

// close ends the report, however the run ended.
func (c *checkOutput) close() error {
	c.bar.Finish()
	if c.output == nil {
		return nil
	}
	return c.output.close()
}

// interrupted writes the report of what a stopped run has settled. A file of rows can be resumed.
func (c *checkOutput) interrupted(err error, s *report.Summary) {
	if s := c.opt.stream; s != nil && s.Unfinished() && !errors.Is(err, run.ErrOther) {
		fmt.Fprintf(c.cmd.ErrOrStderr(),
			"bonafide: the rows so far are in %s: run the same command with --resume to continue\n", report.Visible(c.opt.path))
	}
	var told *run.Interrupted
	if !errors.As(err, &told) || c.output == nil || c.opt.stream != nil {
		return
	}
	_ = c.End(s) // the run has failed already
	fmt.Fprintf(c.cmd.ErrOrStderr(), "bonafide: %s; run again to go on\n", s.StoppedAfter())
}

// nothingRead is the error of a run that read no document at all.
func nothingRead(unread []error) error {
	lines := make([]error, len(unread))
	for i, err := range unread { // names of files in archives are untrusted
		lines[i] = errors.New(report.Visible(err.Error()))
	}
	return cli.UsageError(errors.Join(lines...))
}

// printCost prints how many requests and model calls the run made, and how long a traced run took.
func printCost(w io.Writer, s *setup.Setup, r *run.Run) error {
	cost := r.Cost()
	if cost.Requests > 0 {
		fmt.Fprintf(w, "%s to %s, %.1f a reference\n", counted(cost.Requests, "request"), counted(cost.Services, "service"),
			float64(cost.Requests)/float64(max(r.Summary().References, 1)))
	}
	for _, left := range cost.Left {
		fmt.Fprintf(w, "%s says that %d are left of its daily budget\n", left.Service, left.Requests)
	}
	cli.ListTotals(w, cost.Models)
	return s.TraceTable(w)
}

// forecastFrom is the number of references from which a run is large.
const forecastFrom = 100

// sayForecast says what leaves this machine, and what a large run is about to request.
func sayForecast(w io.Writer, f setup.Forecast) {
	const named = 3 // services; the others are counted
	names, others := "", f.Requests
	for _, e := range f.Services[:min(len(f.Services), named)] {
		names += fmt.Sprintf("%s %d, ", cmp.Or(e.Service, "pages"), e.Requests)
		others -= e.Requests
	}
	fmt.Fprintf(w, "bonafide: titles, names and identifiers of what this machine does not settle go to scholarly services: "+
		"up to about %s for %s", counted(f.Requests, "request"), counted(f.References, "reference"))
	if f.References < forecastFrom {
		fmt.Fprintln(w)
		return
	}
	fmt.Fprintf(w, " (%sothers %d), %s at their limits; cached answers save some\n", names, others, cli.Roughly(max(f.Time, time.Second)))
	for _, c := range f.Credits {
		fmt.Fprintf(w, "bonafide: about %d credits of the %d that %s has left for today\n", c.Spend, c.Left, c.Service)
	}
}
