package main

import (
	"errors"

	"github.com/spf13/cobra"

	"github.com/bonafide-audit/bonafide/internal/cli"
	"github.com/bonafide-audit/bonafide/internal/lab"
	"github.com/bonafide-audit/bonafide/internal/lab/result"
	"github.com/bonafide-audit/bonafide/internal/lab/train"
)

// newTrainCommand returns the command that fits the model of the score.
func newTrainCommand() *cobra.Command {
	var opt lab.Options
	out, date := "", ""
	cmd := &cobra.Command{
		Use:   "train",
		Short: "Fit the model of score and probability on the dev sets",
		Long: `train audits real bibliographies whose accusations people judged, and references
with errors made on purpose. For each outcome and gravity it fits how often
nothing is wrong, and how the features of the judge move that, with the signs
that they demand; and which discrepancies are severe. It shows what
cross-validation by cluster gives, and is deterministic. With --output it writes
the weights file.`,
		Example: "  bonafide-lab train --data ../shared/data --corpus ~/corpora/all\n  bonafide-lab train --data " +
			"../shared/data --corpus ~/corpora/all --date 2026-01-31 -o internal/judge/weights.json",
		Args: cobra.NoArgs,
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
	cmd.Flags().StringArrayVar(&opt.Corpus, "corpus", nil,
		"folder of an offline corpus for the suites that search one; may be repeated")
	cmd.Flags().StringVarP(&out, "output", "o", "", "weights file to write")
	cmd.Flags().StringVar(&date, "date", "", "date that the weights file states")
	return cmd
}
