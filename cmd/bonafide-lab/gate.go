package main

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/bonafide-audit/bonafide/internal/cli"
	"github.com/bonafide-audit/bonafide/internal/lab"
	"github.com/bonafide-audit/bonafide/internal/lab/compare"
	"github.com/bonafide-audit/bonafide/internal/lab/result"
)

// gateOptions are the flags of gate.
type gateOptions struct {
	lab.Options
	file, record, day string
	only              []string
	update            bool
}

func newGateCommand() *cobra.Command {
	opt := gateOptions{file: "quality/gate.json", day: time.Now().UTC().Format(time.DateOnly)}
	cmd := &cobra.Command{
		Use:   "gate",
		Short: "Run the suites of the accuracy gate and fail when a bound does not hold",
		Long: `gate runs every check of the gate file over the shared data and ends with status
1 when a figure is worse than its bound: a false accusation may never come
back. --update tightens the bounds to what was measured and never loosens them.
--record writes what was measured, with intervals, to the file of which
"bonafide-lab results" makes doc/results.md; with --only, the others keep theirs.`,
		Example: "  bonafide-lab gate --data ../shared/data\n  bonafide-lab gate --data ../shared/data --only " +
			"stress,refstrings --record quality/results.json",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			opt.Cache, opt.Log = cacheFolder(), logTo(cmd)
			return runGate(cmd, opt)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&opt.Data, "data", "", "folder of shared data")
	flags.StringVar(&opt.file, "gate", opt.file, "file of bounds")
	flags.StringSliceVar(&opt.only, "only", nil, "suites to run; all by default")
	flags.StringVar(&opt.record, "record", "", "file that keeps what was measured")
	flags.StringVar(&opt.day, "date", opt.day, "with --record: the day of the measurement")
	flags.BoolVar(&opt.update, "update", false, "tighten the bounds to what was measured")
	return cmd
}

func runGate(cmd *cobra.Command, opt gateOptions) error {
	bounds, err := compare.ReadGate(opt.file)
	if err != nil {
		return cli.UsageError(err)
	}
	recorded, err := compare.ReadRecorded(opt.record)
	if err != nil {
		return cli.UsageError(err)
	}
	var lines []compare.GateLine
	holds := true
	for i := range bounds.Checks {
		check := &bounds.Checks[i]
		if opt.only != nil && !slices.Contains(opt.only, check.Suite) {
			continue
		}
		found, measured, err := check.Hold(cmd.Context(), opt.Options)
		if err != nil {
			return cli.UsageError(err)
		}
		check.Tighten(found)
		if recorded.Take(check, measured, opt.day); opt.record != "" { // bad figures are recorded, too
			if err := recorded.Write(opt.record, bounds); err != nil {
				return cli.Failure(err)
			}
		}
		for _, l := range found {
			holds = holds && l.Holds
		}
		lines = append(lines, found...)
	}
	if err := result.WriteTables(cmd.OutOrStdout(), []result.Table{compare.GateTable(lines)}); err != nil {
		return err
	}
	if !holds {
		return &cli.ExitError{Status: cli.ExitFindings, Err: errGate}
	}
	if opt.update {
		if err := bounds.Write(opt.file); err != nil {
			return cli.Failure(err)
		}
	}
	return nil
}

func newResultsCommand() *cobra.Command {
	gate, record, page := "quality/gate.json", "quality/results.json", "doc/results.md"
	cmd := &cobra.Command{
		Use:   "results",
		Short: "Write the recorded figures into the page of results",
		Long: `results puts the table of all figures that "bonafide-lab gate --record" keeps into
doc/results.md, between the two comments that mark its place.`,
		Example: "  bonafide-lab results",
		Args:    cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			bounds, err := compare.ReadGate(gate)
			if err != nil {
				return cli.UsageError(err)
			}
			recorded, err := compare.ReadRecorded(record)
			if err != nil {
				return cli.UsageError(err)
			}
			text, err := os.ReadFile(page)
			if err != nil {
				return cli.UsageError(err)
			}
			made, ok := recorded.Page(string(text), bounds)
			if !ok {
				return cli.UsageError(fmt.Errorf("%s: %w", page, errNoPlace))
			}
			return os.WriteFile(page, []byte(made), 0o644)
		},
	}
	cmd.Flags().StringVar(&gate, "gate", gate, "file of bounds")
	cmd.Flags().StringVar(&record, "record", record, "file that keeps what was measured")
	cmd.Flags().StringVar(&page, "page", page, "page to write")
	return cmd
}

// errGate means that a bound of the accuracy gate does not hold.
var errGate = errors.New("accuracy gate: a bound does not hold")

var errNoPlace = errors.New("no place for the table: it stands between <!-- figures --> and <!-- end of figures -->")
