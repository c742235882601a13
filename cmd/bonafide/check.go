package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/extract"
	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/report"
	"github.com/bonafide-audit/bonafide/internal/setup"
)

// checkOptions are the flags of check.
type checkOptions struct {
	sources sourceOptions
	input   inputOptions
	output  outputOptions
	scheme  string
	failOn  string
	explain bool
	jobs    int
	within  time.Duration
	asOf    string
	policy  string
}

func newCheckCommand() *cobra.Command {
	var opt checkOptions
	cmd := &cobra.Command{
		Use:   "check FILE...",
		Short: "Check every reference of papers and bibliographies",
		Long: `check reads each FILE ("-" is standard input), looks every reference up, and
prints one row per reference: the outcome, the codes that localise an error,
what differs and what the record says, and who says so.

` + exitHelp,
		Example: `  bonafide check refs.bib
  bonafide check --corpus ~/corpora/cs --format jsonl refs.bib > findings.jsonl
  bonafide check --online --contact you@example.org refs.bib
  pbpaste | bonafide check -
  bonafide check --scheme severity --fail-on not-found a.bib b.txt`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return check(cmd, args, opt) },
	}
	opt.sources.flags(cmd)
	opt.input.flags(cmd)
	opt.output.flags(cmd)
	flags := cmd.Flags()
	flags.StringVar(&opt.scheme, "scheme", "taxonomy", "how verdicts are labelled: "+strings.Join(judge.Schemes(), ", "))
	flags.StringVar(&opt.failOn, "fail-on", judge.Discrepant.String(), "exit with 1 from this outcome on: inconclusive, ambiguous, discrepant, not-found, never")
	flags.BoolVar(&opt.explain, "explain", false, "show what moved the score of each reference")
	flags.IntVar(&opt.jobs, "jobs", runtime.NumCPU(), "references to check at the same time")
	flags.StringVar(&opt.policy, "policy", "", "JSON file with a policy of your own to label verdicts by, instead of --scheme")
	flags.StringVar(&opt.asOf, "as-of", "", "the day after which dates are in the future, as 2026-11-21 (default: today)")
	flags.DurationVar(&opt.within, "within", 0, "stop asking services after this long; every reference still gets its row")
	return cmd
}

func check(cmd *cobra.Command, args []string, opt checkOptions) error {
	limit, err := failLevel(opt.failOn)
	if err != nil {
		return usageError(err)
	}
	label, err := opt.labeller()
	if err != nil {
		return usageError(err)
	}
	today, err := day(opt.asOf)
	if err != nil {
		return usageError(err)
	}
	docs, unread := readInputs(cmd.InOrStdin(), args, opt.input)
	if len(docs) == 0 {
		return usageError(errors.Join(unread...))
	}
	s, err := setup.Open(opt.sources.setup())
	if err != nil {
		return usageError(err)
	}
	defer s.Close()
	s.Auditor.Jobs, s.Auditor.Within = opt.jobs, opt.within
	s.Auditor.Today = today
	out, err := opt.output.open(cmd)
	if err != nil {
		return usageError(err)
	}
	run := report.Run{
		Kind: report.KindRun, Schema: report.Schema, Version: buildVersion(), Rules: judge.Version, Inputs: args,
		Sources: s.Sources, Scheme: opt.scheme, FailOn: opt.failOn, Notice: s.Notice,
	}
	summary, err := audited(cmd, s, docs, run, out, opt, label)
	if err = cmp.Or(err, out.close()); err != nil {
		return failure(err)
	}
	if requests, services := s.Requests(); requests > 0 {
		fmt.Fprintf(cmd.ErrOrStderr(), "%d requests to %d services, %.1f a reference\n", requests, services, float64(requests)/float64(max(summary.References, 1)))
	}
	return status(cmd.ErrOrStderr(), summary, limit, unread)
}

