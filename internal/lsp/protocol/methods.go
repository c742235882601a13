package protocol

// The methods that the client calls.
const (
	MethodInitialize                = "initialize"
	MethodInitialized               = "initialized"
	MethodShutdown                  = "shutdown"
	MethodExit                      = "exit"
	MethodCancelRequest             = "$/cancelRequest"
	MethodSetTrace                  = "$/setTrace"
	MethodDidOpen                   = "textDocument/didOpen"
	MethodDidChange                 = "textDocument/didChange"
	MethodDidSave                   = "textDocument/didSave"
	MethodDidClose                  = "textDocument/didClose"
	MethodHover                     = "textDocument/hover"
	MethodDefinition                = "textDocument/definition"
	MethodReferences                = "textDocument/references"
	MethodDocumentSymbol            = "textDocument/documentSymbol"
	MethodCodeLens                  = "textDocument/codeLens"
	MethodCodeAction                = "textDocument/codeAction"
	MethodCodeActionResolve         = "codeAction/resolve"
	MethodCompletion                = "textDocument/completion"
	MethodPrepareRename             = "textDocument/prepareRename"
	MethodRename                    = "textDocument/rename"
	MethodExecuteCommand            = "workspace/executeCommand"
	MethodDidChangeConfiguration    = "workspace/didChangeConfiguration"
	MethodDidChangeWatchedFiles     = "workspace/didChangeWatchedFiles"
	MethodDidChangeWorkspaceFolders = "workspace/didChangeWorkspaceFolders"
	MethodWorkDoneProgressCancel    = "window/workDoneProgress/cancel"
)

// The methods that the server calls.
const (
	MethodPublishDiagnostics     = "textDocument/publishDiagnostics"
	MethodRegisterCapability     = "client/registerCapability"
	MethodShowMessage            = "window/showMessage"
	MethodWorkDoneProgressCreate = "window/workDoneProgress/create"
	MethodProgress               = "$/progress"
	MethodApplyEdit              = "workspace/applyEdit"
	MethodCodeLensRefresh        = "workspace/codeLens/refresh"
)

// RequestCancelled is the code of the error that answers a cancelled request.
const RequestCancelled = -32800
