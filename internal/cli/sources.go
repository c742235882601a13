package cli

import (
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/bonafide-audit/bonafide/internal/corpora"
	"github.com/bonafide-audit/bonafide/internal/llm"
	"github.com/bonafide-audit/bonafide/internal/setup"
)

// SourceOptions are the flags that choose sources.
type SourceOptions struct {
	Corpora []string
	Offline bool
	Weights string // file of weights of evidence
	Online  setup.Online
	Models  *ModelOptions  // nil for commands that ask none
	Cmd     *cobra.Command // whose configuration applies
}

// CorpusFlag adds the flag of commands that only search corpora: without it, all installed ones.
func (o *SourceOptions) CorpusFlag(cmd *cobra.Command) {
	o.Cmd = cmd
	cmd.Flags().StringArrayVar(&o.Corpora, corpusFlag, nil,
		"name of an installed corpus, or folder of another, may be repeated (default: all that are installed)")
	_ = cmd.Flags().SetAnnotation(corpusFlag, installedToo, []string{"true"})
}

// NamedCorpusFlag adds the flag of commands that only use named corpora.
func (o *SourceOptions) NamedCorpusFlag(cmd *cobra.Command) {
	o.Cmd = cmd
	cmd.Flags().StringArrayVar(&o.Corpora, corpusFlag, nil,
		"name of an installed corpus, or folder of another, may be repeated")
}

// The flag that names corpora, and the annotation of one that defaults to the installed ones.
const (
	corpusFlag   = "corpus"
	installedToo = "installed"

	// GivenValues is the annotation of a flag whose values were replaced: the values as they were typed.
	GivenValues = "given"
)

// findCorpora replaces the values of the flag that names corpora by their folders. The results of the
// laboratory do not depend on what is installed.
func findCorpora(cmd *cobra.Command, kind Kind) error {
	flag := cmd.Flags().Lookup(corpusFlag)
	if flag == nil || kind == Laboratory {
		return nil
	}
	list, ok := flag.Value.(pflag.SliceValue)
	if !ok {
		return nil
	}
	names := list.GetSlice()
	if len(names) == 0 && flag.Annotations[installedToo] == nil {
		return nil
	}
	home, err := corpora.Home(os.Getenv)
	if err != nil && len(names) == 0 {
		return nil //nolint:nilerr // without a home nothing is installed
	}
	dirs, err := corpora.Folders(home, names)
	if err != nil {
		return UsageError(fmt.Errorf("installed corpora: %w", err))
	}
	if flag.Changed {
		_ = cmd.Flags().SetAnnotation(corpusFlag, GivenValues, names)
	}
	return list.Replace(dirs)
}

// MemoryFlag adds the flag of the memory.
func (o *SourceOptions) MemoryFlag(cmd *cobra.Command) {
	o.Cmd = cmd
	cmd.Flags().StringVar(&o.Online.Memory, "memory", "",
		"file of works verified before, \"none\" for none (default: in the user's cache folder)")
}

// Flags adds all flags.
func (o *SourceOptions) Flags(cmd *cobra.Command) {
	o.CorpusFlag(cmd)
	flags := cmd.Flags()
	flags.BoolVar(&o.Online.Enabled, "online", false,
		"ask scholarly services about what the corpus does not settle; titles, names and identifiers of those references leave this machine")
	flags.BoolVar(&o.Offline, "offline", false, "use no network, whatever the configuration says")
	flags.StringSliceVar(&o.Online.Sources, "sources", nil,
		"with --online: ask only these services; -NAME leaves a usual one out, +NAME adds one (bonafide sources lists them)")
	flags.StringVar(&o.Online.Contact, "contact", "",
		"with --online: e-mail address for the services, which treat named clients better")
	flags.StringVar(&o.Online.Cache, "cache", "",
		"with --online: folder of cached answers (default: the user's cache folder)")
	o.MemoryFlag(cmd)
	flags.StringVar(&o.Weights, "weights", "",
		"file of weights of evidence (default: those of the program); for measuring")
	flags.DurationVar(&o.Online.Timeout, "timeout", 0,
		"with --online: time for one request (default: what is right for the service)")
	flags.IntVar(&o.Online.MaxRequests, "requests", 0,
		"with --online: most requests to any one service (default: any number)")
	flags.IntVar(&o.Online.Budget.Requests, "budget", 0,
		"with --online: maximum number of services to ask about one reference, in their order (default: all)")
	flags.DurationVar(&o.Online.Budget.Time, "budget-time", 0,
		"with --online: time for one reference; references that share requests share it (default: any)")
	flags.StringVar(&o.Online.Trace, "trace", "",
		"write every step and every exchange with its timing to this file, and tables of the sources and services to standard error")
	flags.StringVar(&o.Online.Record, "record", "", "with --online: record every answer to this file")
	flags.StringVar(&o.Online.Replay, "replay", "", "answer from a recording instead of asking services")
	flags.StringVar(&o.Online.Via, "via", "", "with --online: send every request through this gateway")
	_ = flags.MarkHidden("via")
}

