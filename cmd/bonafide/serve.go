package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/cli"
	"github.com/bonafide-audit/bonafide/internal/runs"
	"github.com/bonafide-audit/bonafide/internal/web"
)

type serveOptions struct {
	workOptions
	listen   string
	keep     time.Duration
	uploadMB int64
	diskMB   int64 // for one account
	accounts bool
	cert     string // of TLS
	key      string
	behind   bool // a proxy in front of this server speaks TLS
	noLinks  bool
}

func newServeCommand() *cobra.Command {
	var opt serveOptions
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Check papers in the browser, and offer the API, on this machine",
		Long: `serve shows pages on which papers and bibliographies are checked: drop a file, see
what is wrong reference by reference, decide, and download the corrected file.
Programs use the same runs by the API below /api/v1.

Runs, decisions and uploads are stored in a folder; a run in progress when the
server stops continues at its next start. Services are asked only with --online, and
only for runs that say so.

On this machine no login is needed. An address that other machines can reach requires
accounts ("bonafide serve account add NAME") and TLS: a certificate with its key, or
--behind-tls when another server in front of this one provides it. People see
only their own runs, and those whose link they have.

Exit status: 0, 2 usage, 3 a failure of bonafide itself`,
		Example: `  bonafide serve
  bonafide serve --online --contact you@example.org
  bonafide serve --listen 127.0.0.1:9000 --folder ~/audits --keep 720h
  bonafide serve --listen 0.0.0.0:443 --tls-cert cert.pem --tls-key key.pem`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return serve(cmd, &opt) },
	}
	opt.flags(cmd)
	opt.workFlags(cmd, 2, "runs, and papers of venues, to work on at the same time; 0 leaves them to \"bonafide worker\"")
	flags := cmd.Flags()
	flags.StringVar(&opt.listen, "listen", "127.0.0.1:8417",
		"address and port of this machine to listen on; port 0 takes a free one")
	flags.BoolVar(&opt.accounts, "accounts", false, "require accounts on this machine, too")
	flags.StringVar(&opt.cert, "tls-cert", "", "file of the certificate, for TLS")
	flags.StringVar(&opt.key, "tls-key", "", "file of its key")
	flags.BoolVar(&opt.behind, "behind-tls", false, "another server in front of this one speaks TLS")
	flags.BoolVar(&opt.noLinks, "no-outside-links", false,
		"show no links to other sites, so that none learns which works are looked at")
	flags.DurationVar(&opt.keep, "keep", 0, "delete runs that are older (default: keep them)")
	flags.Int64Var(&opt.uploadMB, "max-upload", biblio.MaxDocument>>20,
		"largest file that is accepted, in MB; no larger one is read")
	flags.Int64Var(&opt.diskMB, "max-disk", 4096, "most that the files of one person's runs may take, in MB")
	cmd.AddCommand(newServeAccountCommand(&opt.keptOptions))
	return cmd
}

// loopback reports whether only this machine can reach an address.
func loopback(address string) (bool, error) {
	host, port, err := net.SplitHostPort(address)
	if _, odd := net.LookupPort("tcp", port); err != nil || odd != nil {
		return false, fmt.Errorf("--listen %s: write an address and a port of at most 65535, as 127.0.0.1:8417", address)
	}
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback(), nil
}

// valid returns an error for flags that contradict each other or that the address requires.
func (o *serveOptions) valid() error {
	if err := o.workOptions.valid(); err != nil {
		return err
	}
	if o.uploadMB < 1 || o.diskMB < 1 {
		return errors.New("--max-upload and --max-disk must be at least 1")
	}
	if most := int64(biblio.MaxDocument >> 20); o.uploadMB > most {
		return fmt.Errorf("--max-upload %d: no document of more than %d MB is read", o.uploadMB, most)
	}
	if o.workers == 0 && o.database == "" {
		return errors.New("--workers 0 leaves all runs to \"bonafide worker\", which needs the --database that both share")
	}
	if (o.cert == "") != (o.key == "") {
		return errors.New("--tls-cert and --tls-key go together")
	}
	local, err := loopback(o.listen)
	if err != nil || local {
		return err
	}
	if o.cert == "" && !o.behind {
		return fmt.Errorf("--listen %s: other machines reach that address: give --tls-cert and --tls-key, or --behind-tls "+
			"when a server in front of this one speaks TLS", o.listen)
	}
	o.accounts = true
	return nil
}

