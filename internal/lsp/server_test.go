package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/bonafide-audit/bonafide/internal/setup"
)

// editor is the other end of a connection.
type editor struct {
	protocol.UnimplementedClient
	protocol.Server
	t    *testing.T
	conn net.Conn
	done chan error

	mu      sync.Mutex
	shown   map[uri.URI]*protocol.PublishDiagnosticsParams
	stale   []string // diagnostics of an older version than earlier ones
	changed chan struct{}
	begun   []string // titles of progress
	applied []protocol.WorkspaceEdit
	token   protocol.ProgressToken
}

// WorkDoneProgressCreate accepts a progress token.
func (e *editor) WorkDoneProgressCreate(_ context.Context, p *protocol.WorkDoneProgressCreateParams) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.token = p.Token
	return nil
}

// Progress records the titles of progress that begins.
func (e *editor) Progress(_ context.Context, p *protocol.ProgressParams) error {
	var v struct{ Kind, Title string }
	_ = json.Unmarshal(p.Value, &v)
	e.mu.Lock()
	defer e.mu.Unlock()
	e.begun = append(e.begun, v.Kind+" "+v.Title)
	return nil
}

// ApplyEdit applies an edit.
func (e *editor) ApplyEdit(_ context.Context, p *protocol.ApplyWorkspaceEditParams) (*protocol.ApplyWorkspaceEditResult,
	error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.applied = append(e.applied, p.Edit)
	return &protocol.ApplyWorkspaceEditResult{Applied: true}, nil
}

// PublishDiagnostics stores the diagnostics.
func (e *editor) PublishDiagnostics(_ context.Context, p *protocol.PublishDiagnosticsParams) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	if last := e.shown[p.URI]; last != nil {
		was, _ := last.Version.Get()
		if is, ok := p.Version.Get(); ok && is < was {
			e.stale = append(e.stale, string(p.URI))
		}
	}
	e.shown[p.URI] = p
	close(e.changed)
	e.changed = make(chan struct{})
	return nil
}

// editorCodec writes and reads messages with the protocol library.
type editorCodec struct{}

func (editorCodec) Marshal(v any) ([]byte, error) { return protocol.Marshal(v) }

func (editorCodec) Unmarshal(data []byte, v any) error { return protocol.Unmarshal(data, v) }

// placeOf converts a place in a text to the library's form; offsetOf converts it back.
func placeOf(src string, offset int) protocol.Position {
	return protocol.Position(newText(src, false).position(offset))
}

func offsetOf(src string, at protocol.Position) int {
	return newText(src, false).offset(Position(at))
}

