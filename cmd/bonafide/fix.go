package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/extract"
	"github.com/bonafide-audit/bonafide/internal/fix"
	"github.com/bonafide-audit/bonafide/internal/fix/save"
	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/report"
	"github.com/bonafide-audit/bonafide/internal/setup"
)

// fixOptions are the flags of fix.
type fixOptions struct {
	sources                          sourceOptions
	input                            inputOptions
	diff, dryRun, write, json, quiet bool
	minimal, interactive, trust      bool
	output, failOn, prefer           string
	fields, add                      []string
	jobs                             int
	formats                          formatOptions
}

func newFixCommand() *cobra.Command {
	var opt fixOptions
	cmd := &cobra.Command{
		Use:   "fix FILE...",
		Short: "Correct what is verifiably wrong in a bibliography, and touch nothing else",
		Long: `fix checks each FILE and corrects the fields that a record proves wrong, those
that say less than it, and those that the type of an entry wants and that are
missing. All values of an entry come from one version of its work, written as the
file writes its own. Every other byte stays as it is. Without --write or -o it
shows a diff.

A reference that may be invented is never turned into another work: it is listed
with the works nearest to it. A cited preprint stays one unless --prefer published
is given. With --models revise a model may choose, for fields that the rules leave
open, among the values that records of the same version state.

` + exitHelp + `

Findings are those of the files as they were read.`,
		Example: `  bonafide fix refs.bib
  bonafide fix --write refs.bib
  bonafide fix --interactive --write refs.bib
  bonafide fix --minimal --dry-run refs.bib
  bonafide fix --add doi,url -o fixed.bib refs.bib
  bonafide fix --json --fields year,pages refs.bib
  bonafide fix --write library.ris library.json
  bonafide fix --style apa --diff references.txt
  bonafide fix --model ollama:qwen3 --models revise refs.bib`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return runFix(cmd, args, opt) },
	}
	opt.sources.flags(cmd)
	opt.sources.modelFlags(cmd)
	opt.input.flags(cmd)
	opt.formats.flags(cmd)
	flags := cmd.Flags()
	flags.BoolVar(&opt.diff, "diff", false, "show the changes as a unified diff (default when nothing is written)")
	flags.BoolVar(&opt.dryRun, "dry-run", false, "list the changes and write nothing")
	flags.BoolVar(&opt.write, "write", false, "change the files; a backup is kept unless git has them as they are")
	flags.StringVarP(&opt.output, "output", "o", "", "write the corrected file here and leave the input alone")
	flags.BoolVar(&opt.json, "json", false, "list every change with its source, record and rule as JSON, one object a file")
	flags.BoolVar(&opt.quiet, "quiet", false, "say nothing about what is left alone")
	flags.BoolVar(&opt.minimal, "minimal", false, "change only what is verifiably wrong: add nothing, complete nothing, mend no slip in a DOI")
	flags.BoolVar(&opt.interactive, "interactive", false, "ask about every change; answers are read from standard input")
	flags.BoolVar(&opt.trust, "trust-identifiers", false, "an entry with the title and the identifier of one work is that work even when none of its authors is")
	flags.StringSliceVar(&opt.fields, "fields", nil, "change only these fields")
	flags.StringSliceVar(&opt.add, "add", nil, "also add these fields where they are missing and the record has them")
	flags.StringVar(&opt.prefer, "prefer", string(fix.AsCited), "version whose values are taken where versions differ: as-cited, published, preprint")
	flags.StringVar(&opt.failOn, "fail-on", judge.Discrepant.String(), "exit with 1 from this outcome on: inconclusive, ambiguous, discrepant, not-found, never")
	flags.IntVar(&opt.jobs, "jobs", runtime.NumCPU(), "references to check at the same time")
	return cmd
}

