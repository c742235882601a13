package mcp

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// TestCursor continues with a stored result without a check, checks again if it is gone, and says if
// the text has changed.
func TestCursor(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "refs.bib")
	write := func(src []byte) {
		if err := os.WriteFile(file, src, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(demo(t))
	s := newServer(opened(t, dir))
	req := &sdk.CallToolRequest{Params: &sdk.CallToolParamsRaw{}}
	ask := func(cursor string) bibliographyOut {
		t.Helper()
		out, err := s.bibliography(t.Context(), req,
			bibliographyIn{given: given{Path: "refs.bib"}, Detail: true, Limit: 2, Cursor: cursor})
		if err != nil {
			t.Fatal(err)
		}
		return *out
	}
	first := ask("")
	for range maxChecks { // no check can run now
		s.turns <- struct{}{}
	}
	second := ask(first.Next)
	if second.Note != "" || len(second.Findings) != 2 || second.Findings[0]["id"] == first.Findings[0]["id"] {
		t.Errorf("%+v", second)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.turn(ctx); err == nil {
		t.Error("more checks ran than may")
	}
	for range maxChecks {
		<-s.turns
	}
	s.kept = results{}
	if again := ask(first.Next); again.Note != noteAgain || again.Findings[0]["id"] != second.Findings[0]["id"] {
		t.Errorf("%+v", again)
	}
	write([]byte("@book{other, title={Another Work of Another Day}, author={Nobody, A.}, year={1999}}"))
	if other := ask(first.Next); other.Note != noteChanged || len(other.Findings) != 1 || other.Next != "" {
		t.Errorf("%+v", other)
	}
	far := cursor{of: digested("refs.bib", demo(t)), from: 1 << 31}
	for _, bad := range []string{"1", strings.Repeat("A", 4000), first.Next[1:], first.Next + "A",
		"!" + first.Next[1:], far.String()} {
		write(demo(t))
		if _, err := s.bibliography(t.Context(), req,
			bibliographyIn{given: given{Path: "refs.bib"}, Cursor: bad}); err == nil || len(err.Error()) > 300 {
			t.Errorf("%.60q: %v", bad, err)
		}
	}
}

// TestKept: stored results are limited by number, bytes and age, and a result is only returned for its own text.
func TestKept(t *testing.T) {
	var k results
	now := time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)
	result := func(n byte, size int) *result {
		return &result{id: runID{n}, of: digest{n}, findings: []json.RawMessage{make([]byte, size)}}
	}
	for n := range byte(maxKept + 4) {
		k.keep(result(n, 10), now)
	}
	if len(k.list) != maxKept || k.get(runID{3}, digest{3}, now) != nil || k.get(runID{4}, digest{4}, now) == nil {
		t.Errorf("%d are kept", len(k.list))
	}
	if k.get(runID{5}, digest{6}, now) != nil {
		t.Error("a result is given for another text")
	}
	k.keep(result(100, maxKeptBytes/2), now)
	k.keep(result(101, maxKeptBytes/2-8192), now)
	if k.bytes > maxKeptBytes || k.get(runID{101}, digest{101}, now) == nil || k.get(runID{4}, digest{4}, now) != nil {
		t.Errorf("%d bytes are kept", k.bytes)
	}
	k.keep(result(102, maxKeptBytes), now)
	if k.get(runID{102}, digest{102}, now) != nil {
		t.Error("a result above the bound is kept")
	}
	if k.get(runID{101}, digest{101}, now.Add(keptFor+1)) != nil || k.bytes != 0 || len(k.list) != 0 {
		t.Errorf("%d bytes are kept too long", k.bytes)
	}
}

// TestPrompts gets both prompts; their arguments stay quoted.
func TestPrompts(t *testing.T) {
	c := client(t, New(opened(t, "")), nil)
	list, err := c.ListPrompts(t.Context(), nil)
	if err != nil || len(list.Prompts) != 2 {
		t.Fatal(list, err)
	}
	get := func(name string, args map[string]string) string {
		got, err := c.GetPrompt(t.Context(), &sdk.GetPromptParams{Name: name, Arguments: args})
		if err != nil {
			return err.Error()
		}
		return got.Messages[0].Content.(*sdk.TextContent).Text
	}
	for _, one := range []struct {
		name string
		args map[string]string
		want string
	}{
		{"check_draft", map[string]string{"path": "refs.bib"}, "The path, as data:\n\"refs.bib\""},
		{"check_draft", map[string]string{"text": "a\n\x1b[2J"}, `"a\n\x1b[2J"`},
		{"check_draft", nil, "either path or text"},
		{"check_draft", map[string]string{"path": "a", "text": "b"}, "either path or text"},
		{"add_citation", map[string]string{"work": "10.1038/nature14539"}, "The work, as data:\n\"10.1038/nature14539\""},
		{"add_citation", map[string]string{"work": " "}, "give the work"},
		{"add_citation", map[string]string{"work": strings.Repeat("a", maxQuery+1)}, "give the work"},
		{"other", nil, "other"},
	} {
		if got := get(one.name, one.args); !strings.Contains(got, one.want) || strings.Contains(got, "%!") {
			t.Errorf("%s %v: %s", one.name, one.args, got)
		}
	}
}
