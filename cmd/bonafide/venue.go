package main

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/bonafide-audit/bonafide/internal/cli"
	"github.com/bonafide-audit/bonafide/internal/jobs"
	"github.com/bonafide-audit/bonafide/internal/runs"
)

// newVenueCommand checks all papers of a conference or journal, for the desk of serve.
func newVenueCommand() *cobra.Command {
	var opt keptOptions
	cmd := &cobra.Command{
		Use:   "venue",
		Short: "Check all papers of a conference or journal, for the desk that serve shows",
	}
	opt.flags(cmd)
	one := func(use, short string, do func(*cobra.Command, *runs.Store, string) error) *cobra.Command {
		return &cobra.Command{
			Use: use + " NAME", Short: short, Args: cobra.ExactArgs(1),
			RunE: withRuns(&opt, func(cmd *cobra.Command, args []string, store *runs.Store) error {
				return noVenue(args[0], do(cmd, store, args[0]))
			}),
		}
	}
	cmd.AddCommand(
		newVenueSubmitCommand(&opt),
		one("status", "Say how far a venue is", venueStatus),
		one("cancel", "End the work on a venue; what is there stays, and submit goes on", func(cmd *cobra.Command, store *runs.Store, name string) error {
			return cmp.Or(store.CancelVenue(cmd.Context(), name), venueStatus(cmd, store, name))
		}),
		newVenueReportCommand(&opt),
		newVenueExportCommand(&opt),
		one("remove", "Remove a venue with its papers, reports and log", func(cmd *cobra.Command, store *runs.Store, name string) error {
			return store.DeleteVenue(cmd.Context(), name)
		}),
	)
	return cmd
}

func noVenue(name string, err error) error {
	if errors.Is(err, runs.ErrNone) {
		return cli.UsageError(fmt.Errorf("there is no venue %q", name))
	}
	return err
}

// venueStatus prints how far a venue is.
func venueStatus(cmd *cobra.Command, store *runs.Store, name string) error {
	ctx := cmd.Context()
	v, err := store.Venue(ctx, name)
	if err != nil {
		return err
	}
	by, distinct, asked, err := store.Progress(ctx, name)
	if err != nil {
		return err
	}
	out := cmd.OutOrStdout()
	fmt.Fprintf(out, "%s: %s\n", v.Name, v.Phase)
	for _, state := range runs.PaperStates {
		if p := by[state]; p.Papers > 0 {
			fmt.Fprintf(out, "  %s %s, %s, %d accused\n", counted(p.Papers, "paper"), state, counted(p.References, "reference"), p.Accused)
		}
	}
	if distinct > 0 {
		fmt.Fprintf(out, "  %s, each claim once; services were asked about %d\n", counted(distinct, "reference"), asked)
	}
	if err := failedPapers(cmd, store, name); err != nil || v.Phase.Over() {
		return err
	}
	counts, err := store.Jobs(ctx)
	if err != nil {
		return err
	}
	list := make([]string, 0, len(counts))
	for c, n := range counts {
		if c.State != jobs.Failed {
			list = append(list, fmt.Sprintf("%d %s in %s", n, c.State, c.Lane))
		}
	}
	slices.Sort(list)
	fmt.Fprintf(out, "  jobs of all venues and runs: %s\n", cmp.Or(strings.Join(list, ", "), "none"))
	return nil
}

// failedPapers prints why papers failed.
func failedPapers(cmd *cobra.Command, store *runs.Store, venue string) error {
	for behind := ""; ; {
		list, err := store.PapersIn(cmd.Context(), venue, runs.PaperFailed, behind, 1000)
		if err != nil || len(list) == 0 {
			return err
		}
		for _, p := range list {
			fmt.Fprintf(cmd.OutOrStdout(), "  %s failed: %s\n", p.ID, p.Error)
		}
		behind = list[len(list)-1].ID
	}
}
