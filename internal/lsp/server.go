// Package lsp is the front end for editors: a server of the Language Server Protocol that shows what is wrong
// with references while they are written, and offers the corrections. It judges nothing and writes no file.
//
// May be imported by: cmd.
package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"sync"
	"time"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/uri"

	"github.com/bonafide-audit/bonafide/internal/lint"
	"github.com/bonafide-audit/bonafide/internal/setup"
)

// Options are the operator's settings.
type Options struct {
	Setup *setup.Setup // the local sources: corpora and memory; the caller closes it
	// Online returns the services that are asked when a file is saved; nil if the operator does not allow it.
	// It may be called often, and the caller closes what the first call opens.
	Online  func() (*setup.Setup, error)
	Version string           // of the program
	Jobs    int              // references checked at the same time
	Pause   time.Duration    // idle time after typing before a text is checked
	Now     func() time.Time // nil means time.Now
	Log     *slog.Logger     // nil means no log
}

type server struct {
	Options
	client  client
	ctx     context.Context // of the connection
	slots   chan struct{}   // concurrent checks
	offline memo
	online  memo
	project project
	out     outbox
	work    sync.WaitGroup // running checks
	can     abilities      // set by "initialize", before which nothing else is handled

	mu       sync.Mutex
	begun    bool // the client has sent "initialize"
	done     bool // the client has sent "shutdown"
	settings settings
	docs     map[uri.URI]*document
	progress map[string]context.CancelFunc      // by token
	requests map[jsonrpc2.ID]context.CancelFunc // being handled
	tokens   int
}

// errExit ends a connection at the client's request.
var errExit = errors.New("the client has left")

// Serve serves one client until it leaves, the stream ends or ctx is done. It closes the stream. The error is
// nil if the client left according to the protocol.
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
		Options: opt, client: client{conn}, ctx: ctx, slots: make(chan struct{}, 2),
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
	select { // a blocked read from a terminal does not notice
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

func (s *server) closeAll() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for name, doc := range s.docs {
		doc.stop()
		delete(s.docs, name)
	}
}

const acceptCommand = "bonafide.accept"

func (s *server) Initialize(_ context.Context, p *InitializeParams) (*InitializeResult, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.can = abilities(p.Capabilities)
	chosen, err := s.settings.read(p.InitializationOptions)
	if err != nil {
		s.Log.Warn("settings are not applied", "reason", err)
	}
	s.settings, s.begun = chosen, true
	for _, f := range p.WorkspaceFolders {
		s.project.add(pathOf(f.URI))
	}
	if len(p.WorkspaceFolders) == 0 && p.RootURI != nil { // older editors know nothing else
		s.project.add(pathOf(*p.RootURI))
	}
	encoding := UTF16
	if s.can.utf8() {
		encoding = UTF8
	}
	result := &InitializeResult{
		Capabilities: fmt.Appendf(nil, capabilities, encoding, QuickFix, fixAll, acceptCommand),
	}
	result.ServerInfo.Name, result.ServerInfo.Version = name, s.Version
	return result, nil
}

// capabilities are what the server can do, with placeholders for columns, kinds of actions and the command.
const capabilities = `{
"positionEncoding":%q,
"textDocumentSync":{"openClose":true,"change":1,"save":true},
"completionProvider":{"triggerCharacters":["{",",","@","<",":","` + "`" + `"]},
"hoverProvider":true,
"definitionProvider":true,
"referencesProvider":true,
"documentSymbolProvider":true,
"codeActionProvider":{"codeActionKinds":[%q,%q],"resolveProvider":true},
"codeLensProvider":{},
"renameProvider":{"prepareProvider":true},
"executeCommandProvider":{"commands":[%q]},
"workspace":{"workspaceFolders":{"supported":true,"changeNotifications":true}}
}`

// Initialized asks the client to report files that change outside the editor.
func (s *server) Initialized(context.Context, *struct{}) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.can.Workspace.DidChangeWatchedFiles.DynamicRegistration {
		go func() { _ = s.client.call(s.ctx, "client/registerCapability", json.RawMessage(watched)) }()
	}
	return nil
}