// labeller gives the function that labels verdicts: a policy's, which then
// names the scheme, or the scheme's.
func (o *checkOptions) labeller() (func(judge.Verdict) string, error) {
	if o.policy == "" {
		return judge.Labeller(o.scheme)
	}
	data, err := os.ReadFile(o.policy)
	if err != nil {
		return nil, err
	}
	p, err := judge.ParsePolicy(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", o.policy, err)
	}
	o.scheme = cmp.Or(p.Name, o.policy)
	return p.Label, nil
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
	return biblio.Date{Year: t.Year(), Month: int(t.Month()), Day: t.Day()}, nil
}

// audited streams the findings of all documents through the writer.
func audited(cmd *cobra.Command, s *setup.Setup, docs []extract.Document, run report.Run, out *output, opt checkOptions, label func(judge.Verdict) string) (*report.Summary, error) {
	summary := report.NewSummary(run)
	if err := out.Begin(run); err != nil {
		return nil, err
	}
	var refs []biblio.Reference
	for _, d := range docs {
		for _, p := range d.Problems {
			summary.Problems++
			if err := out.Problem(report.ProblemRow(p)); err != nil {
				return nil, err
			}
		}
		refs = append(refs, d.References...)
	}
	uniqueIDs(refs)
	bar := newProgress(cmd.ErrOrStderr(), len(refs), "checking")
	err := s.Auditor.All(cmd.Context(), refs, func(f audit.Finding) error {
		if err := s.Learn(cmd.Context(), f); err != nil {
			return err
		}
		row := report.Row(f, label(f.Verdict), opt.explain)
		summary.Add(row)
		bar.clear()
		if err := out.Finding(row); err != nil {
			return err
		}
		bar.add(1)
		return nil
	})
	bar.finish()
	if err != nil {
		return nil, err
	}
	return summary, out.End(summary)
}

// uniqueIDs gives references of different files that share an id the file's
// number as a suffix, so that every row has its own.
func uniqueIDs(refs []biblio.Reference) {
	seen := map[string]int{}
	for i := range refs {
		id := refs[i].ID
		seen[id]++
		for n := seen[id]; n > 1; n++ {
			fresh := fmt.Sprintf("%s#%d", id, n)
			if seen[fresh] == 0 {
				refs[i].ID = fresh
				seen[fresh]++
				break
			}
		}
	}
}

// never is the --fail-on word for a run that no finding fails.
const never = "never"

func failLevel(word string) (int, error) {
	if word == never {
		return 1 << 30, nil
	}
	outcome, ok := judge.ParseOutcome(word)
	if !ok || outcome.Severity() == 0 {
		return 0, fmt.Errorf("--fail-on %q: use inconclusive, ambiguous, discrepant, not-found or never", word)
	}
	return outcome.Severity(), nil
}

// status turns a summary into the exit status, by the rules of exit.go.
func status(w io.Writer, s *report.Summary, limit int, unread []error) error {
	for _, err := range unread {
		fmt.Fprintln(w, "bonafide:", err)
	}
	failed, all := s.Outages()
	if all || len(failed) > 0 {
		return &exitError{exitSources, fmt.Errorf("%s did not answer for too many references: run again before you conclude anything", strings.Join(failed, ", "))}
	}
	if len(unread) > 0 {
		return &exitError{status: exitUsage}
	}
	if worst, ok := judge.ParseOutcome(s.Worst); ok && worst.Severity() >= limit {
		return &exitError{status: exitFindings}
	}
	return nil
}

// readInputs reads every input it can; an input that cannot be read is an
// error of its own and costs no other.
func readInputs(stdin io.Reader, names []string, opt inputOptions) ([]extract.Document, []error) {
	var docs []extract.Document
	var unread []error
	for _, name := range names {
		doc, err := readInput(stdin, name, opt)
		if err != nil {
			unread = append(unread, err)
			continue
		}
		docs = append(docs, doc)
	}
	return docs, unread
}

func readInput(stdin io.Reader, name string, opt inputOptions) (extract.Document, error) {
	if name == "-" {
		if f, ok := stdin.(*os.File); ok && isTerminal(f) {
			fmt.Fprintln(os.Stderr, "reading references from the terminal; end with Ctrl-D")
		}
		return extract.ReadFrom(stdin, "stdin", opt.extract())
	}
	return extract.ReadFile(name, opt.extract())
}
