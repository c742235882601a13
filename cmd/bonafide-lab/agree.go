package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/bonafide-audit/bonafide/internal/cli"
	"github.com/bonafide-audit/bonafide/internal/lab/agree"
	"github.com/bonafide-audit/bonafide/internal/lab/result"
)

// newSampleCommand returns the command that draws labelled fields for people to label again.
func newSampleCommand() *cobra.Command {
	opt := agree.Options{N: 300, Least: 2, Labels: []string{"P", "S", "F"}, Seed: 42}
	sheet, key := "sheet.csv", "key.jsonl"
	cmd := &cobra.Command{
		Use:   "sample LABELS.jsonl...",
		Short: "Draw a blinded sample of labelled fields for people to label again",
		Long: `sample draws from the labels of "fields --labels" a sample that is stratified
by label and field, with at least --least of each, and writes a sheet to fill in
and a key. The sheet shows what the entry and the work's versions say, in shuffled
order, and neither the label nor the entry nor the file that it comes from; keep
the key from whoever fills in the sheet. Labels: P overlaps with a version, S is
clearly from another work, F neither; C, M, X may be used too.`,
		Example: "  bonafide-lab fields set/corrupted.bib --gold set/gold.jsonl --labels labels.jsonl\n  bonafide-lab " +
			"sample labels.jsonl --n 500 --sheet sheet.csv --key key.jsonl",
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			var items []agree.Item
			for _, file := range args {
				list, err := agree.ReadLabels(file)
				if err != nil {
					return cli.UsageError(err)
				}
				items = append(items,
					agree.Sample(list, agree.Options{N: opt.N / len(args), Least: opt.Least, Labels: opt.Labels, Seed: opt.Seed})...)
			}
			items = agree.Shuffle(items, opt.Seed)
			if len(items) == 0 {
				return cli.UsageError(errors.New("no field has one of these labels"))
			}
			if err := result.ToFile(sheet, func(w io.Writer) error { return agree.WriteSheet(w, items) }); err != nil {
				return cli.Failure(err)
			}
			if err := agree.WriteKey(key, items); err != nil {
				return cli.Failure(err)
			}
			fmt.Fprintf(cmd.ErrOrStderr(),
				"%d items: fill in the last column of %s, then run \"bonafide-lab agreement %s %s\"\n",
				len(items), sheet, key, sheet)
			return nil
		},
	}
	f := cmd.Flags()
	f.IntVar(&opt.N, "n", opt.N, "about how many fields")
	f.IntVar(&opt.Least, "least", opt.Least, "least number of each label and field, as far as there are")
	f.StringSliceVar(&opt.Labels, "label", opt.Labels, "labels to draw from")
	f.Uint64Var(&opt.Seed, "seed", opt.Seed, "seed of what is drawn")
	f.StringVar(&sheet, "sheet", sheet, "sheet to write")
	f.StringVar(&key, "key", key, "key to write")
	return cmd
}

// newAgreementCommand returns the command that compares people's labels with ours.
func newAgreementCommand() *cobra.Command {
	asJSON := false
	cmd := &cobra.Command{
		Use:   "agreement KEY.jsonl SHEET.csv",
		Short: "Measure how far people agree with the labels of a sample",
		Long: "agreement sets the labels of a filled sheet beside those of its key: raw agreement and Cohen's kappa " +
			"with\nbootstrap intervals, the table of labels, and both figures for each field.",
		Example: "  bonafide-lab agreement key.jsonl sheet.csv",
		Args:    cobra.ExactArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			key, err := agree.ReadKey(args[0])
			if err != nil {
				return cli.UsageError(err)
			}
			sheet, err := agree.ReadSheet(args[1])
			if err != nil {
				return cli.UsageError(err)
			}
			r := agree.Measure(key, sheet)
			if asJSON {
				return json.NewEncoder(cmd.OutOrStdout()).Encode(r)
			}
			return r.WriteText(cmd.OutOrStdout())
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object")
	return cmd
}