// policy turns the flags into what may be changed.
func (o *fixOptions) policy() (fix.Options, error) {
	fields, err := fix.ParseFields(o.fields)
	if err != nil {
		return fix.Options{}, err
	}
	add, err := fix.ParseFields(o.add)
	if err != nil {
		return fix.Options{}, err
	}
	prefer, err := fix.ParsePrefer(o.prefer)
	return fix.Options{Fields: fields, Add: add, Minimal: o.minimal, Prefer: prefer, TrustIDs: o.trust}, err
}

func runFix(cmd *cobra.Command, args []string, opt fixOptions) error {
	limit, err := failLevel(opt.failOn)
	if err != nil {
		return usageError(err)
	}
	policy, err := opt.policy()
	if err == nil {
		err = opt.formats.check()
	}
	if err != nil {
		return usageError(err)
	}
	if opt.output != "" && (opt.write || len(args) > 1) {
		return usageError(errors.New("-o takes one file and goes without --write"))
	}
	if opt.interactive {
		if slices.Contains(args, "-") {
			return usageError(errors.New("--interactive reads answers from standard input, which is the file here: name a file"))
		}
		policy.Accept = (&asker{in: bufio.NewReader(cmd.InOrStdin()), out: cmd.ErrOrStderr()}).accept
	}
	s, err := setup.Open(opt.sources.setup())
	if err != nil {
		return usageError(err)
	}
	defer s.Close()
	s.Auditor.Jobs = opt.jobs
	if s.Auditor.Today, err = day(""); err != nil {
		return failure(err)
	}
	if s.Notice != "" && !opt.quiet {
		fmt.Fprintln(cmd.ErrOrStderr(), "bonafide:", s.Notice)
	}
	summary := report.NewSummary(report.Run{Sources: s.Sources, FailOn: opt.failOn})
	var unread []error
	for _, name := range args {
		src, err := readBytes(cmd.InOrStdin(), name)
		if err != nil {
			unread = append(unread, err)
			continue
		}
		out, err := fixed(cmd, s, name, src, opt, policy, summary)
		var usage *exitError
		if errors.As(err, &usage) {
			unread = append(unread, err)
			continue
		}
		if err != nil {
			return failure(err)
		}
		if err := deliver(cmd, name, src, out, opt); err != nil {
			return failure(err)
		}
		tellUnheard(cmd.ErrOrStderr(), name, out)
	}
	listTotals(cmd.ErrOrStderr(), s.Models.Totals())
	return status(cmd.ErrOrStderr(), summary, limit, unread)
}

// readBytes reads an input as it is: what is corrected are its bytes.
func readBytes(stdin io.Reader, name string) ([]byte, error) {
	var r io.Reader = stdin
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		r = f
	}
	src, err := io.ReadAll(io.LimitReader(r, extract.DefaultMaxBytes+1))
	if err == nil && len(src) > extract.DefaultMaxBytes {
		err = fmt.Errorf("%s: %w", name, extract.ErrTooLarge)
	}
	return src, err
}

// fixed checks one file and plans its corrections.
func fixed(cmd *cobra.Command, s *setup.Setup, name string, src []byte, opt fixOptions, policy fix.Options, summary *report.Summary) (fix.Result, error) {
	doc, err := extract.Read(name, src, opt.input.extract())
	if errors.Is(err, extract.ErrNoReferences) {
		fmt.Fprintln(cmd.ErrOrStderr(), "bonafide:", err)
		return fix.Result{Bytes: src}, nil
	}
	if err != nil {
		return fix.Result{}, usageError(err)
	}
	findings := make([]audit.Finding, 0, len(doc.References))
	bar := newProgress(cmd.ErrOrStderr(), len(doc.References), "checking")
	err = s.Auditor.All(cmd.Context(), doc.References, func(f audit.Finding) error {
		findings = append(findings, f)
		summary.Add(report.Row(f, "", false))
		bar.add(1)
		return s.Learn(cmd.Context(), f)
	})
	bar.finish()
	if err != nil {
		return fix.Result{}, err
	}
	policy = proposed(cmd, s, findings, policy.Learned(findings))
	if write, ok := fixFormats[doc.Format]; ok {
		return write(src, findings, policy, opt.formats)
	}
	if doc.Format != "bibtex" {
		return fix.Other(src, findings, policy), nil
	}
	return fix.BibTeX(src, findings, policy)
}

