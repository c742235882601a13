package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/mail"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/bonafide-audit/bonafide/internal/cli"
	"github.com/bonafide-audit/bonafide/internal/corpora"
	"github.com/bonafide-audit/bonafide/internal/runs"
	"github.com/bonafide-audit/bonafide/internal/setup"
	"github.com/bonafide-audit/bonafide/internal/shared"
	"github.com/bonafide-audit/bonafide/internal/transport"
)

// keptOptions say where runs are kept.
type keptOptions struct {
	folder   string
	database string
	verbose  bool
}

// flags adds the flags, also for subcommands.
func (o *keptOptions) flags(cmd *cobra.Command) {
	flags := cmd.PersistentFlags()
	flags.StringVar(&o.folder, "folder", "",
		"where runs and uploads are kept (default: serve in the user's data folder of bonafide)")
	flags.StringVar(&o.database, "database", "",
		"address of a PostgreSQL database for runs, as postgres://user@host/name, in place of a file in the folder")
	flags.BoolVar(&o.verbose, "verbose", false, "log every run")
}

func (o *keptOptions) log(cmd *cobra.Command) *slog.Logger {
	level := slog.LevelWarn
	if o.verbose {
		level = slog.LevelInfo
	}
	return slog.New(slog.NewTextHandler(cmd.ErrOrStderr(), &slog.HandlerOptions{Level: level}))
}

func (o *keptOptions) store(cmd *cobra.Command) (*runs.Store, error) {
	folder := o.folder
	if folder == "" {
		home, err := corpora.Home(os.Getenv)
		if err != nil {
			return nil, cli.UsageError(err)
		}
		folder = filepath.Join(filepath.Dir(home), "serve")
	}
	store, err := runs.Open(cmd.Context(), folder, o.database, o.log(cmd))
	if err != nil {
		return nil, cli.UsageError(fmt.Errorf("runs in %s: %w", folder, err))
	}
	return store, nil
}

// workOptions are the flags of commands that process runs.
type workOptions struct {
	keptOptions
	sources cli.SourceOptions
	claims  claimsOptions
	within  time.Duration
	workers int
	jobs    int
	most    int           // per run
	pages   int           // of PDFs that are read for one account per day
	longest time.Duration // of a run
	webhook string
	mail    runs.Mail
}

func (o *workOptions) workFlags(cmd *cobra.Command, workers int, what string) {
	o.sources.Flags(cmd)
	o.sources.ModelFlags(cmd)
	o.claims.textsFlag(cmd)
	flags := cmd.Flags()
	flags.IntVar(&o.workers, "workers", workers, what)
	flags.DurationVar(&o.within, "within", 15*time.Minute, "stop asking services for one run after this long")
	flags.IntVar(&o.jobs, "jobs", runtime.NumCPU(), "references of a run to check at the same time")
	flags.IntVar(&o.most, "max-references", 50_000, "most references of one run")
	flags.IntVar(&o.pages, "max-pages", 200_000, "most pages of PDFs that are read for one person within a day")
	flags.StringVar(&o.webhook, "webhook", "",
		"public address that is told the end of each run, signed with $"+webhookSecret)
	flags.StringVar(&o.mail.Server, "mail", "",
		"mail server, as host:587, that tells people whose account is an address the end of their runs")
	flags.StringVar(&o.mail.From, "mail-from", "",
		"address that sends such mail and logs in, with the password in $"+mailPassword)
	flags.StringVar(&o.mail.Pages, "mail-pages", "", "address of the server's pages, for links in such mail")
	flags.DurationVar(&o.longest, "max-time", 6*time.Hour, "longest that one run may take")
}

// Variables of the environment with the secret that signs messages, and the password of the mail server.
const (
	webhookSecret = "BONAFIDE_WEBHOOK_SECRET"
	mailPassword  = "BONAFIDE_MAIL_PASSWORD"
)

func (o *workOptions) valid() error {
	if o.workers < 0 || o.jobs < 1 || o.most < 1 || o.pages < 1 || o.longest <= 0 {
		return fmt.Errorf(
			"--jobs, --max-references, --max-pages and --max-time are above 0, and --workers is 0 or more")
	}
	return nil
}

