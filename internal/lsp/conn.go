package lsp

import (
	"context"
	"fmt"
	"log/slog"
	"runtime/debug"
	"strings"
	"sync"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/uri"
)

// lenient tolerates duplicate names and invalid UTF-8, so that neither ends the connection.
var lenient = json.JoinOptions(jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))

type codec struct{}

func (codec) Marshal(v any) ([]byte, error) { return json.Marshal(v, lenient) }

func (codec) Unmarshal(data []byte, v any) error { return json.Unmarshal(data, v, lenient) }

const maxRequests = 8

// handler handles the messages of the client. A notification that cannot be decoded is logged and ignored; the
// connection stays open.
//
// Contexts of requests are created here: the connection reuses the one it passes for the next request, which
// the library's handler of cancelled requests cannot cope with.
func (s *server) handler(exit context.CancelCauseFunc) jsonrpc2.Handler {
	slots := make(chan struct{}, maxRequests)
	return func(pooled context.Context, req *jsonrpc2.Request) (result any, err error) {
		call, method := req.IsCall(), strings.Clone(req.Method())
		defer func() {
			if r := recover(); r != nil {
				s.Log.Error("a message was not worked on", "method", method, "panic", r, "stack", string(debug.Stack()))
				err = fmt.Errorf("%w: an error of bonafide: please report it", jsonrpc2.ErrInternal)
			}
			if err != nil && !call {
				s.Log.Warn("a notification was ignored", "method", method, "reason", err)
				err = nil
			}
		}()
		switch method {
		case "exit":
			exit(errExit)
			return nil, nil
		case "$/cancelRequest":
			return nil, s.cancelRequest(req)
		}
		if err := s.ready(method); err != nil {
			return nil, err
		}
		ctx, done := s.begin(req)
		defer done()
		if inOrder[method] == nil {
			jsonrpc2.Async(pooled)
			select {
			case slots <- struct{}{}:
				defer func() { <-slots }()
			case <-ctx.Done():
			}
		}
		return s.serve(ctx, method, req.Params())
	}
}

// begin returns the context of a message, which ends with it, or when the client cancels the request.
func (s *server) begin(req *jsonrpc2.Request) (ctx context.Context, done func()) {
	ctx, cancel := context.WithCancel(s.ctx)
	if !req.IsCall() {
		return ctx, cancel
	}
	id := req.ID()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.requests[id] = cancel
	return ctx, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(s.requests, id)
		cancel()
	}
}

func (s *server) cancelRequest(req *jsonrpc2.Request) error {
	var params CancelParams
	if err := json.Unmarshal(req.Params(), &params, lenient); err != nil {
		return err
	}
	var id jsonrpc2.ID
	switch stated := params.ID.(type) {
	case float64:
		id = jsonrpc2.NewNumberID(int64(stated))
	case string:
		id = jsonrpc2.NewStringID(stated)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if cancel := s.requests[id]; cancel != nil {
		cancel()
	}
	return nil
}

// ready returns an error for messages before the first or after the last one of the protocol.
func (s *server) ready(method string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.done:
		return fmt.Errorf("%w: the server was shut down", jsonrpc2.ErrInvalidRequest)
	case !s.begun && method != "initialize":
		return jsonrpc2.NewError(jsonrpc2.ServerNotInitialized, "initialize comes first")
	case s.begun && method == "initialize":
		return fmt.Errorf("%w: initialize comes once", jsonrpc2.ErrInvalidRequest)
	}
	return nil
}

// outbox sends the diagnostics of texts in order. While an editor does not read, it keeps only the latest of each text.
type outbox struct {
	mu      sync.Mutex
	waiting map[uri.URI]*PublishDiagnosticsParams
	order   []uri.URI
	wake    chan struct{}
	stop    chan struct{}
	stopped chan struct{}
}

func (o *outbox) begin(ctx context.Context, client client, log *slog.Logger) {
	o.waiting = map[uri.URI]*PublishDiagnosticsParams{}
	o.wake, o.stop, o.stopped = make(chan struct{}, 1), make(chan struct{}), make(chan struct{})
	go func() {
		defer close(o.stopped)
		for {
			select {
			case <-o.wake:
			case <-o.stop:
				return
			}
			for next := o.take(); next != nil; next = o.take() {
				if err := client.Notify(ctx, "textDocument/publishDiagnostics", next); err != nil {
					log.Debug("diagnostics were not sent", "reason", err)
				}
			}
		}
	}()
}

