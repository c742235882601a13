package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/bibtex"
	"github.com/bonafide-audit/bonafide/internal/cli"
	"github.com/bonafide-audit/bonafide/internal/extract"
	"github.com/bonafide-audit/bonafide/internal/extract/reading"
	"github.com/bonafide-audit/bonafide/internal/fix"
	"github.com/bonafide-audit/bonafide/internal/fix/formats"
	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/lint"
	"github.com/bonafide-audit/bonafide/internal/report"
	"github.com/bonafide-audit/bonafide/internal/run"
	"github.com/bonafide-audit/bonafide/internal/setup"
)

type lintOptions struct {
	sources           cli.SourceOptions
	input             inputOptions
	texts, only, skip []string
	json, fix, diff   bool
	rules             bool
	failOn            string
}

func newLintCommand() *cobra.Command {
	var opt lintOptions
	cmd := &cobra.Command{
		Use:   "lint FILE...",
		Short: "Report duplicates, wrong keys, malformed fields, published preprints and retractions",
		Long: `lint reads the bibliographies as one and points out what is badly written in single
entries (missing fields, wrong check digits, unescaped characters, impossible
years, …) and in the bibliography as a whole: duplicate works, preprints
that have been published, retracted works, journals and people under two names,
and, with --tex, missing and uncited keys.

Every remark has a rule; --list-rules explains them and what --fix does.
--fix changes only what has one right form, and keeps a backup.

Exit status: 0 nothing at or above --fail-on, 1 remarks, 2 usage, 3 a failure of bonafide itself.`,
		Example: `  bonafide lint refs.bib
  bonafide lint --tex paper.tex refs.bib
  bonafide lint --fix --diff refs.bib
  bonafide lint --only duplicate,undefined-key --fail-on error --tex paper.tex refs.bib`,
		RunE: func(cmd *cobra.Command, args []string) error { return runLint(cmd, args, opt) },
	}
	opt.sources.Flags(cmd)
	opt.input.flags(cmd)
	flags := cmd.Flags()
	flags.StringArrayVar(&opt.texts, "tex", nil,
		"LaTeX source that cites the bibliography, with all that it includes; may be repeated")
	flags.StringSliceVar(&opt.only, "only", nil, "apply only these rules")
	flags.StringSliceVar(&opt.skip, "skip", nil, "leave these rules out")
	flags.BoolVar(&opt.json, "json", false, "one JSON object for each remark")
	flags.BoolVar(&opt.fix, "fix", false,
		"correct what has only one right form; a backup is kept unless git has the file as it is")
	flags.BoolVar(&opt.diff, "diff", false, "with --fix: show the changes and write nothing")
	flags.BoolVar(&opt.rules, "list-rules", false, "list the rules and exit")
	flags.StringVar(&opt.failOn, "fail-on", string(lint.Warning),
		"exit with 1 from this severity on: note, warning, error, never")
	return cmd
}

func runLint(cmd *cobra.Command, args []string, opt lintOptions) error {
	if opt.rules {
		return listRules(cmd.OutOrStdout())
	}
	if len(args) == 0 {
		return cli.UsageError(cli.Missing(cmd, "a bibliography"))
	}
	limit, err := opt.check()
	if err != nil {
		return cli.UsageError(err)
	}
	switch {
	case opt.diff && !opt.fix:
		return cli.UsageError(errors.New("--diff shows what --fix would write: give both"))
	case opt.fix && !opt.diff && slices.Contains(args, "-"):
		return cli.UsageError(errors.New("--fix changes files in place: name a file, or see with --diff what it would change"))
	}
	cited, elsewhere, err := citedKeys(opt.texts)
	if err != nil {
		return cli.UsageError(err)
	}
	files, sources, err := readForLint(cmd, args, opt)
	if err != nil {
		return err
	}
	remarks := lint.Check(files,
		lint.Options{Cited: cited, Elsewhere: elsewhere, Year: time.Now().Year(), Only: opt.only, Skip: opt.skip})
	if opt.fix {
		if remarks, err = mend(cmd, files, sources, remarks, opt.diff); err != nil {
			return cli.Failure(err)
		}
	}
	if !opt.fix || !opt.diff {
		if err := printRemarks(cmd.OutOrStdout(), remarks, opt.json); err != nil {
			return cli.Failure(err)
		}
		tellRemarks(cmd.ErrOrStderr(), remarks)
	}
	for _, r := range remarks {
		if limit != "" && r.Severity.AtLeast(limit) {
			return &cli.ExitError{Status: cli.ExitFindings}
		}
	}
	return nil
}

