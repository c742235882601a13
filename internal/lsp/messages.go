package lsp

import (
	"encoding/json"

	"go.lsp.dev/uri"
)

// This file has the messages of the Language Server Protocol 3.17 that the server reads and writes, with the fields
// that it uses. Other fields of a client are ignored. Names are those of the specification:
// https://microsoft.github.io/language-server-protocol. A general library of the protocol links all messages, 3 MB of
// code; the tests of the server use one as the editor, which checks these against it.

// InitializeParams are the parameters of the client's first message.
type InitializeParams struct {
	RootURI               *uri.URI           `json:"rootUri"`
	Capabilities          ClientCapabilities `json:"capabilities"`
	InitializationOptions json.RawMessage    `json:"initializationOptions"`
	WorkspaceFolders      []WorkspaceFolder  `json:"workspaceFolders"`
}

// ClientCapabilities are what the client can do.
type ClientCapabilities struct {
	General struct {
		PositionEncodings []string `json:"positionEncodings"`
	} `json:"general"`
	Window struct {
		WorkDoneProgress bool `json:"workDoneProgress"`
	} `json:"window"`
	Workspace struct {
		WorkspaceEdit struct {
			DocumentChanges    bool     `json:"documentChanges"`
			ResourceOperations []string `json:"resourceOperations"`
		} `json:"workspaceEdit"`
		DidChangeWatchedFiles struct {
			DynamicRegistration bool `json:"dynamicRegistration"`
		} `json:"didChangeWatchedFiles"`
		CodeLens struct {
			RefreshSupport bool `json:"refreshSupport"`
		} `json:"codeLens"`
	} `json:"workspace"`
	TextDocument struct {
		Hover struct {
			ContentFormat []string `json:"contentFormat"`
		} `json:"hover"`
		CodeAction struct {
			ResolveSupport struct {
				Properties []string `json:"properties"`
			} `json:"resolveSupport"`
		} `json:"codeAction"`
		PublishDiagnostics struct {
			RelatedInformation bool `json:"relatedInformation"`
		} `json:"publishDiagnostics"`
	} `json:"textDocument"`
}

// Values of the protocol.
const (
	UTF8  = "utf-8" // encodings of columns
	UTF16 = "utf-16"

	PlainText = "plaintext" // kinds of hovers
	Markdown  = "markdown"

	QuickFix = "quickfix" // a kind of CodeAction

	SymbolKindConstant          = 14
	CompletionItemKindReference = 18
	CompletionItemTagDeprecated = 1

	DiagnosticTagUnnecessary = 1
	DiagnosticTagDeprecated  = 2
)

// InitializeResult describes the capabilities of the server.
type InitializeResult struct {
	Capabilities json.RawMessage `json:"capabilities"`
	ServerInfo   struct {
		Name    string `json:"name"`
		Version string `json:"version"`
	} `json:"serverInfo"`
}

// CancelParams identify the request to cancel, by a number or a string.
type CancelParams struct {
	ID any `json:"id"`
}

// WorkspaceFolder is an open folder.
type WorkspaceFolder struct {
	URI uri.URI `json:"uri"`
}

// Position is a line and a column, both from 0.
type Position struct {
	Line      uint32 `json:"line"`
	Character uint32 `json:"character"`
}

// Range is a part of a text; its end is exclusive.
type Range struct {
	Start Position `json:"start"`
	End   Position `json:"end"`
}

// Location is a part of a document.
type Location struct {
	URI   uri.URI `json:"uri"`
	Range Range   `json:"range"`
}

// TextDocumentIdentifier identifies a document.
type TextDocumentIdentifier struct {
	URI uri.URI `json:"uri"`
}

// TextDocumentItem is a document that the client opens.
type TextDocumentItem struct {
	URI        uri.URI `json:"uri"`
	LanguageID string  `json:"languageId"`
	Version    int32   `json:"version"`
	Text       string  `json:"text"`
}

// DidOpenTextDocumentParams are the opened document.
type DidOpenTextDocumentParams struct {
	TextDocument TextDocumentItem `json:"textDocument"`
}

// DidChangeTextDocumentParams are the changes of a document.
type DidChangeTextDocumentParams struct {
	TextDocument struct {
		URI     uri.URI `json:"uri"`
		Version int32   `json:"version"`
	} `json:"textDocument"`
	ContentChanges []struct {
		Range *Range `json:"range"` // of the part that Text replaces, nil for the whole
		Text  string `json:"text"`
	} `json:"contentChanges"`
}

// DocumentParams identify a document, for didSave, didClose, documentSymbol and codeLens.
type DocumentParams struct {
	TextDocument TextDocumentIdentifier `json:"textDocument"`
}

// PositionParams identify a place, for hover, definition, completion and prepareRename.
type PositionParams struct {
	TextDocument TextDocumentIdentifier `json:"textDocument"`
	Position     Position               `json:"position"`
}

// ReferenceParams request the uses of the name at a place.
type ReferenceParams struct {
	PositionParams
	Context struct {
		IncludeDeclaration bool `json:"includeDeclaration"`
	} `json:"context"`
}

// RenameParams request another name for the one at a place.
type RenameParams struct {
	PositionParams
	NewName string `json:"newName"`
}

// PrepareRenameResult is the name that would change.
type PrepareRenameResult struct {
	Range       Range  `json:"range"`
	Placeholder string `json:"placeholder"`
}

// Hover is the text shown for a place.
type Hover struct {
	Contents struct {
		Kind  string `json:"kind"`
		Value string `json:"value"`
	} `json:"contents"`
	Range Range `json:"range"`
}

