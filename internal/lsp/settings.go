package lsp

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/bonafide-audit/bonafide/internal/lint"
	"github.com/bonafide-audit/bonafide/internal/lsp/protocol"
)

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

// read takes the settings that the editor sends and leaves the others. They are at the top level or under the
// name of the program.
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

type abilities protocol.ClientCapabilities

// utf8 reports whether columns count bytes: the first encoding that both sides know.
func (a *abilities) utf8() bool {
	for _, encoding := range a.General.PositionEncodings {
		switch encoding {
		case protocol.UTF8:
			return true
		case protocol.UTF16:
			return false
		}
	}
	return false
}

func (a *abilities) creates() bool {
	edit := a.Workspace.WorkspaceEdit
	return edit.DocumentChanges && slices.Contains(edit.ResourceOperations, "create")
}
