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
	const entries = 100
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
	two := map[string]any{"limit": 4000, "keys": []string{"wrong7", "wrong70"}}
	if _, out := ask(bib.String(), two); out.Changed != 2 ||
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

// What fix leaves alone has a reason for each entry; likely corrections and the record's values are asked for.
func TestFixSaysWhy(t *testing.T) {
	c := client(t, New(opened(t, "")), nil)
	const rest = "booktitle={Proceedings of the IEEE Conference on Computer Vision and Pattern Recognition}, " +
		"year={2016}, pages={770--778}}\n"
	const people = "author={He, Kaiming and Zhang, Xiangyu and Ren, Shaoqing and Sun, Jian}, "
	const title = "title={Deep Residual Learning for Image Recognition}, "
	bib := "@inproceedings{order, " + title +
		"author={Zhang, Xiangyu and He, Kaiming and Ren, Shaoqing and Sun, Jian}, " + rest +
		"@inproceedings{other, title={Deep Residual Learning for Image Segmentation}, " + people + rest +
		"@article{none, title={Frobnicating widgets}, author={Nobody, A.}, journal={Nowhere}, year={2020}}\n"
	fine := "@inproceedings{fine, " + title + people + rest
	ask := func(text string, in fixIn) (out fixOut) {
		t.Helper()
		in.given = given{Text: text, Format: "bibtex"}
		if said := call(t, c, "fix", in, &out); said != "" {
			t.Fatal(said)
		}
		return out
	}
	said := func(out fixOut, of string) string {
		for _, line := range out.Unchanged {
			if strings.HasPrefix(line, of+": ") {
				return line
			}
		}
		return ""
	}
	out := ask(bib, fixIn{})
	if out.Changed != 0 || out.Likely != 1 || !strings.Contains(said(out, "order"), "authors (choose): ") ||
		!strings.Contains(said(out, "other"), "title (offer): ") || said(out, "none") == "" {
		t.Errorf("nothing asked for: %+v", out)
	}
	if out := ask(bib, fixIn{Likely: true}); out.Changed != 1 || !strings.Contains(out.Diff,
		"Image Recognition") || out.Likely != 0 || said(out, "other") != "" {
		t.Errorf("what is likely: %+v", out)
	}
	if out := ask(bib, fixIn{Take: []string{"order", "other", "none"}}); out.Changed != 1 || !strings.Contains(out.Diff,
		"+@inproceedings{order, title={Deep Residual Learning for Image Recognition}, author={He, Kaiming") ||
		strings.Contains(out.Diff, "+@inproceedings{other") || said(out, "other") == "" || said(out, "none") == "" {
		t.Errorf("the record's entries: %+v", out)
	}
	if out := ask(bib, fixIn{Keys: []string{"order", "absent"}}); len(out.Unchanged) != 2 || said(out, "absent") == "" {
		t.Errorf("an unknown key: %+v", out)
	}
	if out := ask(fine, fixIn{}); out.Told == "" || out.Diff != "" || len(out.Unchanged) > 0 {
		t.Errorf("nothing to correct: %+v", out)
	}
	var many strings.Builder
	for n := range 100 {
		many.WriteString(strings.ReplaceAll(bib, "{order", fmt.Sprint("{order", n)))
	}
	if out := ask(many.String(), fixIn{}); out.More < 100 || len(out.Unchanged) < 3 {
		t.Errorf("many: %d said, %d more", len(out.Unchanged), out.More)
	}
}
