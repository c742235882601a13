package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/bonafide-audit/bonafide/internal/cli"
	"github.com/bonafide-audit/bonafide/internal/lab"
	"github.com/bonafide-audit/bonafide/internal/lab/compare"
	"github.com/bonafide-audit/bonafide/internal/lab/result"
)

// tools returns the commands that are not suites.
func tools() []*cobra.Command {
	return []*cobra.Command{newCorruptCommand(), newLayoutsCommand(), newFieldsCommand(), newGenerateCommand(),
		newSampleCommand(), newAgreementCommand(), newJudgeCommand(), newBaselineCommand(), newLatencyCommand(),
		newCompareCommand(), newCalibrateCommand(), newWeightsCommand(), newSilenceCommand(),
		newPlayCommand(), newNamesCommand(), newLargeCommand(), newPaceCommand(), newLabellerCommand(), newGateCommand(),
		newResultsCommand(), newExportBibCommand()}
}

// sourceFlags adds the flags that name the input of a suite.
func sourceFlags(cmd *cobra.Command, opt *lab.Options) {
	f := cmd.Flags()
	f.StringVar(&opt.Data, "data", "", "folder of shared data")
	f.StringVar(&opt.Citations, "citations", "", "file of citations")
	f.StringVar(&opt.Gold, "gold", "", "file of labels, joined on id")
	f.StringVar(&opt.Records, "records", "", "file of records that are all the works there are")
	f.StringVar(&opt.Evidence, "evidence", "", "file of recorded evidence")
	f.StringArrayVar(&opt.Corpus, "corpus", nil, "folder of an offline corpus, or a file of works; may be repeated")
	f.StringVar(&opt.Mode, "mode", "", "mode of the suite")
	f.BoolVar(&opt.WithoutIdentifiers, "without-identifiers", false, "empty DOI, arXiv id and URL, and leave out gold H5")
}

// logTo returns a function that prints notes of a suite on standard error.
func logTo(cmd *cobra.Command) func(string) {
	return func(line string) { fmt.Fprintln(cmd.ErrOrStderr(), line) }
}

func newCompareCommand() *cobra.Command {
	var opt lab.Options
	name := "taxonomy"
	cmd := &cobra.Command{
		Use:   "compare A B",
		Short: "Compare two files of predictions over the same cases",
		Long: `compare scores two files of predictions over the labels of a suite and says
which differences are more than chance: McNemar's test over the cases, a
chi-squared test over the outcomes, and for each figure the difference with
bootstrap intervals, drawn by case and by cluster (paper).`,
		Example: "  bonafide-lab compare before.jsonl after.jsonl --suite stress --data ../shared/data",
		Args:    cobra.ExactArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			opt.Scored = true
			suite, set, err := openSuite(cmd, name, opt)
			if err != nil {
				return err
			}
			defer set.Release()
			compared, err := compare.Files(suite, set, args[0], args[1])
			if err != nil {
				return cli.UsageError(err)
			}
			note(cmd, compared.Notes)
			return result.WriteTables(cmd.OutOrStdout(), compared.Tables())
		},
	}
	cmd.Flags().StringVar(&name, "suite", name, "suite whose labels and figures are used")
	sourceFlags(cmd, &opt)
	return cmd
}

func openSuite(cmd *cobra.Command, name string, opt lab.Options) (*lab.Suite, *lab.Set, error) {
	suite, err := lab.Find(name)
	if err != nil {
		return nil, nil, cli.UsageError(err)
	}
	opt.Cache, opt.Log = cacheFolder(), logTo(cmd)
	set, err := suite.Load(cmd.Context(), opt)
	if err != nil {
		return nil, nil, cli.UsageError(err)
	}
	return suite, set, nil
}

func newCalibrateCommand() *cobra.Command {
	var opt lab.Options
	name, from := "severity", ""
	cmd := &cobra.Command{
		Use:   "calibrate",
		Short: "Sweep the thresholds of the score, or show how well the probability is calibrated",
		Long: `calibrate tries every pair of thresholds from 0 to 10 in steps of 0.25 and shows
the best by support-weighted F1 (suite severity), or the reliability of the
probability that an entry is genuine (any other suite with labels).`,
		Example: "  bonafide-lab calibrate --data ../shared/data\n  bonafide-lab calibrate --suite hallmark --data ../shared/data",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			opt.Scored = from != ""
			suite, set, err := openSuite(cmd, name, opt)
			if err != nil {
				return err
			}
			defer set.Release()
			predictions, err := predictionsOf(cmd, suite, set, from)
			if err != nil {
				return err
			}
			tables, err := compare.Calibration(suite, set, predictions)
			if err != nil {
				return cli.UsageError(err)
			}
			return result.WriteTables(cmd.OutOrStdout(), tables)
		},
	}
	cmd.Flags().StringVar(&name, "suite", name, "suite to calibrate on")
	cmd.Flags().StringVar(&from, "from", "", "use this file of predictions instead of running")
	sourceFlags(cmd, &opt)
	return cmd
}

func predictionsOf(cmd *cobra.Command, suite *lab.Suite, set *lab.Set, from string) ([]lab.Prediction, error) {
	if from == "" {
		return suite.Predict(cmd.Context(), set, nil)
	}
	list, err := set.PredictionsFrom(from)
	if err != nil {
		return nil, cli.UsageError(err)
	}
	note(cmd, set.Notes)
	return list, nil
}

// note prints on standard error what does not fit in a table.
func note(cmd *cobra.Command, notes []string) {
	for _, n := range notes {
		fmt.Fprintln(cmd.ErrOrStderr(), "bonafide:", n)
	}
}

func newExportBibCommand() *cobra.Command {
	out := "-"
	cmd := &cobra.Command{
		Use:     "export-bib FILE.jsonl",
		Short:   "Write the BibTeX entries of a JSON Lines file as a .bib file",
		Long:    "export-bib writes entries given as {bibtex_key, bibtex_type, fields} as a .bib file. Labels are left out.",
		Example: "  bonafide-lab export-bib dev_public.jsonl -o dev.bib",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			export := func(w io.Writer) error {
				_, err := lab.ExportBib(w, args[0])
				return err
			}
			err := error(nil)
			if out == "-" {
				err = export(cmd.OutOrStdout())
			} else {
				err = result.ToFile(out, export)
			}
			if err != nil {
				return cli.UsageError(err)
			}
			return nil
		},
	}
	cmd.Flags().StringVarP(&out, "output", "o", out, "file to write; - is standard output")
	return cmd
}
