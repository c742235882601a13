package main

import (
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/bonafide-audit/bonafide/internal/cli"
	"github.com/bonafide-audit/bonafide/internal/jobs"
	"github.com/bonafide-audit/bonafide/internal/outfile"
	"github.com/bonafide-audit/bonafide/internal/runs"
)

func newVenueCommand() *cobra.Command {
	var opt keptOptions
	cmd := &cobra.Command{
		Use:   "venue",
		Short: "Check all papers of a conference or journal; serve shows them",
	}
	opt.flags(cmd)
	one := func(use, short string, do func(*cobra.Command, *runs.Store, string) error) *cobra.Command {
		return &cobra.Command{
			Use: use + " NAME", Short: short, Args: cobra.ExactArgs(1),
			RunE: withRuns(&opt, func(cmd *cobra.Command, args []string, store *runs.Store) error {
				return unlessNone(do(cmd, store, args[0]), "there is no venue %q", args[0])
			}),
		}
	}
	cmd.AddCommand(
		newVenueSubmitCommand(&opt),
		one("status", "Show the progress of a venue", venueStatus),
		one("cancel", "Stop the work on a venue; results stay, and submit continues",
			func(cmd *cobra.Command, store *runs.Store, name string) error {
				return cmp.Or(store.CancelVenue(cmd.Context(), name), venueStatus(cmd, store, name))
			}),
		newVenueReportCommand(&opt),
		newVenueExportCommand(&opt),
		newVenueRemoveCommand(one),
		one("restore", "Restore a venue that was removed within the last hour",
			func(cmd *cobra.Command, store *runs.Store, name string) error {
				err := unlessNone(store.RestoreVenue(cmd.Context(), name),
					"no venue %q was removed within the last hour", name)
				return cmp.Or(err, venueStatus(cmd, store, name))
			}),
	)
	return cmd
}

func newVenueRemoveCommand(one func(use, short string,
	do func(*cobra.Command, *runs.Store, string) error) *cobra.Command) *cobra.Command {
	var now bool
	cmd := one("remove", "Remove a venue with its papers, reports and log; \"venue restore\" undoes it for an hour",
		func(cmd *cobra.Command, store *runs.Store, name string) error {
			ctx := cmd.Context()
			if err := store.EmptyBin(ctx, time.Now().Add(-runs.InBin)); err != nil {
				return err
			}
			if now {
				return store.DeleteVenue(ctx, name)
			}
			if err := store.BinVenue(ctx, name); err != nil {
				return err
			}
			fmt.Fprintf(cmd.OutOrStdout(), "removed %s; for an hour \"bonafide venue restore %[1]s\" undoes that\n", name)
			return nil
		})
	cmd.Flags().BoolVar(&now, "now", false, "delete it at once: nothing can be restored")
	return cmd
}

// unlessNone says in place of runs.ErrNone what there is not.
func unlessNone(err error, absent, name string) error {
	if errors.Is(err, runs.ErrNone) {
		return cli.UsageError(fmt.Errorf(absent, name))
	}
	return err
}

func venueStatus(cmd *cobra.Command, store *runs.Store, name string) error {
	ctx := cmd.Context()
	v, err := store.Venue(ctx, name)
	if err != nil {
		return err
	}
	by, distinct, asked, err := store.Progress(ctx, name)
	if err != nil {
		return err
	}
	out := cmd.OutOrStdout()
	fmt.Fprintf(out, "%s: %s\n", v.Name, v.Phase)
	for _, state := range runs.PaperStates {
		if p := by[state]; p.Papers > 0 {
			fmt.Fprintf(out, "  %s %s, %s, %d accused\n", counted(p.Papers, "paper"), state,
				counted(p.References, "reference"), p.Accused)
		}
	}
	if distinct > 0 {
		fmt.Fprintf(out, "  %s, each claim once; services were asked about %d\n", counted(distinct, "reference"), asked)
	}
	if err := failedPapers(cmd, store, name); err != nil || v.Phase.Over() {
		return err
	}
	counts, err := store.Jobs(ctx)
	if err != nil {
		return err
	}
	list := make([]string, 0, len(counts))
	for c, n := range counts {
		if c.State != jobs.Failed {
			list = append(list, fmt.Sprintf("%d %s in %s", n, c.State, c.Kind))
		}
	}
	slices.Sort(list)
	fmt.Fprintf(out, "  jobs of all venues and runs: %s\n", cmp.Or(strings.Join(list, ", "), "none"))
	return nil
}