// ModelFlags adds the flags of commands that models may help.
func (o *SourceOptions) ModelFlags(cmd *cobra.Command) {
	o.Models = &ModelOptions{}
	o.Models.Flags(cmd)
}

// Setup returns the options of a run with these sources.
func (o *SourceOptions) Setup() setup.Options {
	o.Online.Version = BuildVersion()
	o.Online.Enabled = o.Online.Enabled && !o.Offline || o.Online.Replay != ""
	opt := setup.Options{Corpora: o.Corpora, Online: o.Online, Offline: o.Offline, Weights: o.Weights,
		Models: setup.Models{Model: setup.NoModels}}
	if o.Models != nil {
		opt.Models = o.Models.Models
		opt.Models.Version = BuildVersion()
	}
	ConfigOf(o.Cmd).Apply(&opt)
	return opt
}

// Idle lists the flags on the command line that configure services in a run that asks none.
func (o *SourceOptions) Idle() []string {
	if o.Online.Enabled || o.Online.Replay != "" {
		return nil
	}
	var list []string
	for _, name := range []string{"sources", "contact", "timeout", "requests", "budget", "budget-time"} {
		if o.Cmd.Flags().Changed(name) {
			list = append(list, "--"+name)
		}
	}
	return list
}

// ModelOptions are the flags that choose language models.
type ModelOptions struct{ setup.Models }

// Flags adds the flags of a run in which models may have roles.
func (o *ModelOptions) Flags(cmd *cobra.Command) {
	o.AskingFlags(cmd,
		"language model to ask, as provider:name, \"none\" for none; what each role sends leaves this machine, see bonafide models")
	f := cmd.Flags()
	f.StringSliceVar(&o.Roles, "models", nil,
		"with --model: the roles of models: names, role=provider:name for another model, \"all\" or \"none\" (default: the usual roles)")
}

// AskingFlags adds the flags of one model, whatever it is asked.
func (o *ModelOptions) AskingFlags(cmd *cobra.Command, about string) {
	f := cmd.Flags()
	f.StringVar(&o.Model, "model", "", about)
	f.StringVar(&o.URL, "model-url", "", "address of the model's server (default: the provider's)")
	f.StringVar(&o.Budget, "model-budget", "", "maximum cost of models in this run: 2.50 dollars, or \"500000 tokens\"")
	f.StringVar(&o.Cache, "model-cache", "",
		"folder of cached answers of models, \"none\" for none (default: in the user's cache folder)")
	f.StringVar(&o.Record, "model-record", "", "record every answer of a model to this file")
	f.StringVar(&o.Replay, "model-replay", "", "answer from such a recording instead of asking a model")
}

// ListTotals prints on standard error, where nothing depends on times, what each role of a model used.
func ListTotals(w io.Writer, totals []llm.Total) {
	for _, t := range totals {
		fmt.Fprintf(w, "%s: %d asked, %d answered", t.Role, t.Asked, t.Answered)
		if t.Cached > 0 {
			fmt.Fprintf(w, " (%d of them cached)", t.Cached)
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
		if t.Waited >= time.Second {
			fmt.Fprintf(w, ", waited up to %s for their turn", t.Waited.Round(time.Second))
		}
		if t.Failure != "" {
			fmt.Fprintf(w, "\n  first failure: %s", t.Failure)
		}
		fmt.Fprintln(w)
	}
}
