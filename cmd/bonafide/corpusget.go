package main

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/bonafide-audit/bonafide/internal/cli"
	"github.com/bonafide-audit/bonafide/internal/corpora"
	"github.com/bonafide-audit/bonafide/internal/dump"
	"github.com/bonafide-audit/bonafide/internal/index"
	"github.com/bonafide-audit/bonafide/internal/report"
	"github.com/bonafide-audit/bonafide/internal/transport"
)

type getOptions struct {
	yes, refresh, keep bool
	dumps              string
	mirrors            []string
	filter             dump.Filter
	badShown           int
}

// atCorpusStep is called before every step of corpus get, for tests.
var atCorpusStep = func(name, step, part string) {}

func newCorpusGetCommand() *cobra.Command {
	var opt getOptions
	cmd := &cobra.Command{
		Use:   "get [NAME...]",
		Short: "Fetch public dumps and install them as corpora",
		Long: `get downloads public dumps, indexes them and installs them, so that every later run
finds them without a flag. NAME is a field (` + strings.Join(corporaToGet()[:len(corpora.Presets)], ", ") + `) or a dump; "bonafide corpus
list" lists all, and says how to get those that no program may download. Without a
NAME it shows what each field takes, and asks which.

Before it starts it prints the download size, the disk space and the time, and asks
for confirmation; --yes confirms. After an interruption or a kill the same command
continues where it stopped, and nothing is downloaded twice. A corpus that
is installed is left as it is; --refresh updates it.

Exit status: 0 done; 2 the command line, or another process working on the same
corpus; 3 a failure on this machine, a full disk among them; 4 a service that could
not be reached or did not give what it lists.`,
		Example: `  bonafide corpus get cs
  bonafide corpus get --yes dblp retractionwatch
  bonafide corpus get --refresh cs
  bonafide corpus get meta --type journal-article --from-year 2000
  bonafide corpus get openalex --field "Computer Science" --type article,preprint --from-year 2000`,
		ValidArgsFunction: cobra.FixedCompletions(corporaToGet(), cobra.ShellCompDirectiveNoFileComp),
		RunE:              func(cmd *cobra.Command, args []string) error { return corpusGet(cmd, args, opt) },
	}
	flags := cmd.Flags()
	flags.BoolVar(&opt.yes, "yes", false, "do not ask")
	flags.BoolVar(&opt.refresh, "refresh", false, "update installed corpora")
	flags.BoolVar(&opt.keep, "keep", false, "keep the downloads")
	flags.StringVar(&opt.dumps, "dumps", "",
		"folder for downloads until they are indexed (default: dumps in the user's cache folder)")
	flags.StringSliceVar(&opt.mirrors, "mirror", nil, "another address of a dump: NAME=URL")
	flags.StringArrayVar(&opt.filter.Fields, "field", nil,
		"openalex: only works of this field of research, may be repeated")
	flags.StringSliceVar(&opt.filter.Types, "type", nil,
		"openalex, meta: only works of these types: article, preprint, book-chapter; for meta journal-article, "+
			"proceedings-article, …")
	flags.IntVar(&opt.filter.FromYear, "from-year", 0, "openalex, meta: only works of this year and later")
	flags.IntVar(&opt.filter.ToYear, "to-year", 0, "openalex, meta: only works of this year and earlier")
	flags.IntVar(&opt.badShown, "bad", 5, "how many unreadable records to list")
	return cmd
}

// corporaToGet lists the fields and the dumps that the program can download.
func corporaToGet() (names []string) {
	for _, p := range corpora.Presets {
		names = append(names, p.Name)
	}
	for _, p := range dump.Publics {
		if p.Layout != dump.ByHand {
			names = append(names, p.Name)
		}
	}
	return names
}

