package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
	"syscall"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	citing "github.com/bonafide-audit/bonafide/internal/cite"
	"github.com/bonafide-audit/bonafide/internal/cli"
	"github.com/bonafide-audit/bonafide/internal/corpora"
	"github.com/bonafide-audit/bonafide/internal/dump"
	"github.com/bonafide-audit/bonafide/internal/extract"
	"github.com/bonafide-audit/bonafide/internal/index"
	"github.com/bonafide-audit/bonafide/internal/report"
	"github.com/bonafide-audit/bonafide/internal/setup"
)

func newCorpusCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "corpus",
		Short: "Get, build, describe and search offline corpora",
		Long: `A corpus is an index of works, made from public dumps and searched without a
network. "corpus get" installs one, and every run finds all that are installed;
"corpus build" makes one from your own files in any folder, to be named by --corpus.
Several corpora are searched together, the starter corpus always with them.`,
		Example: "  bonafide corpus get cs\n  bonafide corpus list\n  bonafide corpus build --out ~/corpora/mine " +
			"works.jsonl.zst\n  bonafide corpus info --corpus ~/corpora/mine",
	}
	cmd.AddCommand(newCorpusGetCommand(), newCorpusPullCommand(), newCorpusListCommand(), newCorpusRemoveCommand(),
		newCorpusBuildCommand(), newCorpusInfoCommand(), newCorpusFindCommand(), newCorpusMergeCommand(),
		newCorpusVerifyCommand())
	return cmd
}

func newCorpusInfoCommand() *cobra.Command {
	var opt cli.SourceOptions
	var asJSON, coverage bool
	cmd := &cobra.Command{
		Use:   "info",
		Short: "Describe a corpus, and list the containers for which it is complete",
		Example: "  bonafide corpus info\n  bonafide corpus info --corpus dblp --coverage\n  bonafide corpus info --corpus " +
			"~/corpora/mine --json",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			ix, err := setup.OpenCorpus(opt.Setup().Corpora)
			if err != nil {
				return cli.UsageError(err)
			}
			defer ix.Close()
			info, err := ix.Info()
			if err != nil {
				return cli.UsageError(err)
			}
			if asJSON {
				return json.NewEncoder(report.EscapedJSON(cmd.OutOrStdout())).Encode(info)
			}
			printInfo(cmd.OutOrStdout(), info, coverage)
			return nil
		},
	}
	opt.CorpusFlag(cmd)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object")
	cmd.Flags().BoolVar(&coverage, "coverage", false, "list every row of the coverage table")
	return cmd
}

func printInfo(w io.Writer, info index.Info, coverage bool) {
	fmt.Fprintf(w, "%s in %s, %s", counted(info.Works, "work"), counted(info.Records, "record"), cli.Size(info.Bytes))
	if info.Records > 0 {
		fmt.Fprintf(w, " (%d bytes a record)", info.Bytes/int64(info.Records))
	}
	fmt.Fprintf(w, ", %s, format %d\n", counted(info.Segments, "segment"), info.Format)
	for _, s := range info.Sources {
		fmt.Fprintf(w, "  %9d  %-15s  %s\n", s.Records, cmp.Or(s.Origin.Kind.String(), "personal"), report.Visible(s.Source))
	}
	complete := 0
	for _, row := range info.Coverage {
		if row.Complete {
			complete++
		}
	}
	fmt.Fprintf(w, "%s in the coverage table, %d complete\n", counted(len(info.Coverage), "container-year"), complete)
	if !coverage {
		return
	}
	for _, row := range info.Coverage {
		state := "partial"
		if row.Complete {
			state = "complete"
		}
		fmt.Fprintf(w, "  %4d  %-8s  %-9s  %s\n", row.Year, state, row.How, report.Visible(row.Container))
	}
}

func newCorpusFindCommand() *cobra.Command {
	var opt cli.SourceOptions
	var asJSON bool
	var limit int
	cmd := &cobra.Command{
		Use:   "find TITLE-OR-IDENTIFIER...",
		Short: "Find works by title, identifier or a whole reference",
		Example: "  bonafide corpus find \"attention is all you need\"\n  bonafide corpus find --corpus dblp " +
			"arXiv:1706.03762 --json",
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			ix, err := setup.OpenJoined(opt.Setup().Corpora)
			if err != nil {
				return cli.UsageError(err)
			}
			defer ix.Close()
			found, err := citing.Find(ix, strings.Join(args, " "), limit)
			if err != nil {
				return cli.UsageError(err)
			}
			if len(found) == 0 {
				fmt.Fprintln(cmd.ErrOrStderr(), "nothing found")
				return &cli.ExitError{Status: cli.ExitFindings}
			}
			return printWorks(cmd.OutOrStdout(), found, asJSON)
		},
	}
	opt.CorpusFlag(cmd)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object a line")
	cmd.Flags().IntVar(&limit, "limit", 5, "most works to list by similar title")
	return cmd
}

