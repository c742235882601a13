package main

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/bonafide-audit/bonafide/internal/llm"
	"github.com/bonafide-audit/bonafide/internal/setup"
	"github.com/bonafide-audit/bonafide/internal/setup/models"
)

// modelOptions are the flags that choose language models.
type modelOptions struct{ setup.Models }

func (o *modelOptions) flags(cmd *cobra.Command) {
	o.askingFlags(cmd, "language model to ask, as provider:name, \"none\" for none; what each role sends leaves this machine, see bonafide models")
	f := cmd.Flags()
	f.StringSliceVar(&o.Roles, "models", nil, "with --model: what models do: roles, role=provider:name for another model, \"all\" or \"none\" (default: the usual roles)")
	f.StringVar(&o.Embedding, "model-embedding", "", "model that turns titles into vectors, as provider:name")
}

// askingFlags are those of one model, whatever it is asked.
func (o *modelOptions) askingFlags(cmd *cobra.Command, about string) {
	f := cmd.Flags()
	f.StringVar(&o.Model, "model", "", about)
	f.StringVar(&o.URL, "model-url", "", "address of the model's server (default: the provider's)")
	f.StringVar(&o.Budget, "model-budget", "", "most that models may cost in this run: 2.50 dollars, or \"500000 tokens\"")
	f.StringVar(&o.Cache, "model-cache", "", "folder of kept answers of models, \"none\" for none (default: in the user's cache folder)")
	f.StringVar(&o.Record, "model-record", "", "record every answer of a model to this file")
	f.StringVar(&o.Replay, "model-replay", "", "answer from such a recording instead of asking a model")
}

// newModelsCommand shows what a run would ask models, and asks them when told.
func newModelsCommand() *cobra.Command {
	var o modelOptions
	var offline, probe bool
	cmd := &cobra.Command{
		Use:   "models",
		Short: "List providers of language models, what models can do, and what is configured",
		Long: `models lists the providers that can be asked, whether a key is present, and
what a model can do, with what each role sends out of this machine. No model is
asked unless one is named: by --model, $BONAFIDE_MODEL or the configuration file.
With --probe each configured model gets one short question that says nothing of
any document.`,
		Example: `  bonafide models
  bonafide models --model ollama:qwen3 --probe
  bonafide models --model openai:gpt-5-mini --models verifier,reviewer=anthropic:claude-sonnet-4-5`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			o.Table, o.Version, o.Offline = configOf(cmd).Models, buildVersion(), offline
			if probe { // an answer of yesterday says nothing of today
				o.Cache = models.None
			}
			set, err := models.Open(o.Models)
			if err != nil {
				return usageError(err)
			}
			states, err := models.States(o.Models)
			if err != nil {
				return usageError(err)
			}
			w := cmd.OutOrStdout()
			listProviders(w, states)
			listRoles(w, set)
			if probe {
				err = probeModels(cmd, w, set)
			}
			if closeErr := set.Close(); err == nil {
				err = closeErr
			}
			return err
		},
	}
	o.flags(cmd)
	cmd.Flags().BoolVar(&offline, "offline", false, "leave out models that are not on this machine")
	cmd.Flags().BoolVar(&probe, "probe", false, "ask each configured model one short question")
	return cmd
}

func listProviders(w io.Writer, states []models.State) {
	fmt.Fprintln(w, "Providers")
	for _, s := range states {
		key := "no key needed"
		switch {
		case s.Key != "":
			key = "key in the " + s.Key
			if strings.HasPrefix(s.Key, "$") {
				key = "key in " + s.Key
			}
		case s.Needs:
			key = "no key: set $" + strings.Join(s.Keys, " or $")
		case len(s.Keys) > 0:
			key = "key if the server wants one: $" + s.Keys[0]
		}
		address := s.URL
		if address == "" {
			address = "address: --model-url"
		}
		fmt.Fprintf(w, "  %-11s %s\n  %-11s %s; %s\n", s.Name, s.About, "", address, key)
	}
}

func listRoles(w io.Writer, set *models.Set) {
	fmt.Fprintln(w, "\nRoles")
	for _, r := range models.Roles() {
		model := set.RoleModel(r.Name)
		if model == "" {
			model = "off"
		}
		fmt.Fprintf(w, "  %-11s %s\n  %-11s %s\n  %-11s sends: %s\n", r.Name, model, "", r.Does, "", r.Sends)
	}
	if set.Main() == nil && len(set.Active()) == 0 {
		fmt.Fprintln(w, "\nNo model is configured: nothing is asked. Name one with --model provider:name.")
	}
}

func probeModels(cmd *cobra.Command, w io.Writer, set *models.Set) error {
	probes := set.Probe(cmd.Context())
	if len(probes) == 0 {
		return nil
	}
	fmt.Fprintln(w, "\nAnswers")
	failed := 0
	for _, p := range probes {
		took := p.Took.Round(time.Millisecond)
		switch {
		case p.Err != nil:
			failed++
			fmt.Fprintf(w, "  %s: %v\n", p.Name, p.Err)
		case p.Vectors > 0:
			fmt.Fprintf(w, "  %s: vectors of %d numbers in %s\n", p.Name, p.Vectors, took)
		default:
			fmt.Fprintf(w, "  %s: answered as %s in %s, %d tokens in, %d out\n", p.Name, p.Model, took, p.Usage.Input, p.Usage.Output)
		}
	}
	if failed > 0 {
		return fmt.Errorf("%d of %d models did not answer", failed, len(probes))
	}
	return nil
}

// listTotals says what each role of a model used. Times and tokens stand on
// standard error alone, so that reports do not depend on them.
func listTotals(w io.Writer, totals []llm.Total) {
	for _, t := range totals {
		fmt.Fprintf(w, "%s: %d asked, %d answered", t.Role, t.Asked, t.Answered)
		if t.Cached > 0 {
			fmt.Fprintf(w, " (%d of them kept answers)", t.Cached)
		}
		for _, kind := range slices.Sorted(maps.Keys(t.Failed)) {
			fmt.Fprintf(w, ", %d %s", t.Failed[kind], kind)
		}
		if t.Calls > 0 {
			fmt.Fprintf(w, "; calls %d, tokens in %d, out %d", t.Calls, t.Usage.Input, t.Usage.Output)
			if t.Dollars > 0 {
				fmt.Fprintf(w, ", $%.4f", t.Dollars)
			}
			fmt.Fprintf(w, ", median %s, slowest %s", t.Median.Round(time.Millisecond), t.Slowest.Round(time.Millisecond))
		}
		if t.Failure != "" {
			fmt.Fprintf(w, "\n  first failure: %s", t.Failure)
		}
		fmt.Fprintln(w)
	}
}
