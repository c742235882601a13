package lsp

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"go.lsp.dev/uri"

	"github.com/bonafide-audit/bonafide/internal/lint"
	"github.com/bonafide-audit/bonafide/internal/report"
)

type here struct {
	name   string
	text   *text
	offset int
}

// place returns the document and the place in a request; an empty one without a name if the document is not open.
func (s *server) place(p *PositionParams) (*document, here) {
	s.mu.Lock()
	defer s.mu.Unlock()
	doc := cmp.Or(s.docs[p.TextDocument.URI], &document{text: newText("", false)})
	return doc, here{doc.name, doc.text, doc.text.offset(p.Position)}
}

// mark returns the key at a place, in a citation or at the head of an entry.
func (h *here) mark() (mark, bool) {
	k := keysOf(h.name, h.text.string)
	for _, list := range [][]mark{k.cited, k.defined} {
		for _, m := range list {
			if m.start <= h.offset && h.offset <= m.end {
				return m, true
			}
		}
	}
	return mark{}, false
}

// files returns the files with keys in the same project as a document.
func (s *server) files(doc *document) map[string]*projectFile {
	s.mu.Lock()
	open := map[string]*text{}
	for _, d := range s.docs {
		open[d.name] = d.text
	}
	s.mu.Unlock()
	return s.project.of(doc.name, open, s.can.utf8())
}

// entryOf returns the entry with a key from the open documents of the same project; nil if there is none.
func (s *server) entryOf(doc *document, key string) (*checked, int) {
	files := s.files(doc)
	s.mu.Lock()
	var docs []*document
	for _, d := range s.docs {
		if files[d.name] != nil {
			docs = append(docs, d)
		}
	}
	s.mu.Unlock()
	slices.SortFunc(docs, func(a, b *document) int { return strings.Compare(a.name, b.name) })
	for _, d := range docs {
		if c := s.at(d); c != nil {
			for i := range c.findings {
				if c.findings[i].Reference.Key == key {
					return c, i
				}
			}
		}
	}
	return nil, -1
}

func locations(files map[string]*projectFile, of func(*projectFile) []mark, key string) []Location {
	var list []Location
	for _, name := range slices.Sorted(maps.Keys(files)) {
		for _, m := range of(files[name]) {
			if m.key == key {
				list = append(list, Location{URI: uriOf(name), Range: files[name].text.span(m.start, m.end)})
			}
		}
	}
	return list
}

// The marks of a file.
func defined(f *projectFile) []mark  { return f.defined }
func cited(f *projectFile) []mark    { return f.cited }
func referred(f *projectFile) []mark { return f.referred }

// Definition jumps from a citation to the entry. It returns []Location, or nil if there is no key.
func (s *server) Definition(_ context.Context, p *PositionParams) (any, error) {
	doc, here := s.place(p)
	if m, ok := here.mark(); ok {
		return locations(s.files(doc), defined, m.key), nil
	}
	return nil, nil
}

// References returns where a key is cited, and on request where its entry is.
func (s *server) References(_ context.Context, p *ReferenceParams) ([]Location, error) {
	doc, here := s.place(&p.PositionParams)
	m, ok := here.mark()
	if !ok {
		if c := s.at(doc); c != nil {
			if i := c.findingAt(here.offset); i >= 0 {
				m.key = c.findings[i].Reference.Key
			}
		}
	}
	if m.key == "" {
		return nil, nil
	}
	files := s.files(doc)
	list := locations(files, cited, m.key)
	if p.Context.IncludeDeclaration {
		list = append(locations(files, defined, m.key), list...)
	}
	return list, nil
}

func (s *server) DocumentSymbol(_ context.Context, p *DocumentParams) ([]DocumentSymbol, error) {
	c := s.at(s.document(p.TextDocument.URI))
	if c == nil {
		return []DocumentSymbol{}, nil
	}
	list := make([]DocumentSymbol, 0, len(c.findings))
	for i := range c.findings {
		ref := &c.findings[i].Reference
		key, title := report.Visible(ref.Key), cut(report.Visible(ref.Claimed.FullTitle()), 120)
		name := cmp.Or(key, title, cut(report.Visible(strings.Join(strings.Fields(ref.Raw), " ")), 80))
		if key == "" {
			title = ""
		}
		if strings.TrimSpace(name) == "" {
			continue
		}
		list = append(list,
			DocumentSymbol{Name: name, Detail: title, Kind: SymbolKindConstant,
				Range: c.text.span(c.spanOf(ref)), SelectionRange: c.text.span(c.headOf(ref))})
	}
	return list, nil
}

