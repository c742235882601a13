package lsp

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"go.lsp.dev/uri"

	"github.com/bonafide-audit/bonafide/internal/lsp/protocol"
)

// PrepareRename returns the key at a place, nil if there is none.
func (s *server) PrepareRename(_ context.Context, p *protocol.PositionParams) (*protocol.PrepareRenameResult, error) {
	doc, here := s.place(p)
	if doc == nil {
		return nil, nil
	}
	if m, ok := here.mark(); ok {
		return &protocol.PrepareRenameResult{Range: here.text.span(m.start, m.end), Placeholder: m.key}, nil
	}
	return nil, nil
}

// Rename changes the key of an entry, in all citations and other entries that refer to it.
func (s *server) Rename(_ context.Context, p *protocol.RenameParams) (*protocol.WorkspaceEdit, error) {
	doc, here := s.place(&p.PositionParams)
	if doc == nil {
		return nil, errOld()
	}
	m, ok := here.mark()
	if !ok {
		return nil, errors.New("there is no citation key here")
	}
	key := strings.TrimSpace(p.NewName)
	if key == "" || len(key) > 200 || strings.ContainsAny(key, " \t\r\n,{}\"#%\\") {
		return nil,
			errors.New("a key has no spaces, commas, braces, quotes, \"#\", \"%\" or backslashes, and at most 200 bytes")
	}
	files := s.files(doc)
	if key != m.key && len(locations(files, defined, key)) > 0 {
		return nil, fmt.Errorf("another entry has the key %s", key)
	}
	return s.rekeyed(files, m.key, key, nil, nil, defined, cited, referred), nil
}

func referred(f *projectFile) []mark { return f.referred }

// rekeyed replaces a key at some marks of files, in addition to other changes.
func (s *server) rekeyed(
	files map[string]*projectFile, key, to string, changes map[uri.URI][]protocol.TextEdit, versions map[uri.URI]int32,
	marks ...func(*projectFile) []mark,
) *protocol.WorkspaceEdit {
	if changes == nil {
		changes, versions = map[uri.URI][]protocol.TextEdit{}, map[uri.URI]int32{}
	}
	open := map[string]*document{}
	s.mu.Lock()
	for _, d := range s.docs {
		open[d.name] = d
	}
	s.mu.Unlock()
	for _, name := range slices.Sorted(maps.Keys(files)) {
		at := uriOf(name)
		if d := open[name]; d != nil {
			at = d.uri
			versions[at] = d.version
		}
		for _, of := range marks {
			for _, m := range of(files[name]) {
				if m.key == key {
					edit := protocol.TextEdit{Range: files[name].text.span(m.start, m.end), NewText: to}
					changes[at] = append(changes[at], edit)
				}
			}
		}
	}
	return s.edits(changes, versions)
}