func printWorks(w io.Writer, found []citing.Found, asJSON bool) error {
	enc := report.NewEncoder(w)
	for _, f := range found {
		if asJSON {
			if err := enc.Encode(f); err != nil {
				return err
			}
			continue
		}
		fmt.Fprintf(w, "%.2f  %s\n      %s\n      %s %s  [%s %s]\n", f.Score, report.Visible(f.Fields.Title),
			report.Visible(strings.Join(f.Fields.Authors, ", ")), report.Visible(f.Fields.Venue), f.Fields.Year, f.Source,
			report.Visible(f.LocalID))
	}
	return nil
}

func newCorpusMergeCommand() *cobra.Command {
	var opt cli.SourceOptions
	cmd := &cobra.Command{
		Use:     "merge --corpus CORPUS",
		Short:   "Join the segments of a corpus into one",
		Example: "  bonafide corpus merge --corpus ~/corpora/mine",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			for _, dir := range opt.Corpora {
				if err := mergeCorpus(cmd, dir); err != nil {
					return err
				}
			}
			return nil
		},
	}
	opt.NamedCorpusFlag(cmd)
	_ = cmd.MarkFlagRequired("corpus")
	return cmd
}

func mergeCorpus(cmd *cobra.Command, dir string) error {
	if !index.Exists(dir) {
		_, err := index.Open(dir)
		return cli.UsageError(err)
	}
	held, err := index.Lock(dir)
	if err != nil {
		return cli.UsageError(err)
	}
	defer held.Close()
	if err := corpora.Unfinished(dir); err != nil {
		return cli.UsageError(err)
	}
	bar := cli.NewProgress(cmd.ErrOrStderr(), -1, "merging")
	err = index.Merge(cmd.Context(), dir, index.Options{Progress: func(records int) { bar.Set(int64(records)) }})
	bar.Finish()
	return corpusError(err)
}

func newCorpusVerifyCommand() *cobra.Command {
	var opt cli.SourceOptions
	cmd := &cobra.Command{
		Use:     "verify",
		Short:   "Read whole corpora and verify every checksum",
		Example: "  bonafide corpus verify\n  bonafide corpus verify --corpus ~/corpora/mine",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if len(opt.Corpora) == 0 {
				return verifyCorpus(cmd, "the starter corpus")
			}
			for _, dir := range opt.Corpora {
				if err := verifyCorpus(cmd, dir, dir); err != nil {
					return err
				}
			}
			return nil
		},
	}
	opt.CorpusFlag(cmd)
	return cmd
}

func verifyCorpus(cmd *cobra.Command, name string, dirs ...string) error {
	ix, err := setup.OpenCorpus(dirs)
	if err != nil {
		return cli.UsageError(err)
	}
	defer ix.Close()
	if err := ix.Verify(); err != nil {
		return cli.UsageError(err)
	}
	_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s is intact: %s\n", name, counted(ix.Len(), "record"))
	return err
}

type installedCorpus struct {
	Name    string `json:"name"`
	Folder  string `json:"folder"`
	Records int    `json:"records"`
	Bytes   int64  `json:"bytes"`
	Date    string `json:"date,omitempty"`
	Terms   string `json:"terms,omitempty"`
	Damage  string `json:"damage,omitempty"` // why it cannot be opened
}

func newCorpusListCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List the corpora that are installed and those that can be",
		Long: `list shows the installed corpora, which every run searches, then the public dumps
that "bonafide corpus get" installs, with size and terms, and how to get those
that no program may download.`,
		Example: "  bonafide corpus list\n  bonafide corpus list --json",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			home, err := corpora.Home(os.Getenv)
			if err != nil {
				return cli.UsageError(err)
			}
			have, err := installed(home)
			if err != nil {
				return cli.UsageError(err)
			}
			if asJSON {
				return json.NewEncoder(report.EscapedJSON(cmd.OutOrStdout())).Encode(have)
			}
			return printCorpora(cmd.OutOrStdout(), home, have)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print the installed corpora as one JSON array")
	return cmd
}

func installed(home string) ([]installedCorpus, error) {
	list, err := corpora.List(home)
	if err != nil {
		return nil, err
	}
	have := []installedCorpus{}
	for _, c := range list {
		one := installedCorpus{Name: c.Name, Folder: c.Dir, Terms: c.Terms}
		if !c.Date.IsZero() {
			one.Date = c.Date.Format(time.DateOnly)
		}
		ix, err := index.Open(c.Dir)
		if err == nil {
			var info index.Info
			if info, err = ix.Info(); err == nil {
				one.Records, one.Bytes = info.Records, info.Bytes
			}
			_ = ix.Close()
		}
		if err != nil {
			one.Damage = err.Error()
		}
		have = append(have, one)
	}
	return have, nil
}