func corpusGet(cmd *cobra.Command, args []string, opt getOptions) error {
	g, err := opt.getter(cmd)
	if err != nil {
		return cli.UsageError(err)
	}
	if len(args) == 0 {
		if args, err = chooseField(cmd, g); err != nil {
			return err
		}
	}
	names, err := toGet(cmd, g, corpora.Expand(args), opt)
	if err != nil || len(names) == 0 {
		return err
	}
	if err := confirm(cmd, g, names, opt.yes); err != nil {
		return err
	}
	steps := stepBars{w: cmd.ErrOrStderr()}
	g.Step, g.Progress = steps.step, steps.progress
	var failed []error
	for _, name := range names {
		got, err := g.Get(cmd.Context(), name, opt.filter)
		steps.finish()
		var fetch *corpora.FetchError
		switch {
		case errors.As(err, &fetch) && cmd.Context().Err() == nil: // the other corpora come from other services
			failed = append(failed, getError(name, g, err))
		case err != nil:
			return getError(name, g, err)
		default:
			if err := tellGot(cmd, name, got, opt.badShown); err != nil {
				return err
			}
		}
	}
	return lastOf(cmd, failed, len(names))
}

// lastOf returns the error of a command that failed for some corpora: it prints all but the last.
func lastOf(cmd *cobra.Command, failed []error, all int) error {
	if len(failed) == 0 {
		return nil
	}
	for _, err := range failed[:len(failed)-1] {
		fmt.Fprintln(cmd.ErrOrStderr(), "bonafide:", err)
	}
	if len(failed) < all {
		fmt.Fprintf(cmd.ErrOrStderr(), "bonafide: %d of %d corpora were installed\n", all-len(failed), all)
	}
	return failed[len(failed)-1]
}

func (opt *getOptions) getter(cmd *cobra.Command) (*corpora.Getter, error) {
	g := &corpora.Getter{Refresh: opt.refresh, Keep: opt.keep, Now: time.Now, Mirrors: map[string]string{}}
	var err error
	if g.Home, err = corpora.Home(os.Getenv); err != nil {
		return nil, err
	}
	if g.Fetcher.Dir = opt.dumps; opt.dumps == "" {
		if g.Fetcher.Dir, err = corpora.Dumps(); err != nil {
			return nil, err
		}
	}
	g.Fetcher.Agent = "bonafide/" + cli.BuildVersion()
	for _, m := range opt.mirrors {
		name, address, ok := strings.Cut(m, "=")
		if u, err := url.Parse(address); !ok || err != nil || u.Host == "" {
			return nil, fmt.Errorf("--mirror %s: write NAME=URL", m)
		}
		if _, err := dump.FindPublic(name); err != nil {
			return nil, fmt.Errorf("--mirror %s: %w", m, err)
		}
		g.Mirrors[name] = address
	}
	for i := range opt.filter.Fields {
		opt.filter.Fields[i] = strings.ToLower(strings.TrimSpace(opt.filter.Fields[i]))
	}
	return g, opt.filter.Check()
}

// toGet leaves out what is installed and should stay as it is, and refuses unknown names before anything is fetched.
func toGet(cmd *cobra.Command, g *corpora.Getter, names []string, opt getOptions) (list []string, err error) {
	for _, name := range names {
		p, err := g.Find(name)
		if err == nil {
			err = corpora.CheckFilter(p, opt.filter)
		}
		if err != nil {
			return nil, cli.UsageError(err)
		}
		if g.Installed(name) && !opt.refresh && opt.filter.IsZero() {
			fmt.Fprintf(cmd.OutOrStdout(), "%s is already installed; --refresh updates it\n", name)
			continue
		}
		list = append(list, name)
	}
	return list, nil
}

// chooseField shows the cost of each field of research, and asks for one.
func chooseField(cmd *cobra.Command, g *corpora.Getter) ([]string, error) {
	w := cmd.ErrOrStderr()
	if err := tellFields(w, g); err != nil {
		return nil, cli.Failure(err)
	}
	if !cli.IsTerminal(cmd.InOrStdin()) {
		return nil, cli.UsageError(errors.New("name a field or a dump, as in \"bonafide corpus get acl\""))
	}
	fmt.Fprint(w, "which? ")
	line, err := answerTo(cmd)
	if cmd.Context().Err() != nil {
		return nil, cmd.Context().Err()
	}
	names := strings.FieldsFunc(line, func(r rune) bool { return r == ' ' || r == ',' || r == '\n' || r == '\r' })
	if err != nil || len(names) == 0 {
		return nil, cli.UsageError(errors.New("nothing was fetched"))
	}
	return names, nil
}

