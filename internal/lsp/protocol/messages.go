package protocol

import (
	"encoding/json"

	"go.lsp.dev/uri"
)

// InitializeParams are what the client says first.
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

// Encodings of columns.
const (
	UTF8  = "utf-8"
	UTF16 = "utf-16"
)

// InitializeResult says what the server can do.
type InitializeResult struct {
	Capabilities json.RawMessage `json:"capabilities"`
	ServerInfo   ServerInfo      `json:"serverInfo"`
}

// ServerInfo names the server.
type ServerInfo struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}

// InitializedParams are empty.
type InitializedParams struct{}

// CancelParams name the request that is cancelled, by a number or a string.
type CancelParams struct {
	ID any `json:"id"`
}

// WorkspaceFolder is a folder that is open.
type WorkspaceFolder struct {
	URI uri.URI `json:"uri"`
}

// Position is a line and a column, both from 0.
type Position struct {
	Line      uint32 `json:"line"`
	Character uint32 `json:"character"`
}

// Range is a part of a text, without its end.
type Range struct {
	Start Position `json:"start"`
	End   Position `json:"end"`
}

// Location is a part of a document.
type Location struct {
	URI   uri.URI `json:"uri"`
	Range Range   `json:"range"`
}

// TextDocumentIdentifier names a document.
type TextDocumentIdentifier struct {
	URI uri.URI `json:"uri"`
}

// TextDocumentItem is a document as the client opens it.
type TextDocumentItem struct {
	URI        uri.URI `json:"uri"`
	LanguageID string  `json:"languageId"`
	Version    int32   `json:"version"`
	Text       string  `json:"text"`
}

// DidOpenTextDocumentParams say what was opened.
type DidOpenTextDocumentParams struct {
	TextDocument TextDocumentItem `json:"textDocument"`
}

// DidChangeTextDocumentParams say how a document changed.
type DidChangeTextDocumentParams struct {
	TextDocument struct {
		URI     uri.URI `json:"uri"`
		Version int32   `json:"version"`
	} `json:"textDocument"`
	ContentChanges []TextDocumentContentChangeEvent `json:"contentChanges"`
}

// TextDocumentContentChangeEvent is the new text of a document, or of the part that
// Range names.
type TextDocumentContentChangeEvent struct {
	Range *Range `json:"range"`
	Text  string `json:"text"`
}

// DocumentParams name a document: those of didSave, didClose, documentSymbol and codeLens.
type DocumentParams struct {
	TextDocument TextDocumentIdentifier `json:"textDocument"`
}

// PositionParams name a place: those of hover, definition, completion and prepareRename.
type PositionParams struct {
	TextDocument TextDocumentIdentifier `json:"textDocument"`
	Position     Position               `json:"position"`
}

// ReferenceParams ask for the uses of what is at a place.
type ReferenceParams struct {
	PositionParams
	Context struct {
		IncludeDeclaration bool `json:"includeDeclaration"`
	} `json:"context"`
}

// RenameParams ask for another name for what is at a place.
type RenameParams struct {
	PositionParams
	NewName string `json:"newName"`
}

// PrepareRenameResult is what would be renamed.
type PrepareRenameResult struct {
	Range       Range  `json:"range"`
	Placeholder string `json:"placeholder"`
}

// Hover is what is shown about a place.
type Hover struct {
	Contents MarkupContent `json:"contents"`
	Range    Range         `json:"range"`
}

// MarkupContent is a text of a kind.
type MarkupContent struct {
	Kind  string `json:"kind"`
	Value string `json:"value"`
}

// Kinds of MarkupContent.
const (
	PlainText = "plaintext"
	Markdown  = "markdown"
)

// DocumentSymbol is a part of a document with a name.
type DocumentSymbol struct {
	Name           string `json:"name"`
	Detail         string `json:"detail"`
	Kind           int    `json:"kind"`
	Range          Range  `json:"range"`
	SelectionRange Range  `json:"selectionRange"`
}

// SymbolKindConstant is a kind of DocumentSymbol.
const SymbolKindConstant = 14

// CodeLens is shown above a line.
type CodeLens struct {
	Range   Range   `json:"range"`
	Command Command `json:"command"`
}

// Command has a title and, for those that can be run, a name.
type Command struct {
	Title   string `json:"title"`
	Command string `json:"command"`
}

// CompletionList is what may be typed at a place.
type CompletionList struct {
	IsIncomplete bool             `json:"isIncomplete"`
	Items        []CompletionItem `json:"items"`
}

