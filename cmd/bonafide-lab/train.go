package main

import (
	"errors"

	"github.com/spf13/cobra"

	"github.com/bonafide-audit/bonafide/internal/cli"
	"github.com/bonafide-audit/bonafide/internal/lab"
	"github.com/bonafide-audit/bonafide/internal/lab/result"
	"github.com/bonafide-audit/bonafide/internal/lab/train"
)

// newTrainCommand fits the model of the score.
func newTrainCommand() *cobra.Command {
	var opt lab.Options
	out, date := "", ""
	cmd := &cobra.Command{
		Use:   "train",
		Short: "Fit the model of score and probability on the dev sets",
		Long: `train audits the labelled references of the shared data, fits the weights of
p(genuine) and of the severity score over the features of the judge, with the
signs that the features demand, and shows what cross-validation by cluster
gives. It is deterministic. With --output it writes the weights file.`,
		Example: "  bonafide-lab train --data ../shared/data\n  bonafide-lab train --data ../shared/data --date 2026-01-31 -o internal/judge/weights.json",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if out != "" && date == "" {
				return cli.UsageError(errors.New("--output needs --date, which the file states"))
			}
			opt.Cache, opt.Log = cacheFolder(), logTo(cmd)
			studies, err := train.Gather(cmd.Context(), opt)
			if err != nil {
				return cli.UsageError(err)
			}
			trained, err := train.Fit(studies)
			if err != nil {
				return cli.Failure(err)
			}
			if err := result.WriteTables(cmd.OutOrStdout(), trained.Tables()); err != nil || out == "" {
				return err
			}
			if err := trained.Write(out, date); err != nil {
				return cli.Failure(err)
			}
			return nil
		},
	}
	cmd.Flags().StringVar(&opt.Data, "data", "", "folder of shared data")
	cmd.Flags().StringVarP(&out, "output", "o", "", "weights file to write")
	cmd.Flags().StringVar(&date, "date", "", "date that the weights file states")
	return cmd
}
