package mcp

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// TestBrief: the default answer fits, however long a bibliography is; it begins with the summary, lists only
// what is wrong or to check by hand, and its cursors reach everything.
func TestBrief(t *testing.T) {
	c := client(t, New(opened(t, "")), nil)
	var bib strings.Builder
	for n := range 150 { // each wrong in its own way, and as many that no source has
		fmt.Fprintf(&bib,
			"@inproceedings{wrong%d, title={Deep Residual Learning for Image Recognition}, author={He, Kaiming and Zhang, "+
				"Xiangyu and Ren, Shaoqing and Sun, Jian}, booktitle={Proceedings of the IEEE Conference on Computer Vision and "+
				"Pattern Recognition}, year={%d}, pages={770--778}}\n", n, 1970+n%30)
		fmt.Fprintf(&bib, "@misc{odd%d, title={Frobnicating widget number %d %s}, author={Nobody, A.}, year={2020}}\n", n, n,
			strings.Repeat("and others ", 50))
	}
	ask := func(more map[string]any) (text string, out bibliographyOut) {
		t.Helper()
		args := map[string]any{"text": bib.String(), "format": "bibtex"}
		for name, value := range more {
			args[name] = value
		}
		got, err := c.CallTool(t.Context(), &sdk.CallToolParams{Name: "check_bibliography", Arguments: args})
		if err != nil || got.IsError {
			t.Fatal(got, err)
		}
		text = got.Content[0].(*sdk.TextContent).Text
		if err := json.Unmarshal([]byte(text), &out); err != nil {
			t.Fatal(err)
		}
		if (got.StructuredContent != nil) != (more["structured"] == true) {
			t.Errorf("%v: structured content %v", more, got.StructuredContent)
		}
		return text, out
	}
	var keys []string
	for cursor, calls := "", 1; ; calls++ {
		text, out := ask(map[string]any{"cursor": cursor, "limit": 100})
		if n := len([]rune(text)); n > answerAsked {
			t.Errorf("answer %d has %d characters", calls, n)
		}
		if cursor == "" {
			if first := strings.Index(text, `"findings"`); strings.Index(text, `"summary"`) > first ||
				strings.Index(text, `"next_cursor"`) > first {
				t.Errorf("the findings come before summary and cursor: %.300s", text)
			}
			if len(out.Causes) != 1 || !strings.HasPrefix(out.Causes[0], "150 works: no corpus of this run has them; --online asks") {
				t.Errorf("why 150 were not checked: %q", out.Causes)
			}
			if fmt.Sprint(out.Summary["outcomes"]) != "map[discrepant:150 inconclusive:150]" ||
				!strings.HasPrefix(out.Listed, "150 findings are wrong") || out.Means["discrepant"] == "" {
				t.Errorf("%v %s %v", out.Summary, out.Listed, out.Means)
			}
		}
		for _, f := range out.Findings {
			keys = append(keys, f["id"].(string))
			if f["outcome"] != "discrepant" || f["next"] == "" || !strings.Contains(f["difference"].(string), "Year") ||
				f["record"] == "" {
				t.Errorf("%v", f)
			}
		}
		if cursor = out.Next; cursor == "" {
			break
		}
	}
	if text, out := ask(nil); len([]rune(text)) > answerMost || out.Next == "" || len(out.Findings) < 5 {
		t.Errorf("an answer without a limit has %d characters and %d findings", len([]rune(text)), len(out.Findings))
	}
	if slices.Sort(keys); len(slices.Compact(keys)) != 150 {
		t.Errorf("%d findings are listed", len(keys))
	}
	if _, out := ask(map[string]any{"outcome": []string{"could not be checked"}}); len(out.Findings) == 0 ||
		out.Findings[0]["outcome"] != "inconclusive" || out.Listed != "150 findings match" {
		t.Errorf("of one outcome: %+v", out)
	}
	if _, out := ask(map[string]any{"outcome": []string{"wrong"}, "strength": []string{"none"}}); len(out.Findings) != 0 ||
		out.Next != "" {
		t.Errorf("wrong without strength: %+v", out)
	}
	if _, out := ask(map[string]any{"keys": []string{"wrong7", "odd9"}, "structured": true}); len(out.Findings) != 2 ||
		out.Findings[0]["id"] != "wrong7" ||
		len(out.Findings[0]["reasons"].([]any)) == 0 || out.Findings[0]["lookups"] != nil {
		t.Errorf("by key: %+v", out)
	}
	if text, _ := ask(map[string]any{"keys": []string{"wrong7"}}); len([]rune(text)) > answerMost {
		t.Errorf("the evidence of one has %d characters: %s", len([]rune(text)), text)
	}
	if _, out := ask(map[string]any{"keys": []string{"wrong7"}, "detail": true}); out.Findings[0]["lookups"] == nil {
		t.Errorf("by key, with detail: %+v", out)
	}
	for _, bad := range []map[string]any{{"outcome": []string{"fine?"}}, {"strength": []string{"sure"}},
		{"keys": make([]string, maxKeys+1)}} {
		bad["text"] = "@book{a,title={A}}"
		var none any
		if said := call(t, c, "check_bibliography", bad, &none); !strings.HasPrefix(said, "error: ") {
			t.Errorf("%v: %s", bad, said)
		}
	}
}

// TestCiteMany gets the entries of several works in one call, in order.
func TestCiteMany(t *testing.T) {
	c := client(t, New(opened(t, "")), nil)
	var out citeOut
	said := call(t, c, "cite",
		map[string]any{"queries": []string{"10.1038/nature14539", "10.5555/there-is-no-such-work",
			"Attention Is All You Need"}}, &out)
	if said != "" || len(out.Entries) != 3 || !strings.Contains(out.Entries[0].Entry, "10.1038/nature14539") ||
		out.Entries[1].Found || out.Entries[1].Told == "" || !strings.Contains(out.Entries[2].Entry, "Vaswani") {
		t.Errorf("%s %+v", said, out)
	}
	for _, bad := range []map[string]any{{}, {"query": "a", "queries": []string{"b"}},
		{"queries": make([]string, maxMany+1)}, {"queries": []string{"a", "b"}, "key": "k"}} {
		if said := call(t, c, "cite", bad, &out); !strings.HasPrefix(said, "error: ") {
			t.Errorf("%v: %q", bad, said)
		}
	}
}

// TestAbsolutePath accepts the absolute path of a file below the folder.
func TestAbsolutePath(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "refs.bib")
	if err := os.WriteFile(file, demo(t), 0o600); err != nil {
		t.Fatal(err)
	}
	c := client(t, New(opened(t, dir)), nil)
	for _, path := range []string{file, "refs.bib", filepath.ToSlash(dir) + "/./refs.bib"} {
		var out bibliographyOut
		if said := call(t, c, "check_bibliography", map[string]any{"path": path}, &out); said != "" ||
			len(out.Findings) == 0 {
			t.Errorf("%s: %s", path, said)
		}
	}
}