// check returns the severity at which lint fails, "" for never.
func (o *lintOptions) check() (lint.Severity, error) {
	for _, name := range slices.Concat(o.only, o.skip) {
		if _, ok := lint.Describe(name); !ok {
			return "", fmt.Errorf("unknown rule %q: bonafide lint --list-rules lists them", name)
		}
	}
	switch limit := lint.Severity(o.failOn); {
	case o.failOn == "never":
		return "", nil
	case slices.Contains(lint.Severities, limit):
		return limit, nil
	}
	return "", fmt.Errorf("--fail-on %q: use note, warning, error or never", o.failOn)
}

// readForLint reads and audits the bibliographies, and returns their bytes too.
func readForLint(cmd *cobra.Command, args []string, opt lintOptions) (files []lint.File, sources [][]byte, err error) {
	var refs []biblio.Reference
	var trees []bool
	given := map[string][]byte{}
	for _, name := range args {
		src, err := readBytes(cmd.Context(), cmd.InOrStdin(), name)
		if err != nil {
			return nil, nil, cli.UsageError(err)
		}
		sources = append(sources, src)
		given[name] = src
	}
	options := opt.input.extract()
	options.Macros = extract.Macros(args, given)
	for i, name := range args {
		src := sources[i]
		doc, err := extract.Read(name, src, options)
		if err != nil && !(errors.Is(err, extract.ErrNoReferences) && doc.Format == "bibtex") {
			return nil, nil, cli.UsageError(err)
		}
		trees = append(trees, doc.Format == "bibtex" && !reading.IsUTF16(src))
		files = append(files, lint.File{Name: name, Problems: doc.Problems,
			Findings: make([]audit.Finding, 0, len(doc.References))})
		refs = append(refs, doc.References...)
	}
	ids := extract.IDs{}
	for i := range refs {
		refs[i].ID = ids.Take(refs[i].ID)
	}
	s, err := setup.Open(opt.sources.Setup())
	if err != nil {
		return nil, nil, cli.UsageError(err)
	}
	defer closing(cmd, s, &err)
	r := run.New(s, run.Options{Jobs: runtime.NumCPU()})
	defer r.Close()
	if err := checkReferences(cmd, r, refs, files); err != nil {
		return nil, nil, cli.Failure(err)
	}
	for i, tree := range trees { // not sooner: trees are large
		if tree {
			files[i].Bib = bibtex.ParseWith(sources[i], options.Macros)
		}
	}
	return files, sources, nil
}

// checkReferences checks references and shows a progress bar; of each finding its file gets only what lint uses:
// what was read, and the notices. The evidence of a large bibliography would take a gigabyte.
func checkReferences(cmd *cobra.Command, r *run.Run, refs []biblio.Reference, files []lint.File) error {
	bar := cli.NewProgress(cmd.ErrOrStderr(), len(refs), "checking")
	defer bar.Finish()
	return r.References(cmd.Context(), refs, func(f audit.Finding, _ report.Finding) error {
		at := slices.IndexFunc(files, func(file lint.File) bool { return file.Name == f.Reference.Place.File })
		if at >= 0 {
			files[at].Findings = append(files[at].Findings,
				audit.Finding{Reference: f.Reference, Verdict: judge.Verdict{Notices: f.Verdict.Notices}})
		}
		bar.Add(1)
		return nil
	})
}

func printRemarks(w io.Writer, remarks []lint.Remark, asJSON bool) error {
	enc, w := report.NewEncoder(w), cli.Wrapping(w, 4)
	for _, r := range remarks {
		if asJSON {
			if err := enc.Encode(r); err != nil {
				return err
			}
			continue
		}
		place := ""
		if r.File != "" {
			place = r.Where() + ": "
		}
		key := ""
		if r.Key != "" {
			key = report.Visible(r.Key) + ": "
		}
		if _, err := fmt.Fprintf(w, "%s%s: %s%s: %s\n", place, r.Severity, key, r.Rule,
			report.Visible(r.Message)); err != nil {
			return err
		}
	}
	return nil
}

// tellRemarks counts remarks, and says how many the command would mend itself.
func tellRemarks(w io.Writer, remarks []lint.Remark) {
	var list []string
	for _, s := range slices.Backward(lint.Severities) {
		if n := tally(remarks, func(r lint.Remark) bool { return r.Severity == s }); n > 0 {
			list = append(list, counted(n, string(s)))
		}
	}
	mends := ""
	if n := tally(remarks, func(r lint.Remark) bool { return r.Fixable }); n > 0 {
		mends = fmt.Sprintf("; lint --fix mends %d", n)
	}
	if len(list) > 0 {
		fmt.Fprintf(w, "bonafide: %s%s\n", strings.Join(list, ", "), mends)
	}
}

