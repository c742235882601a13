package main

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/bonafide-audit/bonafide/internal/cli"
	"github.com/bonafide-audit/bonafide/internal/lab/labeller"
	"github.com/bonafide-audit/bonafide/internal/refstring"
	"github.com/bonafide-audit/bonafide/internal/refstring/tagger"
)

// labellerFlags are the flags of the labeller's training.
type labellerFlags struct {
	data, out, show string
	folds, together int
	options         labeller.Options
	sizes           labeller.Sizes
}

// newLabellerCommand returns the command that trains and measures the labeller of reference strings.
func newLabellerCommand() *cobra.Command {
	opt := labellerFlags{data: "../shared/data", together: 1, options: labeller.DefaultOptions(),
		sizes: labeller.DefaultSizes()}
	cmd := &cobra.Command{
		Use:   "labeller",
		Short: "Train the labeller of reference strings, or cross-validate it",
		Long: `labeller fits the weights by which words of a printed reference are labelled, and
prints what cross-validation gives: of --folds folds, or with --out of all five,
after which it trains on everything and writes the weights.`,
		Example: "  bonafide-lab labeller --data ../shared/data --folds 5\n  bonafide-lab labeller --data ../shared/data " +
			"--out internal/refstring/weights.zst",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := opt.run(cmd.OutOrStdout(), cmd.ErrOrStderr()); err != nil {
				return cli.UsageError(err)
			}
			return nil
		},
	}
	f := cmd.Flags()
	f.StringVar(&opt.data, "data", opt.data, "folder of shared data")
	f.StringVar(&opt.out, "out", "", "cross-validate, then train on everything and write the weights here")
	f.IntVar(&opt.folds, "folds", 0, "cross-validate this many of the five folds")
	f.StringVar(&opt.show, "show", "", "print wrong references of the sets whose name begins so")
	f.IntVar(&opt.together, "together", opt.together, "folds to train side by side")
	f.IntVar(&opt.options.Epochs, "epochs", opt.options.Epochs, "passes over the examples")
	f.Float64Var(&opt.options.Rate, "rate", opt.options.Rate, "step of AdaGrad")
	f.Float64Var(&opt.options.Decay, "decay", opt.options.Decay, "decay of weights")
	f.Float64Var(&opt.options.Dropout, "dropout", opt.options.Dropout, "share of features left out")
	f.IntVar(&opt.options.MinCount, "min", opt.options.MinCount, "least count of a feature")
	f.IntVar(&opt.options.MaxRows, "rows", opt.options.MaxRows, "features that are kept")
	f.IntVar(&opt.sizes.Rendered, "rendered", opt.sizes.Rendered, "references to render")
	f.IntVar(&opt.sizes.Words, "words", opt.sizes.Words, "words of the lexicon")
	f.IntVar(&opt.sizes.Names, "names", opt.sizes.Names, "names of containers")
	return cmd
}

func (o *labellerFlags) run(out, log io.Writer) error {
	start := time.Now()
	o.options.Progress = func(epoch int, loss float64) {
		fmt.Fprintf(log, "%6.1fs epoch %d loss %.4f\n", time.Since(start).Seconds(), epoch+1, loss)
	}
	m, held, err := labeller.Load(o.data, o.sizes, 7)
	if err != nil {
		return err
	}
	fmt.Fprintf(log, "%6.1fs %d labelled, %d rendered, %d words\n", time.Since(start).Seconds(), len(m.Labelled),
		len(m.Rendered), len(m.Words))
	each := shower(out, o.show)
	if o.out != "" {
		o.folds = labeller.Folds
	}
	fits := m.FitFolds(o.folds, o.together, o.options)
	report(out, labeller.CrossValidate(m, fits, each))
	if o.out == "" {
		return nil
	}
	part := fits.Weights[0]
	part.Sureness = m.Calibrate(part, 0)
	calibration(out, part, m.Labelled)
	w := m.Fit(-1, o.options)
	w.Sureness, w.Whole = part.Sureness, fits.Whole(-1)
	parser := refstring.NewParser(tagger.NewModel(w))
	report(out, labeller.MeasureRendered(parser, held, 11, each))
	fmt.Fprintf(out, "%d features\n", len(w.Hashes))
	return labeller.Write(o.out, w)
}

// calibration prints how far confidences deviate from the truth on the sets that are never used for training.
func calibration(out io.Writer, w *tagger.Weights, lines []labeller.Labelled) {
	var unseen []labeller.Labelled
	for _, l := range lines {
		if !labeller.Trains(l.Set) {
			unseen = append(unseen, l)
		}
	}
	errors := labeller.CalibrationError(refstring.NewParser(tagger.NewModel(w)), unseen)
	for _, f := range labeller.ScoredFields {
		fmt.Fprintf(out, "calibration error of %s %.3f\n", f, errors[f])
	}
}

// shower returns a function that prints what was parsed wrongly.
func shower(out io.Writer, prefix string) func(*labeller.Labelled, *refstring.Parsed, map[string]string) {
	if prefix == "" {
		return nil
	}
	return func(l *labeller.Labelled, p *refstring.Parsed, predicted map[string]string) {
		if !strings.HasPrefix(l.Set, prefix) {
			return
		}
		var wrong []string
		for _, f := range labeller.ScoredFields {
			g, p := l.Fields[f], predicted[f]
			if g != p && (g == "" || p == "" || !labeller.Same(f, p, g)) {
				wrong = append(wrong, fmt.Sprintf("   %s: %q, true %q", f, p, g))
			}
		}
		if len(wrong) > 0 {
			fmt.Fprintf(out, "%s %q\n%s\n", l.Set, l.Raw, strings.Join(wrong, "\n"))
		}
	}
}

// report prints a table of scores.
func report(out io.Writer, scores map[string]*labeller.Score) {
	names := slices.Sorted(maps.Keys(scores))
	var goal, all, goalHarmonised labeller.Score
	for _, n := range names {
		line(out, n, scores[n])
		if strings.HasSuffix(n, labeller.Harmonised) {
			continue
		}
		all.Merge(*scores[n])
		if slices.Contains([]string{"anystyle_core", "anystyle_gold", "grobid_citation_corpus"}, n) {
			goal.Merge(*scores[n])
			if h := scores[n+labeller.Harmonised]; h != nil {
				goalHarmonised.Merge(*h)
			} else {
				goalHarmonised.Merge(*scores[n])
			}
		}
	}
	if goal.N > 0 {
		line(out, "core+gold+grobid", &goal)
		line(out, "core+gold+grobid"+labeller.Harmonised, &goalHarmonised)
	}
	line(out, "all", &all)
}

func line(out io.Writer, name string, s *labeller.Score) {
	fmt.Fprintf(out, "%-42s n=%5d f1=%.4f title=%.4f", name, s.N, s.F1(), s.TitleExact())
	for _, f := range labeller.ScoredFields {
		fmt.Fprintf(out, " %s=%.3f", f, s.Field[f].F1())
	}
	fmt.Fprintln(out)
}
