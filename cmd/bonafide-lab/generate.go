package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/bonafide-audit/bonafide/internal/cli"
	"github.com/bonafide-audit/bonafide/internal/index"
	"github.com/bonafide-audit/bonafide/internal/lab"
	"github.com/bonafide-audit/bonafide/internal/lab/fields"
	"github.com/bonafide-audit/bonafide/internal/lab/generate"
	"github.com/bonafide-audit/bonafide/internal/lab/result"
	"github.com/bonafide-audit/bonafide/internal/llm"
)

// generateFlags are the flags of generate.
type generateFlags struct {
	lab.Options
	model                        modelUnderTest
	items, out, authors          string
	conditions                   []string
	popular, low, recent, untold int
	bounds                       generate.Bounds
	asker                        generate.Asker
	seed                         uint64
	jobs                         int
	asJSON                       bool
}

// newGenerateCommand returns the command that asks a model for entries of known works.
func newGenerateCommand() *cobra.Command {
	opt := generateFlags{conditions: generate.Conditions, bounds: generate.Bounds{RecentFrom: 2025, Popular: 500, Low: 10},
		seed: 42, jobs: 4, authors: string(fields.FirstAuthor)}
	cmd := &cobra.Command{
		Use:   "generate",
		Short: "Ask a model for entries of known works, and label what it gives",
		Long: `generate asks a model for the BibTeX entry of a work named by title and first
author alone, and labels the nine fields of what comes back. Conditions:

  plain      one question
  tool       the model may look works up in the corpus, at most three times, and
             must then answer in text
  two-stage  the plain entry, revised against one look-up whose title passes a
             gate

Works come from --items (lines with an id and the original work, as the gold of
"corrupt") or are drawn from --corpus by tiers; popular and low-citation
need a corpus that states citation counts. An answer without an entry that can
be read counts as nine missing fields. Answers are kept by the digest (SHA-256)
of model and question, so that a run that was broken off goes on for free.`,
		Example: `  bonafide-lab generate --model ollama:qwen3 --corpus ~/corpora/cs --untold 50 -o gen
  bonafide-lab generate --model openai:gpt-6-luna --search --items works.jsonl --corpus ~/corpora/cs -o gen`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return runGenerate(cmd, &opt) },
	}
	f := cmd.Flags()
	opt.model.flags(cmd)
	f.StringVar(&opt.items, "items", "", "file of works to ask for")
	f.StringArrayVar(&opt.Corpus, "corpus", nil,
		"folder of an offline corpus, or a file of works: look-ups, tiers, other works; may be repeated")
	f.IntVar(&opt.popular, "popular", 0, "number of works that are cited often")
	f.IntVar(&opt.low, "low-citation", 0, "number of works that are cited little")
	f.IntVar(&opt.recent, "recent", 0, "number of recent works")
	f.IntVar(&opt.untold, "untold", 0, "number of works of which nothing says how often they are cited")
	f.IntVar(&opt.bounds.RecentFrom, "recent-from", opt.bounds.RecentFrom, "first year of recent works")
	f.IntVar(&opt.bounds.Popular, "popular-from", opt.bounds.Popular, "least citations of popular works")
	f.IntVar(&opt.bounds.Low, "low-upto", opt.bounds.Low, "most citations of works cited little")
	f.StringSliceVar(&opt.conditions, "conditions", opt.conditions, "conditions to run")
	f.BoolVar(&opt.asker.Search, "search", false, "let the provider search the web, where it can")
	f.Float64Var(&opt.asker.Temperature, "temperature", 0, "temperature of the model")
	f.StringVar(&opt.authors, "authors", opt.authors, "authors are right when: first, set, ordered")
	f.Uint64Var(&opt.seed, "seed", opt.seed, "seed of what is drawn")
	f.IntVar(&opt.jobs, "jobs", opt.jobs, "works asked for side by side")
	f.BoolVar(&opt.asJSON, "json", false, "print one JSON object a condition")
	f.StringVarP(&opt.out, "output", "o", "", "folder to write")
	return cmd
}

func runGenerate(cmd *cobra.Command, opt *generateFlags) error {
	if opt.out == "" || len(opt.Corpus) == 0 {
		return cli.UsageError(errors.New("generate needs --corpus for its look-ups, and an output folder (-o)"))
	}
	if err := ownFolder(opt.out); err != nil {
		return cli.UsageError(err)
	}
	strict, err := fields.ParseStrictness(opt.authors)
	if err != nil {
		return cli.UsageError(err)
	}
	return opt.model.with(cmd, func(model llm.Model) error {
		opt.asker.Model, opt.asker.Seed = model, int64(opt.seed)
		return askForEntries(cmd, opt, fields.Options{Authors: strict, By: "tier"})
	})
}

