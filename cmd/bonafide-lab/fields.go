package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/bonafide-audit/bonafide/internal/cli"
	"github.com/bonafide-audit/bonafide/internal/lab"
	"github.com/bonafide-audit/bonafide/internal/lab/fields"
	"github.com/bonafide-audit/bonafide/internal/lab/result"
)

// fieldsFlags are the flags of fields.
type fieldsFlags struct {
	lab.Options
	after, lookups, authors, by, labels string
	asJSON                              bool
	errors                              int
}

// newFieldsCommand returns the command that labels the fields of entries, before and after fix.
func newFieldsCommand() *cobra.Command {
	opt := fieldsFlags{authors: string(fields.Ordered)}
	cmd := &cobra.Command{
		Use:   "fields FILE.bib",
		Short: "Measure: nine fields of entries, before and after a correction",
		Long: `fields labels entry type, author, title, year, venue, volume, number, pages and
DOI of every entry: C correct, M missing, P partial, S from another work,
F fabricated, X not applicable. The truth is the gold's "original" with its
"versions", and with --corpus every further version there; an entry is right when
it agrees with any. With --after the same entries after "bonafide fix" are set
beside them: corrections, regressions, transitions.`,
		Example: `  bonafide-lab corrupt --corpus ~/corpora/cs -o set
  bonafide fix set/corrupted.bib --corpus ~/corpora/cs -o fixed.bib
  bonafide-lab fields set/corrupted.bib --gold set/gold.jsonl --after fixed.bib --corpus ~/corpora/cs --by mutation`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return runFields(cmd, args[0], &opt) },
	}
	f := cmd.Flags()
	f.StringVar(&opt.Gold, "gold", "", "file of labels with the original works, joined on the key")
	f.StringVar(&opt.after, "after", "", "the same entries after a correction")
	f.StringVar(&opt.lookups, "lookups", "",
		"what \"fix --json\" printed, for the success of look-ups and the sources of changes")
	f.StringArrayVar(&opt.Corpus, "corpus", nil,
		"folder of an offline corpus, or a file of works: further versions, and other works; may be repeated")
	f.StringVar(&opt.authors, "authors", opt.authors, "authors are right when: first, set, ordered")
	f.StringVar(&opt.by, "by", "",
		"part the tables by a key of the gold: mutation, code, set, label, kind, split, tier, domain, model, condition")
	f.StringVar(&opt.labels, "labels", "", "write one line a field to this file, for \"sample\"")
	f.BoolVar(&opt.asJSON, "json", false, "print one JSON object")
	f.IntVar(&opt.errors, "errors", 0, "show the labels of this many of the worst entries")
	return cmd
}

func runFields(cmd *cobra.Command, file string, opt *fieldsFlags) error {
	if opt.Gold == "" {
		return cli.UsageError(errors.New("fields needs --gold, with the original work of every entry"))
	}
	study, err := labelFields(cmd, file, opt)
	if err != nil {
		return cli.UsageError(err)
	}
	if opt.labels != "" {
		if err := result.Write(opt.labels, study.Lines()); err != nil {
			return cli.Failure(err)
		}
	}
	r := study.Result()
	out := cmd.OutOrStdout()
	if opt.asJSON {
		enc := json.NewEncoder(out)
		enc.SetEscapeHTML(false)
		return enc.Encode(r)
	}
	if err := r.WriteText(out); err != nil {
		return err
	}
	for _, w := range r.Wrong[:min(opt.errors, len(r.Wrong))] {
		fmt.Fprintf(out, "%s  %s\n", w.Predicted, w.Gold)
	}
	return nil
}

func labelFields(cmd *cobra.Command, file string, opt *fieldsFlags) (*fields.Study, error) {
	strict, err := fields.ParseStrictness(opt.authors)
	if err != nil {
		return nil, err
	}
	options := fields.Options{Authors: strict, By: opt.by}
	opt.Cache, opt.Log = cacheFolder(), logTo(cmd)
	truth, err := readTruth(cmd, opt, &options)
	if err != nil {
		return nil, err
	}
	before, err := fields.ReadBib(file)
	if err != nil {
		return nil, err
	}
	var after map[string]fields.Claim
	if opt.after != "" {
		if after, err = fields.ReadBib(opt.after); err != nil {
			return nil, err
		}
	}
	if opt.by != "" && !slices.ContainsFunc(truth, func(t fields.Truth) bool { return t.Groups[opt.by] != "" }) {
		return nil, fmt.Errorf("--by %s: no line of the gold says it", opt.by)
	}
	study := fields.Examine(truth, before, after, options)
	if opt.lookups != "" {
		study.Lookups, err = fields.ReadLookups(opt.lookups)
	}
	return study, err
}

// readTruth reads the gold; with a corpus, also versions and other works. The corpus stays open until the
// process ends.
func readTruth(cmd *cobra.Command, opt *fieldsFlags, options *fields.Options) ([]fields.Truth, error) {
	if len(opt.Corpus) == 0 {
		return fields.ReadTruth(opt.Gold, nil)
	}
	ix, err := opt.OpenCorpora(cmd.Context())
	if err != nil {
		return nil, err
	}
	options.Others = fields.Among(ix)
	return fields.ReadTruth(opt.Gold, ix)
}