// setups opens the sources of runs, whose cached answers and rate limits all processes of a database share. The
// caller must call closing.
func (o *workOptions) setups(cmd *cobra.Command) (s *setups, closing func(), err error) {
	options, end := o.sources.Setup(), func() {}
	if o.database != "" && options.Online.Enabled {
		common, err := shared.Open(cmd.Context(), o.database)
		if err != nil {
			return nil, nil, cli.UsageError(err)
		}
		options.Online.Shared = setup.Shared{State: common.State, Answers: common, Memory: o.database}
		end = common.Close
	}
	if s, err = openSetups(cmd.Context(), options); err != nil {
		end()
		return nil, nil, cli.UsageError(err)
	}
	return s, func() { s.close(cmd.ErrOrStderr()); end() }, nil
}

func (o *workOptions) worker(cmd *cobra.Command, setups *setups, store *runs.Store) (*runs.Worker, error) {
	texts, err := o.claims.library(cmd)
	if err != nil {
		return nil, err
	}
	secret := os.Getenv(webhookSecret)
	if u, err := url.Parse(o.webhook); o.webhook != "" && (err != nil || u.Scheme != "https" || secret == "") {
		return nil, cli.UsageError(errors.New("--webhook takes an https address, and its secret is in $" + webhookSecret))
	}
	_, bad := mail.ParseAddress(o.mail.From)
	if o.mail.Server != "" && (bad != nil || !strings.Contains(o.mail.Server, ":")) {
		return nil, cli.UsageError(errors.New("--mail takes a host and port (mail.example.org:587), --mail-from an address"))
	}
	o.mail.Password, o.mail.Pages = os.Getenv(mailPassword), strings.TrimRight(o.mail.Pages, "/")
	return &runs.Worker{
		Mail:    o.mail,
		Webhook: runs.Webhook{URL: o.webhook, Secret: secret, Client: transport.Public()},
		Store:   store, Texts: texts, Setup: setups.of, Release: setups.release, Offline: !setups.options.Online.Enabled,
		Version: cli.BuildVersion(), Jobs: o.jobs, Within: o.within,
		MaxReferences: o.most, MaxPages: o.pages, MaxTime: o.longest, Log: o.log(cmd),
	}, nil
}

// started starts a worker that runs until the context is done or stop is called; stop waits for it to end.
func started(ctx context.Context, w *runs.Worker, runs, papers int) (stop func(), err error) {
	ctx, cancel := context.WithCancel(ctx)
	wait, err := w.Start(ctx, runs, papers)
	if err != nil {
		cancel()
		return func() {}, err
	}
	return func() { cancel(); wait() }, nil
}

func newWorkerCommand() *cobra.Command {
	var opt workOptions
	cmd := &cobra.Command{
		Use:   "worker",
		Short: "Process runs and papers of venues on another machine",
		Long: `worker processes queued runs of "bonafide serve" and papers of venues in
a PostgreSQL database, until it is stopped. Any number of machines may do so; a run
or paper whose worker dies is taken by another within about ten seconds. Files are read
from --folder, which all share.

Give every worker the corpora, sources and models of "serve". All workers of a database
together keep the rate limits of one client. A worker without --online leaves
jobs that need services to others.

Exit status: 0, 2 usage, 3 a failure of bonafide itself`,
		Example: `  bonafide worker --database postgres://bonafide@db/bonafide --folder /srv/bonafide
  bonafide worker --database postgres://bonafide@db/bonafide --folder /srv/bonafide --online --contact you@example.org --corpus ~/corpus`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return work(cmd, &opt) },
	}
	opt.flags(cmd)
	opt.workFlags(cmd, runtime.NumCPU(), "runs, and papers of venues, to work on at the same time")
	return cmd
}

func work(cmd *cobra.Command, opt *workOptions) error {
	if err := opt.valid(); err != nil {
		return cli.UsageError(err)
	}
	if opt.database == "" || opt.workers == 0 {
		return cli.UsageError(errors.New("name the --database whose runs wait, and leave at least one of --workers; " +
			"without a database \"bonafide serve\" works by itself"))
	}
	store, err := opt.store(cmd)
	if err != nil {
		return err
	}
	defer store.Close()
	setups, closing, err := opt.setups(cmd)
	if err != nil {
		return err
	}
	defer closing()
	worker, err := opt.worker(cmd, setups, store)
	if err != nil {
		return err
	}
	stop, err := started(cmd.Context(), worker, opt.workers, opt.workers)
	if err != nil {
		return cli.Failure(err)
	}
	fmt.Fprintln(cmd.OutOrStdout(), "bonafide works (end it with Ctrl-C)")
	<-cmd.Context().Done()
	stop()
	return nil
}