func (s *server) CodeLens(_ context.Context, p *DocumentParams) ([]CodeLens, error) {
	s.mu.Lock()
	wanted := s.settings.Lens
	s.mu.Unlock()
	c := s.at(s.document(p.TextDocument.URI))
	if !wanted || c == nil {
		return []CodeLens{}, nil
	}
	list := make([]CodeLens, 0, len(c.findings))
	for i := range c.findings {
		f := &c.findings[i]
		if f.Verdict.Version == "" { // not audited yet
			continue
		}
		row := c.row(i)
		lens := CodeLens{Range: c.text.span(c.headOf(&f.Reference))}
		lens.Command.Title = strings.TrimSpace(row.VerdictWords() + " " + strings.Join(row.Codes, " "))
		list = append(list, lens)
	}
	return list, nil
}

func (s *server) document(at uri.URI) *document {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.docs[at]
}

// keyDiagnostics reports cited keys without an entry, and entries that no text of the project cites, if it
// cites others of the same bibliography.
func (s *server) keyDiagnostics(doc *document, c *checked, settings *settings) []Diagnostic {
	if !settings.Keys || !hasKeys(c.name) {
		return nil
	}
	files := s.files(doc)
	this := files[c.name]
	if this == nil || this.text != c.text { // there is a newer one
		return nil
	}
	have, used, all, bibliographies := map[string]bool{}, map[string]bool{}, false, false
	for name, f := range files {
		bibliographies = bibliographies || isBibliography(name)
		all = all || f.all
		for _, m := range f.defined {
			have[m.key] = true
		}
		for _, m := range f.cited {
			used[m.key] = true
		}
	}
	if isBibliography(c.name) {
		return unusedKeys(this, used, all, settings)
	}
	if !bibliographies || !settings.shows("undefined-key", lint.Error) {
		return nil
	}
	var list []Diagnostic
	for _, m := range this.cited {
		if m.sure && !have[m.key] {
			list = append(list,
				diagnostic(c.text.span(m.start, m.end), SeverityWarning, "undefined-key",
					"no entry of this project has the key "+m.key, about{}))
		}
	}
	return list
}

func unusedKeys(f *projectFile, used map[string]bool, all bool, settings *settings) []Diagnostic {
	if all || !settings.shows("unused-key", lint.Error) ||
		!slices.ContainsFunc(f.defined, func(m mark) bool { return used[m.key] }) {
		return nil
	}
	var list []Diagnostic
	for _, m := range f.defined {
		if !used[m.key] {
			d := diagnostic(f.text.span(m.start, m.end), SeverityHint, "unused-key",
				"no text of this project cites "+m.key, about{})
			d.Tags = []int{DiagnosticTagUnnecessary}
			list = append(list, d)
		}
	}
	return list
}

// PrepareRename returns the key at a place, nil if there is none.
func (s *server) PrepareRename(_ context.Context, p *PositionParams) (*PrepareRenameResult, error) {
	_, here := s.place(p)
	if m, ok := here.mark(); ok {
		return &PrepareRenameResult{Range: here.text.span(m.start, m.end), Placeholder: m.key}, nil
	}
	return nil, nil
}

// Rename changes the key of an entry, in all citations and other entries that refer to it.
func (s *server) Rename(_ context.Context, p *RenameParams) (*WorkspaceEdit, error) {
	doc, here := s.place(&p.PositionParams)
	if doc.name == "" {
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

// rekeyed replaces a key at some marks of files, in addition to other changes.
func (s *server) rekeyed(
	files map[string]*projectFile, key, to string, changes map[uri.URI][]TextEdit, versions map[uri.URI]int32,
	marks ...func(*projectFile) []mark,
) *WorkspaceEdit {
	if changes == nil {
		changes, versions = map[uri.URI][]TextEdit{}, map[uri.URI]int32{}
	}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		at, _ := s.opened(name, versions)
		for _, of := range marks {
			for _, m := range of(files[name]) {
				if m.key == key {
					edit := TextEdit{Range: files[name].text.span(m.start, m.end), NewText: to}
					changes[at] = append(changes[at], edit)
				}
			}
		}
	}
	return s.edits(changes, versions)
}

// opened returns the address of a file, and its text if it is open, whose version it then adds to versions.
func (s *server) opened(name string, versions map[uri.URI]int32) (uri.URI, *text) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, d := range s.docs {
		if d.name == name {
			versions[d.uri] = d.version
			return d.uri, d.text
		}
	}
	return uriOf(name), nil
}
