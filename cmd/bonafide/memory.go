package main

import (
	"encoding/json"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/bonafide-audit/bonafide/internal/cli"
	"github.com/bonafide-audit/bonafide/internal/setup"
)

func newMemoryCommand() *cobra.Command {
	var sources cli.SourceOptions
	var asJSON, all bool
	cmd := &cobra.Command{
		Use:   "memory",
		Short: "Show the memory of works verified before",
		Long: `memory shows where the memory of verified works is, how many it holds, and how
long it keeps them. A run with --online fills it; every run asks it first. It
can confirm a reference that cites such a work again, and never accuses one.

Exit status: 0, 2 usage, 3 a failure of bonafide itself`,
		Example: `  bonafide memory
  bonafide memory seed --corpus ~/corpora/dblp
  bonafide memory forget --all`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			info, err := setup.DescribeMemory(cmd.Context(), sources.Setup().Online)
			if err != nil {
				return cli.UsageError(err)
			}
			w := cmd.OutOrStdout()
			if asJSON {
				return json.NewEncoder(w).Encode(info)
			}
			_, err = fmt.Fprintf(w, "%s: %s, each kept for %s after it was last verified\n", info.File,
				counted(info.Works, "work"), counted(info.Days, "day"))
			return err
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object")
	sources.MemoryFlag(cmd)
	seed := &cobra.Command{
		Use:   "seed",
		Short: "Put the works of a corpus into the memory",
		Long: "seed remembers every work of the corpora that states title, authors and year, as\nif it had been " +
			"verified today. Corpora of millions of works are better named with\n--corpus in every run: the memory takes two " +
			"kilobytes and a tenth of a\nmillisecond for each.",
		Example: "  bonafide memory seed --corpus ~/corpora/dblp",
		Args:    cobra.NoArgs,
	}
	var from cli.SourceOptions
	from.NamedCorpusFlag(seed)
	from.MemoryFlag(seed)
	seed.RunE = func(cmd *cobra.Command, _ []string) error {
		steps := stepBars{w: cmd.ErrOrStderr(), what: "seeding", make: things}
		n, err := setup.SeedMemory(cmd.Context(), from.Setup(),
			func(done, total int) { steps.progress(int64(done), int64(total)) })
		steps.finish()
		if err != nil {
			return cli.UsageError(err)
		}
		_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s remembered\n", counted(n, "work"))
		return err
	}
	var which cli.SourceOptions
	forget := &cobra.Command{
		Use:   "forget",
		Short: "Remove works from the memory that are too old, or all",
		Long: "forget removes the works that were last verified longer ago than memory.keep of\nthe configuration says, " +
			"with --all every work, and says how many are left.",
		Example: "  bonafide memory forget\n  bonafide memory forget --all",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := setup.ForgetMemory(cmd.Context(), which.Setup().Online, all); err != nil {
				return cli.UsageError(err)
			}
			info, err := setup.DescribeMemory(cmd.Context(), which.Setup().Online)
			if err != nil {
				return cli.UsageError(err)
			}
			_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s left\n", counted(info.Works, "work"))
			return err
		},
	}
	which.MemoryFlag(forget)
	forget.Flags().BoolVar(&all, "all", false, "remove every work")
	cmd.AddCommand(seed, forget)
	return cmd
}
