// Command cmd trains the labeller of reference strings and measures it.
//
//	go run ./internal/refstring/train/cmd -data ../shared/data -out internal/refstring/weights.zst
//	go run ./internal/refstring/train/cmd -data ../shared/data -folds 5
//
// May be imported by: cmd.
package main

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"sort"
	"strings"
	"time"

	"github.com/bonafide-audit/bonafide/internal/refstring"
	"github.com/bonafide-audit/bonafide/internal/refstring/tagger"
	"github.com/bonafide-audit/bonafide/internal/refstring/train"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run() error {
	data := flag.String("data", "../shared/data", "folder of the shared data")
	out := flag.String("out", "", "cross-validate, then train on everything and write the weights here")
	folds := flag.Int("folds", 0, "cross-validate this many of the five folds")
	show := flag.String("show", "", "print wrong references of the sets whose name begins so")
	options, sizes := train.DefaultOptions(), train.DefaultSizes()
	together := flag.Int("together", 1, "folds to train side by side")
	flag.IntVar(&options.Epochs, "epochs", options.Epochs, "passes over the examples")
	flag.Float64Var(&options.Rate, "rate", options.Rate, "step of AdaGrad")
	flag.Float64Var(&options.Decay, "decay", options.Decay, "decay of weights")
	flag.Float64Var(&options.Dropout, "dropout", options.Dropout, "share of features left out")
	flag.IntVar(&options.MinCount, "min", options.MinCount, "least count of a feature")
	flag.IntVar(&options.MaxRows, "rows", options.MaxRows, "features that are kept")
	flag.IntVar(&sizes.Rendered, "rendered", sizes.Rendered, "references to render")
	flag.IntVar(&sizes.Words, "words", sizes.Words, "words of the lexicon")
	flag.IntVar(&sizes.Names, "names", sizes.Names, "names of containers")
	flag.Parse()
	start := time.Now()
	options.Progress = func(epoch int, loss float64) {
		fmt.Fprintf(os.Stderr, "%6.1fs epoch %d loss %.4f\n", time.Since(start).Seconds(), epoch+1, loss)
	}
	m, held, err := train.Load(*data, sizes, 7)
	if err != nil {
		return err
	}
	fmt.Fprintf(os.Stderr, "%6.1fs %d labelled, %d rendered, %d words\n", time.Since(start).Seconds(), len(m.Labelled), len(m.Rendered), len(m.Words))
	each := shower(*show)
	if *out != "" {
		*folds = train.Folds
	}
	fits := m.FitFolds(*folds, *together, options)
	report(train.CrossValidate(m, fits, each))
	if *out == "" {
		return nil
	}
	part := fits.Weights[0]
	part.Sureness = m.Calibrate(part, 0)
	calibration(part, m.Labelled)
	w := m.Fit(-1, options)
	w.Sureness, w.Whole = part.Sureness, fits.Whole(-1)
	parser := refstring.NewParser(tagger.NewModel(w))
	report(train.MeasureRendered(parser, held, 11, each))
	fmt.Printf("%d features\n", len(w.Hashes))
	return train.Write(*out, w)
}

// calibration prints how far confidences are from the truth on the sets that
// never train.
func calibration(w *tagger.Weights, lines []train.Labelled) {
	var unseen []train.Labelled
	for _, l := range lines {
		if !train.Trains(l.Set) {
			unseen = append(unseen, l)
		}
	}
	errors := train.CalibrationError(refstring.NewParser(tagger.NewModel(w)), unseen)
	for _, f := range train.ScoredFields {
		fmt.Printf("calibration error of %s %.3f\n", f, errors[f])
	}
}

// shower prints what was read wrongly.
func shower(prefix string) func(*train.Labelled, *refstring.Parsed, map[string]string) {
	if prefix == "" {
		return nil
	}
	return func(l *train.Labelled, p *refstring.Parsed, predicted map[string]string) {
		if !strings.HasPrefix(l.Set, prefix) {
			return
		}
		var wrong []string
		for _, f := range train.ScoredFields {
			g, p := l.Fields[f], predicted[f]
			if g != p && (g == "" || p == "" || !train.Same(f, p, g)) {
				wrong = append(wrong, fmt.Sprintf("   %s: %q, true %q", f, p, g))
			}
		}
		if len(wrong) > 0 {
			fmt.Printf("%s %q\n%s\n", l.Set, l.Raw, strings.Join(wrong, "\n"))
		}
	}
}

// report prints a table of scores.
func report(scores map[string]*train.Score) {
	var names []string
	for n := range scores {
		names = append(names, n)
	}
	sort.Strings(names)
	var goal, all, goalHarmonised train.Score
	for _, n := range names {
		line(n, scores[n])
		if strings.HasSuffix(n, train.Harmonised) {
			continue
		}
		all.Merge(*scores[n])
		if slices.Contains([]string{"anystyle_core", "anystyle_gold", "grobid_citation_corpus"}, n) {
			goal.Merge(*scores[n])
			if h := scores[n+train.Harmonised]; h != nil {
				goalHarmonised.Merge(*h)
			} else {
				goalHarmonised.Merge(*scores[n])
			}
		}
	}
	if goal.N > 0 {
		line("core+gold+grobid", &goal)
		line("core+gold+grobid"+train.Harmonised, &goalHarmonised)
	}
	line("all", &all)
}

func line(name string, s *train.Score) {
	fmt.Printf("%-42s n=%5d f1=%.4f title=%.4f", name, s.N, s.F1(), s.TitleExact())
	for _, f := range train.ScoredFields {
		fmt.Printf(" %s=%.3f", f, s.Field[f].F1())
	}
	fmt.Println()
}
