package lsp

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/bonafide-audit/bonafide/internal/lsp/protocol"
)

// acceptCommand is the command that accepts a finding with a reason.
const acceptCommand = "bonafide.accept"

func (s *server) Initialize(_ context.Context, p *protocol.InitializeParams) (*protocol.InitializeResult, error) {
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
	encoding := protocol.UTF16
	if s.can.utf8() {
		encoding = protocol.UTF8
	}
	return &protocol.InitializeResult{
		Capabilities: fmt.Appendf(nil, capabilities, encoding, protocol.QuickFix, fixAll, acceptCommand),
		ServerInfo:   protocol.ServerInfo{Name: name, Version: s.Version},
	}, nil
}

// capabilities are what the server can do, with placeholders for the encoding of columns, the kinds of actions and
// the command.
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
func (s *server) Initialized(context.Context, *protocol.InitializedParams) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.can.Workspace.DidChangeWatchedFiles.DynamicRegistration {
		params := &protocol.RegistrationParams{Registrations: []protocol.Registration{{
			ID: "files", Method: protocol.MethodDidChangeWatchedFiles,
			RegisterOptions: json.RawMessage(
				`{"watchers":[{"globPattern":"**/*.{bib,tex,md,qmd,Rmd,typ,org,rst}"},{"globPattern":"**/.bonafide.toml"}]}`),
		}}}
		go func() { _ = s.client.call(s.ctx, protocol.MethodRegisterCapability, params) }()
	}
	return nil
}

// Shutdown ends all work; the client disconnects next.
func (s *server) Shutdown() {
	s.mu.Lock()
	s.done = true
	s.mu.Unlock()
	s.closeAll()
}

// DidChangeConfiguration takes new settings.
func (s *server) DidChangeConfiguration(_ context.Context, p *protocol.DidChangeConfigurationParams) error {
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

// DidChangeWorkspaceFolders adds and removes folders of the workspace.
func (s *server) DidChangeWorkspaceFolders(_ context.Context, p *protocol.DidChangeWorkspaceFoldersParams) error {
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

// DidChangeWatchedFiles handles files that changed outside the editor.
func (s *server) DidChangeWatchedFiles(_ context.Context, p *protocol.DidChangeWatchedFilesParams) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, change := range p.Changes {
		s.project.changed(pathOf(change.URI))
	}
	s.checkAll()
	return nil
}