// put queues the diagnostics of a text in place of earlier ones that still wait.
func (o *outbox) put(p *PublishDiagnosticsParams) {
	o.mu.Lock()
	if o.waiting[p.URI] == nil {
		o.order = append(o.order, p.URI)
	}
	o.waiting[p.URI] = p
	o.mu.Unlock()
	select {
	case o.wake <- struct{}{}:
	default:
	}
}

// take returns the next diagnostics to send, nil if there are none.
func (o *outbox) take() *PublishDiagnosticsParams {
	o.mu.Lock()
	defer o.mu.Unlock()
	if len(o.order) == 0 {
		return nil
	}
	p := o.waiting[o.order[0]]
	delete(o.waiting, o.order[0])
	o.order = o.order[1:]
	return p
}

// end waits for the current message, which fails when the stream is closed.
func (o *outbox) end() {
	close(o.stop)
	<-o.stopped
}

// serve handles a message with its parameters, and returns the result of a request.
type serve func(s *server, ctx context.Context, params []byte) (any, error)

// inOrder are the methods that finish before the next message is read, so that texts, settings and the state of the
// connection follow the order in which the editor sent them. None of them calls the client or waits for a check.
var inOrder = map[string]serve{
	"initialize":                          request((*server).Initialize),
	"initialized":                         notification((*server).Initialized),
	"shutdown":                            withoutParams((*server).Shutdown),
	"textDocument/didOpen":                notification((*server).DidOpen),
	"textDocument/didChange":              notification((*server).DidChange),
	"textDocument/didSave":                notification((*server).DidSave),
	"textDocument/didClose":               notification((*server).DidClose),
	"workspace/didChangeConfiguration":    notification((*server).DidChangeConfiguration),
	"workspace/didChangeWorkspaceFolders": notification((*server).DidChangeWorkspaceFolders),
	"window/workDoneProgress/cancel":      notification((*server).WorkDoneProgressCancel),
}

// concurrent are the methods that run while further messages are read.
var concurrent = map[string]serve{
	"$/setTrace":                      withoutParams(func(*server) {}), // nothing is traced
	"textDocument/hover":              request((*server).Hover),
	"textDocument/definition":         request((*server).Definition),
	"textDocument/references":         request((*server).References),
	"textDocument/documentSymbol":     request((*server).DocumentSymbol),
	"textDocument/codeLens":           request((*server).CodeLens),
	"textDocument/codeAction":         request((*server).CodeAction),
	"codeAction/resolve":              request((*server).CodeActionResolve),
	"textDocument/completion":         request((*server).Completion),
	"textDocument/prepareRename":      request((*server).PrepareRename),
	"textDocument/rename":             request((*server).Rename),
	"workspace/executeCommand":        request((*server).ExecuteCommand),
	"workspace/didChangeWatchedFiles": notification((*server).DidChangeWatchedFiles),
}

func request[P, R any](do func(*server, context.Context, *P) (R, error)) serve {
	return func(s *server, ctx context.Context, params []byte) (any, error) {
		p := new(P)
		if err := json.Unmarshal(params, p, lenient); err != nil {
			return nil, fmt.Errorf("%w: %w", jsonrpc2.ErrParse, err)
		}
		return do(s, ctx, p)
	}
}

func notification[P any](do func(*server, context.Context, *P) error) serve {
	return request(func(s *server, ctx context.Context, p *P) (any, error) { return nil, do(s, ctx, p) })
}

func withoutParams(do func(*server)) serve {
	return func(s *server, _ context.Context, _ []byte) (any, error) {
		do(s)
		return nil, nil
	}
}

func (s *server) serve(ctx context.Context, method string, params []byte) (any, error) {
	if ctx.Err() != nil {
		return nil, jsonrpc2.NewError(-32800, "cancelled JSON-RPC") // RequestCancelled
	}
	for _, methods := range []map[string]serve{inOrder, concurrent} {
		if do := methods[method]; do != nil {
			return do(s, ctx, params)
		}
	}
	return nil, jsonrpc2.NewError(jsonrpc2.MethodNotFound, "not implemented")
}

// client is the editor's end of the connection.
type client struct{ jsonrpc2.Conn }

// call sends the editor a request and waits for the answer, whatever it is, or cancels the request if ctx ends.
func (c client) call(ctx context.Context, method string, params any) error {
	id, err := c.Call(ctx, method, params, nil)
	if number, ok := id.Number(); ok && ctx.Err() != nil {
		_ = c.Notify(context.WithoutCancel(ctx), "$/cancelRequest", &CancelParams{ID: number})
	}
	return err
}