// tellFields shows the cost of each field, including the smallest dump and that of all fields.
func tellFields(w io.Writer, g *corpora.Getter) error {
	tell := tabwriter.NewWriter(cli.Wrapping(w, 9), 0, 0, 2, ' ', 0)
	rows := slices.Concat([]corpora.Preset{{Name: "acl", Field: "computational linguistics", Members: []string{"acl"}}},
		corpora.Presets,
		[]corpora.Preset{{Name: "meta", Field: "all fields", Members: []string{"meta"}}})
	for _, p := range rows {
		var all corpora.Cost
		for _, name := range p.Members {
			public, err := g.Find(name)
			if err != nil {
				return err
			}
			all = all.Add(corpora.CostOf(public, index.Exists(filepath.Join(g.Home, name))))
		}
		fmt.Fprintf(tell, "%s\t%s\tdownload %s\tdisk %s\ttime %s\t%s\n", p.Name, p.Field, cli.Size(all.Download),
			cli.Size(all.Disk), roughly(all.Time), strings.Join(p.Members, ", "))
	}
	return tell.Flush()
}

func confirm(cmd *cobra.Command, g *corpora.Getter, names []string, yes bool) error {
	w := cmd.ErrOrStderr()
	tell := tabwriter.NewWriter(cli.Wrapping(w, 4), 0, 0, 2, ' ', 0)
	var all corpora.Cost
	for _, name := range names {
		p, err := g.Find(name)
		if err != nil {
			return cli.UsageError(err)
		}
		about, there := "about", index.Exists(filepath.Join(g.Home, name))
		if there {
			about = "at most"
		}
		c := corpora.CostOf(p, there)
		all = all.Add(c)
		fmt.Fprintf(tell, "%s\tdownload %s %s\tdisk %s\ttime %s\t%s\n", name, about, cli.Size(c.Download), cli.Size(c.Disk),
			roughly(c.Time), p.Terms)
	}
	if err := tell.Flush(); err != nil {
		return cli.Failure(err)
	}
	fmt.Fprintf(w, "together: download %s, disk %s (%s while they are made), time %s; into %s\n", cli.Size(all.Download),
		cli.Size(all.Disk), cli.Size(all.Working), roughly(all.Time), g.Home)
	if all.Memory > 1e9 {
		fmt.Fprintf(w, "joining the segments takes about %s of memory\n", cli.Size(all.Memory))
	}
	switch {
	case yes:
		return nil
	case !cli.IsTerminal(cmd.InOrStdin()):
		return cli.UsageError(errors.New("nothing was fetched: there is no terminal to ask on; --yes agrees"))
	}
	fmt.Fprint(w, "continue? [y/N] ")
	line, err := answerTo(cmd)
	if cmd.Context().Err() != nil {
		return cmd.Context().Err()
	}
	if answer := strings.ToLower(strings.TrimSpace(line)); err == nil && (answer == "y" || answer == "yes") {
		return nil
	}
	return cli.UsageError(errors.New("nothing was fetched"))
}

// answerTo reads a line that the user types, or ends with the context.
func answerTo(cmd *cobra.Command) (string, error) {
	type answer struct {
		line string
		err  error
	}
	given := make(chan answer, 1)
	go func() {
		line, err := bufio.NewReader(cmd.InOrStdin()).ReadString('\n')
		given <- answer{line, err}
	}()
	select {
	case a := <-given:
		return a.line, a.err
	case <-cmd.Context().Done():
		return "", cmd.Context().Err()
	}
}

