package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/bonafide-audit/bonafide/internal/cli"
	"github.com/bonafide-audit/bonafide/internal/lab"
	"github.com/bonafide-audit/bonafide/internal/lab/result"
)

// newPaceCommand returns the command that compares the speed of two programs.
func newPaceCommand() *cobra.Command {
	pace := lab.Pace{Rounds: 5}
	cmd := &cobra.Command{
		Use:   "pace OLD NEW INPUT...",
		Short: "Compare the speed of two builds of bonafide in turn",
		Long: `pace checks each INPUT with both programs in turn, each on one core, and prints the
seconds of the processor, the ratio of new to old with its spread, and the most heap.
A machine that is busy slows both, so ratios hold where seconds do not.`,
		Example: `  bonafide-lab corrupt --corpus ~/corpora/cs --n 5000 --styles "" -o set
  bonafide-lab pace ./older ./bonafide --corpus ~/corpora/cs set/original.bib set/corrupted.bib`,
		Args: cobra.MinimumNArgs(3),
		RunE: func(cmd *cobra.Command, args []string) error {
			if pace.Rounds < 1 {
				return cli.UsageError(fmt.Errorf("--rounds %d: use 1 or more", pace.Rounds))
			}
			pace.Old, pace.New = args[0], args[1]
			table, err := pace.Run(cmd.Context(), args[2:], logTo(cmd))
			if err != nil {
				return cli.UsageError(err)
			}
			return result.WriteTables(cmd.OutOrStdout(), []result.Table{table})
		},
	}
	cmd.Flags().StringArrayVar(&pace.Corpus, "corpus", nil, "folder of an offline corpus; may be repeated")
	cmd.Flags().IntVar(&pace.Rounds, "rounds", pace.Rounds, "how often each program checks each input")
	return cmd
}
