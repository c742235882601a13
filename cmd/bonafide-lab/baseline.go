package main

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/bonafide-audit/bonafide/internal/cli"
	"github.com/bonafide-audit/bonafide/internal/lab"
	"github.com/bonafide-audit/bonafide/internal/lab/baseline"
	"github.com/bonafide-audit/bonafide/internal/lab/latency"
	"github.com/bonafide-audit/bonafide/internal/lab/metric"
	"github.com/bonafide-audit/bonafide/internal/lab/result"
	"github.com/bonafide-audit/bonafide/internal/llm"
)

// baselineFlags are the flags of baseline.
type baselineFlags struct {
	lab.Options
	model                modelUnderTest
	shots                int
	shotsFrom, shotsGold string
	predictions          string
	search               bool
	seed                 uint64
	jobs                 int
	priceIn, priceOut    float64
	asJSON               bool
}

// newBaselineCommand returns the command that asks a model directly.
func newBaselineCommand() *cobra.Command {
	opt := baselineFlags{seed: 42, jobs: 4}
	cmd := &cobra.Command{
		Use:   "baseline FILE.jsonl",
		Short: "Measure a language model that is asked directly, without our sources",
		Long: `baseline shows a model each linked citation (the input of the suite severity) with
CiteCheck's rubric and scores its labels: zero-shot, or with --shots 27, nine of
each label, of other works; with --search the provider searches the web, and what
it cannot verify is major with score 0. It prints F1 of each label, macro F1 and
accuracy, seconds for ten references, tokens, and the price at --price-in and
--price-out per million tokens. --predictions writes a file for "compare".`,
		Example: `  bonafide-lab baseline set/citations.jsonl --gold set/gold.jsonl --model ollama:qwen3
  bonafide-lab baseline set/citations_test.jsonl --gold set/gold_test.jsonl --shots 27 --shots-from set/citations_dev.jsonl --shots-gold set/gold_dev.jsonl --model ollama:qwen3
  bonafide-lab baseline test.jsonl --shots 27 --shots-from dev.jsonl --search --model openai:gpt-6-luna --price-in 1.25 --price-out 10 --predictions base.jsonl
  bonafide-lab compare base.jsonl ours.jsonl --suite severity --citations test.jsonl --corpus ~/corpora/cs`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			opt.Citations = args[0]
			return runBaseline(cmd, &opt)
		},
	}
	opt.model.flags(cmd)
	f := cmd.Flags()
	f.StringVar(&opt.Gold, "gold", "", "file of labels, joined on id")
	f.IntVar(&opt.shots, "shots", 0, "number of examples, the same of each label; the paper's is 27")
	f.StringVar(&opt.shotsFrom, "shots-from", "", "labelled citations to take examples from; the input itself when empty")
	f.StringVar(&opt.shotsGold, "shots-gold", "", "file of labels of --shots-from, joined on id")
	f.BoolVar(&opt.search, "search", false, "let the provider search the web")
	f.Uint64Var(&opt.seed, "seed", opt.seed, "seed of the choice of examples")
	f.IntVar(&opt.jobs, "jobs", opt.jobs, "citations asked about side by side")
	f.Float64Var(&opt.priceIn, "price-in", 0, "dollars for a million tokens of input")
	f.Float64Var(&opt.priceOut, "price-out", 0, "dollars for a million tokens of output")
	f.StringVar(&opt.predictions, "predictions", "", "write one line a citation to this file")
	f.BoolVar(&opt.asJSON, "json", false, "print one JSON object, the cost among its metrics")
	return cmd
}

func runBaseline(cmd *cobra.Command, opt *baselineFlags) error {
	set, err := lab.LoadLinked(opt.Citations, opt.Gold)
	if err != nil {
		return cli.UsageError(err)
	}
	for _, c := range set.Cases { // each would be a meaningless question
		if c.Reference.Raw == "" {
			return cli.UsageError(fmt.Errorf("%s: %q states no citation (raw): is this the file of citations?",
				opt.Citations, c.Reference.ID))
		}
	}
	pool, judged := set, map[string]bool{}
	if opt.shotsFrom != "" {
		if pool, err = lab.LoadLinked(opt.shotsFrom, opt.shotsGold); err != nil {
			return cli.UsageError(err)
		}
		for _, g := range set.Gold {
			judged[g.Cluster] = true
		}
	}
	examples, err := baseline.Choose(pool, judged, opt.shots, opt.seed)
	if err != nil {
		return cli.UsageError(err)
	}
	if opt.shotsFrom == "" && opt.shots > 0 {
		set = baseline.Without(set, examples)
	}
	return opt.model.with(cmd, func(model llm.Model) error {
		answers, err := askBaseline(cmd, &baseline.Asker{Model: model, Search: opt.search, Examples: examples}, set, opt.jobs)
		if err != nil {
			return err
		}
		predictions := baseline.Predictions(answers)
		if opt.predictions != "" {
			if err := lab.WritePredictions(opt.predictions, predictions); err != nil {
				return cli.Failure(err)
			}
		}
		return showBaseline(cmd, set, answers, predictions, opt)
	})
}

