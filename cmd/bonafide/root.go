package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// newRootCommand gives the whole command tree.
func newRootCommand() *cobra.Command {
	root := &cobra.Command{
		Use:   "bonafide",
		Short: "Audit citations: what is real, wrong, missing or not decidable",
		Long: `bonafide reads a paper or a bibliography, finds each cited work, compares field
by field, and says with evidence what is real, wrong, missing or not decidable.
Nothing leaves this machine unless you ask for it.`,
		Example: `  bonafide check refs.bib
  bonafide check --corpus ~/corpora/cs --format jsonl paper.bib > findings.jsonl
  bonafide report findings.jsonl --format text
  bonafide explain H2`,
		SilenceUsage:  true,
		SilenceErrors: true,
	}
	configFlag(root)
	root.CompletionOptions.HiddenDefaultCmd = true
	root.AddCommand(commands()...)
	root.SetFlagErrorFunc(hinted)
	hintArguments(root)
	return root
}

// hinted adds to an error of the command line where the right one is described.
func hinted(cmd *cobra.Command, err error) error {
	return fmt.Errorf("%w: see \"%s --help\"", plainer(err), cmd.CommandPath())
}

// wanted says what the values of flags are by the names of their types.
var wanted = map[string]string{"int": "a whole number", "float64": "a number", "bool": "true or false", "duration": "a duration such as 90s, 10m or 2h"}

// plainer says what a flag takes in place of why its value could not be read.
func plainer(err error) error {
	var bad *pflag.InvalidValueError
	if errors.As(err, &bad) {
		if want := wanted[bad.GetFlag().Value.Type()]; want != "" {
			return fmt.Errorf("--%s takes %s, not %q", bad.GetFlag().Name, want, bad.GetValue())
		}
	}
	return err
}

// hintArguments has every command that refuses its arguments show its usage.
func hintArguments(cmd *cobra.Command) {
	if check := cmd.Args; check != nil {
		cmd.Args = func(cmd *cobra.Command, args []string) error {
			if err := check(cmd, args); err != nil {
				return fmt.Errorf("%w; usage: %s", hinted(cmd, err), cmd.UseLine())
			}
			return nil
		}
	}
	for _, sub := range cmd.Commands() {
		hintArguments(sub)
	}
}
