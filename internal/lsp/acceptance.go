package lsp

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"go.lsp.dev/uri"

	"github.com/bonafide-audit/bonafide/internal/accept"
	"github.com/bonafide-audit/bonafide/internal/report"
)

// byHand is the default reason for dismissing a finding, until the user enters one.
const byHand = "looked at by hand"

func (o *offer) acceptances() {
	for _, i := range o.touched() {
		row := o.c.row(i)
		if codes := acceptable(row.Codes); len(codes) > 0 && len(row.Views()) > 0 {
			o.add(QuickFix, "Dismiss "+strings.Join(codes, ", ")+": this entry is right as it is",
				choice{Do: "accept", ID: row.ID, Codes: codes, Reason: byHand}, false)
			o.fieldAcceptances(&row)
		}
	}
}

// fieldAcceptances offers to dismiss the findings of one field, if there are findings of others.
func (o *offer) fieldAcceptances(row *report.Finding) {
	fields := row.FieldsQuestioned()
	for _, field := range fields {
		if len(fields) > 1 && !row.AcceptsField(field) {
			o.add(QuickFix, "Dismiss what is said of the "+field.Label()+" alone",
				choice{Do: "accept", ID: row.ID, Codes: []string{string(field)}, Reason: byHand}, false)
		}
	}
}

func acceptable(codes []string) []string {
	return slices.DeleteFunc(slices.Clone(codes), func(code string) bool { return !accept.Acceptable(code) })
}

// accept records that a finding was looked at: above an entry of a bibliography, else in a file beside the text.
func (s *server) accept(doc *document, c *checked, what choice) (*WorkspaceEdit, error) {
	for i := range c.findings {
		if ref := &c.findings[i].Reference; ref.ID == what.ID {
			start, _ := c.spanOf(ref)
			if it := c.entryAt(start); it != nil && c.text.position(it.Span.Start).Character == 0 {
				comment := fmt.Sprintf("%% bonafide: ignore %s: %s%s", strings.Join(what.Codes, " "),
					oneLine(what.Reason), c.bib.LineEnd())
				return s.edit(doc, c, []TextEdit{{Range: c.text.span(it.Span.Start, it.Span.Start), NewText: comment}}),
					nil
			}
			return s.acceptBeside(c, i, what)
		}
	}
	return nil, nil //nolint:nilnil // nothing is to be done
}

func oneLine(reason string) string {
	return cut(strings.Join(strings.Fields(reason), " "), 300)
}

// acceptBeside writes into the .bonafide.toml that applies to a text.
func (s *server) acceptBeside(c *checked, i int, what choice) (*WorkspaceEdit, error) {
	if !filepath.IsAbs(c.name) {
		return nil, errors.New("save the text first: what you dismiss is written into a file beside it")
	}
	row := c.row(i)
	path := cmp.Or(accept.Find(filepath.Dir(c.name)), filepath.Join(filepath.Dir(c.name), accept.FileName))
	versions := map[uri.URI]int32{}
	at, old := s.opened(path, versions)
	if old == nil {
		data, err := accept.ReadFile(path)
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			return nil, err
		}
		old = newText(string(data), s.can.utf8())
	}
	y, m, d := s.Now().Date()
	var list []accept.Accepted
	for _, word := range what.Codes {
		if part, ok := accept.ReadWhat(word); ok {
			one := part.OfRow(&row)
			one.Reason, one.Date = oneLine(what.Reason), toml.LocalDate{Year: y, Month: int(m), Day: d}
			list = append(list, one)
		}
	}
	after, err := accept.AddAll(path, []byte(old.string), list)
	if err != nil {
		return nil, err
	}
	edits := []TextEdit{{Range: old.span(0, len(old.string)), NewText: string(after)}}
	if _, err := os.Stat(path); err == nil || len(versions) > 0 {
		return s.edits(map[uri.URI][]TextEdit{at: edits}, versions), nil
	}
	if !s.can.creates() {
		return nil, fmt.Errorf("this editor cannot create files: use bonafide dismiss, or create %s first", accept.FileName)
	}
	create := map[string]any{"kind": "create", "uri": at}
	return &WorkspaceEdit{DocumentChanges: []any{create, changeOf(at, edits, nil)}}, nil
}

// acceptance is the argument of the command: the reference and the reason.
type acceptance struct {
	URI       uri.URI `json:"uri"`
	Line      uint32  `json:"line"`
	Character uint32  `json:"character"`
	Reason    string  `json:"reason"`
}

func (s *server) ExecuteCommand(ctx context.Context, p *ExecuteCommandParams) (json.RawMessage, error) {
	var of acceptance
	if p.Command != acceptCommand || len(p.Arguments) != 1 || json.Unmarshal(p.Arguments[0], &of) != nil {
		return nil, fmt.Errorf("the command is %s with {uri, line, character, reason}", acceptCommand)
	}
	if oneLine(of.Reason) == "" {
		return nil, errors.New("say why it is dismissed")
	}
	doc := s.document(of.URI)
	c := s.at(doc)
	if c == nil {
		return nil, errOld()
	}
	i := c.findingAt(c.text.offset(Position{Line: of.Line, Character: of.Character}))
	if i < 0 {
		return nil, errors.New("there is no reference here")
	}
	row := c.row(i)
	codes := acceptable(row.Codes)
	if len(codes) == 0 {
		return nil, errors.New("this reference has no finding that could be dismissed")
	}
	edit, err := s.accept(doc, c, choice{ID: row.ID, Codes: codes, Reason: of.Reason})
	if err != nil || edit == nil {
		return nil, err
	}
	if err := s.client.call(ctx, "workspace/applyEdit", map[string]any{"edit": edit}); err != nil {
		return nil, err
	}
	return json.RawMessage("null"), nil
}