func tally(remarks []lint.Remark, is func(lint.Remark) bool) (n int) {
	for _, r := range remarks {
		if is(r) {
			n++
		}
	}
	return n
}

func listRules(w io.Writer) error {
	w = cli.Wrapping(w, 31)
	for _, name := range lint.Rules() {
		r, _ := lint.Describe(name)
		mends := ""
		if r.Fix != "" {
			mends = "; --fix " + r.Fix
		}
		if _, err := fmt.Fprintf(w, "%-21s %-8s %s%s\n", name, r.Severity, r.Doc, mends); err != nil {
			return cli.Failure(err)
		}
	}
	return nil
}

// mend writes what has only one right form, or shows it as a diff, and returns the remaining remarks.
func mend(cmd *cobra.Command, files []lint.File, sources [][]byte, remarks []lint.Remark,
	diff bool) ([]lint.Remark, error) {
	for i := range files {
		f := &files[i]
		name := report.Visible(f.Name)
		m := lint.Mend(remarks, f, string(sources[i]))
		for _, r := range m.Refused {
			fmt.Fprintf(cmd.ErrOrStderr(), "%s:%d: %s: not fixed: the file would be read differently\n", name, r.Line, r.Rule)
		}
		left, mended := m.Left, len(remarks)-len(m.Left)
		if mended == 0 {
			fmt.Fprintf(cmd.ErrOrStderr(), "%s: nothing to fix automatically%s\n", name, forPerson(left, f.Name))
			continue
		}
		out, err := fix.Splice(sources[i], m.Edits, nil)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		if diff {
			w := cmd.OutOrStdout()
			if err := writeDiff(w, out.Diff(filepath.ToSlash(f.Name)), cli.IsTerminal(w)); err != nil {
				return nil, err
			}
			fmt.Fprintf(cmd.ErrOrStderr(), "%s: %s to fix automatically%s\n", name, counted(mended, "remark"),
				forPerson(left, f.Name))
			continue
		}
		backup, err := formats.Replace(cmd.Context(), f.Name, sources[i], out.Bytes)
		if err != nil {
			return nil, err
		}
		remarks = left
		note := ""
		if backup != "" {
			note = "; the file as it was is kept as " + report.Visible(filepath.Base(backup))
		}
		fmt.Fprintf(cmd.ErrOrStderr(), "%s: %s fixed%s\n", name, counted(mended, "remark"), note)
	}
	return remarks, nil
}

// forPerson says how many remarks on a file cannot be fixed automatically.
func forPerson(left []lint.Remark, file string) string {
	n := tally(left, func(r lint.Remark) bool { return r.File == file })
	if n == 0 {
		return ""
	}
	return "; " + counted(n, "note") + " for you"
}

// citedKeys returns the keys cited by LaTeX sources and what they include, nil if there are no sources, and the
// keys of all entries that the sources contain or whose bibliographies they name.
func citedKeys(texts []string) (cited, elsewhere map[string]bool, err error) {
	if len(texts) == 0 {
		return nil, nil, nil
	}
	cited, elsewhere = map[string]bool{}, map[string]bool{}
	for _, name := range texts {
		found, err := extract.ReadSources(name)
		if err != nil {
			return nil, nil, err
		}
		for _, key := range found.Cited {
			cited[key] = true
		}
		for _, bib := range found.Bibs {
			definedKeys(bib, elsewhere)
		}
		doc, err := extract.ReadFile(name, extract.Options{})
		if err != nil {
			continue // a text without a bibliography of its own
		}
		for _, c := range doc.Citations { // of a text that is not LaTeX
			cited[c.Key] = true
		}
		for i := range doc.References {
			elsewhere[doc.References[i].Key] = true
		}
	}
	return cited, elsewhere, nil
}

// definedKeys adds the keys of a bibliography that a text names, if the file exists.
func definedKeys(name string, keys map[string]bool) {
	src, err := readBytes(context.Background(), nil, name)
	if err != nil {
		return
	}
	f := bibtex.Parse(src)
	for i := range f.Items {
		if f.Items[i].Kind == bibtex.Entry {
			keys[strings.TrimSpace(f.Key(&f.Items[i]))] = true
		}
	}
}
