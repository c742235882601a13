package mcp

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// The answer of fix fits, however much of a file changes; cursors reach the whole diff, and keys a part of it.
func TestFixFits(t *testing.T) {
	c := client(t, New(opened(t, "")), nil)
	var bib strings.Builder
	const entries = 300
	for n := range entries {
		fmt.Fprintf(&bib,
			"@inproceedings{wrong%d, title={Deep Residual Learning for Image Recognition}, author={He, Kaiming and Zhang, "+
				"Xiangyu and Ren, Shaoqing and Sun, Jian}, booktitle={Proceedings of the IEEE Conference on Computer Vision and "+
				"Pattern Recognition}, year={2011}, pages={770--778}}\n", n)
	}
	ask := func(text string, more map[string]any) (said string, out fixOut) {
		t.Helper()
		args := map[string]any{"text": text, "format": "bibtex"}
		for name, value := range more {
			args[name] = value
		}
		got, err := c.CallTool(t.Context(), &sdk.CallToolParams{Name: "fix", Arguments: args})
		if err != nil {
			t.Fatal(err)
		}
		said = got.Content[0].(*sdk.TextContent).Text
		if !got.IsError {
			if err := json.Unmarshal([]byte(said), &out); err != nil {
				t.Fatal(err)
			}
		}
		return said, out
	}
	whole := ""
	for cursor, calls := "", 1; ; calls++ {
		said, out := ask(bib.String(), map[string]any{"cursor": cursor})
		if n := len([]rune(said)); n > answerMost {
			t.Fatalf("call %d: %d characters", calls, n)
		}
		if out.Changed != entries || !strings.HasPrefix(out.Diff, "--- a/") || (calls == 1) != strings.HasPrefix(out.Shown,
			"part 1 of ") {
			t.Fatalf("call %d: %+v", calls, out)
		}
		whole += out.Diff
		if cursor = out.Next; cursor == "" {
			break
		}
	}
	if n := strings.Count(whole, "\n+@inproceedings{wrong"); n != entries {
		t.Errorf("the parts have %d entries", n)
	}
	_, first := ask(bib.String(), nil)
	_, more := ask(bib.String(), map[string]any{"limit": 20_000})
	if len(more.Diff) < 3*len(first.Diff) || len(more.Diff) > 21_000 {
		t.Errorf("%d characters where more were asked for", len(more.Diff))
	}
	if _, out := ask(bib.String(), map[string]any{"keys": []string{"wrong7", "wrong70"}}); out.Changed != 2 ||
		strings.Count(out.Diff, "\n+@") != 2 || out.Next != "" || out.Shown != "" {
		t.Errorf("two entries: %+v", out)
	}
	if _, out := ask(bib.String()+"\n% more", map[string]any{"cursor": first.Next}); out.Note != noteDiff ||
		!strings.HasPrefix(out.Shown, "part 1 of ") {
		t.Errorf("with a text that has changed: %+v", out)
	}
	for _, bad := range []map[string]any{{"cursor": "9"}, {"limit": 3}, {"limit": 1 << 20}} {
		if said, out := ask(bib.String(), bad); out.Diff != "" {
			t.Errorf("%v: %.200s", bad, said)
		}
	}
}
