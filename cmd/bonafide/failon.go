package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/report"
)

// failOnFlag adds the flag.
func failOnFlag(cmd *cobra.Command, value *string) {
	cmd.Flags().StringVar(value, "fail-on", judge.Substantive.String(),
		"exit with 1 from this on: a gravity (peripheral, slip, substantive, fabricated), an outcome (inconclusive, ambiguous, discrepant, not-found), for these codes (H1, H5), or for claims that a cited work states otherwise (claims); several with commas; or never")
}

// parseFailOn reads the words of --fail-on.
func parseFailOn(text string) (report.FailOn, error) {
	f, err := report.ParseFailOn(text)
	if err != nil {
		err = fmt.Errorf("--fail-on %w", err)
	}
	return f, err
}
