package main

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/bonafide-audit/bonafide/internal/accept"
	"github.com/bonafide-audit/bonafide/internal/cli"
	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/outfile"
	"github.com/bonafide-audit/bonafide/internal/report"
	"github.com/bonafide-audit/bonafide/internal/run"
	"github.com/bonafide-audit/bonafide/internal/setup"
)

type checkOptions struct {
	sources cli.SourceOptions
	input   inputOptions
	output  outputOptions
	known   knownOptions
	asked   asked
	claims  claimsOptions
	scheme  string
	failOn  string
	least   minChecked
	explain bool
	edits   bool
	jobs    int
	within  time.Duration
	asOf    string
	policy  string

	strictInputs bool
	resume       bool
	since        string  // an earlier run to compare with
	annotate     string  // folder for marked PDFs
	marks        *marked // what is written into PDFs; nil for nothing
}

func newCheckCommand() *cobra.Command {
	var opt checkOptions
	cmd := &cobra.Command{
		Use:   "check FILE|WORK...",
		Short: "Check every reference of papers and bibliographies",
		Long: `check looks up every reference of each FILE and prints what is wrong, most
serious first: the outcome, the codes of the errors, the difference, the record and
its source. Verified references are only counted; --all shows them.

` + paperHelp + `

In place of a FILE, an argument may name a work by a DOI, an arXiv number, an ACL
Anthology id, a PMID or the address of such a page, or be a printed reference in
quotes: it is checked like an entry. With --online the address of a PDF, or of any
other document, is fetched, and the references in it are checked.

A file inside a folder or archive that cannot be read is listed; it ends the run
with 2 only with --strict-inputs. An empty bibliography is not an error.

With -o a report replaces FILE in one step when it is complete. Only
--format jsonl is written row by row: a run that is stopped or killed leaves the
complete rows, and FILE` + run.NotesSuffix + ` beside them. The same command with --resume
continues after them, so that nothing is asked, judged or paid twice. It refuses rows of
other inputs or settings.

` + cli.ExitHelp,
		Example: `  bonafide check refs.bib
  bonafide check paper.pdf
  bonafide check --online --contact you@example.org refs.bib
  bonafide check 10.1038/nature14539 PMID:9500320 N19-1423
  bonafide check "LeCun, Bengio and Hinton. Deep learning. Nature 521, 2015."
  bonafide check --cited thesis/main.tex
  bonafide check submissions/ more.zip source.tar.gz --format jsonl -o findings.jsonl
  bonafide check submissions/ more.zip source.tar.gz --format jsonl -o findings.jsonl --resume
  bonafide check --corpus ~/corpora/cs --format jsonl refs.bib > findings.jsonl
  pbpaste | bonafide check -
  bonafide check --online https://arxiv.org/pdf/1706.03762 -o report.html
  bonafide check --fail-on fabricated,H5 refs.bib
  bonafide check --baseline yesterday.jsonl --changed-since HEAD refs.bib
  bonafide check --scheme severity --fail-on not-found a.bib b.txt`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return check(cmd, args, &opt) },
	}
	opt.sources.Flags(cmd)
	opt.sources.ModelFlags(cmd)
	opt.input.flags(cmd)
	opt.input.citedFlag(cmd)
	opt.output.flags(cmd)
	opt.known.flags(cmd)
	opt.output.pictures = true
	opt.runFlags(cmd)
	flags := cmd.Flags()
	opt.claims.command(cmd)
	flags.StringVar(&opt.scheme, "scheme", judge.Codes, "how verdicts are labelled: "+strings.Join(judge.Schemes(), ", "))
	flags.BoolVar(&opt.explain, "explain", false, "show what moved the score of each reference")
	flags.BoolVar(&opt.edits, "edits", false,
		"rows of BibTeX entries have the edits that fix would make (json, jsonl; always in sarif)")
	flags.StringVar(&opt.policy, "policy", "",
		"JSON file with a policy of your own to label verdicts by, instead of --scheme")
	flags.BoolVar(&opt.resume, "resume", false,
		"continue after the rows of an interrupted run with --format jsonl -o FILE")
	flags.StringVar(&opt.since, "since", "",
		"say which findings are new, gone and unchanged since \"last\", the last such run over these files, or since a saved report")
	flags.StringVar(&opt.annotate, "annotate", "",
		"folder to write a marked copy of each PDF to, as the command annotate does")
	return cmd
}

// runFlags adds the flags that change what is done, not how it is shown.
func (o *checkOptions) runFlags(cmd *cobra.Command) {
	failOnFlag(cmd, &o.failOn)
	o.least.flag(cmd)
	flags := cmd.Flags()
	flags.IntVar(&o.jobs, "jobs", runtime.NumCPU(), "papers to read, and references to check, at the same time")
	flags.StringVar(&o.asOf, "as-of", "", "dates after this day are in the future, as 2026-11-21 (default: today)")
	flags.BoolVar(&o.strictInputs, "strict-inputs", false,
		"also exit with 2 when a file of a folder or archive cannot be read")
	flags.DurationVar(&o.within, "within", 0, "stop asking services after this long; every reference still gets its row")
}

