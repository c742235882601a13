package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/bonafide-audit/bonafide/internal/accept"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/bibtex"
	"github.com/bonafide-audit/bonafide/internal/cli"
	"github.com/bonafide-audit/bonafide/internal/extract"
	"github.com/bonafide-audit/bonafide/internal/run"
)

// inputOptions are the flags that say how inputs are read.
type inputOptions struct {
	format string
	cited  bool
	macros bibtex.Macros // of all BibTeX files named
}

func (o *inputOptions) flags(cmd *cobra.Command) {
	cmd.Flags().StringVar(&o.format, "from", "",
		"format of the input instead of what its content looks like: "+strings.Join(extract.Formats(), ", "))
}

func (o *inputOptions) extract() extract.Options {
	return extract.Options{Format: o.format, Cited: o.cited, Macros: o.macros}
}

func (o *inputOptions) citedFlag(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&o.cited, "cited", false,
		"leave out entries that the document does not cite, where that can be determined (\\nocite{*} cites all)")
}

// paperHelp is the paragraph that every command with papers as input shows.
const paperHelp = `Each FILE is a paper, a bibliography, a folder, or an archive of them (zip, tar,
tar.gz, tar.zst, and gz or zst of one file); "-" is standard input. Folders and
archives are read with everything in them. A paper in LaTeX is read with the
files that it names: give its main file, its folder, its .aux file, or the
archive of its sources.`

func (o *inputOptions) named(cmd *cobra.Command, names []string) run.Inputs {
	stdin := cmd.InOrStdin()
	if f, ok := stdin.(*os.File); ok && cli.IsTerminal(f) && slices.Contains(names, "-") {
		fmt.Fprintln(os.Stderr, "reading references from the terminal; end with Ctrl-D")
	}
	return run.Inputs{Names: names, Stdin: stdin}
}

// open opens an input, "-" for standard input.
func open(stdin io.Reader, name string) (io.ReadCloser, error) {
	if name == "-" && stdin == nil {
		return nil, extract.ErrNoStdin
	}
	if name == "-" {
		return io.NopCloser(stdin), nil
	}
	return os.Open(name)
}

// readBytes reads an input unchanged, since its bytes are what is corrected. stdin is nil if standard
// input is not read.
func readBytes(ctx context.Context, stdin io.Reader, name string) ([]byte, error) {
	r, err := open(stdin, name)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	src, err := extract.ReadAll(ctx, r, extract.DefaultMaxBytes+1)
	if err == nil && len(src) > extract.DefaultMaxBytes {
		err = fmt.Errorf("%s: %w", name, extract.ErrTooLarge)
	}
	return src, err
}

// day reads a date, "" for today.
func day(s string) (biblio.Date, error) {
	t := time.Now()
	if s != "" {
		var err error
		if t, err = time.Parse(time.DateOnly, s); err != nil {
			return biblio.Date{}, fmt.Errorf("--as-of %q: write it as 2026-11-21", s)
		}
	}
	return run.Day(t), nil
}

// knownOptions are the flags that say which findings do not count.
type knownOptions struct {
	baseline, since string
	noAccepted      bool
}

func (o *knownOptions) flags(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&o.baseline, "baseline", "", "only findings that this saved JSON Lines report does not have count")
	flags.StringVar(&o.since, "changed-since", "",
		"a git revision; only findings of entries that changed since then count")
	flags.BoolVar(&o.noAccepted, "no-accepted", false,
		"ignore .bonafide.toml and \"bonafide: ignore\" in comments, as for papers of others")
}

func (o *knownOptions) open(cmd *cobra.Command, inputs []string, reading extract.Options) (*accept.List, error) {
	opt := accept.Options{Inputs: inputs, Accepted: !o.noAccepted, ChangedSince: o.since}
	opt.Read = func(name string, src []byte) ([]biblio.Reference, error) {
		doc, err := extract.Read(name, src, reading)
		return doc.References, err
	}
	if o.baseline != "" {
		in, err := os.Open(o.baseline)
		if err != nil {
			return nil, err
		}
		defer in.Close()
		opt.Baseline = in
	}
	return accept.Open(cmd.Context(), opt)
}
