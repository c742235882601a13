package main

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/cli"
	"github.com/bonafide-audit/bonafide/internal/extract"
	"github.com/bonafide-audit/bonafide/internal/fix"
	"github.com/bonafide-audit/bonafide/internal/report"
	"github.com/bonafide-audit/bonafide/internal/run"
	"github.com/bonafide-audit/bonafide/internal/setup"
	"github.com/bonafide-audit/bonafide/internal/style"
)

type fixOptions struct {
	sources                          cli.SourceOptions
	input                            inputOptions
	diff, dryRun, write, json, quiet bool
	minimal, interactive, trust      bool
	likely                           bool
	take                             string
	noAccepted                       bool
	output, failOn, prefer, style    string
	fields, add, keys                []string
	jobs                             int
}

func newFixCommand() *cobra.Command {
	var opt fixOptions
	cmd := &cobra.Command{
		Use:   "fix FILE...",
		Short: "Correct what is verifiably wrong in a bibliography, and touch nothing else",
		Long: `fix checks each FILE, corrects fields that a record proves wrong, completes partial
ones, and adds missing fields that the type of an entry requires. All values of an entry
come from one version of its work, written in the style of the
file. Every other byte stays as it is. Without --write or -o it
shows a diff.

A reference that may be invented is never turned into another work: it is listed
with the works nearest to it. A cited preprint stays one unless --prefer published
is given. Of a zip archive, such as the source of a paper in LaTeX, the bibliographies
inside are corrected: -o and --write write the archive with nothing else changed.
With --models revise a model may choose, for fields that the rules leave
open, among the values that records of the same version state.

` + cli.ExitHelp + `

Findings are those of the files before correction.`,
		Example: `  bonafide fix refs.bib
  bonafide fix --write refs.bib
  bonafide fix --interactive --write refs.bib
  bonafide fix --minimal --dry-run refs.bib
  bonafide fix --add doi,url -o fixed.bib refs.bib
  bonafide fix --json --fields year,pages refs.bib
  bonafide fix --take record smith2019 refs.bib
  bonafide fix --write library.ris library.json
  bonafide fix --style apa --diff references.txt
  bonafide fix -o fixed.zip project.zip
  bonafide fix --model ollama:qwen3 --models revise refs.bib`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			keys, files, err := opt.taken(args)
			if err != nil {
				return cli.UsageError(err)
			}
			opt.keys = keys
			return runFix(cmd, files, opt)
		},
	}
	opt.sources.Flags(cmd)
	opt.sources.ModelFlags(cmd)
	opt.input.flags(cmd)
	flags := cmd.Flags()
	flags.BoolVar(&opt.diff, "diff", false, "show the changes as a unified diff (default when nothing is written)")
	flags.BoolVar(&opt.dryRun, "dry-run", false, "list the changes and write nothing")
	flags.BoolVar(&opt.write, "write", false, "change the files; a backup is kept unless git has them as they are")
	flags.StringVarP(&opt.output, "output", "o", "", "write the corrected file here and leave the input alone")
	flags.BoolVar(&opt.json, "json", false,
		"list every change with its source, record and rule as JSON, one object per file")
	flags.BoolVar(&opt.quiet, "quiet", false, "do not list what is left unchanged")
	flags.BoolVar(&opt.minimal, "minimal", false,
		"change only what is verifiably wrong: add and complete nothing, correct no slip in a DOI")
	flags.BoolVar(&opt.likely, "likely", false, "also correct what is likely wrong; without it only what is certain")
	flags.StringVar(&opt.take, "take", "",
		"what entries whose keys are named before FILE take wherever it differs: \"record\"")
	flags.BoolVar(&opt.interactive, "interactive", false, "ask about every change; answers are read from standard input")
	flags.BoolVar(&opt.trust, "trust-identifiers", false,
		"an entry with the title and the identifier of one work is that work even when none of its authors is")
	flags.StringSliceVar(&opt.fields, "fields", nil, "change only these fields")
	flags.StringSliceVar(&opt.add, "add", nil, "also add these fields where they are missing and the record has them")
	flags.StringVar(&opt.prefer, "prefer", string(fix.AsCited),
		"version whose values are taken where versions differ: as-cited, published, preprint")
	flags.StringVar(&opt.style, "style", "",
		"style of whole entries of a printed list; they are printed if the wrong part cannot be replaced alone: "+
			strings.Join(style.Names(), ", "))
	flags.BoolVar(&opt.noAccepted, "no-accepted", false,
		"also change fields with a finding accepted in .bonafide.toml or by \"bonafide: ignore\" in comments")
	failOnFlag(cmd, &opt.failOn)
	flags.IntVar(&opt.jobs, "jobs", runtime.NumCPU(), "references to check at the same time")
	return cmd
}

