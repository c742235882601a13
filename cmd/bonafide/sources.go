package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/bonafide-audit/bonafide/internal/setup"
)

// newSourcesCommand lists the services that --online asks.
func newSourcesCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "sources",
		Short:   "List the services that --online asks, and what each needs",
		Long:    "sources lists every service that check --online can ask, in the order in which\nanswers are judged, and the environment variable that holds its key.",
		Example: "  bonafide sources",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			w := cmd.OutOrStdout()
			for _, s := range setup.Services() {
				state := "on"
				if !s.Default {
					state = "by name"
				}
				fmt.Fprintf(w, "%-17s %-8s %s\n", s.Name, state, s.Covers)
				for _, name := range s.Keys {
					fmt.Fprintf(w, "%-26s key: $%s\n", "", keyVariable(name))
				}
				if s.Needs != "" {
					fmt.Fprintf(w, "%-26s needs: %s\n", "", s.Needs)
				}
			}
			return nil
		},
	}
}