// watched asks for the changes of files that have keys or accepted findings.
const watched = `{"registrations":[{"id":"files","method":"workspace/didChangeWatchedFiles","registerOptions":{"watchers":[
{"globPattern":"**/*.{bib,tex,md,qmd,Rmd,typ,org,rst}"},{"globPattern":"**/.bonafide.toml"}]}}]}`

func (s *server) Shutdown() {
	s.mu.Lock()
	s.done = true
	s.mu.Unlock()
	s.closeAll()
}

func (s *server) DidChangeConfiguration(_ context.Context, p *DidChangeConfigurationParams) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	chosen, err := s.settings.read(p.Settings)
	if err != nil {
		return err
	}
	s.settings = chosen
	s.checkAll()
	return nil
}

func (s *server) DidChangeWorkspaceFolders(_ context.Context, p *DidChangeWorkspaceFoldersParams) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, f := range p.Event.Removed {
		s.project.remove(pathOf(f.URI))
	}
	for _, f := range p.Event.Added {
		s.project.add(pathOf(f.URI))
	}
	s.checkAll()
	return nil
}

func (s *server) DidChangeWatchedFiles(_ context.Context, p *DidChangeWatchedFilesParams) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, change := range p.Changes {
		s.project.changed(pathOf(change.URI))
	}
	s.checkAll()
	return nil
}

type settings struct {
	// Lint is the lowest severity of the remarks of lint that are shown: "note", "warning", "error" or "off".
	Lint string `json:"lint"`
	// Online asks services when a file is saved, if the operator allows it.
	Online bool `json:"online"`
	// Lens shows the verdict above each entry.
	Lens bool `json:"lens"`
	// Keys reports cited keys that are missing, and entries that are not cited.
	Keys bool `json:"keys"`
	// Beside names other servers whose diagnostics are not repeated: "texlab".
	Beside []string `json:"beside"`
}

func usual() settings { return settings{Lint: string(lint.Warning), Online: true, Keys: true} }

// read takes the settings that the editor sends, at the top level or under the program's name; others stay.
func (s settings) read(raw []byte) (settings, error) {
	if len(raw) == 0 || string(raw) == "null" {
		return s, nil
	}
	var named struct {
		Bonafide json.RawMessage `json:"bonafide"`
	}
	if err := json.Unmarshal(raw, &named); err == nil && len(named.Bonafide) > 0 {
		raw = named.Bonafide
	}
	next := s
	if err := json.Unmarshal(raw, &next); err != nil {
		return s, fmt.Errorf("settings of bonafide: %w", err)
	}
	if next.Lint != "off" && !slices.Contains(lint.Severities, lint.Severity(next.Lint)) {
		return s, fmt.Errorf("setting \"lint\" of bonafide is note, warning, error or off, not %.40q", next.Lint)
	}
	for _, other := range next.Beside {
		if saidBy[other] == nil {
			return s, fmt.Errorf("setting \"beside\" of bonafide knows texlab, not %.40q", other)
		}
	}
	return next, nil
}

// saidBy are the rules whose remarks other servers make too.
var saidBy = map[string][]string{
	"texlab": {"unreadable", "duplicate-key", "undefined-key", "unused-key", "missing-comma", "unclosed-entry"},
}

func (s *settings) shows(rule string, severity lint.Severity) bool {
	for _, other := range s.Beside {
		if slices.Contains(saidBy[other], rule) {
			return false
		}
	}
	return s.Lint != "off" && severity.AtLeast(lint.Severity(s.Lint))
}

type abilities ClientCapabilities

// utf8 reports whether columns count bytes: the first encoding that both sides know.
func (a *abilities) utf8() bool {
	for _, encoding := range a.General.PositionEncodings {
		switch encoding {
		case UTF8:
			return true
		case UTF16:
			return false
		}
	}
	return false
}

func (a *abilities) creates() bool {
	edit := a.Workspace.WorkspaceEdit
	return edit.DocumentChanges && slices.Contains(edit.ResourceOperations, "create")
}
