package main

import (
	"errors"
	"fmt"
	"runtime"

	"github.com/spf13/cobra"

	"github.com/bonafide-audit/bonafide/internal/cli"
)

// newWorkerCommand works through runs and papers that others keep.
func newWorkerCommand() *cobra.Command {
	var opt workOptions
	cmd := &cobra.Command{
		Use:   "worker",
		Short: "Work through runs and papers of venues on one machine more",
		Long: `worker works through the runs of "bonafide serve" and the papers of venues that wait in
a PostgreSQL database, until it is ended. As many machines as there are may do so; a run
or paper whose worker dies is taken by another within some ten seconds. Files are read
from --folder, which all share.

Give every worker the corpora, sources and models that "serve" has. What services may be
asked, and how fast, all workers of a database agree on: together they are as polite as
one. A worker without --online leaves to others what services are to be asked.

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
		return cli.UsageError(errors.New("name the --database whose runs wait, and leave at least one of --workers; without a database \"bonafide serve\" works by itself"))
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
	untrace, err := traced(cmd.Context())
	if err != nil {
		return cli.UsageError(fmt.Errorf("traces: %w", err))
	}
	defer func() { _ = untrace(cmd.Context()) }()
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