// askForEntries asks for every work under every condition, then writes and shows the answers.
func askForEntries(cmd *cobra.Command, opt *generateFlags, examined fields.Options) error {
	opt.Cache, opt.Log = cacheFolder(), logTo(cmd)
	ix, err := opt.OpenCorpora(cmd.Context())
	if err != nil {
		return cli.UsageError(err)
	}
	defer ix.Close()
	items, err := opt.works(ix)
	if err != nil {
		return cli.UsageError(err)
	}
	opt.asker.Lookup, examined.Others = generate.InCorpus(ix), fields.Among(ix)
	answers, err := opt.ask(cmd, items)
	if err != nil {
		return err
	}
	if err := opt.write(items, answers); err != nil {
		return cli.Failure(err)
	}
	return opt.show(cmd, items, answers, examined)
}

// works reads or draws the works to ask for.
func (o *generateFlags) works(ix *index.Index) ([]generate.Item, error) {
	if o.items != "" {
		return generate.ReadItems(o.items)
	}
	quota := map[string]int{generate.Popular: o.popular, generate.Low: o.low, generate.Recent: o.recent,
		generate.Untold: o.untold}
	items, err := generate.Draw(ix, quota, o.bounds, o.seed)
	if err == nil && len(items) == 0 {
		err = errors.New("no works: give --items, or --popular, --low-citation, --recent or --untold; a corpus without " +
			"citation counts has no popular ones")
	}
	return items, err
}

func (o *generateFlags) ask(cmd *cobra.Command, items []generate.Item) (map[string][]generate.Answer, error) {
	steps, done := make(chan struct{}, 64), make(chan struct{})
	bar := cli.NewProgress(cmd.ErrOrStderr(), len(items), "generate")
	go func() {
		for range steps {
			bar.Add(1)
		}
		bar.Finish()
		close(done)
	}()
	answers, err := o.asker.Run(cmd.Context(), items, o.conditions, o.jobs, func() { steps <- struct{}{} })
	close(steps)
	<-done
	if err != nil && !errors.Is(err, context.Canceled) {
		err = cli.UsageError(err)
	}
	return answers, err
}

// write writes the items as gold, and entries and answers for each condition. Every file is complete or
// missing.
func (o *generateFlags) write(items []generate.Item, answers map[string][]generate.Answer) error {
	if err := os.MkdirAll(o.out, 0o755); err != nil {
		return err
	}
	if err := writeWhole(filepath.Join(o.out, "gold.jsonl"), jsonLines(items)); err != nil {
		return err
	}
	for condition, list := range answers {
		if err := writeWhole(filepath.Join(o.out, condition+".bib"), generate.Bib(list)); err != nil {
			return err
		}
		if err := writeWhole(filepath.Join(o.out, condition+".jsonl"), jsonLines(list)); err != nil {
			return err
		}
	}
	return nil
}

func jsonLines[T any](list []T) string {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	for _, v := range list {
		_ = enc.Encode(v) // plain structs into memory
	}
	return b.String()
}

// writeWhole writes a file atomically.
func writeWhole(path, text string) error {
	if err := os.WriteFile(path+".part", []byte(text), 0o644); err != nil {
		return err
	}
	return os.Rename(path+".part", path)
}

// show prints the labels for every condition, and how the other conditions changed the plain entries.
func (o *generateFlags) show(cmd *cobra.Command, items []generate.Item, answers map[string][]generate.Answer,
	opt fields.Options) error {
	out := cmd.OutOrStdout()
	if !o.asJSON {
		if err := result.WriteTables(out, []result.Table{generate.Tables(answers)}); err != nil {
			return err
		}
	}
	truth := generate.Truth(items)
	read := map[string]map[string]fields.Claim{}
	for condition, list := range answers {
		read[condition] = map[string]fields.Claim{}
		bib := generate.Bib(list)
		if bib == "" { // no answer contained an entry
			continue
		}
		claims, err := fields.ParseBib([]byte(bib))
		if err != nil {
			return cli.Failure(err)
		}
		read[condition] = claims
	}
	for _, condition := range generate.Conditions {
		claims, ok := read[condition]
		if !ok {
			continue
		}
		before, after := claims, map[string]fields.Claim(nil)
		if plain, both := read[generate.Plain]; both && condition != generate.Plain {
			before, after = plain, claims
		}
		r := fields.Examine(truth, before, after, opt).Result()
		r.Mode = condition
		if o.asJSON {
			if err := json.NewEncoder(out).Encode(r); err != nil {
				return err
			}
			continue
		}
		fmt.Fprintln(out)
		if err := r.WriteText(out); err != nil {
			return err
		}
	}
	return nil
}
