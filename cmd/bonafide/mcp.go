package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"runtime"
	"sync"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/spf13/cobra"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/cli"
	"github.com/bonafide-audit/bonafide/internal/mcp"
	"github.com/bonafide-audit/bonafide/internal/run"
	"github.com/bonafide-audit/bonafide/internal/setup"
)

type mcpOptions struct {
	sources cli.SourceOptions
	root    string
	listen  string
	within  time.Duration
	claims  claimsOptions
}

func newMCPCommand() *cobra.Command {
	var opt mcpOptions
	cmd := &cobra.Command{
		Use:   "mcp",
		Short: "MCP server: checks, entries and corrections for AI agents",
		Long: `mcp gives agents tools: check_reference, check_bibliography, find_work, cite, fix
(a diff; nothing is written) and explain. It speaks over standard input and output,
and with --listen over streamable HTTP to programs on this machine.

With --texts or --model there is also check_claim, which shows a sentence beside
the passages of the work that it cites.

No file is read without --root, and with it none outside that folder. Services are
asked only with --online.

Exit status: 0, 2 usage, 3 a failure of bonafide itself`,
		Example: `  bonafide mcp
  bonafide mcp --root ~/paper --online --contact you@example.org
  bonafide mcp --texts ~/papers
  bonafide mcp --listen 127.0.0.1:8418`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return serveAgents(cmd, &opt) },
	}
	opt.sources.Flags(cmd)
	opt.sources.ModelFlags(cmd)
	opt.claims.flags(cmd)
	flags := cmd.Flags()
	flags.StringVar(&opt.root, "root", "", "folder whose files agents may read (default: none)")
	flags.StringVar(&opt.listen, "listen", "",
		"address and port of this machine to serve HTTP on, in place of standard input and output")
	flags.DurationVar(&opt.within, "within", 10*time.Minute, "stop asking services for one call after this long")
	return cmd
}

func serveAgents(cmd *cobra.Command, opt *mcpOptions) (err error) {
	if opt.listen != "" {
		if local, err := loopback(opt.listen); err != nil || !local {
			return cli.UsageError(errors.Join(err,
				fmt.Errorf("--listen %s: give an address that this machine alone reaches, as 127.0.0.1:8418", opt.listen)))
		}
	}
	options := mcp.Options{Version: cli.BuildVersion(), Jobs: runtime.NumCPU(), Within: opt.within,
		Today: func() biblio.Date { return run.Day(time.Now()) }}
	if opt.root != "" {
		if options.Files, err = mcp.OpenFiles(opt.root); err != nil {
			return cli.UsageError(fmt.Errorf("--root: %w", err))
		}
		defer options.Files.Close()
	}
	if options.Setup, err = setup.Open(opt.sources.Setup()); err != nil {
		return cli.UsageError(err)
	}
	defer closing(cmd, options.Setup, &err)
	opt.claims.on = len(opt.claims.texts) > 0 || options.Setup.ClaimReader() != nil
	if options.Claims, err = opt.claims.reader(cmd, options.Setup); err != nil {
		return err
	}
	if options.Claims != nil {
		options.Claims.Bare = true
	}
	server := mcp.New(options)
	if opt.listen != "" {
		return agentsByHTTP(cmd, server, opt.listen)
	}
	out := &inTurn{Writer: cmd.OutOrStdout()}
	in := lines(cmd.InOrStdin(), out)
	defer in.Close()
	if err := server.Run(cmd.Context(), &sdk.IOTransport{Reader: in, Writer: out}); err != nil &&
		!errors.Is(err, io.EOF) && cmd.Context().Err() == nil {
		return cli.Failure(err)
	}
	return nil
}

func agentsByHTTP(cmd *cobra.Command, agents *sdk.Server, address string) error {
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return cli.UsageError(err)
	}
	ctx := cmd.Context()
	server := &http.Server{
		Handler: mcp.Handler(agents), ReadHeaderTimeout: 10 * time.Second, ReadTimeout: time.Minute,
		IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 64 << 10,
		BaseContext: func(net.Listener) context.Context { return ctx },
	}
	fmt.Fprintf(cmd.OutOrStdout(), "bonafide offers tools to agents on http://%s (end it with Ctrl-C)\n", listener.Addr())
	stop := context.AfterFunc(ctx, func() { _ = server.Close() })
	defer stop()
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return cli.Failure(err)
	}
	return nil
}

// lineMost is the maximum size of one message of an agent, in bytes.
const lineMost = 64 << 20

// refusal is the JSON-RPC answer to a line that is not a message.
const refusal = `{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"this line is not a JSON-RPC message and was passed over"}}` + "\n"

// lines passes on the messages of an agent. A line that is not a message is answered with an error, and the
// session continues.
func lines(in io.Reader, out io.Writer) io.ReadCloser {
	r, w := io.Pipe()
	go func() {
		scan := bufio.NewScanner(in)
		scan.Buffer(nil, lineMost)
		for scan.Scan() {
			line := bytes.TrimSpace(scan.Bytes())
			if len(line) == 0 {
				continue
			}
			var one struct {
				Version string `json:"jsonrpc"`
			}
			if several := line[0] == '[' && json.Valid(line); !several &&
				(json.Unmarshal(line, &one) != nil || one.Version != "2.0") {
				if _, err := io.WriteString(out, refusal); err != nil {
					break
				}
				continue
			}
			if _, err := w.Write(append(bytes.Clone(line), '\n')); err != nil {
				return
			}
		}
		w.CloseWithError(scan.Err()) // io.EOF for nil
	}()
	return r
}

// inTurn is a stream shared by several writers, which write one line at a time.
type inTurn struct {
	mu sync.Mutex
	io.Writer
}

func (s *inTurn) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.Writer.Write(p)
}

// Close does nothing: the owner closes the stream.
func (s *inTurn) Close() error { return nil }
