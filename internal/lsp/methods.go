package lsp

import (
	"context"
	"fmt"

	"github.com/go-json-experiment/json"
	"go.lsp.dev/jsonrpc2"

	"github.com/bonafide-audit/bonafide/internal/lsp/protocol"
)

// serve handles a message with its parameters, and returns the result of a request.
type serve func(s *server, ctx context.Context, params []byte) (any, error)

// inOrder are the methods that finish before the next message is read, so that texts,
// settings and the state of the connection follow the order in which the editor sent
// them. None of them calls the client or waits for a check.
var inOrder = map[string]serve{
	protocol.MethodInitialize:                request((*server).Initialize),
	protocol.MethodInitialized:               notification((*server).Initialized),
	protocol.MethodShutdown:                  withoutParams((*server).Shutdown),
	protocol.MethodDidOpen:                   notification((*server).DidOpen),
	protocol.MethodDidChange:                 notification((*server).DidChange),
	protocol.MethodDidSave:                   notification((*server).DidSave),
	protocol.MethodDidClose:                  notification((*server).DidClose),
	protocol.MethodDidChangeConfiguration:    notification((*server).DidChangeConfiguration),
	protocol.MethodDidChangeWorkspaceFolders: notification((*server).DidChangeWorkspaceFolders),
	protocol.MethodWorkDoneProgressCancel:    notification((*server).WorkDoneProgressCancel),
}

// concurrent are the methods that run while further messages are read.
var concurrent = map[string]serve{
	protocol.MethodSetTrace:              withoutParams(func(*server) {}), // nothing is traced
	protocol.MethodHover:                 request((*server).Hover),
	protocol.MethodDefinition:            request((*server).Definition),
	protocol.MethodReferences:            request((*server).References),
	protocol.MethodDocumentSymbol:        request((*server).DocumentSymbol),
	protocol.MethodCodeLens:              request((*server).CodeLens),
	protocol.MethodCodeAction:            request((*server).CodeAction),
	protocol.MethodCodeActionResolve:     request((*server).CodeActionResolve),
	protocol.MethodCompletion:            request((*server).Completion),
	protocol.MethodPrepareRename:         request((*server).PrepareRename),
	protocol.MethodRename:                request((*server).Rename),
	protocol.MethodExecuteCommand:        request((*server).ExecuteCommand),
	protocol.MethodDidChangeWatchedFiles: notification((*server).DidChangeWatchedFiles),
}

// request serves a method with parameters and a result.
func request[P, R any](do func(*server, context.Context, *P) (R, error)) serve {
	return func(s *server, ctx context.Context, params []byte) (any, error) {
		p := new(P)
		if err := json.Unmarshal(params, p, lenient); err != nil {
			return nil, fmt.Errorf("%w: %w", jsonrpc2.ErrParse, err)
		}
		return do(s, ctx, p)
	}
}

// notification serves a method without a result.
func notification[P any](do func(*server, context.Context, *P) error) serve {
	return request(func(s *server, ctx context.Context, p *P) (any, error) { return nil, do(s, ctx, p) })
}

// withoutParams serves a method that has neither parameters nor a result.
func withoutParams(do func(*server)) serve {
	return func(s *server, _ context.Context, _ []byte) (any, error) {
		do(s)
		return nil, nil
	}
}

// The answers to an unsupported request, and to a cancelled one.
var (
	errUnknown   = jsonrpc2.NewError(jsonrpc2.MethodNotFound, "not implemented")
	errCancelled = jsonrpc2.NewError(protocol.RequestCancelled, "cancelled JSON-RPC")
)

// serve handles a message by its method.
func (s *server) serve(ctx context.Context, method string, params []byte) (any, error) {
	do := inOrder[method]
	if do == nil {
		do = concurrent[method]
	}
	switch {
	case ctx.Err() != nil:
		return nil, errCancelled
	case do == nil:
		return nil, errUnknown
	}
	return do(s, ctx, params)
}

// client is the editor's end of the connection.
type client struct{ jsonrpc2.Conn }

// call sends the editor a request and waits for the answer, whose content does not matter. If ctx ends first,
// the request is cancelled.
func (c client) call(ctx context.Context, method string, params any) error {
	id, err := c.Call(ctx, method, params, nil)
	if number, ok := id.Number(); ok && ctx.Err() != nil {
		_ = c.Notify(context.WithoutCancel(ctx), protocol.MethodCancelRequest, &protocol.CancelParams{ID: number})
	}
	return err
}
