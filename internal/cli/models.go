package cli

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/bonafide-audit/bonafide/internal/llm"
	"github.com/bonafide-audit/bonafide/internal/setup"
)

// ModelOptions are the flags that choose language models.
type ModelOptions struct{ setup.Models }

// Flags adds those of a run whose roles models may take.
func (o *ModelOptions) Flags(cmd *cobra.Command) {
	o.AskingFlags(cmd, "language model to ask, as provider:name, \"none\" for none; what each role sends leaves this machine, see bonafide models")
	f := cmd.Flags()
	f.StringSliceVar(&o.Roles, "models", nil, "with --model: what models do: roles, role=provider:name for another model, \"all\" or \"none\" (default: the usual roles)")
	f.StringVar(&o.Embedding, "model-embedding", "", "model that turns titles into vectors, as provider:name")
}

// AskingFlags are those of one model, whatever it is asked.
func (o *ModelOptions) AskingFlags(cmd *cobra.Command, about string) {
	f := cmd.Flags()
	f.StringVar(&o.Model, "model", "", about)
	f.StringVar(&o.URL, "model-url", "", "address of the model's server (default: the provider's)")
	f.StringVar(&o.Budget, "model-budget", "", "most that models may cost in this run: 2.50 dollars, or \"500000 tokens\"")
	f.StringVar(&o.Cache, "model-cache", "", "folder of kept answers of models, \"none\" for none (default: in the user's cache folder)")
	f.StringVar(&o.Record, "model-record", "", "record every answer of a model to this file")
	f.StringVar(&o.Replay, "model-replay", "", "answer from such a recording instead of asking a model")
}

// ListTotals says what each role of a model used. Times and tokens stand on
// standard error alone, so that reports do not depend on them.
func ListTotals(w io.Writer, totals []llm.Total) {
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
