package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/bonafide-audit/bonafide/internal/cli"
	"github.com/bonafide-audit/bonafide/internal/lab"
	"github.com/bonafide-audit/bonafide/internal/setup"
)

// suiteOptions are the flags of a suite.
type suiteOptions struct {
	lab.Options
	asJSON      bool
	predictions string
	from        string
	errors      int
	show        bool
	damaged     bool
	without     []string
	road        cli.SourceOptions // services and models, if requested
}

func (o *suiteOptions) flags(cmd *cobra.Command, suite *lab.Suite) {
	f := cmd.Flags()
	f.StringVar(&o.Data, "data", "", "folder of shared data")
	f.StringVar(&o.Gold, "gold", "", "file of labels, joined on id")
	f.StringVar(&o.Records, "records", "", "file of records that are all the works there are")
	f.StringVar(&o.Evidence, "evidence", "", "file of recorded evidence")
	f.StringArrayVar(&o.Corpus, "corpus", nil, "folder of an offline corpus, or a file of works; may be repeated")
	if len(suite.Modes) > 0 {
		f.StringVar(&o.Mode, "mode", suite.Modes[0], "what evidence is used: "+strings.Join(suite.Modes, ", "))
	}
	if slices.Contains(suite.Modes, lab.Damaged) {
		f.BoolVar(&o.damaged, "damaged", false, "entries that were damaged on purpose: short for --mode "+lab.Damaged)
		f.StringVar(&o.Judged, "judged", "",
			"file of further labels {file, key, label, why}, or folder of such files, for entries that --gold leaves out")
	}
	f.BoolVar(&o.WithoutIdentifiers, "without-identifiers", false, "empty DOI, arXiv id and URL, and leave out gold H5")
	if suite.Closed {
		f.BoolVar(&o.ClosedWorld, "closed-world", false,
			"declare the corpora to be all the works there are, as the benchmark's own protocol assumes")
	}
	f.BoolVar(&o.asJSON, "json", false, "print one JSON object")
	f.StringVar(&o.predictions, "predictions", "", "write one line a case to this file")
	f.StringVar(&o.from, "from", "", "score this file of predictions instead of running")
	f.IntVar(&o.errors, "errors", 0, "show this many of the worst errors in full")
	f.BoolVar(&o.show, "show", false, "show every case in full (use with --id or --group)")
	f.StringSliceVar(&o.IDs, "id", nil, "only the cases with these ids")
	f.StringSliceVar(&o.without, "without", nil,
		"ablation: leave out these sources, groups (memory, corpus, identifiers, scholarly, web) or roles of models")
	o.roadFlags(cmd)
	f.StringSliceVar(&o.Groups, "group", nil, "only the cases of these codes, classes, families, kinds or types")
}

// roadFlags adds the flags of services and models; --corpus is the suite's own.
func (o *suiteOptions) roadFlags(cmd *cobra.Command) {
	all := &cobra.Command{}
	o.road.Flags(all)
	all.Flags().Func("plan", "with --online: order in which sources are asked: "+lab.Plans(), func(name string) (err error) {
		o.road.Online.Plan, err = lab.PlanOf(name)
		return err
	})
	o.road.ModelFlags(all)
	o.road.Cmd = cmd
	cmd.Flags().AddFlagSet(all.Flags()) // existing flags stay
}

// takeRoad sends the cases of a set to services with --online, and to the named models, without what --without
// excludes.
func (o *suiteOptions) takeRoad(cmd *cobra.Command, set *lab.Set) (close func(), err error) {
	close = func() {}
	opt := o.road.Setup()
	if opt.Online.Enabled || o.road.Models.Model != "" {
		if opt.Corpora, err = o.Folders(cmd.Context()); err != nil {
			return close, err
		}
		s, err := setup.Open(opt)
		if err != nil {
			return close, err
		}
		close = func() { // by then the results have been printed
			cli.ListTotals(cmd.ErrOrStderr(), s.Models.Totals())
			_ = s.TraceTable(cmd.ErrOrStderr())
			_ = s.Close()
		}
		set.Road.Advisers, set.Claims = s.Auditor.Advisers, s.ClaimReader()
		if opt.Online.Enabled {
			set.Road = *s.Auditor
		}
	}
	return close, set.Ablate(o.without)
}

func newSuiteCommand(suite *lab.Suite) *cobra.Command {
	var opt suiteOptions
	cmd := &cobra.Command{
		Use:   suite.Name + " [FILE]",
		Short: "Measure: " + suite.Summary,
		Example: "  bonafide-lab " + suite.Name + " --data ../shared/data\n" +
			"  bonafide-lab " + suite.Name + " --data ../shared/data --errors 10",
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 1 {
				opt.Citations = args[0]
			}
			return runSuite(cmd, suite, &opt)
		},
	}
	opt.flags(cmd, suite)
	return cmd
}

func runSuite(cmd *cobra.Command, suite *lab.Suite, opt *suiteOptions) error {
	out, ctx := cmd.OutOrStdout(), cmd.Context()
	if opt.damaged {
		opt.Mode = lab.Damaged
	}
	opt.Cache, opt.Log, opt.Scored = cacheFolder(), logTo(cmd), opt.from != ""
	set, err := suite.Load(ctx, opt.Options)
	if err != nil {
		return cli.UsageError(err)
	}
	defer set.Release()
	close, err := opt.takeRoad(cmd, set)
	if err != nil {
		return cli.UsageError(err)
	}
	defer close()
	if opt.show {
		return lab.WriteCases(ctx, out, set)
	}
	result, err := measure(cmd, suite, set, opt)
	if err != nil || result == nil {
		return err
	}
	if opt.asJSON {
		enc := json.NewEncoder(out)
		enc.SetEscapeHTML(false)
		return enc.Encode(result)
	}
	if err := result.WriteText(out); err != nil {
		return err
	}
	if opt.errors > 0 {
		return lab.WriteWrong(ctx, out, set, result, opt.errors)
	}
	return nil
}

// measure returns the result of a run or of a file of predictions; nil if the input has no labels.
func measure(cmd *cobra.Command, suite *lab.Suite, set *lab.Set, opt *suiteOptions) (*lab.Result, error) {
	if opt.from != "" {
		result, err := suite.ScoreFile(set, opt.from)
		if err != nil {
			return nil, cli.UsageError(err)
		}
		return result, nil
	}
	steps := make(chan struct{}, 64)
	bar := cli.NewProgress(cmd.ErrOrStderr(), len(set.Cases), suite.Name)
	done := make(chan struct{})
	go func() {
		for range steps {
			bar.Add(1)
		}
		bar.Finish()
		close(done)
	}()
	predictions, err := suite.Predict(cmd.Context(), set, func() { steps <- struct{}{} })
	close(steps)
	<-done
	if err != nil {
		return nil, err
	}
	if opt.predictions != "" {
		if err := lab.WritePredictions(opt.predictions, predictions); err != nil {
			return nil, cli.Failure(err)
		}
	}
	if set.Blind() {
		fmt.Fprintf(cmd.ErrOrStderr(), "%d predictions; the input has no labels to score against\n", len(predictions))
		return nil, nil
	}
	return suite.Score(set, predictions), nil
}

// cacheFolder returns the folder for indexes made from files of works.
func cacheFolder() string {
	dir, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "bonafide", "eval")
}
