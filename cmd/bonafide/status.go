package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/cli"
	"github.com/bonafide-audit/bonafide/internal/report"
	"github.com/bonafide-audit/bonafide/internal/setup"
)

// status turns a summary into the exit status, by the rules of cli.ExitHelp.
func status(w io.Writer, s *report.Summary, limit failOn, unread []error) error {
	for _, err := range unread {
		fmt.Fprintln(w, "bonafide:", report.Visible(err.Error()))
	}
	failed, all := s.Outages()
	if all || len(failed) > 0 {
		return &cli.ExitError{Status: cli.ExitSources, Err: fmt.Errorf("%s did not answer for too many references: run again before you conclude anything", strings.Join(failed, ", "))}
	}
	if len(unread) > 0 {
		return &cli.ExitError{Status: cli.ExitUsage}
	}
	if limit.fails(s) {
		return &cli.ExitError{Status: cli.ExitFindings}
	}
	return nil
}

// closeSetup ends what a command opened and says on w what the user should mend.
// Its error is that of a recording or trace that is not whole.
func closeSetup(w io.Writer, s *setup.Setup) error {
	err := s.Close()
	for _, text := range s.Remarks() {
		fmt.Fprintln(w, "bonafide:", text)
	}
	return err
}

// counted gives a number with its noun.
func counted[N int | int64](n N, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
