package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/bonafide-audit/bonafide/internal/cli"
	"github.com/bonafide-audit/bonafide/internal/dump"
	"github.com/bonafide-audit/bonafide/internal/extract"
	"github.com/bonafide-audit/bonafide/internal/index"
)

// buildOptions are the flags of corpus build.
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
are recognised: ` + formatList() + `.
A corpus that stands in DIR already is replaced only when the new one is whole;
with --add the new works become further segments of it. A build that was broken
off goes on where it was when the same command is given again.`,
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
	flags.StringVar(&opt.format, "format", "", "format of the files instead of what they look like: "+formatList())
	flags.StringVar(&opt.coverage, "coverage", "", "JSON Lines of further coverage rows {container, aliases, year, types, complete, how, works, sisters, note}")
	flags.StringVar(&opt.origins, "origins", "", "JSON Lines {src, kind, states} of whose records they are, by the source that records state: publisher, preprint-server, aggregator or personal, and the fields these may contradict (default: by the format)")
	flags.BoolVar(&opt.add, "add", false, "add a segment to the corpus in DIR instead of replacing it")
	flags.BoolVar(&opt.whole, "whole", false, "keep abstracts, cited works and other bulky fields that no reference claims")
	flags.IntVar(&opt.segment, "segment", 5_000_000, "records a segment; a build that is broken off goes on behind its last whole segment")
	flags.IntVar(&opt.badShown, "bad", 5, "how many unreadable records to list")
	_ = cmd.MarkFlagRequired("out")
	return cmd
}

func formatList() string {
	names := make([]string, len(dump.Formats))
	for i, f := range dump.Formats {
		names[i] = string(f)
	}
	return strings.Join(names, ", ")
}

func corpusBuild(cmd *cobra.Command, files []string, opt buildOptions) error {
	format, err := dump.ParseFormat(opt.format)
	if err != nil {
		return cli.UsageError(err)
	}
	if err := maybeFolder(opt.out); err != nil {
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
	in := &intake{files: files, opt: dump.Options{Format: format, BibTeX: extract.BibTeXRecords, Origins: origins}, state: buildState{Files: files, Coverage: rows}}
	if !opt.whole {
		in.opt.Omit = dump.Bulky()
	}
	if err := in.measure(); err != nil {
		return cli.UsageError(err)
	}
	work := filepath.Join(opt.out, workName)
	if in.resume(work) {
		fmt.Fprintf(cmd.ErrOrStderr(), "bonafide: going on behind %s of a build that was broken off\n", counted(in.state.records(), "record"))
	}
	in.bar = cli.NewByteProgress(cmd.ErrOrStderr(), in.total, "reading")
	err = in.build(cmd.Context(), work, opt.segment)
	in.bar.Finish()
	if err == nil && in.state.Stats.Records == 0 {
		in.tellUnread(cmd, opt)
		_ = os.RemoveAll(work)
		return cli.UsageError(fmt.Errorf("no record was read from %s: nothing was changed; --format names the format where it is not recognised", strings.Join(files, ", ")))
	}
	if err == nil {
		err = index.Adopt(opt.out, work, opt.add)
	}
	if err != nil {
		return buildError(err)
	}
	return in.tell(cmd, opt)
}

// maybeFolder refuses a name that is taken by what is no folder.
func maybeFolder(path string) error {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return fmt.Errorf("--out: %w", err)
	case !info.IsDir():
		return fmt.Errorf("--out: %s is no folder", path)
	}
	return nil
}

func buildError(err error) error {
	var read *readError
	if errors.As(err, &read) || errors.Is(err, index.ErrCorrupt) || errors.Is(err, index.ErrBusy) || errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EROFS) {
		return cli.UsageError(err)
	}
	return cli.Failure(err)
}

// tell says what came of a build.
func (in *intake) tell(cmd *cobra.Command, opt buildOptions) error {
	ix, err := index.Open(opt.out)
	if err != nil {
		return cli.Failure(err)
	}
	defer ix.Close()
	info, err := ix.Info()
	if err != nil {
		return cli.Failure(err)
	}
	in.tellUnread(cmd, opt)
	printInfo(cmd.OutOrStdout(), info, false)
	return nil
}

// tellUnread says what of the files could not be read.
func (in *intake) tellUnread(cmd *cobra.Command, opt buildOptions) {
	w := cmd.ErrOrStderr()
	for i, b := range in.state.Bad {
		if i == opt.badShown {
			break
		}
		fmt.Fprintf(w, "bonafide: %s:%d: %s\n", b.File+b.Member, b.Place, b.Why)
	}
	if in.state.Stats.Bad > 0 {
		fmt.Fprintf(w, "bonafide: %s could not be read\n", counted(in.state.Stats.Bad, "record"))
	}
	if in.state.Stats.Unknown > 0 {
		fmt.Fprintf(w, "bonafide: passed over %s of no known format\n", counted(in.state.Stats.Unknown, "file"))
	}
}
