package main

import (
	"encoding/json"
	"fmt"
	"runtime"

	"github.com/spf13/cobra"

	"github.com/bonafide-audit/bonafide/internal/cli"
	"github.com/bonafide-audit/bonafide/internal/judge"
)

// newVersionCommand prints which program, rules and formats these are.
func newVersionCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:     "version",
		Short:   "Print the version of the program and of its rules",
		Args:    cobra.NoArgs,
		Example: "  bonafide version\n  bonafide version --json",
		RunE: func(cmd *cobra.Command, _ []string) error {
			v := map[string]string{
				"bonafide": cli.BuildVersion(), "rules": judge.Version, "go": runtime.Version(),
				"platform": runtime.GOOS + "/" + runtime.GOARCH,
			}
			if asJSON {
				return json.NewEncoder(cmd.OutOrStdout()).Encode(v)
			}
			_, err := fmt.Fprintf(cmd.OutOrStdout(), "bonafide %s (rules %s, %s, %s)\n", v["bonafide"], v["rules"], v["go"], v["platform"])
			return err
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object")
	return cmd
}