func failedPapers(cmd *cobra.Command, store *runs.Store, venue string) error {
	for behind := ""; ; {
		list, err := store.PapersIn(cmd.Context(), venue, runs.PaperFailed, behind, 1000)
		if err != nil || len(list) == 0 {
			return err
		}
		for _, p := range list {
			fmt.Fprintf(cmd.OutOrStdout(), "  %s failed: %s\n", p.ID, p.Error)
		}
		behind = list[len(list)-1].ID
	}
}

func newVenueReportCommand(kept *keptOptions) *cobra.Command {
	format, out, decision := "", "", ""
	cmd := &cobra.Command{
		Use:   "report NAME",
		Short: "Write one report of all papers of a venue",
		Long: `report writes the findings of all papers that have rows, in the order of the papers'
names. Findings that people dismissed without a conflict are included as accepted, and
are in no letter.`,
		Example: `  bonafide venue report icml27 --format csv --out icml27.csv
  bonafide venue report icml27 --format letter --decision write`,
		Args: cobra.ExactArgs(1),
		RunE: withRuns(kept, func(cmd *cobra.Command, args []string, store *runs.Store) error {
			if !slices.Contains(runs.VenueFormats, format) {
				return cli.UsageError(fmt.Errorf("--format %s: a venue has %s", format, strings.Join(runs.VenueFormats, ", ")))
			}
			desk, err := ownDesk(cmd, store, args[0])
			if err != nil {
				return err
			}
			filter := runs.PaperFilter{Decision: runs.PaperDecision(decision)}
			write := func(w io.Writer) error { return desk.Render(cmd.Context(), filter, format, w) }
			if out == "" {
				return write(cmd.OutOrStdout())
			}
			return toFile(out, write)
		}),
	}
	cmd.Flags().StringVar(&format, "format", "csv", strings.Join(runs.VenueFormats, ", "))
	cmd.Flags().StringVar(&out, "out", "", "file to write (default: standard output)")
	cmd.Flags().StringVar(&decision, "decision", "",
		"only papers about which this was decided: clear, write, written or none")
	return cmd
}

func ownDesk(cmd *cobra.Command, store *runs.Store, name string) (*runs.Membership, error) {
	v, err := store.Venue(cmd.Context(), name)
	if err != nil {
		return nil, unlessNone(err, "there is no venue %q", name)
	}
	return store.Membership(cmd.Context(), v.Owner, name)
}

func toFile(path string, write func(io.Writer) error) error {
	f, err := outfile.Create(path, 0o666)
	if err != nil {
		return cli.UsageError(err)
	}
	if err := write(f); err != nil {
		return errors.Join(err, f.Abandon())
	}
	return f.Commit()
}

func newVenueExportCommand(kept *keptOptions) *cobra.Command {
	return &cobra.Command{
		Use:   "export NAME FOLDER",
		Short: "Export a venue to a folder: papers, findings, verdicts, letters, log",
		Long: `export creates FOLDER, which must be empty or not exist, with
  papers.csv     one line per paper: state, counts, decision
  verdicts.csv   the verdicts of each person about findings
  log.csv        who did what when
  findings.jsonl all findings, as check --format jsonl writes them
  letters/       a letter for each paper with findings to report`,
		Example: `  bonafide venue export icml27 icml27-archive`,
		Args:    cobra.ExactArgs(2),
		RunE: withRuns(kept, func(cmd *cobra.Command, args []string, store *runs.Store) error {
			desk, err := ownDesk(cmd, store, args[0])
			if err != nil {
				return err
			}
			return exportVenue(cmd, desk, args[1])
		}),
	}
}

