package lsp

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"go.lsp.dev/uri"

	"github.com/bonafide-audit/bonafide/internal/lint"
)

const fixAll = "source.fixAll.bonafide"

// choice is the data of an action: what it does, and to which version of which text.
type choice struct {
	URI     uri.URI  `json:"uri"`
	Version int32    `json:"version"`
	Do      string   `json:"do"`               // one of makers
	ID      string   `json:"id,omitempty"`     // of a reference
	Field   string   `json:"field,omitempty"`  // of a correction
	Codes   []string `json:"codes,omitempty"`  // to accept
	Reason  string   `json:"reason,omitempty"` // why
	Rule    string   `json:"rule,omitempty"`   // of a remark of lint
	Line    int      `json:"line,omitempty"`
	Key     string   `json:"key,omitempty"`    // that has no entry
	Number  int      `json:"number,omitempty"` // index of the works that the key may mean
}

var makers = map[string]func(*server, *document, *checked, choice) (*WorkspaceEdit, error){
	"correct": (*server).correct, "likely": (*server).correct, "take": (*server).correct, "publish": (*server).correct,
	"mend": (*server).mend, "accept": (*server).accept, "add": (*server).addWork, "remove": (*server).removeDuplicate,
}

func errOld() error { return errors.New("the text has changed since: ask for its actions again") }

func (s *server) CodeAction(_ context.Context, p *CodeActionParams) ([]*CodeAction, error) {
	doc := s.document(p.TextDocument.URI)
	c := s.at(doc)
	if c == nil {
		return []*CodeAction{}, nil
	}
	o := offer{server: s, doc: doc, c: c, start: c.text.offset(p.Range.Start), end: c.text.offset(p.Range.End),
		given: p.Context.Diagnostics}
	wants := func(kind string) bool {
		return len(p.Context.Only) == 0 || slices.ContainsFunc(p.Context.Only, func(only string) bool {
			return kind == only || strings.HasPrefix(kind, only+".")
		})
	}
	if wants(QuickFix) {
		o.corrections()
		o.mendings()
		o.acceptances()
		o.additions()
	}
	entries, n := c.plan().entries, 0
	corrected := func(i int) bool { return i < len(entries) && len(entries[i].Patches) > 0 }
	for i := range entries {
		if corrected(i) {
			n++
		}
	}
	if n > 0 && wants(fixAll) && (len(p.Context.Only) > 0 || slices.ContainsFunc(o.touched(), corrected)) {
		all := fmt.Sprintf("%d entries", n)
		if n == 1 {
			all = "1 entry"
		}
		o.add(fixAll, "Make all proven corrections ("+all+")", choice{Do: "correct"}, false)
	}
	return o.list, nil
}

type offer struct {
	*server
	doc        *document
	c          *checked
	start, end int
	given      []json.RawMessage // diagnostics as shown in the editor
	list       []*CodeAction
}

// touched returns the numbers of the references that overlap the range.
func (o *offer) touched() []int {
	var list []int
	for i := range o.c.findings {
		if start, end := o.c.spanOf(&o.c.findings[i].Reference); end > 0 && start <= o.end && o.start <= end {
			list = append(list, i)
		}
	}
	return list
}

// add offers an action. For editors that cannot resolve actions it creates the edit now.
func (o *offer) add(kind string, title string, what choice, preferred bool) {
	what.URI, what.Version = o.doc.uri, o.c.version
	action := &CodeAction{Title: title, Kind: kind, Diagnostics: o.about(&what), IsPreferred: preferred}
	if slices.Contains(o.can.TextDocument.CodeAction.ResolveSupport.Properties, "edit") {
		action.Data, _ = json.Marshal(what)
	} else {
		edit, err := makers[what.Do](o.server, o.doc, o.c, what)
		if err != nil || edit == nil {
			return
		}
		action.Edit = edit
	}
	o.list = append(o.list, action)
}

// about returns the diagnostics that an action fixes.
func (o *offer) about(what *choice) []json.RawMessage {
	var list []json.RawMessage
	for _, d := range o.given {
		of := aboutOf(d)
		if of != (about{}) && (what.ID != "" && of.ID == what.ID || what.Rule != "" && of.Rule == what.Rule &&
			of.Line == what.Line) {
			list = append(list, d)
		}
	}
	return list
}

func (o *offer) mendings() {
	for i := range o.c.remarks {
		r := &o.c.remarks[i]
		at := o.c.remarkRange(r)
		if o.c.text.offset(at.Start) > o.end || o.c.text.offset(at.End) < o.start {
			continue
		}
		if r.Fixable {
			o.add(QuickFix, "Fix: "+cut(r.Message, 80), choice{Do: "mend", Rule: r.Rule, Line: r.Line},
				false)
		}
		if first := o.c.twinOf(r); first != "" {
			o.add(QuickFix, fmt.Sprintf("Remove this entry and cite %s in its place", first),
				choice{Do: "remove", Rule: r.Rule, Line: r.Line}, false)
		}
	}
}

func (s *server) mend(doc *document, c *checked, what choice) (*WorkspaceEdit, error) {
	file := lint.File{Name: c.name, Bib: c.bib}
	for _, r := range c.remarks {
		if r.Rule == what.Rule && r.Line == what.Line && r.Fixable {
			if m := lint.Mend([]lint.Remark{r}, &file, c.text.string); len(m.Edits) > 0 {
				return s.edit(doc, c, c.text.edits(m.Edits)), nil
			}
		}
	}
	return nil, nil //nolint:nilnil // nothing is to be done
}

func (s *server) CodeActionResolve(_ context.Context, action *CodeAction) (*CodeAction, error) {
	var what choice
	dec := json.NewDecoder(bytes.NewReader(action.Data))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&what); err != nil || makers[what.Do] == nil {
		return nil, errors.New("this is not an action of bonafide")
	}
	doc := s.document(what.URI)
	c := s.at(doc)
	if c == nil || c.version != what.Version {
		return nil, errOld()
	}
	var err error
	action.Edit, err = makers[what.Do](s, doc, c, what)
	return action, err
}

// edit returns the edits of one text, with the version that they apply to if the editor supports it.
func (s *server) edit(doc *document, c *checked, edits []TextEdit) *WorkspaceEdit {
	return s.edits(map[uri.URI][]TextEdit{doc.uri: edits}, map[uri.URI]int32{doc.uri: c.version})
}

// edits returns the edits of several texts, with the versions of the open ones.
func (s *server) edits(changes map[uri.URI][]TextEdit, versions map[uri.URI]int32) *WorkspaceEdit {
	if !s.can.Workspace.WorkspaceEdit.DocumentChanges {
		return &WorkspaceEdit{Changes: changes}
	}
	out := &WorkspaceEdit{}
	for _, at := range slices.Sorted(maps.Keys(changes)) {
		out.DocumentChanges = append(out.DocumentChanges, changeOf(at, changes[at], versions))
	}
	return out
}

func changeOf(at uri.URI, list []TextEdit, versions map[uri.URI]int32) *TextDocumentEdit {
	change := &TextDocumentEdit{Edits: list}
	change.TextDocument.URI = at
	if v, open := versions[at]; open {
		change.TextDocument.Version = &v
	}
	return change
}