func roughly(d time.Duration) string {
	switch {
	case d < time.Minute:
		return "under a minute"
	case d < 2*time.Hour:
		return fmt.Sprintf("%d min", int(d.Minutes()+0.5))
	}
	return fmt.Sprintf("%d h", int(d.Hours()+0.5))
}

func tellGot(cmd *cobra.Command, name string, got corpora.Got, badShown int) error {
	tellUnread(cmd, corpora.Built{Stats: got.Stats, Bad: got.Bad}, badShown)
	if !got.Changed {
		_, err := fmt.Fprintf(cmd.OutOrStdout(), "%s: up to date\n", name)
		return err
	}
	fmt.Fprintf(cmd.OutOrStdout(), "%s: ", name)
	return tellCorpus(cmd, got.Dir)
}

// getError says in one sentence why a corpus could not be fetched, and returns the exit status.
func getError(name string, g *corpora.Getter, err error) error {
	var fetch *corpora.FetchError
	var unreached *url.Error
	switch {
	case errors.Is(err, index.ErrBusy):
		return cli.UsageError(fmt.Errorf("%s: another process is working on this corpus: wait until it has finished", name))
	case errors.Is(err, syscall.ENOSPC):
		return cli.Failure(
			fmt.Errorf("%s: the disk is full: make room in %s or %s and run the same command again to continue", name,
				g.Home, g.Fetcher.Dir))
	case errors.As(err, &fetch) && errors.As(err, &unreached):
		host := unreached.URL
		if u, err := url.Parse(unreached.URL); err == nil {
			host = u.Host
		}
		return &cli.ExitError{Status: cli.ExitSources,
			Err: fmt.Errorf("%s: %s cannot be reached (%w): run the same command again to continue", name, host, unreached.Err)}
	case errors.As(err, &fetch):
		return &cli.ExitError{Status: cli.ExitSources, Err: shownError{name, err}}
	}
	return corpusError(fmt.Errorf("%s: %w", name, err))
}

// shownError is an error that contains text of a service.
type shownError struct {
	name string // of the corpus
	error
}

func (e shownError) Error() string {
	return fmt.Sprintf("%s: bonafide corpus remove %s starts over, or run the same command again to continue",
		report.Visible(e.error.Error()), e.name)
}

func (e shownError) Unwrap() error { return e.error }

type stepBars struct {
	w    io.Writer
	what string
	make func(w io.Writer, total int64, what string) *cli.Progress // of bytes, or of records
	bar  *cli.Progress
}

var stepWords = map[string]string{corpora.StepList: "asking for", corpora.StepFetch: "fetching",
	corpora.StepBuild: "indexing", corpora.StepMerge: "merging", corpora.StepPlace: "installing"}

func (s *stepBars) step(name, step, part string) {
	s.finish()
	s.make = cli.NewByteProgress
	if step == corpora.StepMerge {
		s.make = things
	}
	s.what = strings.TrimSpace(stepWords[step] + " " + name)
	if step == corpora.StepAgain {
		fmt.Fprintf(s.w, "%s: %s is no longer listed: the files are listed again, and what is missing is fetched\n", name,
			report.Visible(part))
	}
	atCorpusStep(name, step, part)
}

func things(w io.Writer, total int64, what string) *cli.Progress {
	return cli.NewProgress(w, int(total), what)
}

func (s *stepBars) progress(done, total int64) {
	if s.bar == nil {
		total = cmp.Or(total, -1)
		s.bar = s.make(s.w, total, s.what)
	}
	s.bar.Set(done)
}

func (s *stepBars) finish() {
	if s.bar != nil {
		s.bar.Finish()
		s.bar = nil
	}
}

var corpusName = regexp.MustCompile(`^[a-z0-9][a-z0-9_-]{0,63}$`)