func askBaseline(cmd *cobra.Command, a *baseline.Asker, set *lab.Set, jobs int) ([]baseline.Answer, error) {
	steps, done := make(chan struct{}, 64), make(chan struct{})
	bar := cli.NewProgress(cmd.ErrOrStderr(), len(set.Cases), "baseline")
	go func() {
		for range steps {
			bar.Add(1)
		}
		bar.Finish()
		close(done)
	}()
	answers, err := a.Run(cmd.Context(), set, jobs, func() { steps <- struct{}{} })
	close(steps)
	<-done
	return answers, err
}

func showBaseline(cmd *cobra.Command, set *lab.Set, answers []baseline.Answer, predictions []lab.Prediction,
	opt *baselineFlags) error {
	out := cmd.OutOrStdout()
	cost := baseline.CostOf(answers, opt.priceIn, opt.priceOut)
	if set.Blind() {
		fmt.Fprintf(cmd.ErrOrStderr(), "%d predictions; the input has no labels to score against\n", len(predictions))
	} else {
		suite, err := lab.Find("severity")
		if err != nil {
			return cli.Failure(err)
		}
		r := suite.Score(set, predictions)
		how := []string{"zero-shot", "without search"}
		if opt.shots > 0 {
			how[0] = fmt.Sprintf("%d shots", opt.shots)
		}
		if opt.search {
			how[1] = "with search"
		}
		r.Suite, r.Mode = "baseline", strings.Join(how, ", ")
		if opt.asJSON {
			for name, v := range map[string]float64{"failed": float64(cost.Failed), "seconds_per_ten": cost.SecondsPerTen,
				"input_tokens": float64(cost.Input), "output_tokens": float64(cost.Output), "dollars": cost.Dollars} {
				r.Metrics = append(r.Metrics, result.Metric{Name: name, Interval: metric.Interval{Value: v, Low: v, High: v}})
			}
			return json.NewEncoder(out).Encode(r)
		}
		if err := r.WriteText(out); err != nil {
			return err
		}
	}
	return result.WriteTables(out, []result.Table{{Title: "\ncost", Head: []string{"", "value"}, Rows: [][]string{
		{"answers that did not come", fmt.Sprint(cost.Failed)}, {"found evidence", fmt.Sprint(cost.FoundEvidence)},
		{"seconds for ten references", fmt.Sprintf("%.2f", cost.SecondsPerTen)},
		{"seconds, median", fmt.Sprintf("%.3f", cost.MedianSeconds)},
		{"input tokens", fmt.Sprint(cost.Input)}, {"output tokens", fmt.Sprint(cost.Output)},
		{"dollars", fmt.Sprintf("%.4f", cost.Dollars)},
		{"dollars for ten references", fmt.Sprintf("%.4f", cost.DollarsPerTen)},
	}}})
}

// newLatencyCommand returns the command that shows where the time of a run went.
func newLatencyCommand() *cobra.Command {
	gold := ""
	cmd := &cobra.Command{
		Use:   "latency TRACE.jsonl",
		Short: "Show latency, reach and chosen source of a traced run",
		Long: `latency reads what "bonafide check --trace" wrote and gives CiteCheck's tables:
time of the whole cascade and without web search; reach and time of each source
and what it adds on average; time for each label of --gold; and the source of the
record that references were judged against. Sources of one stage are asked side by
side; the time of a batch is shared among the references in it. References of which
a source failed are left out and counted.`,
		Example: "  bonafide check set/corrupted.bib --online --trace trace.jsonl\n  bonafide-lab latency trace.jsonl " +
			"--gold set/gold.jsonl",
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			study, err := latency.Read(args[0])
			if err != nil {
				return cli.UsageError(err)
			}
			if gold != "" {
				if err := study.Label(gold); err != nil {
					return cli.UsageError(err)
				}
			}
			return result.WriteTables(cmd.OutOrStdout(), study.Tables())
		},
	}
	cmd.Flags().StringVar(&gold, "gold", "", "file of labels, joined on the reference's key")
	return cmd
}
