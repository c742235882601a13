package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/bonafide-audit/bonafide/internal/cli"
	"github.com/bonafide-audit/bonafide/internal/lab"
	"github.com/bonafide-audit/bonafide/internal/lab/names"
)

// newNamesCommand returns the command that measures the comparison of names of journals.
func newNamesCommand() *cobra.Command {
	opt := names.Options{Journals: 400, Seed: 56}
	list := false
	cmd := &cobra.Command{
		Use:   "names",
		Short: "Compare short names of journals with full names",
		Long: `names draws journals from lists of abbreviations and of journals with an ISSN, compares
four forms of each (full, ISO 4, as in medicine's index, without full stops) with its full
name and with those of the three journals most like it, and prints how many pairs of each
kind are called two containers. The same lists and seed give the same journals.`,
		Example: "  bonafide-lab names --data ../shared/data --list",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if opt.Data == "" || opt.Journals < 2 {
				return cli.UsageError(lab.ErrNoInput)
			}
			r, err := names.Measure(opt)
			if err != nil {
				return cli.UsageError(err)
			}
			out := cmd.OutOrStdout()
			fmt.Fprintf(out, "one journal, called another: %d of %d\n", len(r.SameCalled), r.Same)
			fmt.Fprintf(out, "two journals, called two: %d of %d\n", r.Others-len(r.Accepted), r.Others)
			if list {
				listPairs(out, "called another", r.SameCalled)
				listPairs(out, "taken for one", r.Accepted)
			}
			return nil
		},
	}
	f := cmd.Flags()
	f.StringVar(&opt.Data, "data", "", "folder of shared data")
	f.IntVar(&opt.Journals, "journals", opt.Journals, "journals to draw")
	f.Uint64Var(&opt.Seed, "seed", opt.Seed, "seed of all that is drawn")
	f.BoolVar(&list, "list", list, "list the pairs that were judged wrongly")
	return cmd
}

func listPairs(w io.Writer, what string, pairs []names.Pair) {
	for _, p := range pairs {
		fmt.Fprintf(w, "%s: %s | %s\n", what, p.Form, p.Name)
	}
}
