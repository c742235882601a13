package main

import (
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/bonafide-audit/bonafide/internal/cli"
	"github.com/bonafide-audit/bonafide/internal/judge"
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
it in another format. Nothing is looked up or judged again: the rows say all.

` + cli.ExitHelp,
		Example: "  bonafide report findings.jsonl\n  bonafide report findings.jsonl --format json -o findings.json",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
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
			if err != nil {
				return cli.UsageError(fmt.Errorf("%s: %w", args[0], err))
			}
			if err := out.close(); err != nil {
				return cli.Failure(err)
			}
			limit, err := parseFailOn(failOn)
			if err != nil {
				return cli.UsageError(err)
			}
			return status(cmd.ErrOrStderr(), summary, limit, nil)
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

// newExplainCommand says what a code, rule or outcome means.
func newExplainCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "explain [WORD...]",
		Short:   "Say what a code, rule or outcome of a report means",
		Long:    "explain says what a code (H2), a rule (title-differs) or an outcome (discrepant)\nof a report means. Without a word it lists all of them.",
		Example: "  bonafide explain H2\n  bonafide explain versions-mixed not-found",
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				for _, t := range judge.Topics() {
					fmt.Fprintf(cmd.OutOrStdout(), "%-24s %s\n", t.Word, t.Short)
				}
				return nil
			}
			for _, word := range args {
				topic, ok := judge.Explain(word)
				if !ok {
					return cli.UsageError(fmt.Errorf("no code, rule or outcome is called %q: \"bonafide explain\" lists them", word))
				}
				fmt.Fprintf(cmd.OutOrStdout(), "%s: %s\n\n%s\n", topic.Word, topic.Short, strings.TrimSpace(topic.Long))
			}
			return nil
		},
	}
}
