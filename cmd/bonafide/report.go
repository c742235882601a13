package main

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/bonafide-audit/bonafide/internal/cli"
	"github.com/bonafide-audit/bonafide/internal/outfile"
	"github.com/bonafide-audit/bonafide/internal/report"
	"github.com/bonafide-audit/bonafide/row"
)

func newReportCommand() *cobra.Command {
	var opt outputOptions
	failOn, least := "", minChecked{}
	cmd := &cobra.Command{
		Use:   "report FILE.jsonl",
		Short: "Render a saved JSON Lines report in another format",
		Long: `report reads what "check --format jsonl" wrote ("-" is standard input) and writes
it in another format. Nothing is looked up or judged again. All rows of an incomplete
report are written, and the exit status is 2, as it is when an input of the
run could not be read.

` + cli.ExitHelp,
		Example: "  bonafide report findings.jsonl\n  bonafide report findings.jsonl -o findings.html",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			opt.infer(cmd)
			limit, err := parseFailOn(failOn)
			if err = cmp.Or(err, opt.valid()); err != nil {
				return cli.UsageError(err)
			}
			in, err := open(cmd.InOrStdin(), args[0])
			if err != nil {
				return cli.UsageError(err)
			}
			defer in.Close()
			if err := outfile.Over(opt.path, args, cmd.InOrStdin()); err != nil {
				return cli.UsageError(err)
			}
			out, err := opt.open(cmd)
			if err != nil {
				return cli.UsageError(err)
			}
			unread := &unreadInputs{Writer: out}
			if cmd.Flags().Changed("fail-on") {
				unread.failOn = failOn
			}
			summary, err := report.Replay(in, unread)
			if closeErr := out.close(); closeErr != nil {
				return cli.Failure(closeErr)
			}
			if err != nil {
				return cli.UsageError(notSaved(args[0], err))
			}
			if !opt.tells() {
				sayChecked(cmd.ErrOrStderr(), summary)
			}
			return least.status(cmd, summary, status(summary, limit, unread.met))
		},
	}
	opt.flags(cmd)
	cmd.Flags().BoolVar(&opt.pictures, "pictures", false, "draw entries from the PDFs that the report names (html)")
	failOnFlag(cmd, &failOn)
	least.flag(cmd)
	return cmd
}

// notSaved adds to the error of a file that is no saved report what can be done with it.
func notSaved(name string, err error) error {
	var broken *report.Broken
	if errors.Is(err, report.ErrNotStream) && !errors.As(err, &broken) {
		return fmt.Errorf("%s is not a saved report, which \"bonafide check -o NAME.jsonl\" writes; to check its references: "+
			"bonafide check %s", name, name)
	}
	return fmt.Errorf("%s: %w", name, err)
}

// unreadInputs records whether an input that the run named could not be read.
type unreadInputs struct {
	report.Writer
	failOn string // replaces that of the run, "" for the same
	inputs []string
	met    bool
}

func (u *unreadInputs) Begin(r row.Run) error {
	u.inputs = r.Inputs
	if u.failOn != "" {
		r.FailOn = u.failOn
	}
	return u.Writer.Begin(r)
}

func (u *unreadInputs) Problem(p row.Problem) error {
	if p.Unread() && slices.Contains(u.inputs, p.File) {
		u.met = true
	}
	return u.Writer.Problem(p)
}
