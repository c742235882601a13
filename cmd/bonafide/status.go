package main

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/bonafide-audit/bonafide/internal/cli"
	"github.com/bonafide-audit/bonafide/internal/report"
	"github.com/bonafide-audit/bonafide/internal/setup"
)

// status returns the exit status of a run as an error, nil for success. unread says that an input could not be read;
// it outranks findings, and failed sources outrank both.
func status(s *report.Summary, limit report.FailOn, unread bool) error {
	failed, all := s.Outages()
	if all || len(failed) > 0 {
		return &cli.ExitError{Status: cli.ExitSources,
			Err: fmt.Errorf(
				"%s did not answer for too many references that they could have decided: run again before you conclude anything",
				report.Visible(strings.Join(failed, ", ")))}
	}
	if unread {
		return &cli.ExitError{Status: cli.ExitUsage}
	}
	if limit.Fails(s) {
		return &cli.ExitError{Status: cli.ExitFindings}
	}
	return nil
}

func sayUnread(w io.Writer, unread []error) {
	for _, err := range unread {
		fmt.Fprintln(w, "bonafide:", report.Visible(cli.Plainly(err)))
	}
}

// sayChecked warns if most references of a run are undecided, so that it does not look like a success.
func sayChecked(w io.Writer, s *report.Summary) {
	if s.MostlyOpen() {
		fmt.Fprintf(w, "bonafide: %s: most could not be checked, see \"bonafide explain inconclusive\"\n", s.Checked())
	}
}

// closeSetup closes what a command opened and says on w what the user should correct. It returns an error for
// an incomplete recording or trace.
func closeSetup(w io.Writer, s *setup.Setup) error {
	err := s.Close()
	for _, text := range s.Remarks() {
		fmt.Fprintln(w, "bonafide:", report.Visible(text))
	}
	return err
}

// closing closes what a command opened; if nothing failed before, its error becomes that of the command.
func closing(cmd *cobra.Command, s *setup.Setup, err *error) {
	if unwritten := closeSetup(cmd.ErrOrStderr(), s); *err == nil && unwritten != nil {
		*err = cli.Failure(unwritten)
	}
}

func counted[N int | int64](n N, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// joined lists words with commas between them.
func joined[T ~string](list []T) string {
	words := make([]string, len(list))
	for i, word := range list {
		words[i] = string(word)
	}
	return strings.Join(words, ", ")
}

func failOnFlag(cmd *cobra.Command, value *string) {
	cmd.Flags().StringVar(value, "fail-on", report.DefaultFailOn,
		"exit with 1 from this on: a gravity (peripheral, slip, substantive, fabricated), a strength (note, lead, likely, "+
			"certain), an outcome (inconclusive, ambiguous, doubtful, discrepant, not-found), for these codes (H1, H5), or "+
			"for claims that a cited work contradicts (claims); a comma between several means any, a plus sign all; or never")
}

func parseFailOn(text string) (report.FailOn, error) {
	f, err := report.ParseFailOn(text)
	if err != nil {
		err = fmt.Errorf("--fail-on %w", err)
	}
	return f, err
}

// minChecked is the minimum of references that must be checked for a run to pass: a share, "80%", or a number;
// "" for none. A run that could check nothing has not found anything wrong either.
type minChecked struct{ text string }

func (m *minChecked) flag(cmd *cobra.Command) {
	cmd.Flags().StringVar(&m.text, "min-checked", "",
		"exit with 1 when fewer of the references could be checked: a share as 80%, or a number")
}

func (m *minChecked) least(references int) (int, error) {
	if m.text == "" {
		return 0, nil
	}
	number, share := strings.CutSuffix(m.text, "%")
	n, err := strconv.ParseFloat(number, 64)
	switch {
	case err != nil || n < 0 || share && n > 100 || !share && n != float64(int(n)):
		return 0, fmt.Errorf("--min-checked %q: use a share as 80%%, or a whole number", m.text)
	case !share:
		return min(int(n), references), nil
	}
	least := int(n / 100 * float64(references))
	if float64(least)*100 < n*float64(references) {
		least++
	}
	return least, nil
}

// status returns the exit status of a run that already has one, and says on standard error if too few
// references could be checked. Failures that outrank findings stay.
func (m *minChecked) status(cmd *cobra.Command, s *report.Summary, err error) error {
	var exit *cli.ExitError
	if err != nil && (!errors.As(err, &exit) || exit.Status != cli.ExitFindings) {
		return err
	}
	works, checked := s.Works()
	least, failed := m.least(works)
	switch {
	case failed != nil:
		return cli.UsageError(failed)
	case checked >= least:
		return err
	}
	fmt.Fprintf(cmd.ErrOrStderr(), "bonafide: %d of %s could be checked, --min-checked %s asks for %d\n", checked,
		counted(works, "reference"), m.text, least)
	return &cli.ExitError{Status: cli.ExitFindings}
}