func newCorpusPullCommand() *cobra.Command {
	var opt pullOptions
	cmd := &cobra.Command{
		Use:   "pull URL",
		Short: "Copy a corpus from a web server, or update the copy",
		Long: `pull copies a corpus from the folder at URL of a web server, and installs it
under the last part of the address, or in another folder (--to). Any web server works;
the folder is that of a corpus with one more file, made in it by
  sha256sum manifest.json *.segment > SHA256SUMS

Existing parts are not fetched again, and an interrupted transfer continues where it
stopped. --sha256 pins the corpus: give the SHA-256 of its SHA256SUMS. The digest and every checksum are verified before the corpus changes, in
one step. Running programs keep the old one; servers and workers use the new one from
their next run.

Exit status: 0 done; 2 the command line, or another process working on the same corpus; 3 a
failure on this machine; 4 a server that could not be reached or did not give what it lists.`,
		Example: `  bonafide corpus pull https://corpora.example.org/cs
  bonafide corpus pull http://10.0.0.7:8000/corpora/mine --http --to /srv/corpora/mine`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return corpusPull(cmd, args[0], opt) },
	}
	flags := cmd.Flags()
	flags.StringVar(&opt.name, "name", "", "name under which it is installed (default: the last part of the address)")
	flags.StringVar(&opt.to, "to", "", "folder for it, in place of installing it")
	flags.StringVar(&opt.sum, "sha256", "",
		"SHA-256 that the file SHA256SUMS must have, as its publisher tells you elsewhere")
	flags.BoolVar(&opt.plain, "http", false,
		"take a corpus over http from another machine, although anyone on the way can change it")
	return cmd
}

type pullOptions struct {
	name, to, sum string
	plain         bool
}

var sumForm = regexp.MustCompile(`^(?i:[0-9a-f]{64})?$`)

// check refuses what the network could change unnoticed.
func (opt *pullOptions) check(u *url.URL) error {
	if !sumForm.MatchString(opt.sum) {
		return fmt.Errorf("--sha256 %s: a SHA-256 has 64 hexadecimal digits: run sha256sum %s where the corpus was made",
			opt.sum, corpora.SumsName)
	}
	if u.Scheme != "http" || opt.plain || opt.sum != "" {
		return nil
	}
	if local, err := loopback(net.JoinHostPort(u.Hostname(), "0")); err == nil && local {
		return nil
	}
	return fmt.Errorf(
		"anyone on the way can change what comes over http: use https, pin the corpus with --sha256, or add --http")
}

func corpusPull(cmd *cobra.Command, address string, opt pullOptions) error {
	name, to := opt.name, opt.to
	if to == "" {
		if u, err := url.Parse(address); err == nil && name == "" {
			name = path.Base(u.Path)
		}
		if !corpusName.MatchString(name) {
			return cli.UsageError(fmt.Errorf("%q cannot name a corpus: choose a name with --name: small letters, digits, "+
				"dashes, underscores", name))
		}
		home, err := corpora.Home(os.Getenv)
		if err != nil {
			return cli.UsageError(err)
		}
		to = filepath.Join(home, name)
	}
	if u, err := url.Parse(address); err != nil || u.Host == "" {
		return cli.UsageError(fmt.Errorf("%s is not the address of a folder: it begins with https:// or http://", address))
	} else if err := opt.check(u); err != nil {
		return cli.UsageError(err)
	}
	steps := stepBars{w: cmd.ErrOrStderr(), what: "fetching " + path.Base(address), make: cli.NewByteProgress}
	downloads := transport.Downloads{Agent: "bonafide/" + cli.BuildVersion(),
		Progress: func(_ string, done, total int64) { steps.progress(done, total) }}
	err := corpora.Pull(cmd.Context(), address, to, opt.sum, &downloads)
	steps.finish()
	switch {
	case err == nil:
		ix, err := index.Open(to)
		if err != nil {
			return cli.Failure(err)
		}
		defer ix.Close()
		fmt.Fprintf(cmd.OutOrStdout(), "%s: %s\n", to, counted(ix.Len(), "work"))
		return nil
	case errors.Is(err, index.ErrBusy):
		return cli.UsageError(err)
	case errors.As(err, new(*os.PathError)):
		return cli.Failure(err)
	}
	return &cli.ExitError{Status: cli.ExitSources, Err: err}
}