// DocumentSymbol is a named part of a document.
type DocumentSymbol struct {
	Name           string `json:"name"`
	Detail         string `json:"detail"`
	Kind           int    `json:"kind"`
	Range          Range  `json:"range"`
	SelectionRange Range  `json:"selectionRange"`
}

// CodeLens is a text shown above a line.
type CodeLens struct {
	Range   Range `json:"range"`
	Command struct {
		Title   string `json:"title"`
		Command string `json:"command"` // none is run
	} `json:"command"`
}

// CompletionList is the list of completions at a place.
type CompletionList struct {
	IsIncomplete bool             `json:"isIncomplete"`
	Items        []CompletionItem `json:"items"`
}

// CompletionItem is one completion.
type CompletionItem struct {
	Label         string   `json:"label"`
	Kind          int      `json:"kind"`
	Tags          []int    `json:"tags,omitzero"`
	Detail        string   `json:"detail"`
	Documentation string   `json:"documentation"`
	SortText      string   `json:"sortText"`
	FilterText    string   `json:"filterText"`
	TextEdit      TextEdit `json:"textEdit"`
	// Others delete what is around it of an entry that is replaced.
	Others []TextEdit `json:"additionalTextEdits,omitempty"`
}

// Diagnostic is a remark on a part of a text.
type Diagnostic struct {
	Range           Range              `json:"range"`
	Severity        DiagnosticSeverity `json:"severity,omitzero"`
	Code            string             `json:"code"`
	CodeDescription struct {
		Href string `json:"href"`
	} `json:"codeDescription,omitzero"`
	Source             string                         `json:"source"`
	Message            string                         `json:"message"`
	Tags               []int                          `json:"tags,omitzero"`
	RelatedInformation []DiagnosticRelatedInformation `json:"relatedInformation,omitzero"`
	Data               json.RawMessage                `json:"data,omitzero"`
}

// DiagnosticSeverity is how grave a Diagnostic is.
type DiagnosticSeverity int

// The severities.
const (
	SeverityError       DiagnosticSeverity = 1
	SeverityWarning     DiagnosticSeverity = 2
	SeverityInformation DiagnosticSeverity = 3
	SeverityHint        DiagnosticSeverity = 4
)

// DiagnosticRelatedInformation is further information on a Diagnostic.
type DiagnosticRelatedInformation struct {
	Location Location `json:"location"`
	Message  string   `json:"message"`
}

// PublishDiagnosticsParams are all diagnostics of a document, for one version if it is open.
type PublishDiagnosticsParams struct {
	URI         uri.URI      `json:"uri"`
	Version     *int32       `json:"version,omitzero"`
	Diagnostics []Diagnostic `json:"diagnostics"`
}

// CodeActionParams request the actions for a range.
type CodeActionParams struct {
	TextDocument TextDocumentIdentifier `json:"textDocument"`
	Range        Range                  `json:"range"`
	Context      struct {
		Diagnostics []json.RawMessage `json:"diagnostics"` // of all servers
		Only        []string          `json:"only"`
	} `json:"context"`
}

// CodeAction is a change that the user may choose.
type CodeAction struct {
	Title       string            `json:"title"`
	Kind        string            `json:"kind"`
	Diagnostics []json.RawMessage `json:"diagnostics,omitzero"` // as the client sent them
	IsPreferred bool              `json:"isPreferred,omitzero"`
	Edit        *WorkspaceEdit    `json:"edit,omitzero"`
	Data        json.RawMessage   `json:"data,omitzero"`
}

// WorkspaceEdit changes documents: by Changes, or by DocumentChanges for clients that support it.
type WorkspaceEdit struct {
	Changes         map[uri.URI][]TextEdit `json:"changes,omitzero"`
	DocumentChanges []any                  `json:"documentChanges,omitzero"` // of *TextDocumentEdit, and files to create
}

// TextEdit replaces a part of a text.
type TextEdit struct {
	Range   Range  `json:"range"`
	NewText string `json:"newText"`
}

// TextDocumentEdit changes one document.
type TextDocumentEdit struct {
	TextDocument struct {
		URI     uri.URI `json:"uri"`
		Version *int32  `json:"version"` // nil if it is not open
	} `json:"textDocument"`
	Edits []TextEdit `json:"edits"`
}

// ExecuteCommandParams ask the server to run a command.
type ExecuteCommandParams struct {
	Command   string            `json:"command"`
	Arguments []json.RawMessage `json:"arguments"`
}

// DidChangeConfigurationParams are the user's settings.
type DidChangeConfigurationParams struct {
	Settings json.RawMessage `json:"settings"`
}

// DidChangeWorkspaceFoldersParams list the opened and closed folders.
type DidChangeWorkspaceFoldersParams struct {
	Event struct {
		Added   []WorkspaceFolder `json:"added"`
		Removed []WorkspaceFolder `json:"removed"`
	} `json:"event"`
}

// DidChangeWatchedFilesParams list the files that changed outside the editor.
type DidChangeWatchedFilesParams struct {
	Changes []TextDocumentIdentifier `json:"changes"`
}

// TokenParams identify an operation with progress, for workDoneProgress/create and cancel.
type TokenParams struct {
	Token any `json:"token"` // a string or a number
}

// WorkDoneProgress is the begin, report or end message of an operation.
type WorkDoneProgress struct {
	Kind        string `json:"kind"` // "begin", "report" or "end"
	Title       string `json:"title,omitzero"`
	Cancellable bool   `json:"cancellable,omitzero"`
	Message     string `json:"message,omitzero"`
	Percentage  *int   `json:"percentage,omitzero"`
}