// starter returns a setup with only the starter corpus.
func starter(t *testing.T) *setup.Setup {
	t.Helper()
	s, err := setup.Open(setup.Options{Online: setup.Online{Memory: setup.NoMemory}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// able are the capabilities of an editor that supports everything relevant here.
const able = `{"general":{"positionEncodings":["utf-16"]},"window":{"workDoneProgress":true},
 "workspace":{"applyEdit":true,"workspaceEdit":{"documentChanges":true,"resourceOperations":["create"]}},
 "textDocument":{"hover":{"contentFormat":["markdown"]},"publishDiagnostics":{"relatedInformation":true}}}`

// connect starts a server and connects an editor to it.
func connect(t *testing.T, opt Options, capabilities, options string, folders ...string) *editor {
	t.Helper()
	if opt.Setup == nil {
		opt.Setup = starter(t)
	}
	opt.Jobs, opt.Version = 2, "0"
	near, far := net.Pipe()
	e := &editor{t: t, conn: near, done: make(chan error, 1), shown: map[uri.URI]*protocol.PublishDiagnosticsParams{},
		changed: make(chan struct{})}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		e.done <- Serve(context.Background(), far, opt)
	}()
	conn := jsonrpc2.NewConn(jsonrpc2.NewStream(near), jsonrpc2.WithCodec(editorCodec{}))
	// one after the other, in order
	conn.Go(context.Background(), protocol.ClientHandler(e, jsonrpc2.MethodNotFoundHandler))
	e.Server = protocol.ServerDispatcher(conn)
	t.Cleanup(func() { // before the server's sources are closed
		_ = conn.Close()
		<-ended
	})
	params := &protocol.InitializeParams{}
	if err := protocol.Unmarshal([]byte(capabilities), &params.Capabilities); err != nil {
		t.Fatal(err)
	}
	if options != "" {
		params.InitializationOptions = protocol.LSPAny(options)
	}
	var list []protocol.WorkspaceFolder
	for _, f := range folders {
		list = append(list, protocol.WorkspaceFolder{URI: uriOf(f), Name: filepath.Base(f)})
	}
	if list != nil {
		params.WorkspaceFolders = protocol.NewNullable(list)
	}
	if _, err := e.Initialize(t.Context(), params); err != nil {
		t.Fatal(err)
	}
	if err := e.Initialized(t.Context(), &protocol.InitializedParams{}); err != nil {
		t.Fatal(err)
	}
	return e
}

func (e *editor) open(at uri.URI, text string) {
	e.t.Helper()
	if err := e.DidOpen(e.t.Context(),
		&protocol.DidOpenTextDocumentParams{TextDocument: protocol.TextDocumentItem{URI: at, Version: 1,
			Text: text}}); err != nil {
		e.t.Fatal(err)
	}
}

func (e *editor) change(at uri.URI, version int32, text string) {
	e.t.Helper()
	params := &protocol.DidChangeTextDocumentParams{
		ContentChanges: []protocol.TextDocumentContentChangeEvent{
			&protocol.TextDocumentContentChangeWholeDocument{Text: text}}}
	params.TextDocument.URI, params.TextDocument.Version = at, version
	if err := e.DidChange(e.t.Context(), params); err != nil {
		e.t.Fatal(err)
	}
}

// settled waits for the diagnostics of a version of a text.
func (e *editor) settled(at uri.URI, version int32) []protocol.Diagnostic {
	e.t.Helper()
	return e.until(at, func(p *protocol.PublishDiagnosticsParams) bool {
		v, _ := p.Version.Get()
		return v == version
	})
}

func (e *editor) until(at uri.URI, what func(*protocol.PublishDiagnosticsParams) bool) []protocol.Diagnostic {
	e.t.Helper()
	late := time.After(10 * time.Minute)
	for {
		e.mu.Lock()
		p, changed := e.shown[at], e.changed
		e.mu.Unlock()
		if p != nil && what(p) {
			return p.Diagnostics
		}
		select {
		case <-changed:
		case <-late:
			e.t.Fatalf("the diagnostics of %s that are due do not come; the last are %+v", at, p)
		}
	}
}

// codes returns the codes of diagnostics in their order.
func codes(list []protocol.Diagnostic) []string {
	var out []string
	for _, d := range list {
		code, _ := d.Code.(protocol.String)
		out = append(out, string(code))
	}
	return out
}

// demo is the bibliography of the README.
func demo(t *testing.T) string {
	t.Helper()
	data, err := os.ReadFile("../../examples/demo.bib")
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// apply applies the edits of an action to one text.
func apply(t *testing.T, src string, edit *protocol.WorkspaceEdit, at uri.URI) string {
	t.Helper()
	type part struct {
		start, end int
		text       string
	}
	var parts []part
	add := func(e *protocol.TextEdit) {
		parts = append(parts, part{offsetOf(src, e.Range.Start), offsetOf(src, e.Range.End), e.NewText})
	}
	for i := range edit.Changes[at] {
		add(&edit.Changes[at][i])
	}
	for _, c := range edit.DocumentChanges {
		if of, ok := c.(*protocol.TextDocumentEdit); ok && of.TextDocument.URI == at {
			for _, e := range of.Edits {
				add(e.(*protocol.TextEdit))
			}
		}
	}
	slices.SortStableFunc(parts, func(a, b part) int { return b.start - a.start })
	for _, p := range parts {
		src = src[:p.start] + p.text + src[p.end:]
	}
	return src
}

// actions returns the actions on the first line that contains some words, by title.
func (e *editor) actions(at uri.URI, src, words string) map[string]*protocol.CodeAction {
	e.t.Helper()
	here := placeOf(src, strings.Index(src, words))
	p := &protocol.CodeActionParams{Range: protocol.Range{Start: here, End: here}}
	p.TextDocument.URI = at
	list, err := e.CodeAction(e.t.Context(), p)
	if err != nil {
		e.t.Fatal(err)
	}
	out := map[string]*protocol.CodeAction{}
	for _, a := range list {
		action := a.(*protocol.CodeAction)
		out[action.Title] = action
	}
	return out
}

// titled returns the action whose title begins with some words.
func titled(t *testing.T, list map[string]*protocol.CodeAction, words string) *protocol.CodeAction {
	t.Helper()
	for title, action := range list {
		if strings.HasPrefix(title, words) {
			return action
		}
	}
	t.Fatalf("no action %q among %v", words, list)
	return nil
}

// The findings in the demo are shown; applying a correction removes its diagnostic; the editor disconnects.
func TestEditing(t *testing.T) {
	e := connect(t, Options{}, able, "")
	at := uri.URI("file:///demo.bib")
	src := demo(t)
	e.open(at, src)
	before := codes(e.settled(at, 1))
	for _, code := range []string{"retracted", "title-differs", "authors-differs", "venue-differs", "year-differs",
		"identifier-of-other-work", "absent-unproved"} {
		if !slices.Contains(before, code) {
			t.Errorf("no diagnostic %q in %v", code, before)
		}
	}
	actions := e.actions(at, src, "2003},\n}\n\n% The DOI")
	action := titled(t, actions, "Correct the year: 2001")
	after := apply(t, src, action.Edit, at)
	if strings.Count(after, "2001") != strings.Count(src, "2001")+1 || len(after) != len(src) {
		t.Errorf("the edit writes something else:\n%s", after)
	}
	e.change(at, 2, after)
	if got := codes(e.settled(at, 2)); slices.Contains(got, "year-differs") || len(got) != len(before)-1 {
		t.Errorf("after the correction: %v, before it: %v", got, before)
	}
	hover, err := e.Hover(t.Context(),
		&protocol.HoverParams{
			TextDocumentPositionParams: protocol.TextDocumentPositionParams{
				TextDocument: protocol.TextDocumentIdentifier{URI: at},
				Position:     placeOf(after, strings.Index(after, "2001"))}})
	if err != nil || hover == nil || !strings.Contains(hover.Contents.(*protocol.MarkupContent).Value, "**fine**") {
		t.Errorf("hover %+v, error %v", hover, err)
	}
	if err := e.Shutdown(t.Context()); err != nil {
		t.Error(err)
	}
	_ = e.Exit(t.Context())
	if err := <-e.done; err != nil {
		t.Error(err)
	}
}

// Changes in quick succession, including an outdated one, end with the diagnostics of the last text, and no
// older ones follow.
func TestRapidEdits(t *testing.T) {
	e := connect(t, Options{Pause: time.Millisecond}, able, "")
	at := uri.URI("file:///demo.bib")
	src := demo(t)
	e.open(at, src)
	before := codes(e.settled(at, 1))
	for v := int32(2); v < 300; v++ {
		e.change(at, v, src[:int(v)*len(src)/300])
	}
	e.change(at, 300, src)
	e.change(at, 200, "")
	if got := codes(e.settled(at, 300)); !slices.Equal(got, before) {
		t.Errorf("%v and not %v", got, before)
	}
	if len(e.stale) > 0 {
		t.Errorf("diagnostics of older texts came later: %v", e.stale)
	}
}

// A client that violates the protocol ends only its own connection.
func TestBrokenClients(t *testing.T) {
	s := starter(t)
	for _, said := range map[string]string{
		"nothing":        "",
		"a wrong length": "Content-Length: 999999999\r\n\r\n{}",
		"no length":      "Content-Type: x\r\n\r\n{}",
		"no JSON":        "Content-Length: 4\r\n\r\n{{{{",
		"half a message": "Content-Length: 20\r\n\r\n{\"js",
		"no initialize": frame(`{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{}}`) +
			frame(`{"jsonrpc":"2.0","id":1,"method":"textDocument/hover","params":{}}`),
		"wrong parameters": frame(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}`) +
			frame(`{"jsonrpc":"2.0","method":"textDocument/didOpen","params":[7]}`) +
			frame(`{"jsonrpc":"2.0","id":2,"method":"textDocument/codeAction","params":{"textDocument":7}}`),
		"unknown methods": frame(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}`) +
			frame(`{"jsonrpc":"2.0","id":2,"method":"no/such","params":{}}`) + frame(`{"jsonrpc":"2.0","method":"$/none"}`),
		"exit at once": frame(`{"jsonrpc":"2.0","method":"exit"}`),
	} {
		near, far := net.Pipe()
		done := make(chan error, 1)
		go func() { done <- Serve(context.Background(), far, Options{Setup: s}) }()
		go func() { _, _ = io.Copy(io.Discard, near) }()
		_, _ = io.WriteString(near, said)
		_ = near.Close()
		<-done // otherwise the test does not end
	}
}

// A method that is not supported is answered with an error, with parameters and without; the connection stays open.
func TestUnknownMethods(t *testing.T) {
	e := connect(t, Options{}, able, "")
	_, formatting := e.Formatting(t.Context(), &protocol.DocumentFormattingParams{})
	_, other := e.Request(t.Context(), "no/such", nil)
	for _, err := range []error{formatting, other} {
		var answer *jsonrpc2.Error
		if !errors.As(err, &answer) || answer.Code != jsonrpc2.MethodNotFound {
			t.Errorf("the answer is %v", err)
		}
	}
	if err := e.SetTrace(t.Context(), &protocol.SetTraceParams{Value: "off"}); err != nil {
		t.Error(err)
	}
	at := uri.URI("untitled:refs.bib")
	e.open(at, twoEntries)
	e.settled(at, 1)
}

func frame(body string) string {
	return "Content-Length: " + itoa(len(body)) + "\r\n\r\n" + body
}

func itoa(n int) string {
	raw, _ := json.Marshal(n)
	return string(raw)
}