// CompletionItem is one of a CompletionList.
type CompletionItem struct {
	Label         string   `json:"label"`
	Kind          int      `json:"kind"`
	Tags          []int    `json:"tags,omitzero"`
	Detail        string   `json:"detail"`
	Documentation string   `json:"documentation"`
	SortText      string   `json:"sortText"`
	FilterText    string   `json:"filterText"`
	TextEdit      TextEdit `json:"textEdit"`
}

// A kind and a tag of CompletionItem.
const (
	CompletionItemKindReference = 18
	CompletionItemTagDeprecated = 1
)

// Diagnostic is a remark on a part of a text.
type Diagnostic struct {
	Range              Range                          `json:"range"`
	Severity           DiagnosticSeverity             `json:"severity,omitzero"`
	Code               string                         `json:"code"`
	CodeDescription    CodeDescription                `json:"codeDescription,omitzero"`
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

// Tags of diagnostics.
const (
	DiagnosticTagUnnecessary = 1
	DiagnosticTagDeprecated  = 2
)

// CodeDescription is where a code is explained.
type CodeDescription struct {
	Href string `json:"href"`
}

// DiagnosticRelatedInformation belongs to a Diagnostic.
type DiagnosticRelatedInformation struct {
	Location Location `json:"location"`
	Message  string   `json:"message"`
}

// PublishDiagnosticsParams are all diagnostics of a document, of a version of it that is open.
type PublishDiagnosticsParams struct {
	URI         uri.URI      `json:"uri"`
	Version     *int32       `json:"version,omitzero"`
	Diagnostics []Diagnostic `json:"diagnostics"`
}

// CodeActionParams ask for the actions on a range.
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

// QuickFix is a kind of CodeAction.
const QuickFix = "quickfix"

// WorkspaceEdit changes documents: by Changes, or by DocumentChanges for clients that can.
type WorkspaceEdit struct {
	Changes         map[uri.URI][]TextEdit `json:"changes,omitzero"`
	DocumentChanges []any                  `json:"documentChanges,omitzero"` // of *TextDocumentEdit and *CreateFile
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
		Version *int32  `json:"version"` // nil for one that is not open
	} `json:"textDocument"`
	Edits []TextEdit `json:"edits"`
}

// CreateFile makes a file.
type CreateFile struct {
	Kind string  `json:"kind"` // "create"
	URI  uri.URI `json:"uri"`
}

// ApplyWorkspaceEditParams ask the client to make an edit.
type ApplyWorkspaceEditParams struct {
	Edit WorkspaceEdit `json:"edit"`
}

// ExecuteCommandParams ask the server to run a command.
type ExecuteCommandParams struct {
	Command   string            `json:"command"`
	Arguments []json.RawMessage `json:"arguments"`
}

// DidChangeConfigurationParams are the settings of the user.
type DidChangeConfigurationParams struct {
	Settings json.RawMessage `json:"settings"`
}

// DidChangeWorkspaceFoldersParams say which folders were opened and closed.
type DidChangeWorkspaceFoldersParams struct {
	Event struct {
		Added   []WorkspaceFolder `json:"added"`
		Removed []WorkspaceFolder `json:"removed"`
	} `json:"event"`
}

// DidChangeWatchedFilesParams say which files changed outside of the editor.
type DidChangeWatchedFilesParams struct {
	Changes []TextDocumentIdentifier `json:"changes"`
}

// RegistrationParams ask the client to send what it sends only when asked.
type RegistrationParams struct {
	Registrations []Registration `json:"registrations"`
}

// Registration is for one method.
type Registration struct {
	ID              string          `json:"id"`
	Method          string          `json:"method"`
	RegisterOptions json.RawMessage `json:"registerOptions"`
}

// ShowMessageParams are a message for the user.
type ShowMessageParams struct {
	Type    int    `json:"type"`
	Message string `json:"message"`
}

// MessageTypeError is a type of ShowMessageParams.
const MessageTypeError = 1

// TokenParams name what takes time: those of workDoneProgress/create and cancel.
type TokenParams struct {
	Token any `json:"token"` // a string or a number
}

// ProgressParams say how far something is.
type ProgressParams struct {
	Token string           `json:"token"`
	Value WorkDoneProgress `json:"value"`
}

// WorkDoneProgress is the beginning, a report or the end of what takes time.
type WorkDoneProgress struct {
	Kind        string `json:"kind"` // "begin", "report" or "end"
	Title       string `json:"title,omitzero"`
	Cancellable bool   `json:"cancellable,omitzero"`
	Message     string `json:"message,omitzero"`
	Percentage  *int   `json:"percentage,omitzero"`
}