func printCorpora(out io.Writer, home string, have []installedCorpus) error {
	w := tabwriter.NewWriter(cli.Wrapping(out, 4), 0, 0, 2, ' ', 0)
	if len(have) == 0 {
		fmt.Fprintln(w, "no corpus is installed: bonafide corpus get cs")
	} else {
		fmt.Fprintf(w, "installed in %s\n", home)
	}
	for _, c := range have {
		if c.Damage != "" {
			fmt.Fprintf(w, "  %s\tdamaged: bonafide corpus remove %s, and get it again: %s\n", c.Name, c.Name,
				report.Visible(c.Damage))
			continue
		}
		fmt.Fprintf(w, "  %s\t%s\t%s\t%s\t%s\n", c.Name, counted(c.Records, "record"), cli.Size(c.Bytes), c.Date,
			report.Visible(c.Terms))
	}
	fmt.Fprintln(w, "bonafide corpus get")
	for _, p := range corpora.Presets {
		fmt.Fprintf(w, "  %s\t%s: %s\n", p.Name, p.Field, strings.Join(p.Members, ", "))
	}
	for _, p := range dump.Publics {
		if p.Layout != dump.ByHand {
			fmt.Fprintf(w, "  %s\tdownload %s\tdisk %s\t%s\n", p.Name, cli.Size(p.Bytes),
				cli.Size(corpora.CostOf(p, false).Disk), p.Terms)
		}
	}
	fmt.Fprintln(w, "by hand")
	for _, p := range dump.Publics {
		if p.Layout == dump.ByHand {
			fmt.Fprintf(w, "  %s\t%s\t%s\t%s\n", p.Name, cli.Size(p.Bytes), p.Terms, p.Page)
		}
	}
	return w.Flush()
}

func newCorpusRemoveCommand() *cobra.Command {
	var dumps string
	cmd := &cobra.Command{
		Use:   "remove NAME...",
		Short: "Remove installed corpora",
		Long: `remove deletes corpora and their downloads. NAME is a corpus or a
field; a corpus that another installed field shares stays.`,
		Example: "  bonafide corpus remove dblp\n  bonafide corpus remove cs",
		Args:    cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			home, err := corpora.Home(os.Getenv)
			if err != nil {
				return cli.UsageError(err)
			}
			if dumps == "" {
				if dumps, err = corpora.Dumps(); err != nil {
					return cli.UsageError(err)
				}
			}
			return removeCorpora(cmd.OutOrStdout(), home, dumps, args)
		},
	}
	cmd.Flags().StringVar(&dumps, "dumps", "", "folder with the downloads (default: dumps in the user's cache folder)")
	return cmd
}

func removeCorpora(w io.Writer, home, dumps string, args []string) error {
	names, kept, err := corpora.ToRemove(home, args)
	if err != nil {
		return cli.UsageError(err)
	}
	for _, name := range names {
		if err := corpora.Remove(home, dumps, name); err != nil {
			return corpusError(err)
		}
		fmt.Fprintf(w, "%s is removed\n", name)
	}
	for _, name := range kept {
		fmt.Fprintf(w, "%s stays, another field has it too: bonafide corpus remove %s\n", name, name)
	}
	return nil
}

type buildOptions struct {
	out, format, coverage, origins string
	add, whole                     bool
	segment, badShown              int
}