func serve(cmd *cobra.Command, opt *serveOptions) error {
	if err := opt.valid(); err != nil {
		return cli.UsageError(err)
	}
	setups, closing, err := opt.setups(cmd)
	if err != nil {
		return err
	}
	defer closing()
	store, err := opt.store(cmd)
	if err != nil {
		return err
	}
	defer store.Close()
	if err := opt.peopled(cmd.Context(), store); err != nil {
		return err
	}
	return cli.Failure(opt.run(cmd, setups, store))
}

// peopled returns an error if accounts are required but there are none.
func (o *serveOptions) peopled(ctx context.Context, store *runs.Store) error {
	if !o.accounts {
		return nil
	}
	people, err := store.People(ctx)
	if err != nil {
		return cli.Failure(err)
	}
	if len(people) == 0 {
		return cli.UsageError(errors.New("nobody could log in: make an account with: bonafide serve account add NAME"))
	}
	return nil
}

func (o *serveOptions) run(cmd *cobra.Command, setups *setups, store *runs.Store) error {
	log := o.log(cmd)
	// A foreign page could point its own name at this machine and read data. With accounts the cookie is of one name.
	hosts := []string{"localhost", "127.0.0.1", "::1"}
	if o.accounts {
		hosts = nil
	}
	metrics := web.NewMetrics(store)
	worker, err := o.worker(cmd, setups, store)
	if err != nil {
		return err
	}
	worker.Counted = metrics.Settled
	ctx, stop := context.WithCancel(cmd.Context())
	defer stop()
	if o.workers > 0 {
		end, err := started(ctx, worker, o.workers, o.workers)
		if err != nil {
			return err
		}
		defer end()
	}
	go expire(ctx, store, o.keep, log)
	listener, err := net.Listen("tcp", o.listen)
	if err != nil {
		return cli.UsageError(err)
	}
	server := &http.Server{
		Handler: web.Handler(worker, web.Options{
			Version: cli.BuildVersion(), Sources: setups.states, Offers: setups.offers,
			Accounts: o.accounts, Hosts: hosts, NoLinks: o.noLinks, Proxied: o.behind, Metrics: metrics, Log: log,
			MaxUpload: o.uploadMB << 20, MaxFiles: 200, MaxWaiting: 50, MaxQueue: 1000, MaxDisk: o.diskMB << 20,
		}),
		ReadHeaderTimeout: 10 * time.Second, ReadTimeout: 10 * time.Minute, IdleTimeout: 2 * time.Minute,
		MaxHeaderBytes: 64 << 10,
		BaseContext:    func(net.Listener) context.Context { return ctx },
		ErrorLog:       slog.NewLogLogger(log.Handler(), slog.LevelWarn),
	}
	scheme, listening := "http", func() error { return server.Serve(listener) }
	if o.cert != "" {
		scheme, listening = "https", func() error { return server.ServeTLS(listener, o.cert, o.key) }
	}
	fmt.Fprintf(cmd.OutOrStdout(), "bonafide listens on %s://%s (end it with Ctrl-C)\n", scheme, listener.Addr())
	go func() {
		<-ctx.Done() // requests that follow a run end too
		late, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		_ = server.Shutdown(late)
	}()
	if err := listening(); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// expire permanently deletes what is older than keep, unless keep is 0, and what people deleted.
func expire(ctx context.Context, store *runs.Store, keep time.Duration, log *slog.Logger) {
	for ctx.Err() == nil {
		err := store.EmptyBin(ctx, time.Now().Add(-runs.InBin))
		every := time.Hour
		if keep > 0 {
			err = errors.Join(err, store.Expire(ctx, time.Now().Add(-keep)))
			every = min(keep, every)
		}
		if err != nil && ctx.Err() == nil {
			log.Error("old runs could not be deleted", "error", err)
		}
		select {
		case <-ctx.Done():
		case <-time.After(every):
		}
	}
}

func newServeAccountCommand(opt *keptOptions) *cobra.Command {
	days, scope := 0, ""
	cmd := &cobra.Command{
		Use:   "account",
		Short: "Manage the accounts of the server, and tokens for programs",
		Example: `  bonafide serve account add ann
  bonafide serve account add ann < password.txt
  bonafide serve account token ann "nightly script"
  bonafide serve account list`,
	}
	add := &cobra.Command{
		Use:   "add NAME",
		Short: "Make an account, or change its password; the password is asked for, or read from standard input",
		Args:  cobra.ExactArgs(1),
		RunE: withRuns(opt, func(cmd *cobra.Command, args []string, store *runs.Store) error {
			password, err := password(cmd)
			if err != nil {
				return cli.UsageError(err)
			}
			if err := store.AddPerson(cmd.Context(), args[0], password); err != nil {
				return cli.UsageError(err)
			}
			fmt.Fprintf(cmd.OutOrStdout(), "%s may log in\n", args[0])
			return nil
		}),
	}
	remove := &cobra.Command{
		Use: "remove NAME", Short: "Remove an account with all its runs", Args: cobra.ExactArgs(1),
		RunE: withRuns(opt, func(cmd *cobra.Command, args []string, store *runs.Store) error {
			return unlessNone(store.RemovePerson(cmd.Context(), args[0]), "there is no account %s", args[0])
		}),
	}
	list := &cobra.Command{
		Use: "list", Short: "List the accounts", Args: cobra.NoArgs,
		RunE: withRuns(opt, func(cmd *cobra.Command, _ []string, store *runs.Store) error {
			names, err := store.People(cmd.Context())
			for _, name := range names {
				fmt.Fprintln(cmd.OutOrStdout(), name)
			}
			return err
		}),
	}
	token := &cobra.Command{
		Use: "token NAME LABEL", Short: "Print a token for the programs of an account; it is shown once",
		Args: cobra.ExactArgs(2),
		RunE: withRuns(opt, func(cmd *cobra.Command, args []string, store *runs.Store) error {
			if days < 1 {
				return cli.UsageError(errors.New("--days: a token lasts a day at least"))
			}
			lasts := time.Duration(days) * 24 * time.Hour
			pass, err := store.NewToken(cmd.Context(), args[0], args[1], runs.Scope(scope), lasts)
			if err == nil {
				fmt.Fprintln(cmd.OutOrStdout(), pass)
			}
			return unlessNone(err, "there is no account %s", args[0])
		}),
	}
	token.Flags().IntVar(&days, "days", 90, "how long it lasts")
	token.Flags().StringVar(&scope, "scope", string(runs.Decides),
		"what it allows: read, run (starts and ends runs) or decide")
	cmd.AddCommand(add, remove, list, token)
	return cmd
}

func withRuns(opt *keptOptions, do func(*cobra.Command, []string, *runs.Store) error) func(*cobra.Command,
	[]string) error {
	return func(cmd *cobra.Command, args []string) error {
		store, err := opt.store(cmd)
		if err != nil {
			return err
		}
		defer store.Close()
		return cli.Failure(do(cmd, args, store))
	}
}

// password asks for a password without showing it, or reads the first line.
func password(cmd *cobra.Command) (string, error) {
	in, isFile := cmd.InOrStdin().(*os.File)
	if isFile && term.IsTerminal(int(in.Fd())) {
		fmt.Fprint(cmd.ErrOrStderr(), "password: ")
		typed, err := term.ReadPassword(int(in.Fd()))
		fmt.Fprintln(cmd.ErrOrStderr())
		return string(typed), err
	}
	line, err := bufio.NewReader(io.LimitReader(cmd.InOrStdin(), 4096)).ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return "", err
	}
	return strings.TrimRight(line, "\r\n"), nil
}