func check(cmd *cobra.Command, args []string, opt *checkOptions) error {
	if opt.annotate != "" {
		opt.marks = &marked{folder: opt.annotate}
	}
	opt.asked = parseAsked(args)
	if opt.marks != nil && len(opt.asked.addresses) > 0 {
		return cli.UsageError(fmt.Errorf("%s: only files on this machine are marked: download it first",
			report.Visible(opt.asked.addresses[0])))
	}
	opt.output.named = len(opt.asked.names) == 1 && len(opt.asked.works) > 0
	opt.output.details = opt.output.details || opt.explain
	opt.output.infer(cmd)
	list, err := opt.known.open(cmd, opt.asked.files(), opt.input.extract())
	if err != nil {
		return cli.UsageError(err)
	}
	return checkWith(cmd, opt, list)
}

// checkWith checks what opt names; list says what is accepted or known.
func checkWith(cmd *cobra.Command, opt *checkOptions, list *accept.List) error {
	args := opt.asked.names
	limit, err := parseFailOn(opt.failOn)
	o, failed := opt.run()
	o.Accept = list
	if err = cmp.Or(err, failed, opt.valid(), outfile.Over(opt.output.path, args, cmd.InOrStdin()),
		opt.output.valid()); err != nil {
		return cli.UsageError(err)
	}
	whole, err := opt.openStream(cmd)
	if err != nil {
		return cli.UsageError(err)
	}
	if whole {
		return opt.sayWhole(cmd, args, limit)
	}
	o.Stream = opt.output.stream
	s, err := setup.Open(opt.sources.Setup())
	if err != nil {
		return cli.UsageError(err)
	}
	if o.Claims, err = opt.claims.reader(cmd, s); err != nil {
		return errors.Join(err, s.Close())
	}
	if idle := opt.sources.Idle(); len(idle) > 0 {
		fmt.Fprintf(cmd.ErrOrStderr(), "bonafide: %s: no service is asked without --online\n", strings.Join(idle, ", "))
	}
	out := &checkOutput{cmd: cmd, opt: opt.output, named: args, marks: opt.marks}
	if out.since, err = openSince(opt.since, opt.asked.files()); err != nil {
		return errors.Join(cli.UsageError(err), s.Close())
	}
	o.Watch = out.watch()
	r := run.New(s, o)
	out.cost = r.Cost
	r.Summary().Flags = carried(cmd)
	in, err := opt.asked.inputs(cmd, &opt.input, s)
	var unread []error
	if err == nil {
		unread, err = r.Check(cmd.Context(), in, out)
	}
	out.interrupted(err, r.Summary())
	if err = cmp.Or(err, out.close()); errors.Is(err, run.ErrOther) {
		err = cli.UsageError(err)
	}
	if err == nil && opt.marks != nil {
		var refused []error
		refused, err = opt.marks.write()
		out.unread = append(out.unread, refused...)
	}
	r.Close()
	if err == nil && out.output == nil {
		err = nothingRead(unread)
	}
	if err == nil {
		err = cmp.Or(out.since.end(cmd.ErrOrStderr(), r.Head(args)), printCost(cmd.ErrOrStderr(), s, r))
	}
	unwritten := closeSetup(cmd.ErrOrStderr(), s)
	if err = cmp.Or(err, unwritten); err != nil {
		return cli.Failure(err)
	}
	if !opt.output.tells() { // otherwise the report has said both
		sayUnread(cmd.ErrOrStderr(), out.inside)
		sayChecked(cmd.ErrOrStderr(), r.Summary())
	}
	sayUnread(cmd.ErrOrStderr(), out.unread)
	err = status(r.Summary(), limit, len(out.unread) > 0 || opt.strictInputs && (len(out.inside) > 0 || out.incomplete))
	return opt.least.status(cmd, r.Summary(), err)
}

func (o *checkOptions) run() (run.Options, error) {
	labels, err := o.labels()
	if err != nil {
		return run.Options{}, err
	}
	today, err := day(o.asOf)
	return run.Options{
		Version: cli.BuildVersion(), Reading: o.input.extract(), Jobs: o.jobs, Today: today,
		Within: o.within, Labels: labels, Explain: o.explain, Edits: o.edits || o.output.format == "sarif", FailOn: o.failOn,
	}, err
}

