package lsp

import (
	"context"
	"fmt"
	"net/url"
	"path"
	"path/filepath"
	"runtime"
	"sort"
	"strings"
	"time"
	"unicode/utf16"
	"unicode/utf8"

	"go.lsp.dev/uri"

	"github.com/bonafide-audit/bonafide/internal/extract"
)

// document is a text that is open in the editor. Its fields are guarded by the lock of the server.
type document struct {
	uri     uri.URI
	name    string // its path, or a name of its own
	version int32
	text    *text
	last    *checked // of the version that it states
	works   *extract.Works
	timer   *time.Timer
	cancel  context.CancelFunc // ends the running check, nil if none
	again   bool               // the text is newer than that of the running check
	ask     bool               // it was saved: services may be asked about it
}

func (d *document) stop() {
	d.timer.Stop()
	if d.cancel != nil {
		d.cancel()
	}
}

func pathOf(u uri.URI) string {
	parsed, err := url.Parse(string(u))
	if err != nil || parsed.Scheme != "file" || parsed.Host != "" && parsed.Host != "localhost" ||
		strings.ContainsRune(parsed.Path, 0) {
		return ""
	}
	name := parsed.Path
	if runtime.GOOS == "windows" {
		name = strings.TrimPrefix(name, "/")
	}
	return filepath.Clean(filepath.FromSlash(name))
}

func uriOf(name string) uri.URI {
	slashed := filepath.ToSlash(name)
	if !strings.HasPrefix(slashed, "/") {
		slashed = "/" + slashed
	}
	return uri.URI((&url.URL{Scheme: "file", Path: slashed}).String())
}

// endings maps editors' languages to file extensions, for texts whose name has none.
var endings = map[string]string{"bibtex": ".bib", "biblatex": ".bib", "latex": ".tex", "tex": ".tex",
	"markdown": ".md", "typst": ".typ", "org": ".org", "restructuredtext": ".rst", "plaintext": ".txt"}

// nameOf returns the file name under which a text is read.
func nameOf(item *TextDocumentItem) string {
	name := pathOf(item.URI)
	if name == "" {
		if u, err := url.Parse(string(item.URI)); err == nil {
			name = path.Base("/" + u.Opaque + u.Path)
		}
	}
	if ending := endings[item.LanguageID]; filepath.Ext(name) == "" {
		name += ending
	}
	return name
}

func (s *server) DidOpen(_ context.Context, p *DidOpenTextDocumentParams) error {
	item := &p.TextDocument
	if len(item.Text) > extract.DefaultMaxBytes {
		return fmt.Errorf("%s is larger than %d MB", item.URI, extract.DefaultMaxBytes>>20)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if old := s.docs[item.URI]; old != nil {
		old.stop()
	}
	doc := &document{uri: item.URI, name: nameOf(item), version: item.Version, text: newText(item.Text, s.can.utf8()),
		works: &extract.Works{}}
	s.docs[item.URI] = doc
	s.project.changed(doc.name)
	doc.timer = time.AfterFunc(0, func() { s.check(doc) })
	return nil
}

// DidChange takes the new text of an open document. A version older than the current one is dropped.
func (s *server) DidChange(_ context.Context, p *DidChangeTextDocumentParams) error {
	if len(p.ContentChanges) == 0 {
		return nil
	}
	whole := p.ContentChanges[len(p.ContentChanges)-1]
	if whole.Range != nil {
		return fmt.Errorf("%s: parts of texts are not taken: the server has said that it takes whole ones",
			p.TextDocument.URI)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	doc := s.docs[p.TextDocument.URI]
	switch {
	case doc == nil:
		return fmt.Errorf("%s is not open", p.TextDocument.URI)
	case p.TextDocument.Version < doc.version:
		return nil
	case len(whole.Text) > extract.DefaultMaxBytes:
		return fmt.Errorf("%s is larger than %d MB", doc.uri, extract.DefaultMaxBytes>>20)
	}
	doc.version, doc.text = p.TextDocument.Version, newText(whole.Text, s.can.utf8())
	s.project.changed(doc.name)
	s.later(doc, s.Pause)
	return nil
}

// later schedules a check of a text after a pause, and ends the running one. The caller holds the lock.
func (s *server) later(doc *document, pause time.Duration) {
	if doc.cancel != nil {
		doc.cancel()
	}
	doc.timer.Stop()
	doc.timer = time.AfterFunc(pause, func() { s.check(doc) })
}

// DidSave asks services about a text, if that is allowed.
func (s *server) DidSave(_ context.Context, p *DocumentParams) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if doc := s.docs[p.TextDocument.URI]; doc != nil && s.Online != nil && s.settings.Online {
		doc.ask = true
		s.later(doc, 0)
	}
	return nil
}

func (s *server) DidClose(_ context.Context, p *DocumentParams) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if doc := s.docs[p.TextDocument.URI]; doc != nil {
		doc.stop()
		delete(s.docs, doc.uri)
		s.project.changed(doc.name)
		s.out.put(&PublishDiagnosticsParams{URI: doc.uri, Diagnostics: []Diagnostic{}})
	}
	return nil
}

