package main

import (
	"encoding/json"
	"fmt"
	"os"
	"runtime"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"

	"github.com/bonafide-audit/bonafide/internal/cli"
	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/row"
)

type versions struct {
	Program  string `json:"bonafide"`
	Rules    string `json:"rules"`  // of the verdict
	Schema   string `json:"schema"` // of the rows
	Commit   string `json:"commit,omitempty"`
	Date     string `json:"date,omitempty"` // of the commit
	Modified bool   `json:"modified,omitempty"`
	Go       string `json:"go"`
	Platform string `json:"platform"`
}

func newVersionCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:     "version",
		Short:   "Print the version of the program and of its rules",
		Args:    cobra.NoArgs,
		Example: "  bonafide version\n  bonafide version --json",
		RunE: func(cmd *cobra.Command, _ []string) error {
			b := cli.BuildOf()
			v := versions{Program: b.Version, Rules: judge.Version, Schema: row.Schema, Commit: b.Commit,
				Modified: b.Modified, Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH}
			if !b.Date.IsZero() {
				v.Date = b.Date.UTC().Format(time.RFC3339)
			}
			if asJSON {
				return json.NewEncoder(cmd.OutOrStdout()).Encode(v)
			}
			_, err := fmt.Fprintf(cmd.OutOrStdout(), "bonafide %s (rules %s, %s, %s)\n", v.Program, v.Rules, v.Go, v.Platform)
			return err
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object")
	return cmd
}

func newManCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "man DIR",
		Short:   "Write a manual page of every command to a folder",
		Args:    cobra.ExactArgs(1),
		Example: "  bonafide man ~/.local/share/man/man1",
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := os.MkdirAll(args[0], 0o777); err != nil {
				return cli.UsageError(err)
			}
			root := cmd.Root()
			root.DisableAutoGenTag = true
			sameEverywhere(root)
			b := cli.BuildOf()
			date := b.Date // of the commit, so that the same source produces the same pages
			if date.IsZero() {
				date = time.Unix(0, 0)
			}
			header := &doc.GenManHeader{Title: "BONAFIDE", Section: "1", Source: "bonafide " + b.Version,
				Manual: "bonafide", Date: &date}
			return cli.Failure(doc.GenManTree(root, header, args[0]))
		},
	}
}

// sameEverywhere removes from the help what differs between machines.
func sameEverywhere(cmd *cobra.Command) {
	if jobs := cmd.Flags().Lookup("jobs"); jobs != nil {
		jobs.DefValue = "one for each processor"
	}
	for _, one := range cmd.Commands() {
		sameEverywhere(one)
	}
}
