// Command bonafide-lab measures bonafide on labelled data, makes such data, and
// trains what the program learns.
package main

import (
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"github.com/bonafide-audit/bonafide/internal/cli"
	"github.com/bonafide-audit/bonafide/internal/lab"
	"github.com/bonafide-audit/bonafide/internal/llm"
	"github.com/bonafide-audit/bonafide/internal/setup"
)

func main() { os.Exit(cli.Run(newRootCommand())) }

// newRootCommand returns the whole command tree.
func newRootCommand() *cobra.Command {
	root := &cobra.Command{
		Use:   "bonafide-lab",
		Short: "Measure the program on labelled data",
		Long: `bonafide-lab runs labelled references down the road of "bonafide check" and scores
the verdicts. Each suite is a command of its own. --data names the folder of
shared data; files given explicitly win over it. Labels never reach the judge; an
input without labels gives predictions and no figures.`,
		Example: `  bonafide-lab taxonomy --mode pooled --data ../shared/data
  bonafide-lab stress --data ../shared/data --errors 10
  bonafide-lab taxonomy blind.jsonl --records records.jsonl --predictions out.jsonl`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	for i := range lab.Suites {
		root.AddCommand(newSuiteCommand(&lab.Suites[i]))
	}
	root.AddCommand(tools()...)
	cli.Finish(root, cli.Laboratory)
	return root
}

// modelUnderTest are the flags of a measurement that queries one model directly, in no role.
type modelUnderTest struct{ cli.ModelOptions }

func (m *modelUnderTest) flags(cmd *cobra.Command) {
	m.AskingFlags(cmd,
		"language model to ask, as provider:name, \"none\" for none; what it is asked leaves this machine where the model "+
			"does not stand on it")
}

// with opens the model for do, and then reports what was used. It fails if the model answered nothing: such a
// run measures no model.
func (m *modelUnderTest) with(cmd *cobra.Command, do func(llm.Model) error) error {
	m.Roles, m.Version, m.Table = []string{setup.NoModels}, cli.BuildVersion(), cli.ConfigOf(cmd).Models
	set, err := setup.OpenModels(m.Models)
	if err != nil {
		return cli.UsageError(err)
	}
	if set.Main() == nil {
		return cli.UsageError(errors.Join(set.Close(), errors.New("name the model to ask: --model provider:name")))
	}
	err = do(set.Main())
	totals := set.Totals()
	cli.ListTotals(cmd.ErrOrStderr(), totals)
	if closing := set.Close(); err == nil && closing != nil {
		err = cli.Failure(closing)
	}
	for _, t := range totals {
		if err == nil && t.Asked > 0 && t.Answered == 0 {
			err = cli.Failure(fmt.Errorf("the model did not answer once in %d questions", t.Asked))
		}
	}
	return err
}
