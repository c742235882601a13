// Command bonafide-lab measures bonafide on labelled data, makes such data, and
// trains what the program learns.
package main

import (
	"os"

	"github.com/spf13/cobra"

	"github.com/bonafide-audit/bonafide/internal/cli"
	"github.com/bonafide-audit/bonafide/internal/lab"
)

func main() { os.Exit(cli.Run(newRootCommand())) }

// newRootCommand gives the whole command tree.
func newRootCommand() *cobra.Command {
	root := &cobra.Command{
		Use:   "bonafide-lab",
		Short: "Measure the program on labelled data",
		Long: `bonafide-lab runs labelled references down the road of "bonafide check" and scores
the verdicts. Each suite is a command of its own. --data names the folder of
shared data; files given explicitly win over it. Labels never reach the judge; an
input without labels gives predictions and no figures.`,
		Example: `  bonafide-lab taxonomy --mode pooled --data ../shared/data
  bonafide-lab stress --data ../shared/data --errors 10
  bonafide-lab taxonomy blind.jsonl --records records.jsonl --predictions out.jsonl`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	for i := range lab.Suites {
		root.AddCommand(newSuiteCommand(&lab.Suites[i]))
	}
	root.AddCommand(tools()...)
	cli.Finish(root, cli.Laboratory)
	return root
}
