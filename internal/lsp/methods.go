package lsp

import (
	"context"
	"fmt"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
)

// serve handles a message with its parameters, and returns the result of a request.
type serve func(s *server, ctx context.Context, params []byte) (any, error)

// inOrder are the methods that finish before the next message is read, so that texts,
// settings and the state of the connection follow the order in which the editor sent
// them. None of them calls the client or waits for a check.
var inOrder = map[string]serve{
	protocol.MethodInitialize:                         request((*server).Initialize),
	protocol.MethodInitialized:                        notification((*server).Initialized),
	protocol.MethodShutdown:                           withoutParams((*server).Shutdown),
	protocol.MethodTextDocumentDidOpen:                notification((*server).DidOpen),
	protocol.MethodTextDocumentDidChange:              notification((*server).DidChange),
	protocol.MethodTextDocumentDidSave:                notification((*server).DidSave),
	protocol.MethodTextDocumentDidClose:               notification((*server).DidClose),
	protocol.MethodWorkspaceDidChangeConfiguration:    notification((*server).DidChangeConfiguration),
	protocol.MethodWorkspaceDidChangeWorkspaceFolders: notification((*server).DidChangeWorkspaceFolders),
	protocol.MethodWindowWorkDoneProgressCancel:       notification((*server).WorkDoneProgressCancel),
}

// concurrent are the methods that run while further messages are read.
var concurrent = map[string]serve{
	protocol.MethodSetTrace:                       withoutParams(func(*server) {}), // there is no trace
	protocol.MethodTextDocumentHover:              request((*server).Hover),
	protocol.MethodTextDocumentDefinition:         request((*server).Definition),
	protocol.MethodTextDocumentReferences:         request((*server).References),
	protocol.MethodTextDocumentDocumentSymbol:     request((*server).DocumentSymbol),
	protocol.MethodTextDocumentCodeLens:           request((*server).CodeLens),
	protocol.MethodTextDocumentCodeAction:         request((*server).CodeAction),
	protocol.MethodCodeActionResolve:              request((*server).CodeActionResolve),
	protocol.MethodTextDocumentCompletion:         request((*server).Completion),
	protocol.MethodTextDocumentPrepareRename:      request((*server).PrepareRename),
	protocol.MethodTextDocumentRename:             request((*server).Rename),
	protocol.MethodWorkspaceExecuteCommand:        request((*server).ExecuteCommand),
	protocol.MethodWorkspaceDidChangeWatchedFiles: notification((*server).DidChangeWatchedFiles),
}

// request serves a method with parameters and a result.
func request[P, R any](do func(*server, context.Context, *P) (R, error)) serve {
	return func(s *server, ctx context.Context, params []byte) (any, error) {
		p := new(P)
		if err := protocol.Unmarshal(params, p); err != nil {
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

// errUnknown answers a request that is not served.
var errUnknown = jsonrpc2.NewError(jsonrpc2.MethodNotFound, "not implemented")

// serve handles a message by its method.
func (s *server) serve(ctx context.Context, method string, params []byte) (any, error) {
	do := inOrder[method]
	if do == nil {
		do = concurrent[method]
	}
	switch {
	case ctx.Err() != nil:
		return nil, protocol.ErrRequestCancelled
	case do == nil:
		return nil, errUnknown
	}
	return do(s, ctx, params)
}

// client is the editor's end of the connection.
type client struct{ jsonrpc2.Conn }

// call asks the editor for something and waits for its answer, which has no content that matters here. When ctx ends,
// the editor is told that no answer is wanted.
func (c client) call(ctx context.Context, method string, params any) error {
	return protocol.Call(ctx, c.Conn, method, params, nil)
}