// checkAll schedules checks of all texts, for instance after a change of the settings. The caller holds the lock.
func (s *server) checkAll() {
	for _, doc := range s.docs {
		s.later(doc, s.Pause)
	}
}

// text is a text that converts between offsets and positions. Lines end in LF, CRLF or CR.
type text struct {
	string
	lines []int // where they start
	utf8  bool  // columns count bytes, otherwise UTF-16 units
}

func newText(s string, utf8 bool) *text {
	t := &text{string: s, lines: []int{0}, utf8: utf8}
	for i := 0; i < len(s); i++ {
		if s[i] == '\n' || s[i] == '\r' && (i+1 == len(s) || s[i+1] != '\n') {
			t.lines = append(t.lines, i+1)
		}
	}
	return t
}

// position returns line and column of an offset, both from 0.
func (t *text) position(offset int) Position {
	offset = min(max(offset, 0), len(t.string))
	line := sort.SearchInts(t.lines, offset+1) - 1
	return Position{Line: uint32(line),
		Character: uint32(t.units(t.string[t.lines[line]:offset]))} //nolint:gosec // texts are far shorter
}

// units returns the length of a part in the unit of columns.
func (t *text) units(part string) int {
	if t.utf8 {
		return len(part)
	}
	n := 0
	for _, r := range part {
		n += utf16.RuneLen(r)
	}
	return n
}

func (t *text) span(start, end int) Range {
	return Range{Start: t.position(start), End: t.position(max(start, end))}
}

// offset returns the offset of a position; one past the end of its line is the end of the line.
func (t *text) offset(p Position) int {
	line := int(p.Line)
	if line >= len(t.lines) {
		return len(t.string)
	}
	start, end := t.line(line)
	at := start
	for column := int(p.Character); column > 0 && at < end; {
		_, size := utf8.DecodeRuneInString(t.string[at:])
		column -= t.units(t.string[at : at+size])
		at += size
	}
	return min(at, end)
}

// line returns the span of a line, without its line end.
func (t *text) line(i int) (start, end int) {
	start, end = t.lines[i], len(t.string)
	if i+1 < len(t.lines) {
		end = t.lines[i+1]
	}
	return start, start + len(strings.TrimRight(t.string[start:end], "\r\n"))
}

// words returns the span of a line, counted from 1, without surrounding space.
func (t *text) words(line int) (start, end int) {
	if line < 1 || line > len(t.lines) {
		return 0, 0
	}
	start, end = t.line(line - 1)
	end = start + len(strings.TrimRight(t.string[start:end], " \t"))
	return start + len(t.string[start:end]) - len(strings.TrimLeft(t.string[start:end], " \t")), end
}
