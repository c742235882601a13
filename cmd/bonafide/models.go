package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/bonafide-audit/bonafide/internal/cli"
	"github.com/bonafide-audit/bonafide/internal/llm/role"
	"github.com/bonafide-audit/bonafide/internal/setup"
)

func newModelsCommand() *cobra.Command {
	var o cli.ModelOptions
	var offline, probe bool
	cmd := &cobra.Command{
		Use:   "models",
		Short: "List providers of language models, what models can do, and what is configured",
		Long: `models lists the providers that can be asked, whether a key is present, and
what a model can do, and what each role sends out of this machine. No model is
asked unless one is named: by --model, $BONAFIDE_MODEL or the configuration file.
With --probe each configured model gets one short question without text of
any document.`,
		Example: `  bonafide models
  bonafide models --model ollama:qwen3 --probe
  bonafide models --model openai:gpt-6-luna --models verifier,reviewer=anthropic:claude-sonnet-4-6`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			o.Table, o.Version, o.Offline = cli.ConfigOf(cmd).Models, cli.BuildVersion(), offline
			if probe { // yesterday's answer says nothing about today
				o.Cache = setup.NoModels
			}
			set, err := setup.OpenModels(o.Models)
			if err != nil {
				return cli.UsageError(err)
			}
			states, err := setup.ProviderStates(o.Models)
			if err != nil {
				return cli.UsageError(err)
			}
			w := cmd.OutOrStdout()
			listProviders(w, states)
			listRoles(w, set)
			if probe {
				err = probeModels(cmd, w, set)
			}
			return cmp.Or(err, set.Close())
		},
	}
	o.Flags(cmd)
	cmd.Flags().BoolVar(&offline, "offline", false, "leave out models that are not on this machine")
	cmd.Flags().BoolVar(&probe, "probe", false, "ask each configured model one short question")
	return cmd
}

func listProviders(w io.Writer, states []setup.ProviderState) {
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
		address := cmp.Or(s.URL, "address: --model-url")
		fmt.Fprintf(w, "  %-11s %s\n  %-11s %s; %s\n", s.Name, s.About, "", address, key)
	}
}

func listRoles(w io.Writer, set *setup.ModelSet) {
	fmt.Fprintln(w, "\nRoles")
	for _, r := range setup.ModelRoles() {
		model := cmp.Or(set.RoleModel(r.Name), "off")
		fmt.Fprintf(w, "  %-11s %s\n  %-11s %s\n  %-11s sends: %s\n", r.Name, model, "", r.Does, "", r.Sends)
	}
	if model := set.RoleModel(role.ClaimJudge); model != "" && model == set.RoleModel(role.ClaimReasoner) {
		fmt.Fprintln(w, "\nOne model alone accuses no claim: give claim-reasoner and claim-judge different ones.")
	}
	for _, line := range ending(set) {
		fmt.Fprintln(w, "\n"+line)
	}
	if set.Main() == nil && len(set.Active()) == 0 {
		fmt.Fprintln(w, "\nNo model is configured: nothing is asked. Name one with --model provider:name.")
	}
}

// ending says which of the configured models have an announced end.
func ending(set *setup.ModelSet) []string {
	names := []string{set.MainName()}
	for _, r := range setup.ModelRoles() {
		names = append(names, set.RoleModel(r.Name))
	}
	slices.Sort(names)
	var lines []string
	for _, name := range slices.Compact(names) {
		if day := setup.ModelEnds(name); !day.IsZero() {
			lines = append(lines,
				fmt.Sprintf("%s will be switched off on %s: name another model", name, day.Format(time.DateOnly)))
		}
	}
	return lines
}

func probeModels(cmd *cobra.Command, w io.Writer, set *setup.ModelSet) error {
	probes := set.Probe(cmd.Context())
	if len(probes) == 0 {
		return nil
	}
	fmt.Fprintln(w, "\nAnswers")
	failed := 0
	for _, p := range probes {
		if p.Err != nil {
			failed++
			fmt.Fprintf(w, "  %s: %v\n", p.Name, p.Err)
			continue
		}
		fmt.Fprintf(w, "  %s: answered as %s in %s, %d tokens in, %d out\n", p.Name, p.Model,
			p.Took.Round(time.Millisecond), p.Usage.Input, p.Usage.Output)
	}
	if failed > 0 {
		return fmt.Errorf("%d of %d models did not answer", failed, len(probes))
	}
	return nil
}
