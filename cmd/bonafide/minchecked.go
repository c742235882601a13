package main

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/bonafide-audit/bonafide/internal/cli"
	"github.com/bonafide-audit/bonafide/internal/report"
)

// minChecked is the minimum of references that must be checked for a run to pass: a share, "80%", or a number;
// "" for none. A run that could check nothing has not found anything wrong either.
type minChecked struct{ text string }

func (m *minChecked) flag(cmd *cobra.Command) {
	cmd.Flags().StringVar(&m.text, "min-checked", "",
		"exit with 1 when fewer of the references could be checked: a share as 80%, or a number")
}

// least returns how many of the references must be checked.
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
