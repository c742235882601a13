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

	"github.com/bonafide-audit/bonafide/internal/lsp/protocol"
)

// lenient tolerates duplicate names and invalid UTF-8, so that neither ends the connection.
var lenient = json.JoinOptions(jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))

// codec writes and reads the content of messages.
type codec struct{}

// Marshal returns a value as JSON.
func (codec) Marshal(v any) ([]byte, error) { return json.Marshal(v, lenient) }

// Unmarshal reads a value.
func (codec) Unmarshal(data []byte, v any) error { return json.Unmarshal(data, v, lenient) }

// maxRequests is how many requests of a client are handled at the same time.
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
		case protocol.MethodExit:
			exit(errExit)
			return nil, nil
		case protocol.MethodCancelRequest:
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

// cancelRequest ends a request that the client cancelled.
func (s *server) cancelRequest(req *jsonrpc2.Request) error {
	var params protocol.CancelParams
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
	case !s.begun && method != protocol.MethodInitialize:
		return jsonrpc2.NewError(jsonrpc2.ServerNotInitialized, "initialize comes first")
	case s.begun && method == protocol.MethodInitialize:
		return fmt.Errorf("%w: initialize comes once", jsonrpc2.ErrInvalidRequest)
	}
	return nil
}

// outbox sends the diagnostics of texts in order. While an editor does not read, it keeps only the
// latest of each text.
type outbox struct {
	mu      sync.Mutex
	waiting map[uri.URI]*protocol.PublishDiagnosticsParams
	order   []uri.URI
	wake    chan struct{}
	stop    chan struct{}
	stopped chan struct{}
}

func (o *outbox) begin(ctx context.Context, client client, log *slog.Logger) {
	o.waiting = map[uri.URI]*protocol.PublishDiagnosticsParams{}
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
				if err := client.Notify(ctx, protocol.MethodPublishDiagnostics, next); err != nil {
					log.Debug("diagnostics were not sent", "reason", err)
				}
			}
		}
	}()
}

// put queues the diagnostics of a text in place of earlier ones that still wait.
func (o *outbox) put(p *protocol.PublishDiagnosticsParams) {
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
func (o *outbox) take() *protocol.PublishDiagnosticsParams {
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