// fixing turns the flags into what fix may change.
func (o *fixOptions) fixing() (fix.Options, error) {
	fields, err := fix.ParseFields(o.fields)
	if err != nil {
		return fix.Options{}, err
	}
	add, err := fix.ParseFields(o.add)
	if err != nil {
		return fix.Options{}, err
	}
	prefer, err := fix.ParsePrefer(o.prefer)
	return fix.Options{Fields: fields, Add: add, Minimal: o.minimal, Prefer: prefer, TrustIDs: o.trust,
		Likely: o.likely}, err
}

// taken splits the arguments of --take into keys and files: what is no file is a key.
func (o *fixOptions) taken(args []string) (keys, files []string, err error) {
	switch o.take {
	case "":
		return nil, args, nil
	case "record":
	default:
		return nil, nil, fmt.Errorf("--take %s: use --take record", o.take)
	}
	for _, arg := range args {
		if _, err := os.Stat(arg); err == nil || arg == "-" {
			files = append(files, arg)
		} else {
			keys = append(keys, arg)
		}
	}
	if len(keys) == 0 || len(files) == 0 {
		return nil, nil, errors.New("--take record needs the key of an entry and a file: " +
			"bonafide fix --take record smith2019 refs.bib")
	}
	return keys, files, nil
}

// checkOutput returns an error for flags that ask for two things in one place.
func (o *fixOptions) checkOutput(args []string) error {
	if o.output != "" && (o.write || len(args) > 1) {
		return errors.New("-o takes one file, and no --write")
	}
	printed := o.output == "-" || o.write && slices.Contains(args, "-")
	if printed && !o.dryRun && (o.json || o.diff) {
		return errors.New("the corrected file goes to standard output: leave out --json and --diff")
	}
	if o.output == "" || o.output == "-" {
		return nil
	}
	out, err := os.Stat(o.output)
	if err != nil { // a new file
		folder := filepath.Dir(o.output)
		if info, err := os.Stat(folder); err != nil || !info.IsDir() {
			return fmt.Errorf("-o %s: there is no folder %s", o.output, folder)
		}
		return nil
	}
	if out.IsDir() {
		return fmt.Errorf("-o %s is a folder: name a file", o.output)
	}
	if in, err := os.Stat(args[0]); err == nil && os.SameFile(in, out) {
		return fmt.Errorf("-o %s is the file that is read: use --write, which keeps a backup", o.output)
	}
	return nil
}

// check returns what the flags ask for, or an error for invalid flags.
func (o *fixOptions) check(cmd *cobra.Command, args []string) (how run.Fixing, limit report.FailOn, err error) {
	if limit, err = parseFailOn(o.failOn); err != nil {
		return how, limit, err
	}
	if how.Options.Options, err = o.fixing(); err != nil {
		return how, limit, err
	}
	if o.style != "" {
		err = style.Check(o.style)
	}
	if err = cmp.Or(err, o.checkOutput(args)); err != nil {
		return how, limit, err
	}
	how.Style, how.Dismissed = o.style, o.noAccepted
	if o.take != "" {
		how.Take = func(ref *biblio.Reference) bool { return slices.Contains(o.keys, cmp.Or(ref.Key, ref.ID)) }
		how.Wanted = func(id string) bool { return slices.Contains(o.keys, id) }
	}
	if o.interactive {
		how.Choose, how.Likely = true, true
		if slices.Contains(args, "-") {
			err = errors.New("--interactive reads answers from standard input, which is the file here: name a file")
		}
		how.Accept = (&asker{in: bufio.NewReader(cmd.InOrStdin()), out: cmd.ErrOrStderr()}).accept
	}
	return how, limit, err
}

