package main

import (
	"errors"
	"fmt"
	"io/fs"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/bonafide-audit/bonafide/internal/cli"
	"github.com/bonafide-audit/bonafide/internal/corpora"
	"github.com/bonafide-audit/bonafide/internal/dump"
	"github.com/bonafide-audit/bonafide/internal/extract"
	"github.com/bonafide-audit/bonafide/internal/index"
	"github.com/bonafide-audit/bonafide/internal/report"
)

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

// corpusError adds the exit status to an error of building a corpus.
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
