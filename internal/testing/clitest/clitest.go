// Package clitest runs command lines inside the process of a test, and finds the command lines in the
// documentation.
package clitest

import (
	"bytes"
	"testing"

	"github.com/spf13/cobra"

	"github.com/bonafide-audit/bonafide/internal/cli"
)

// Run executes a command line as main does, and returns what it printed and its
// exit status.
func Run(t testing.TB, root *cobra.Command, args ...string) (stdout, stderr string, status int) {
	t.Helper()
	var out, errs bytes.Buffer
	root.SetOut(&out)
	root.SetErr(&errs)
	root.SetArgs(args)
	status = cli.Say(&errs, root.ExecuteContext(t.Context()))
	return out.String(), errs.String(), status
}

// Session is like Run, without the status.
func Session(t testing.TB, root *cobra.Command, args ...string) (stdout, stderr string) {
	t.Helper()
	stdout, stderr, _ = Run(t, root, args...)
	return stdout, stderr
}
