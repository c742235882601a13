// Package lsp is the door for editors: a server of the Language Server Protocol
// that shows what is wrong with references while they are written, and offers the
// corrections. It judges nothing and writes no file.
//
// May be imported by: cmd.
package lsp

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"sync"
	"time"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/bonafide-audit/bonafide/internal/setup"
)

// Options are what the operator decides.
type Options struct {
	Setup *setup.Setup // what is on this machine: corpora and memory; the caller closes it
	// Online returns the services that are asked when a file is saved; nil where the
	// operator does not allow it. It may be called often, and the caller closes what it
	// opens at the first call.
	Online  func() (*setup.Setup, error)
	Version string           // of the program
	Jobs    int              // references checked at the same time
	Pause   time.Duration    // how long nothing is typed before a text is checked
	Now     func() time.Time // nil means time.Now
	Log     *slog.Logger     // nil means nowhere
}

// server is one client's.
type server struct {
	protocol.UnimplementedServer
	Options
	client  protocol.Client
	ctx     context.Context // of the connection
	slots   chan struct{}   // checks at the same time
	offline memo
	online  memo
	project project
	out     outbox
	work    sync.WaitGroup // checks that are under way
	can     abilities      // written by "initialize", before which nothing else is worked on

	mu       sync.Mutex
	begun    bool // the client has said "initialize"
	done     bool // the client has said "shutdown"
	settings settings
	docs     map[uri.URI]*document
	progress map[string]context.CancelFunc      // by token
	requests map[jsonrpc2.ID]context.CancelFunc // that are worked on
	tokens   int
}

// errExit ends a connection as the client asked for.
var errExit = errors.New("the client has left")

// Serve talks to one client until it leaves, the stream ends or ctx is done. It
// closes the stream. The error is nil where the client left as the protocol has it.
func Serve(ctx context.Context, stream io.ReadWriteCloser, opt Options) error {
	if opt.Now == nil {
		opt.Now = time.Now
	}
	if opt.Log == nil {
		opt.Log = slog.New(slog.DiscardHandler)
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	conn := jsonrpc2.NewConn(jsonrpc2.NewStream(stream), jsonrpc2.WithCodec(codec{}))
	s := &server{
		Options: opt, client: protocol.ClientDispatcher(conn), ctx: ctx, slots: make(chan struct{}, 2),
		docs: map[uri.URI]*document{}, progress: map[string]context.CancelFunc{},
		requests: map[jsonrpc2.ID]context.CancelFunc{}, settings: usual(),
	}
	s.out.begin(ctx, s.client, opt.Log)
	conn.Go(ctx, s.handler(cancel))
	select {
	case <-conn.Done():
	case <-ctx.Done():
	}
	s.closeAll()
	cancel(nil)
	_ = conn.Close()
	s.work.Wait()
	select { // a terminal that is read from does not notice
	case <-conn.Done():
		s.out.end()
	case <-time.After(time.Second):
	}
	if cause := context.Cause(ctx); errors.Is(cause, errExit) {
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.done {
			return nil
		}
		return errors.New("the editor disconnected without shutting the server down")
	}
	if err := conn.Err(); err != nil && !errors.Is(err, io.EOF) && ctx.Err() == nil {
		return err
	}
	return nil
}

// closeAll ends what is under way.
func (s *server) closeAll() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for name, doc := range s.docs {
		doc.stop()
		delete(s.docs, name)
	}
}