func runFix(cmd *cobra.Command, args []string, opt fixOptions) (err error) {
	how, limit, err := opt.check(cmd, args)
	if err != nil {
		return cli.UsageError(err)
	}
	s, err := setup.Open(opt.sources.Setup())
	if err != nil {
		return cli.UsageError(err)
	}
	defer closing(cmd, s, &err)
	if s.Notice != "" && !opt.quiet {
		fmt.Fprintln(cmd.ErrOrStderr(), "bonafide:", s.Notice)
	}
	opt.input.macros = extract.Macros(args, nil)
	list, err := (&knownOptions{noAccepted: opt.noAccepted}).open(cmd, args, opt.input.extract())
	if err != nil {
		return cli.UsageError(err)
	}
	r := run.New(s, run.Options{Reading: opt.input.extract(), Jobs: opt.jobs, Today: run.Day(time.Now()), Accept: list})
	defer r.Close()
	var unread []error
	for _, name := range args {
		err := fixFile(cmd, r, name, opt, how)
		var usage *cli.ExitError
		switch {
		case err != nil && cmd.Context().Err() != nil:
			return cli.Failure(err)
		case errors.As(err, &usage):
			unread = append(unread, err)
		case err != nil:
			return cli.Failure(err)
		}
	}
	cli.ListTotals(cmd.ErrOrStderr(), r.Cost().Models)
	sayUnread(cmd.ErrOrStderr(), unread)
	return status(r.Summary(), limit, len(unread) > 0)
}

// fixFile corrects one file. After an error of usage the other files are still corrected.
func fixFile(cmd *cobra.Command, r *run.Run, name string, opt fixOptions, how run.Fixing) error {
	src, err := readBytes(cmd.Context(), cmd.InOrStdin(), name)
	if err != nil {
		return cli.UsageError(err)
	}
	out, err := fixed(cmd, r, name, src, how)
	if err == nil {
		err = deliver(cmd, name, src, out, opt)
	}
	if err == nil {
		tellUnheard(cmd.ErrOrStderr(), name, out.Result)
	}
	return err
}

// fixed checks one file and plans its corrections.
func fixed(cmd *cobra.Command, r *run.Run, name string, src []byte, how run.Fixing) (run.Fixed, error) {
	out, err := r.FixFile(cmd.Context(), run.File{Name: name, Source: src}, run.FileFixing{
		Fixing: how, InPlace: true, Revise: true,
		Progress: func(doing string, references int) (step, end func()) {
			bar := cli.NewProgress(cmd.ErrOrStderr(), references, doing)
			return func() { bar.Add(1) }, bar.Finish
		},
	})
	var unread *run.Unread
	switch {
	case errors.As(err, &unread):
		return out, cli.UsageError(unread.Err)
	case errors.Is(out.Nothing, extract.ErrEmpty), out.Nothing != nil && !strings.EqualFold(filepath.Ext(name), ".bib"):
		return out, cli.UsageError(out.Nothing)
	case out.Nothing != nil:
		fmt.Fprintln(cmd.ErrOrStderr(), "bonafide:", out.Nothing)
	}
	for _, p := range out.Problems {
		fmt.Fprintf(cmd.ErrOrStderr(), "%s: %s\n", report.Visible(p.Place.File), report.Visible(p.Message))
	}
	return out, err
}
