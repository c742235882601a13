package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/bonafide-audit/bonafide/internal/cli"
	"github.com/bonafide-audit/bonafide/internal/report"
	"github.com/bonafide-audit/bonafide/internal/run"
)

// resumeHelp is what the help of check says about rows in a file.
const resumeHelp = `With -o a report takes the place of FILE in one step when it is whole. Only
--format jsonl is written row by row: a run that is stopped or killed leaves the rows
that are done, and beside them FILE` + run.NotesSuffix + `. The same command with --resume goes on
behind them, so that nothing is asked, judged or paid twice, and refuses rows of
other inputs or settings.`

// unresumed are the flags on which no row depends, and those that a row or the head
// of the report says.
var unresumed = []string{"resume", "jobs", "within", "strict-inputs", "annotate", "output", "format", "fail-on",
	"contact", "cache", "timeout", "requests", "budget-time", "trace", "record", "via", "memory", "baseline", "changed-since", "no-accepted"}

// errNotRows is the error of --resume without rows in a file.
var errNotRows = errors.New("--resume goes on behind rows in a file: use it with --format jsonl and -o FILE")

// openStream prepares the stream of rows where check writes one. Whole says that
// nothing is left to do.
func (o *checkOptions) openStream(cmd *cobra.Command) (whole bool, err error) {
	path := o.output.path
	if o.output.format != "jsonl" || path == "" {
		if o.resume {
			err = errNotRows
		}
		return false, err
	}
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() { // a pipe: nothing to go on behind
		if o.resume {
			return false, errNotRows
		}
		return false, nil
	}
	settings, err := o.settings(cmd)
	if err != nil {
		return false, err
	}
	if !o.resume {
		o.output.stream = run.NewStream(path, settings)
		return false, nil
	}
	o.output.stream, whole, err = run.ResumeStream(path, settings)
	return whole, err
}

// settings names everything that rows depend on and the head of a report does not
// say.
func (o *checkOptions) settings(cmd *cobra.Command) (string, error) {
	sum := sha256.New()
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if !slices.Contains(unresumed, f.Name) {
			fmt.Fprintf(sum, "%s=%q\n", f.Name, f.Value)
		}
	})
	opt := o.sources.Setup()
	text, err := json.Marshal([]any{opt.Online.Bases, opt.Models.Table})
	sum.Write(text)
	if o.policy != "" && err == nil {
		text, err = os.ReadFile(o.policy)
		sum.Write(text)
	}
	return hex.EncodeToString(sum.Sum(nil)[:16]), err
}

// sayWhole ends a run that has nothing to do: its report is whole.
func (o *checkOptions) sayWhole(cmd *cobra.Command, inputs []string, limit report.FailOn) error {
	f, err := os.Open(o.output.path)
	if err != nil {
		return cli.Failure(err)
	}
	defer f.Close()
	discard, err := report.New("jsonl", io.Discard, report.Options{})
	if err != nil {
		return cli.Failure(err)
	}
	saved := &unreadInputs{Writer: discard}
	summary, err := report.Replay(f, saved)
	if err == nil && !slices.Equal(saved.inputs, inputs) {
		err = fmt.Errorf("the rows are of other inputs: %w", run.ErrOther)
	}
	if err != nil {
		return cli.UsageError(fmt.Errorf("%s: %w", o.output.path, err))
	}
	fmt.Fprintf(cmd.ErrOrStderr(), "bonafide: %s is whole: nothing is left to do\n", report.Visible(o.output.path))
	return status(summary, limit, saved.met)
}

// streamError gives an error of a stream its exit status.
func streamError(err error) error {
	if errors.Is(err, run.ErrOther) {
		return cli.UsageError(err)
	}
	return err
}

// sayResumable says how to go on behind a run that has ended early.
func (c *checkOutput) sayResumable(err error) {
	if s := c.opt.stream; s != nil && s.Unfinished() && !errors.Is(err, run.ErrOther) {
		fmt.Fprintf(c.cmd.ErrOrStderr(), "bonafide: the rows so far are in %s: the same command with --resume goes on behind them\n", report.Visible(c.opt.path))
	}
}
