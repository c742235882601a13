package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/bonafide-audit/bonafide/internal/cli"
	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/lab"
	"github.com/bonafide-audit/bonafide/internal/lab/train"
)

// newWeightsCommand returns the command that fits the weights of evidence.
func newWeightsCommand() *cobra.Command {
	var opt lab.Options
	var without []string
	out, date := "", ""
	cuts := judge.ShippedWeights().Cuts
	cmd := &cobra.Command{
		Use:   "weights",
		Short: "Fit the weights of evidence on kept bibliographies that people judged",
		Long: `weights audits the kept bibliographies of the shared data, takes the evidence on
every difference of each entry that a person judged, and fits how much more often
each kind of evidence is seen where the entry is wrong. It shows what
cross-validation by bibliography gives, and is deterministic. With --output it
writes the weights, which "bonafide check --weights" reads.`,
		Example: "  bonafide-lab weights --data ../shared/data --corpus ~/corpora/all --judged internal/lab/data/labels \\\n" +
			"    --without dev2 -o w.json --date 2026-11-26",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if out != "" && date == "" {
				return cli.UsageError(errors.New("--output needs --date, which the file states"))
			}
			left := func(s string) bool { return slices.Contains(without, s) }
			sets := slices.DeleteFunc(slices.Clone(train.EvidenceSets), left)
			opt.Cache, opt.Log = cacheFolder(), logTo(cmd)
			entries, err := train.GatherEvidence(cmd.Context(), opt, sets)
			if err != nil {
				return cli.UsageError(err)
			}
			w, fig, err := train.FitEvidence(entries)
			if err != nil {
				return cli.Failure(err)
			}
			w.Cuts = cuts
			w.Provenance = fmt.Sprintf("bonafide-lab weights, %s, rules %s, %d judged entries of %s; "+
				"cross-validated by bibliography: AUC %.3f, calibration error %.3f",
				date, judge.Version, fig.N, strings.Join(sets, " and "), fig.AUC, fig.Error)
			fmt.Fprintln(cmd.OutOrStdout(), w.Provenance)
			if out == "" {
				return nil
			}
			return train.WriteEvidence(out, w)
		},
	}
	f := cmd.Flags()
	f.StringVar(&opt.Data, "data", "", "folder of shared data")
	f.StringArrayVar(&opt.Corpus, "corpus", nil, "folder of an offline corpus; may be repeated")
	f.StringVar(&opt.Judged, "judged", "", "further labels, a file or a folder")
	f.StringArrayVar(&without, "without", nil, "set to leave out: dev, dev2; may be repeated")
	f.Float64Var(&cuts.Certain, "certain", cuts.Certain, "probability from which a difference is certain")
	f.Float64Var(&cuts.Likely, "likely", cuts.Likely, "probability from which it is likely")
	f.Float64Var(&cuts.Lead, "lead", cuts.Lead, "probability from which it is a lead")
	f.Float64Var(&cuts.Peripheral, "peripheral", cuts.Peripheral, "probability from which a peripheral one is likely")
	f.StringVarP(&out, "output", "o", "", "file of weights to write")
	f.StringVar(&date, "date", "", "date that the file states")
	return cmd
}