func exportVenue(cmd *cobra.Command, desk *runs.Membership, folder string) error {
	if list, err := os.ReadDir(folder); err == nil && len(list) > 0 {
		return cli.UsageError(fmt.Errorf("%s is not empty", folder))
	}
	if err := os.MkdirAll(filepath.Join(folder, "letters"), 0o700); err != nil {
		return cli.UsageError(err)
	}
	var papers []runs.Paper
	if err := desk.Each(cmd.Context(), runs.PaperFilter{}, func(p *runs.Paper) error {
		papers = append(papers, *p)
		return nil
	}); err != nil {
		return err
	}
	for name, write := range map[string]func(io.Writer) error{
		"papers.csv":     func(w io.Writer) error { return writePapers(w, papers) },
		"verdicts.csv":   func(w io.Writer) error { return writeVerdicts(cmd, w, desk, papers) },
		"log.csv":        func(w io.Writer) error { return writeLog(cmd, w, desk) },
		"findings.jsonl": func(w io.Writer) error { return desk.Render(cmd.Context(), runs.PaperFilter{}, "jsonl", w) },
	} {
		if err := toFile(filepath.Join(folder, name), write); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	bar := cli.NewProgress(cmd.ErrOrStderr(), len(papers), "writing letters")
	defer bar.Finish()
	for i := range papers {
		bar.Add(1)
		p := &papers[i]
		if !p.HasRows() || p.Slips+p.Substantive+p.Fabricated == 0 {
			continue
		}
		err := toFile(filepath.Join(folder, "letters", p.ID+".txt"),
			func(w io.Writer) error { return desk.RenderPaper(cmd.Context(), p, "letter", w) })
		if err != nil {
			return err
		}
	}
	return nil
}

func writePapers(w io.Writer, papers []runs.Paper) error {
	rows := [][]string{{"paper", "version", "title", "state", "error", "references", "verified", "discrepant", "doubtful",
		"ambiguous", "not_found", "exempt", "inconclusive", "slips", "substantive", "fabricated", "decision",
		"note", "decided_by"}}
	for i := range papers {
		p := &papers[i]
		row := []string{p.ID, strconv.Itoa(p.Version), p.Title, string(p.State), p.Error}
		for _, n := range []int{p.References, p.Verified, p.Discrepant, p.Doubtful, p.Ambiguous, p.NotFound, p.Exempt,
			p.Inconclusive, p.Slips, p.Substantive, p.Fabricated} {
			row = append(row, strconv.Itoa(n))
		}
		rows = append(rows, append(row, string(p.Decision), p.Note, p.DecidedBy))
	}
	return csv.NewWriter(w).WriteAll(rows)
}

func writeVerdicts(cmd *cobra.Command, w io.Writer, desk *runs.Membership, papers []runs.Paper) error {
	rows := [][]string{{"paper", "entry", "person", "field", "verdict", "note", "about", "at"}}
	for i := range papers {
		said, err := desk.Triage(cmd.Context(), &papers[i])
		if err != nil {
			return err
		}
		for _, entry := range slices.Sorted(maps.Keys(said)) {
			for _, s := range said[entry] {
				rows = append(rows,
					[]string{papers[i].ID, entry, s.Person, string(s.Field), string(s.Decision), s.Note, s.About,
						s.At.Format("2006-01-02T15:04:05Z")})
			}
		}
	}
	return csv.NewWriter(w).WriteAll(rows)
}

func writeLog(cmd *cobra.Command, w io.Writer, desk *runs.Membership) error {
	rows := [][]string{{"at", "person", "act", "paper", "what"}}
	for cursor, first := "", true; first || cursor != ""; first = false {
		list, next, err := desk.Log(cmd.Context(), cursor, 500)
		if err != nil {
			return err
		}
		for _, e := range list {
			rows = append(rows, []string{e.At.Format("2006-01-02T15:04:05Z"), e.Person, e.Act, e.Paper, e.What})
		}
		cursor = next
	}
	return csv.NewWriter(w).WriteAll(rows)
}
