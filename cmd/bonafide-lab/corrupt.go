package main

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/bonafide-audit/bonafide/internal/cli"
	"github.com/bonafide-audit/bonafide/internal/lab"
	"github.com/bonafide-audit/bonafide/internal/lab/corrupt"
	"github.com/bonafide-audit/bonafide/internal/lab/result"
	"github.com/bonafide-audit/bonafide/internal/llm"
	"github.com/bonafide-audit/bonafide/internal/setup"
)

// newCorruptCommand returns the command that makes labelled sets from real works.
func newCorruptCommand() *cobra.Command {
	var opt lab.Options
	set := corrupt.Options{Family: "citetracer", N: 1000, Seed: 42}
	var model modelUnderTest
	out, splits, styles, pdf := "", "", strings.Join(corrupt.Styles, ","), false
	families := strings.Join(slices.Sorted(maps.Keys(corrupt.Families)), ", ")
	cmd := &cobra.Command{
		Use:   "corrupt",
		Short: "Make a labelled set of references out of real works",
		Long: `corrupt draws works from a corpus, makes a reference of each, and changes it by
the operators of a family: the codes of CiteTracer, the edits of CiteAudit, the
minor and major errors of CiteCheck, or compounds. Every change is noted with
field, old and new value and operator, is undone to see that the original comes
back, and is dropped when a version of the work states the new value or another
work of the corpus is like the result. The same corpus, seed and number give the
same set. With --model the errors that the papers let a model write (titles,
minor and major) are written by it and held to the same rules; where it gives
nothing usable the entry stays valid.

The folder has citations.jsonl and gold.jsonl for the suites, records.jsonl (all
works meant, with their versions), corrupted.bib and original.bib, and the
references printed in each style as text and LaTeX source.`,
		Example: `  bonafide-lab corrupt --corpus ~/corpora/cs --n 1000 --seed 42 -o set
  bonafide-lab taxonomy set/citations.jsonl --gold set/gold.jsonl --corpus ~/corpora/cs
  bonafide-lab corrupt --corpus ~/corpora/cs --family citecheck --splits dev=.2,test=.8 -o cc`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if out == "" || len(opt.Corpus) == 0 {
				return cli.UsageError(errors.New("corrupt needs --corpus and an output folder (-o)"))
			}
			err := ownFolder(out)
			if err != nil {
				return cli.UsageError(err)
			}
			if set.N < 1 {
				return cli.UsageError(fmt.Errorf("--n %d: make at least one reference", set.N))
			}
			for _, name := range splitList(styles) {
				if err := corrupt.CheckStyle(name); err != nil {
					return cli.UsageError(err)
				}
			}
			if set.Splits, err = parseSplits(splits); err != nil {
				return cli.UsageError(err)
			}
			opt.Cache, opt.Log = cacheFolder(), logTo(cmd)
			if model.Model == "" || model.Model == setup.NoModels {
				return runCorrupt(cmd, opt, set, out, splitList(styles), pdf)
			}
			return model.with(cmd, func(asked llm.Model) error {
				set.Writer = &corrupt.Writer{Model: asked}
				return runCorrupt(cmd, opt, set, out, splitList(styles), pdf)
			})
		},
	}
	model.flags(cmd)
	f := cmd.Flags()
	f.StringArrayVar(&opt.Corpus, "corpus", nil, "folder of an offline corpus, or a file of works; may be repeated")
	f.StringVar(&set.Family, "family", set.Family, "kinds of errors: "+families)
	f.StringSliceVar(&set.Only, "operator", nil, "only these operators of the family")
	f.IntVar(&set.N, "n", set.N, "number of references")
	f.Uint64Var(&set.Seed, "seed", set.Seed, "seed of all that is drawn")
	f.StringVar(&splits, "splits", "", "shares of the works, as dev=.2,test=.8")
	f.StringVar(&styles, "styles", styles, "bibliography styles to print in; empty for none")
	f.BoolVar(&pdf, "pdf", false, "also typeset the references with an installed LaTeX")
	f.StringVarP(&out, "output", "o", "", "folder to write")
	return cmd
}

func runCorrupt(cmd *cobra.Command, opt lab.Options, set corrupt.Options, out string, styles []string, pdf bool) error {
	ix, err := opt.OpenCorpora(cmd.Context())
	if err != nil {
		return cli.UsageError(err)
	}
	defer ix.Close()
	bar := cli.NewProgress(cmd.ErrOrStderr(), set.N, "corrupt")
	set.Step = func() { bar.Add(1) }
	made, err := corrupt.Make(cmd.Context(), ix, set)
	bar.Finish()
	if err != nil {
		return cli.UsageError(err)
	}
	if len(made.Entries) == 0 {
		_ = result.WriteTables(cmd.OutOrStdout(), made.Tables())
		return cli.UsageError(errors.New("no work of the corpus serves any operator: their records state too few fields, " +
			"or cut author lists"))
	}
	tex, err := made.Write(out, styles)
	if err != nil {
		return cli.Failure(err)
	}
	if err := result.WriteTables(cmd.OutOrStdout(), made.Tables()); err != nil || !pdf {
		return err
	}
	notes, err := corrupt.Typeset(cmd.Context(), tex)
	if errors.Is(err, corrupt.ErrNoLaTeX) {
		notes, err = []string{err.Error()}, nil
	}
	for _, note := range notes {
		fmt.Fprintln(cmd.ErrOrStderr(), "bonafide:", note)
	}
	if err != nil {
		return cli.Failure(err)
	}
	return nil
}

// ownFolder rejects a folder for a set that contains something else.
func ownFolder(dir string) error {
	list, err := os.ReadDir(dir)
	if err != nil || len(list) == 0 { // missing or empty
		return nil
	}
	if _, err := os.Stat(filepath.Join(dir, "gold.jsonl")); err != nil {
		return fmt.Errorf("%s is not empty and holds no set: name another folder with -o", dir)
	}
	return nil
}

// splitList splits a comma-separated list; "" is an empty one.
func splitList(s string) []string {
	return strings.FieldsFunc(s, func(r rune) bool { return r == ',' || r == ' ' })
}

// parseSplits parses "dev=.2,test=.8"; the shares must add up to 1.
func parseSplits(s string) ([]corrupt.Split, error) {
	var list []corrupt.Split
	sum := 0.0
	for _, part := range splitList(s) {
		name, share, _ := strings.Cut(part, "=")
		v, err := strconv.ParseFloat(share, 64)
		if err != nil || name == "" || v <= 0 || strings.ContainsAny(name, `/\.`) {
			return nil, fmt.Errorf("--splits %q: write name=share, as dev=.2,test=.8", s)
		}
		if slices.ContainsFunc(list, func(s corrupt.Split) bool { return s.Name == name }) {
			return nil, fmt.Errorf("--splits %q: %q stands there twice", s, name)
		}
		list, sum = append(list, corrupt.Split{Name: name, Share: v}), sum+v
	}
	if len(list) > 0 && (sum < .999 || sum > 1.001) {
		return nil, fmt.Errorf("--splits %q: the shares add up to %g, not 1", s, sum)
	}
	return list, nil
}