// deliver writes and shows one corrected file.
func deliver(cmd *cobra.Command, name string, src []byte, out fix.Result, opt fixOptions) error {
	w, notes := cmd.OutOrStdout(), cmd.ErrOrStderr()
	writing := (opt.write || opt.output != "") && !opt.dryRun
	switch {
	case !writing:
	case opt.output == "-" || opt.write && name == "-":
		if _, err := w.Write(out.Bytes); err != nil {
			return err
		}
	case opt.output != "":
		if err := save.Write(opt.output, out.Bytes, 0o644); err != nil {
			return err
		}
	case out.Changed > 0:
		backup, err := save.Replace(cmd.Context(), name, src, out.Bytes)
		if err != nil {
			return err
		}
		if backup != "" {
			fmt.Fprintf(notes, "%s: the file as it was is kept as %s\n", name, filepath.Base(backup))
		}
	}
	switch {
	case opt.json:
		enc := json.NewEncoder(w)
		enc.SetEscapeHTML(false)
		return enc.Encode(fixRow{name, len(out.Entries), out.Changed, touched(out.Entries)})
	case opt.dryRun || writing && !opt.diff:
		showPatches(notes, name, out)
	default:
		if _, err := io.WriteString(w, out.Diff(filepath.ToSlash(name))); err != nil {
			return err
		}
	}
	if !opt.quiet {
		showHeld(notes, name, out)
	}
	return nil
}

// fixRow is what --json prints of one file.
type fixRow struct {
	File       string      `json:"file"`
	References int         `json:"references"`
	Changed    int         `json:"changed"`
	Entries    []fix.Entry `json:"entries"`
}

// touched leaves out the entries of which there is nothing to say.
func touched(entries []fix.Entry) []fix.Entry {
	list := []fix.Entry{}
	for _, e := range entries {
		if len(e.Patches)+len(e.Unactionable)+len(e.Nearest) > 0 {
			list = append(list, e)
		}
	}
	return list
}

// entryPlace says where an entry stands. The id of one without a key is the name
// of its file and its number, which need not be said twice.
func entryPlace(name string, line int, id string) string {
	if number, ok := strings.CutPrefix(id, name+":"); ok {
		id = "reference " + number
	}
	if line == 0 {
		return report.Visible(name) + ": " + report.Visible(id)
	}
	return fmt.Sprintf("%s:%d: %s", report.Visible(name), line, report.Visible(id))
}

// showPatches lists the changes in words.
func showPatches(w io.Writer, name string, out fix.Result) {
	for _, e := range out.Entries {
		for _, p := range e.Patches {
			fmt.Fprintf(w, "%s: %s\n", entryPlace(name, e.Line, e.ID), described(p))
		}
	}
	fmt.Fprintf(w, "%s: %d of %d entries changed\n", name, out.Changed, len(out.Entries))
}

// showHeld lists what is wrong or suspected and left alone. An entry that is
// merely not decided is not worth a line.
func showHeld(w io.Writer, name string, out fix.Result) {
	for _, e := range out.Entries {
		if e.Outcome == judge.Inconclusive.String() && len(e.Unactionable) < 2 {
			continue
		}
		for _, u := range e.Unactionable {
			if u.Rule == fix.ModelUnheard { // said once, with what the model used
				continue
			}
			field := ""
			if u.Field != "" {
				field = string(u.Field) + ": "
			}
			fmt.Fprintf(w, "%s: not changed: %s%s\n", entryPlace(name, e.Line, e.ID), field, report.Visible(u.Why))
		}
		for _, n := range e.Nearest {
			fmt.Fprintf(w, "    nearest (%.0f %%): %s. %s. %s %s\n", n.Similarity, report.Visible(n.Title), report.Visible(n.Authors), report.Visible(n.Venue), n.Year)
		}
	}
}
