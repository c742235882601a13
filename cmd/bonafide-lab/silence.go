package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/bonafide-audit/bonafide/internal/cli"
	"github.com/bonafide-audit/bonafide/internal/lab"
)

// newSilenceCommand returns the command that counts what services have.
func newSilenceCommand() *cobra.Command {
	data, out := "", "internal/judge/silence.json"
	cmd := &cobra.Command{
		Use:   "silence",
		Short: "Count how many works of conferences and journals Crossref has, by time",
		Long: `silence reads the works of the shared data whose sources list proceedings whole and
counts how many have a DOI. The judge reads the rows: what a service's silence about
a claimed work weighs depends on the share of such works that it has.`,
		Example: "  bonafide-lab silence --data ../shared/data",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if data == "" {
				return cli.UsageError(lab.ErrNoInput)
			}
			rows, err := lab.Deposits(cmd.Context(), data)
			if err != nil {
				return cli.UsageError(err)
			}
			if err := lab.WriteDeposits(out, rows); err != nil {
				return cli.Failure(err)
			}
			fmt.Fprintf(cmd.OutOrStdout(), "%d rows in %s\n", len(rows), out)
			return nil
		},
	}
	cmd.Flags().StringVar(&data, "data", "", "folder of shared data")
	cmd.Flags().StringVarP(&out, "output", "o", out, "file to write")
	return cmd
}
