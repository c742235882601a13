package main

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/cli"
	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/report"
	"github.com/bonafide-audit/bonafide/internal/setup"
)

// checkOptions are the flags of check.
type checkOptions struct {
	sources cli.SourceOptions
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
		Long: `check looks up every reference of each FILE, and prints one row per reference:
the outcome, the codes that localise an error, what differs and what the record
says, and who says so.

` + paperHelp + "\n\n" + cli.ExitHelp,
		Example: `  bonafide check refs.bib
  bonafide check paper.pdf
  bonafide check submissions/ more.zip source.tar.gz --format jsonl -o findings.jsonl
  bonafide check --cited thesis/main.tex
  bonafide check --corpus ~/corpora/cs --format jsonl refs.bib > findings.jsonl
  bonafide check --online --contact you@example.org refs.bib
  pbpaste | bonafide check -
  bonafide check --fail-on fabricated,H5 refs.bib
  bonafide check --scheme severity --fail-on not-found a.bib b.txt`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return check(cmd, args, opt) },
	}
	opt.sources.Flags(cmd)
	opt.sources.ModelFlags(cmd)
	opt.input.flags(cmd)
	opt.input.citedFlag(cmd)
	opt.output.flags(cmd)
	flags := cmd.Flags()
	flags.StringVar(&opt.scheme, "scheme", judge.Codes, "how verdicts are labelled: "+strings.Join(judge.Schemes(), ", "))
	failOnFlag(cmd, &opt.failOn)
	flags.BoolVar(&opt.explain, "explain", false, "show what moved the score of each reference")
	flags.IntVar(&opt.jobs, "jobs", runtime.NumCPU(), "papers to read, and references to check, at the same time")
	flags.StringVar(&opt.policy, "policy", "", "JSON file with a policy of your own to label verdicts by, instead of --scheme")
	flags.StringVar(&opt.asOf, "as-of", "", "the day after which dates are in the future, as 2026-11-21 (default: today)")
	flags.DurationVar(&opt.within, "within", 0, "stop asking services after this long; every reference still gets its row")
	return cmd
}

func check(cmd *cobra.Command, args []string, opt checkOptions) error {
	limit, err := parseFailOn(opt.failOn)
	if err != nil {
		return cli.UsageError(err)
	}
	label, err := opt.labeller()
	if err != nil {
		return cli.UsageError(err)
	}
	today, err := day(opt.asOf)
	if err != nil {
		return cli.UsageError(err)
	}
	if err := cmp.Or(opt.valid(), opt.output.valid()); err != nil {
		return cli.UsageError(err)
	}
	s, err := setup.Open(opt.sources.Setup())
	if err != nil {
		return cli.UsageError(err)
	}
	if idle := opt.sources.Idle(); len(idle) > 0 {
		fmt.Fprintf(cmd.ErrOrStderr(), "bonafide: %s: no service is asked without --online\n", strings.Join(idle, ", "))
	}
	s.Auditor.Jobs, s.Auditor.Within = opt.jobs, opt.within
	s.Auditor.Today = today
	run := report.Run{
		Kind: report.KindRun, Schema: report.Schema, Version: cli.BuildVersion(), Rules: judge.Version, Inputs: args,
		Sources: s.Sources, Scheme: opt.scheme, FailOn: opt.failOn, Notice: s.Notice,
	}
	if s.Plan != setup.Plans()[0] {
		run.Plan = s.Plan
	}
	c := &checkRun{cmd: cmd, s: s, opt: opt, run: run, label: label, class: judge.ClassUnder(opt.scheme)}
	return c.end(cmp.Or(c.all(args), c.close()), limit)
}

// valid refuses numbers that mean nothing.
func (o *checkOptions) valid() error {
	switch {
	case o.jobs < 1:
		return fmt.Errorf("--jobs %d: at least one thing is done at a time", o.jobs)
	case o.within < 0:
		return fmt.Errorf("--within %v: time runs forward", o.within)
	}
	return nil
}

// counted gives a number with its noun.
func counted[N int | int64](n N, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
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

// status turns a summary into the exit status, by the rules of exit.go.
func status(w io.Writer, s *report.Summary, limit failOn, unread []error) error {
	for _, err := range unread {
		fmt.Fprintln(w, "bonafide:", report.Visible(err.Error()))
	}
	failed, all := s.Outages()
	if all || len(failed) > 0 {
		return &cli.ExitError{Status: cli.ExitSources, Err: fmt.Errorf("%s did not answer for too many references: run again before you conclude anything", strings.Join(failed, ", "))}
	}
	if len(unread) > 0 {
		return &cli.ExitError{Status: cli.ExitUsage}
	}
	if limit.fails(s) {
		return &cli.ExitError{Status: cli.ExitFindings}
	}
	return nil
}