func newCorpusBuildCommand() *cobra.Command {
	var opt buildOptions
	cmd := &cobra.Command{
		Use:   "build --out DIR FILE...",
		Short: "Build an offline corpus from public dumps",
		Long: `build reads each FILE (a dump, an archive or a folder of them; .gz, .zst and .bz2
are unpacked on the way) and writes an index of all works to DIR. The formats
are recognised: ` + joined(dump.Formats) + `.
An existing corpus in DIR is replaced only when the new one is complete;
with --add the new works become further segments of it. After an interruption the
same command continues where it stopped.`,
		Example: `  bonafide corpus build --out ~/corpora/cs works.jsonl.zst
  bonafide corpus build --out ~/corpora/acl acl-anthology-xml.tar.zst
  bonafide corpus build --out ~/corpora/mine --format csl-json library.json
  bonafide corpus build --out ~/corpora/all --origins origins.jsonl --coverage whole.jsonl works.jsonl.zst
  bonafide corpus build --add --out ~/corpora/cs more.jsonl.gz`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return corpusBuild(cmd, args, opt) },
	}
	flags := cmd.Flags()
	flags.StringVar(&opt.out, "out", "", "folder to write the corpus to")
	flags.StringVar(&opt.format, "format", "", "format of the files instead of what they look like: "+joined(dump.Formats))
	flags.StringVar(&opt.coverage, "coverage", "",
		"JSON Lines of further coverage rows {container, aliases, year, types, complete, how, works, sisters, note}")
	flags.StringVar(&opt.origins, "origins", "",
		"JSON Lines {src, kind, states} with the origin of records, by the source that they state: publisher, "+
			"preprint-server, aggregator or personal, and the fields these may contradict (default: by the format)")
	flags.BoolVar(&opt.add, "add", false, "add a segment to the corpus in DIR instead of replacing it")
	flags.BoolVar(&opt.whole, "whole", false,
		"keep abstracts, cited works and other bulky fields that no reference claims")
	flags.IntVar(&opt.segment, "segment", 5_000_000,
		"records a segment; an interrupted build continues after its last complete segment")
	flags.IntVar(&opt.badShown, "bad", 5, "how many unreadable records to list")
	_ = cmd.MarkFlagRequired("out")
	return cmd
}

func corpusBuild(cmd *cobra.Command, files []string, opt buildOptions) error {
	format, err := dump.ParseFormat(opt.format)
	if err != nil {
		return cli.UsageError(err)
	}
	rows, err := dump.ReadCoverage(opt.coverage)
	if err != nil {
		return cli.UsageError(err)
	}
	origins, err := dump.ReadOrigins(opt.origins)
	if err != nil {
		return cli.UsageError(err)
	}
	b := corpora.Build{Files: files, Dump: dump.Options{Format: format, BibTeX: extract.BibTeXRecords, Origins: origins},
		Coverage: rows, Add: opt.add, Segment: opt.segment}
	if !opt.whole {
		b.Dump.Omit = dump.Bulky()
	}
	b.Resumed = func(records int64) {
		fmt.Fprintf(cmd.ErrOrStderr(), "bonafide: continuing an interrupted build after %s\n", counted(records, "record"))
	}
	steps := stepBars{w: cmd.ErrOrStderr(), what: "reading", make: cli.NewByteProgress}
	b.Progress = steps.progress
	built, err := b.Run(cmd.Context(), opt.out)
	steps.finish()
	switch {
	case errors.Is(err, corpora.ErrNoFolder):
		return cli.UsageError(fmt.Errorf("--out: %w", err))
	case errors.Is(err, corpora.ErrNoRecord):
		tellUnread(cmd, built, opt.badShown)
		return cli.UsageError(fmt.Errorf("%w; --format names the format where it is not recognised", err))
	case err != nil:
		return corpusError(err)
	}
	tellUnread(cmd, built, opt.badShown)
	if built.Had > 0 {
		fmt.Fprintf(cmd.ErrOrStderr(), "bonafide: %s there already\n", counted(built.Had, "record"))
	}
	return tellCorpus(cmd, opt.out)
}

// corpusError adds the exit status to an error of building a corpus, if there is one.
func corpusError(err error) error {
	var read *corpora.ReadError
	switch {
	case errors.Is(err, syscall.ENOSPC):
		return cli.Failure(fmt.Errorf("%w: make room and run the same command again to continue", err))
	case errors.As(err, &read) || errors.Is(err, index.ErrCorrupt) || errors.Is(err, index.ErrBusy) ||
		errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EROFS):
		return cli.UsageError(err)
	}
	return cli.Failure(err)
}

func tellCorpus(cmd *cobra.Command, dir string) error {
	ix, err := index.Open(dir)
	if err != nil {
		return cli.Failure(err)
	}
	defer ix.Close()
	info, err := ix.Info()
	if err != nil {
		return cli.Failure(err)
	}
	printInfo(cmd.OutOrStdout(), info, false)
	return nil
}

func tellUnread(cmd *cobra.Command, built corpora.Built, shown int) {
	w := cmd.ErrOrStderr()
	for i, b := range built.Bad {
		if i == shown {
			break
		}
		fmt.Fprintf(w, "bonafide: %s:%d: %s\n", report.Visible(b.File+b.Member), b.Place, report.Visible(b.Why))
	}
	if built.Stats.Bad > 0 {
		fmt.Fprintf(w, "bonafide: %s could not be read\n", counted(built.Stats.Bad, "record"))
	}
	if built.Stats.Unknown > 0 {
		fmt.Fprintf(w, "bonafide: passed over %s of no known format\n", counted(built.Stats.Unknown, "file"))
	}
}
