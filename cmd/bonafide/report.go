package main

import (
	"cmp"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/bonafide-audit/bonafide/internal/cli"
	"github.com/bonafide-audit/bonafide/internal/report"
)

// newReportCommand renders a saved JSON Lines report again.
func newReportCommand() *cobra.Command {
	var opt outputOptions
	failOn := ""
	cmd := &cobra.Command{
		Use:   "report FILE.jsonl",
		Short: "Render a saved JSON Lines report in another format",
		Long: `report reads what "check --format jsonl" wrote ("-" is standard input) and writes
it in another format. Nothing is looked up or judged again: the rows say all. Of a
report that breaks off, what is there is written, and the exit status is 2.

` + cli.ExitHelp,
		Example: "  bonafide report findings.jsonl\n  bonafide report findings.jsonl --format json -o findings.json",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			limit, err := parseFailOn(failOn)
			if err = cmp.Or(err, opt.valid()); err != nil {
				return cli.UsageError(err)
			}
			in, err := openInput(cmd.InOrStdin(), args[0])
			if err != nil {
				return cli.UsageError(err)
			}
			defer in.Close()
			out, err := opt.open(cmd)
			if err != nil {
				return cli.UsageError(err)
			}
			summary, err := report.Replay(in, out)
			if closeErr := out.close(); closeErr != nil {
				return cli.Failure(closeErr)
			}
			if err != nil {
				return cli.UsageError(fmt.Errorf("%s: %w", args[0], err))
			}
			if !opt.tells() {
				sayChecked(cmd.ErrOrStderr(), summary)
			}
			return status(summary, limit, false)
		},
	}
	opt.flags(cmd)
	failOnFlag(cmd, &failOn)
	return cmd
}

func openInput(stdin io.Reader, name string) (io.ReadCloser, error) {
	if name == "-" {
		return io.NopCloser(stdin), nil
	}
	return os.Open(name)
}
