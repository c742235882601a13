package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"runtime"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"github.com/bonafide-audit/bonafide/internal/cli"
	"github.com/bonafide-audit/bonafide/internal/lsp"
	"github.com/bonafide-audit/bonafide/internal/setup"
)

type lspOptions struct {
	sources cli.SourceOptions
	socket  string
	pause   time.Duration
}

func newLSPCommand() *cobra.Command {
	var opt lspOptions
	cmd := &cobra.Command{
		Use:   "lsp",
		Short: "Language server: show what is wrong with references in an editor, and correct them",
		Long: `lsp is started by editors. It speaks the Language Server Protocol over standard
input and output, and with --socket to programs on this machine.

While you type, only the corpora and the memory on this
machine are asked. With --online services are asked when a file is saved,
unless the settings of the editor say "online": false.

doc/editors.md says how to set up editors.

Exit status: 0, 2 usage, 3 a failure of bonafide itself`,
		Example: `  bonafide lsp
  bonafide lsp --online --contact you@example.org
  bonafide lsp --socket 127.0.0.1:8419`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return serveEditors(cmd, &opt) },
	}
	opt.sources.Flags(cmd)
	flags := cmd.Flags()
	flags.StringVar(&opt.socket, "socket", "",
		"address and port of this machine to wait for editors on, in place of standard input and output")
	flags.DurationVar(&opt.pause, "pause", 200*time.Millisecond, "check a text when nothing was typed for this long")
	return cmd
}

func serveEditors(cmd *cobra.Command, opt *lspOptions) (err error) {
	if opt.socket != "" {
		if local, err := loopback(opt.socket); err != nil || !local {
			return cli.UsageError(errors.Join(err,
				fmt.Errorf("--socket %s: give an address that this machine alone reaches, as 127.0.0.1:8419", opt.socket)))
		}
	}
	here := opt.sources.Setup()
	online := here
	here.Online.Enabled = false
	options := lsp.Options{Version: cli.BuildVersion(), Jobs: runtime.NumCPU(), Pause: opt.pause,
		Log: slog.New(slog.NewTextHandler(cmd.ErrOrStderr(), nil))}
	if options.Setup, err = setup.Open(here); err != nil {
		return cli.UsageError(err)
	}
	opened := []*setup.Setup{options.Setup}
	defer func() {
		for _, s := range opened {
			closing(cmd, s, &err)
		}
	}()
	if online.Online.Enabled {
		options.Online = sync.OnceValues(func() (*setup.Setup, error) {
			s, err := setup.Open(online)
			if err == nil {
				opened = append(opened, s)
			}
			return s, err
		})
	}
	if opt.socket != "" {
		return editorsBySocket(cmd, options, opt.socket)
	}
	stream := struct {
		io.Reader
		io.WriteCloser
	}{cmd.InOrStdin(), &inTurn{Writer: cmd.OutOrStdout()}}
	return cli.Failure(lsp.Serve(cmd.Context(), stream, options))
}

// editorsBySocket serves every client that connects, until the command is interrupted.
func editorsBySocket(cmd *cobra.Command, options lsp.Options, address string) error {
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return cli.UsageError(err)
	}
	ctx, cancel := context.WithCancel(cmd.Context())
	defer cancel()
	stop := context.AfterFunc(ctx, func() { _ = listener.Close() })
	defer stop()
	fmt.Fprintf(cmd.OutOrStdout(), "bonafide waits for editors on %s (end it with Ctrl-C)\n", listener.Addr())
	var clients sync.WaitGroup
	defer clients.Wait()
	defer cancel()
	for {
		conn, err := listener.Accept()
		if err != nil {
			if ctx.Err() != nil {
				return nil
			}
			return cli.Failure(err)
		}
		clients.Go(func() {
			if err := lsp.Serve(ctx, conn, options); err != nil {
				options.Log.Warn("an editor disconnected", "reason", err)
			}
		})
	}
}
