package lsp

import (
	"context"

	"go.lsp.dev/protocol"
)

// acceptCommand is the command that accepts a finding with a reason.
const acceptCommand = "bonafide.accept"

func (s *server) Initialize(_ context.Context, p *protocol.InitializeParams) (*protocol.InitializeResult, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.can.read(&p.Capabilities); err != nil {
		return nil, err
	}
	chosen, err := s.settings.read(p.InitializationOptions)
	if err != nil {
		s.Log.Warn("settings are not applied", "reason", err)
	}
	s.settings, s.begun = chosen, true
	if folders, ok := p.WorkspaceFolders.Get(); ok && len(folders) > 0 {
		for _, f := range folders {
			s.project.add(pathOf(f.URI))
		}
	} else if p.RootURI != nil { //nolint:staticcheck // older editors know nothing else
		s.project.add(pathOf(*p.RootURI)) //nolint:staticcheck // as above
	}
	yes := true
	whole, encoding := protocol.TextDocumentSyncKindFull, protocol.PositionEncodingKindUTF16
	if s.can.utf8() {
		encoding = protocol.PositionEncodingKindUTF8
	}
	return &protocol.InitializeResult{
		ServerInfo: protocol.ServerInfo{Name: name, Version: protocol.NewOptional(s.Version)},
		Capabilities: protocol.ServerCapabilities{
			PositionEncoding: encoding,
			TextDocumentSync: &protocol.TextDocumentSyncOptions{OpenClose: &yes, Change: &whole,
				Save: protocol.Boolean(true)},
			HoverProvider:          protocol.Boolean(true),
			DefinitionProvider:     protocol.Boolean(true),
			ReferencesProvider:     protocol.Boolean(true),
			DocumentSymbolProvider: protocol.Boolean(true),
			CodeActionProvider: &protocol.CodeActionOptions{
				CodeActionKinds: []protocol.CodeActionKind{protocol.CodeActionKindQuickFix, fixAll}, ResolveProvider: &yes,
			},
			CompletionProvider:     &protocol.CompletionOptions{TriggerCharacters: []string{"{", ",", "@", "<", ":", "`"}},
			RenameProvider:         &protocol.RenameOptions{PrepareProvider: &yes},
			CodeLensProvider:       &protocol.CodeLensOptions{},
			ExecuteCommandProvider: protocol.ExecuteCommandOptions{Commands: []string{acceptCommand}},
			Workspace: &protocol.WorkspaceOptions{
				WorkspaceFolders: &protocol.WorkspaceFoldersServerCapabilities{Supported: &yes,
					ChangeNotifications: protocol.Boolean(true)},
			},
		},
	}, nil
}

// Initialized asks the client to report files that change outside the editor.
func (s *server) Initialized(context.Context, *protocol.InitializedParams) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.can.Workspace.DidChangeWatchedFiles.DynamicRegistration {
		params := &protocol.RegistrationParams{Registrations: []protocol.Registration{{
			ID: "files", Method: protocol.MethodWorkspaceDidChangeWatchedFiles,
			RegisterOptions: protocol.LSPAny(
				`{"watchers":[{"globPattern":"**/*.{bib,tex,md,qmd,Rmd,typ,org,rst}"},{"globPattern":"**/.bonafide.toml"}]}`),
		}}}
		go func() { _ = s.client.call(s.ctx, protocol.MethodClientRegisterCapability, params) }()
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
