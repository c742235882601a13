package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/bonafide-audit/bonafide/internal/setup"
)

// newSourcesCommand lists the sources.
func newSourcesCommand() *cobra.Command {
	var sources sourceOptions
	var probe, asJSON bool
	cmd := &cobra.Command{
		Use:   "sources",
		Short: "List the sources: what each covers, whether it is asked, has a key, and answers",
		Long: `sources lists memory, corpus and every service that --online asks, in the order in
which answers are judged. With the flags of check it shows what such a run would
ask. --probe asks each of those services about one well-known work.

Exit status: 0, 2 usage, 4 a service that was probed does not answer`,
		Example: `  bonafide sources
  bonafide sources --online --sources -googlebooks,+publisher
  bonafide sources --probe --contact you@example.org`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if probe && sources.offline {
				return usageError(fmt.Errorf("--probe asks services, --offline asks nobody: leave one out"))
			}
			if w := cmd.ErrOrStderr(); probe && isTerminal(w) {
				fmt.Fprintln(w, "asking every service that would be asked; a minute at most")
			}
			list, err := setup.States(cmd.Context(), sources.setup(), probe)
			if err != nil {
				return usageError(err)
			}
			if asJSON {
				err = json.NewEncoder(cmd.OutOrStdout()).Encode(map[string]any{"sources": list})
			} else {
				err = listSources(cmd.OutOrStdout(), list)
			}
			if err != nil {
				return failure(err)
			}
			return silent(list)
		},
	}
	sources.flags(cmd)
	cmd.Flags().BoolVar(&probe, "probe", false, "ask every service that would be asked whether it answers")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object")
	return cmd
}

func listSources(w io.Writer, list []setup.State) error {
	var err error
	say := func(format string, args ...any) {
		if err == nil {
			_, err = fmt.Fprintf(w, format, args...)
		}
	}
	for _, s := range list {
		say("%-17s %-8s %s%s\n", s.Name, sourceState(s), s.Covers, works(s.Works))
		switch {
		case s.Answers:
			say("%-26s answers, %.0f ms\n", "", s.TookMS)
		case s.Failure != "":
			say("%-26s does not answer: %s\n", "", s.Failure)
		}
		for _, name := range s.Keys {
			if !s.HasKey {
				say("%-26s key: $%s\n", "", setup.KeyVariable(name))
			}
		}
		if s.HasKey {
			say("%-26s has a key\n", "")
		}
		if s.Needs != "" {
			say("%-26s needs: %s\n", "", s.Needs)
		}
	}
	return err
}

// sourceState says in a word whether a source is asked.
func sourceState(s setup.State) string {
	switch {
	case s.Enabled:
		return "on"
	case s.Needs != "":
		return "needs"
	case s.Usual && s.Online:
		return "online" // asked with --online
	case s.Usual:
		return "off"
	}
	return "by name"
}

func works(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf(" (%d works)", n)
}

// silent gives the exit status of services that were probed and do not answer.
func silent(list []setup.State) error {
	var names []string
	for _, s := range list {
		if s.Probed && !s.Answers {
			names = append(names, s.Name)
		}
	}
	if len(names) > 0 {
		return &exitError{exitSources, fmt.Errorf("no answer from %s", strings.Join(names, ", "))}
	}
	return nil
}
