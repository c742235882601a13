package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/dump"
	"github.com/bonafide-audit/bonafide/internal/index"
)

// buildOptions are the flags of corpus build.
type buildOptions struct {
	out, format, coverage string
	add, whole            bool
	badShown              int
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
with --add the new works become a further segment of it.`,
		Example: `  bonafide corpus build --out ~/corpora/cs works.jsonl.zst
  bonafide corpus build --out ~/corpora/acl acl-anthology-xml.tar.zst
  bonafide corpus build --out ~/corpora/mine --format csl-json library.json
  bonafide corpus build --add --out ~/corpora/cs more.jsonl.gz`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return corpusBuild(cmd, args, opt) },
	}
	flags := cmd.Flags()
	flags.StringVar(&opt.out, "out", "", "folder to write the corpus to")
	flags.StringVar(&opt.format, "format", "", "format of the files instead of what they look like: "+formatList())
	flags.StringVar(&opt.coverage, "coverage", "", "JSON Lines of further coverage rows {container, aliases, year, types, complete, how, note}")
	flags.BoolVar(&opt.add, "add", false, "add a segment to the corpus in DIR instead of replacing it")
	flags.BoolVar(&opt.whole, "whole", false, "keep abstracts, cited works and other bulky fields that no reference claims")
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
		return usageError(err)
	}
	rows, err := readCoverage(opt.coverage)
	if err != nil {
		return usageError(err)
	}
	in := &intake{files: files, coverage: rows, opt: dump.Options{Format: format}}
	if !opt.whole {
		in.opt.Omit = dump.Bulky()
	}
	if err := in.measure(); err != nil {
		return usageError(err)
	}
	in.bar = newByteProgress(cmd.ErrOrStderr(), in.total, "reading")
	build := index.Build
	if opt.add {
		build = index.Add
	}
	err = build(cmd.Context(), opt.out, in.records(cmd.Context()), index.Options{
		Coverage: func() []biblio.CoverageRow { return in.coverage },
	})
	in.bar.finish()
	if err != nil {
		return buildError(err)
	}
	return in.tell(cmd, opt)
}

func buildError(err error) error {
	var read *readError
	if errors.As(err, &read) || errors.Is(err, index.ErrCorrupt) || errors.Is(err, index.ErrBusy) {
		return usageError(err)
	}
	return failure(err)
}

// intake is the stream of records of several dumps on their way to an index.
type intake struct {
	files    []string
	opt      dump.Options
	bar      *progress
	total    int64 // bytes of all files
	coverage []biblio.CoverageRow
	stats    dump.Stats
	bad      []dump.Bad
}

// readError is a dump that cannot be read at all.
type readError struct{ err error }

func (e *readError) Error() string { return e.err.Error() }
func (e *readError) Unwrap() error { return e.err }

// measure opens every file once, so that a wrong name is known before work
// begins.
func (in *intake) measure() error {
	for _, file := range in.files {
		r, err := dump.Open(file, in.opt)
		if err != nil {
			return err
		}
		in.total += r.Total()
		if err := r.Close(); err != nil {
			return err
		}
	}
	return nil
}

// records gives the records of all files in order.
func (in *intake) records(ctx context.Context) index.Records {
	return func(yield func(*biblio.Record, error) bool) {
		var before int64
		for _, file := range in.files {
			more, err := in.file(ctx, file, before, yield)
			if err != nil {
				yield(nil, &readError{fmt.Errorf("%s: %w", file, err)})
				return
			}
			if !more {
				return
			}
			before = in.bar.done
		}
	}
}

// file gives the records of one file; more is false when the receiver wants no
// more.
func (in *intake) file(ctx context.Context, file string, before int64, yield func(*biblio.Record, error) bool) (more bool, err error) {
	r, err := dump.Open(file, in.opt)
	if err != nil {
		return false, err
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	for ctx.Err() == nil {
		batch, err := r.NextBatch()
		if err == io.EOF {
			in.done(r)
			return true, nil
		}
		if err != nil {
			return false, err
		}
		in.bar.set(before + r.Offset())
		for i := range batch {
			if !yield(&batch[i], nil) {
				return false, nil
			}
		}
	}
	return false, ctx.Err()
}

func (in *intake) done(r *dump.Reader) {
	s := r.Stats()
	in.stats.Records += s.Records
	in.stats.Bad += s.Bad
	in.stats.Skipped += s.Skipped
	in.stats.Files += s.Files
	in.stats.Unknown += s.Unknown
	in.bad = append(in.bad, r.Bad()...)
	in.coverage = append(in.coverage, r.Coverage()...)
}

// tell says what came of a build.
func (in *intake) tell(cmd *cobra.Command, opt buildOptions) error {
	ix, err := index.Open(opt.out)
	if err != nil {
		return failure(err)
	}
	defer ix.Close()
	info, err := ix.Info()
	if err != nil {
		return failure(err)
	}
	w := cmd.ErrOrStderr()
	for i, b := range in.bad {
		if i == opt.badShown {
			break
		}
		fmt.Fprintf(w, "bonafide: %s:%d: %s\n", b.File+b.Member, b.Place, b.Why)
	}
	if in.stats.Bad > 0 {
		fmt.Fprintf(w, "bonafide: %d records could not be read\n", in.stats.Bad)
	}
	if in.stats.Unknown > 0 {
		fmt.Fprintf(w, "bonafide: %d files are of no known format and were passed over\n", in.stats.Unknown)
	}
	printInfo(cmd.OutOrStdout(), info, false)
	return nil
}

// readCoverage reads coverage rows that a person wrote.
func readCoverage(path string) ([]biblio.CoverageRow, error) {
	if path == "" {
		return nil, nil
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var rows []biblio.CoverageRow
	dec := json.NewDecoder(f)
	dec.DisallowUnknownFields()
	for {
		var row biblio.CoverageRow
		if err := dec.Decode(&row); err == io.EOF {
			return rows, nil
		} else if err != nil {
			return nil, fmt.Errorf("%s: row %d: %w", path, len(rows)+1, err)
		}
		rows = append(rows, row)
	}
}
