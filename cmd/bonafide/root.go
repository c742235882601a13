package main

import (
	"fmt"

	"github.com/spf13/cobra"
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
	return fmt.Errorf("%w: see \"%s --help\"", err, cmd.CommandPath())
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
