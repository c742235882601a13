package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/bonafide-audit/bonafide/internal/cli"
	"github.com/bonafide-audit/bonafide/internal/judge"
)

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