func (o *checkOptions) valid() error {
	switch {
	case o.jobs < 1:
		return fmt.Errorf("--jobs %d: use 1 or more", o.jobs)
	case o.resume && len(o.asked.works) > 0:
		return errors.New("--resume continues a run over files: works named on the command line are always checked again")
	case o.within < 0:
		return fmt.Errorf("--within %v: use a positive duration", o.within)
	}
	_, err := o.least.least(0)
	return err
}

// labels returns how verdicts are labelled: by the policy if there is one, otherwise by the scheme.
func (o *checkOptions) labels() (run.Labels, error) {
	if o.policy == "" {
		return run.Scheme(o.scheme)
	}
	data, err := os.ReadFile(o.policy)
	if err != nil {
		return run.Labels{}, err
	}
	p, err := judge.ParsePolicy(data)
	if err != nil {
		return run.Labels{}, fmt.Errorf("%s: %w", o.policy, err)
	}
	return run.Policy(cmp.Or(p.Name, o.policy), p), nil
}

// openStream prepares the stream of rows if check writes one. Whole means that nothing is left to do.
func (o *checkOptions) openStream(cmd *cobra.Command) (whole bool, err error) {
	path := o.output.path
	info, err := os.Stat(path)
	if pipe := err == nil && !info.Mode().IsRegular(); o.output.format != "jsonl" || path == "" || pipe {
		if o.resume {
			return false, errors.New("--resume continues the rows in a file: use it with --format jsonl and -o FILE")
		}
		return false, nil
	}
	settings, err := o.settings(cmd)
	if err != nil {
		return false, err
	}
	if !o.resume {
		o.output.stream = run.NewStream(path, settings)
		return false, nil
	}
	o.output.stream, whole, err = run.ResumeStream(path, settings)
	return whole, err
}

// settings returns a digest of everything that rows depend on and the head of a report does not record.
func (o *checkOptions) settings(cmd *cobra.Command) (string, error) {
	sum := sha256.New()
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if !cli.FlagIs(f.Name, cli.SameRows) {
			fmt.Fprintf(sum, "%s=%q\n", f.Name, f.Value)
		}
	})
	opt := o.sources.Setup()
	text, err := json.Marshal([]any{opt.Online.Bases, opt.Models.Table})
	sum.Write(text)
	if o.policy != "" && err == nil {
		text, err = os.ReadFile(o.policy)
		sum.Write(text)
	}
	return hex.EncodeToString(sum.Sum(nil)[:16]), err
}

// sayWhole ends a run whose report is complete already.
func (o *checkOptions) sayWhole(cmd *cobra.Command, inputs []string, limit report.FailOn) error {
	f, err := os.Open(o.output.path)
	if err != nil {
		return cli.Failure(err)
	}
	defer f.Close()
	saved := &unreadInputs{Writer: report.Discard{}}
	summary, err := report.Replay(f, saved)
	if err == nil && !slices.Equal(saved.inputs, inputs) {
		err = fmt.Errorf("the rows are of other inputs: %w", run.ErrOther)
	}
	if err != nil {
		return cli.UsageError(fmt.Errorf("%s: %w", o.output.path, err))
	}
	fmt.Fprintf(cmd.ErrOrStderr(), "bonafide: %s is complete: there is nothing left to do\n",
		report.Visible(o.output.path))
	return o.least.status(cmd, summary, status(summary, limit, saved.met))
}

// carried returns the flags of a command line that another command needs to find what this one found: those that
// choose the sources and how inputs are read. A flag that the other command has of its own, or lacks, is left out.
func carried(cmd *cobra.Command) func(command, own string) []string {
	return func(command, own string) (list []string) {
		next, _, err := cmd.Root().Find([]string{command})
		if err != nil {
			return nil
		}
		has := func(name string) bool { return strings.Contains(own+" ", "--"+name+" ") }
		cmd.Flags().Visit(func(f *pflag.Flag) {
			known := next.Flags().Lookup(f.Name) != nil || next.InheritedFlags().Lookup(f.Name) != nil
			if known && cli.FlagIs(f.Name, cli.Decides) && !has(f.Name) && !(f.Name == "offline" && has("online")) {
				list = append(list, flagWords(f)...)
			}
		})
		return list
	}
}

func flagWords(f *pflag.Flag) (words []string) {
	name := "--" + f.Name
	values := []string{f.Value.String()}
	if list, ok := f.Value.(pflag.SliceValue); ok {
		values = list.GetSlice()
	}
	if given := f.Annotations[cli.GivenValues]; given != nil {
		values = given
	}
	if f.Value.Type() == "stringSlice" {
		values = []string{strings.Join(values, ",")}
	}
	for _, value := range values {
		switch {
		case f.NoOptDefVal == value:
			words = append(words, name)
		case f.NoOptDefVal != "":
			words = append(words, name+"="+value)
		default:
			words = append(words, name, value)
		}
	}
	return slices.Clip(words)
}
