package main

import (
	"archive/zip"
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/textproto"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/bonafide-audit/bonafide"
	"github.com/bonafide-audit/bonafide/client"
	"github.com/bonafide-audit/bonafide/internal/accept"
	"github.com/bonafide-audit/bonafide/internal/cli"
	"github.com/bonafide-audit/bonafide/internal/report"
	"github.com/bonafide-audit/bonafide/internal/testing/clitest"
	"github.com/bonafide-audit/bonafide/row"
)

// Two entries with a wrong year each.
const wrongYears = `@inproceedings{resnet,
  author    = {Kaiming He and Xiangyu Zhang and Shaoqing Ren and Jian Sun},
  title     = {Deep Residual Learning for Image Recognition},
  booktitle = {IEEE Conference on Computer Vision and Pattern Recognition},
  pages     = {770--778},
  year      = {2011},
}

@inproceedings{bert,
  author  = {Jacob Devlin and Ming-Wei Chang and Kenton Lee and Kristina Toutanova},
  title   = {{BERT}: Pre-training of Deep Bidirectional Transformers for Language Understanding},
  booktitle = {Proceedings of NAACL-HLT},
  pages   = {4171--4186},
  year    = {2011},
}
`

// TestFixParity corrects one file through every front end: all make the same corrections, and none for an
// accepted finding.
func TestFixParity(t *testing.T) {
	const theYear, theOther = "year      = {2011}", "year    = {2011}"
	for _, c := range []struct {
		name   string
		src    string
		accept []string // arguments of accept
		stays  []string
		goes   []string
	}{
		{"nothing accepted", wrongYears, nil, nil, []string{theYear, theOther}},
		{"a file", wrongYears, []string{"resnet", "H4"}, []string{theYear}, []string{theOther}},
		{"a comment above", "% bonafide: ignore H4: as printed\n" + wrongYears, nil, []string{theYear}, []string{theOther}},
		{"a comment inside", strings.Replace(wrongYears, "  title   =", "  % bonafide: ignore H4 H6\n  title   =", 1),
			nil, []string{theOther}, []string{theYear}},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			file := filepath.Join(dir, "refs.bib")
			if err := os.WriteFile(file, []byte(c.src), 0o600); err != nil {
				t.Fatal(err)
			}
			t.Setenv("HOME", dir)
			if c.accept != nil {
				if _, said, status := clitest.Run(t, newRootCommand(),
					slices.Concat([]string{"accept"}, c.accept, []string{"--reason", "as printed", file})...); status != 0 {
					t.Fatal(said)
				}
			}
			accepted, err := os.ReadFile(filepath.Join(dir, accept.FileName))
			if err != nil && c.accept != nil {
				t.Fatal(err)
			}
			want := fixedByCommand(t, file)
			for _, part := range c.stays {
				if !strings.Contains(want, part) {
					t.Errorf("fix does not keep %q:\n%s", part, want)
				}
			}
			for _, part := range c.goes {
				if strings.Contains(want, part) {
					t.Errorf("fix keeps %q:\n%s", part, want)
				}
			}
			for door, got := range map[string]string{
				"check --edits": fixedByEdits(t, file, c.src),
				"SARIF":         fixedBySARIF(t, file, c.src),
				"editor":        fixedByEditor(t, file, c.src),
				"agent":         patched(t, c.src, diffForAgent(t, dir, "refs.bib")),
				"server":        fixedByServer(t, dir, "refs.bib", c.src, accepted),
				"Go":            fixedByGo(t, "refs.bib", c.src, accepted),
			} {
				if got != want {
					t.Errorf("%s:\n%s\nfix:\n%s", door, got, want)
				}
			}
		})
	}
}

// TestFixArchiveParity corrects a LaTeX paper in a zip archive, as exported by Overleaf: in the archive that
// every front end returns, only the bibliography has changed.
func TestFixArchiveParity(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("HOME", dir)
	const main = "\\documentclass{article}\n\\begin{document}\nNets " +
		"\\cite{resnet,bert}.\n\\bibliography{refs}\n\\end{document}\n"
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, f := range [][2]string{{"main.tex", main},
		{"refs.bib", strings.Replace(wrongYears, "@inproceedings{bert", "% bonafide: ignore H4\n@inproceedings{bert", 1)}} {
		w, err := z.Create(f[0])
		if err == nil {
			_, err = io.WriteString(w, f[1])
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	file := filepath.Join(dir, "paper.zip")
	if err := errors.Join(z.Close(), os.WriteFile(file, b.Bytes(), 0o600)); err != nil {
		t.Fatal(err)
	}
	want := fixedByCommand(t, file)
	packed, err := zip.NewReader(strings.NewReader(want), int64(len(want)))
	if err != nil || len(packed.File) != 2 {
		t.Fatal(err)
	}
	for i, parts := range [][]string{{main}, {"year      = {2016}", "year    = {2011}", "{4171--4186}"}} {
		r, err := packed.File[i].Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(r)
		for _, part := range parts {
			if err != nil || !strings.Contains(string(text), part) {
				t.Errorf("%s has not %q: %s, %v", packed.File[i].Name, part, text, err)
			}
		}
	}
	for door, got := range map[string]string{"server": fixedByServer(t, dir, "paper.zip", b.String(), nil),
		"Go": fixedByGo(t, "paper.zip", b.String(), nil)} {
		if got != want {
			t.Errorf("%s has another archive than fix", door)
		}
	}
	diff, _, _ := clitest.Run(t, newRootCommand(), slices.Concat([]string{"fix"}, quiet, []string{file})...)
	if got := diffForAgent(t, dir, "paper.zip"); got != diff || !strings.HasPrefix(diff, "--- a/refs.bib\n") {
		t.Errorf("an agent is given\n%s\nand fix shows\n%s", got, diff)
	}
}

// quiet are the flags that give all front ends the same sources.
var quiet = []string{"--offline", "--memory", "none"}

func fixedByCommand(t *testing.T, file string) string {
	t.Helper()
	out, said, status := clitest.Run(t, newRootCommand(),
		slices.Concat([]string{"fix"}, quiet, []string{"-o", "-", file})...)
	if status != cli.ExitFindings && status != 0 {
		t.Fatal(said)
	}
	return out
}

func fixedByEdits(t *testing.T, file, src string) string {
	t.Helper()
	out, said, _ := clitest.Run(t, newRootCommand(),
		slices.Concat([]string{"check"}, quiet, []string{"--edits", "--format", "jsonl", file})...)
	var edits []row.Edit
	if err := report.EachFinding(strings.NewReader(out),
		func(f report.Finding) { edits = append(edits, f.Edits...) }); err != nil {
		t.Fatal(err, said)
	}
	slices.Reverse(edits) // of several at one place the last is applied first
	slices.SortStableFunc(edits, func(a, b row.Edit) int { return b.Span.Start - a.Span.Start })
	for _, e := range edits {
		src = src[:e.Span.Start] + e.Text + src[e.Span.End:]
	}
	return src
}

// replaced is a text that replaces what is between two offsets, from 0.
type replaced struct {
	line, column, endLine, endColumn int
	text                             string
}

// replacing applies changes to an ASCII text.
func replacing(src string, list []replaced) string {
	lines := strings.SplitAfter(src, "\n")
	offset := func(line, column int) int { return len(strings.Join(lines[:line], "")) + column }
	slices.Reverse(list) // of several at one place the last is applied first
	slices.SortStableFunc(list, func(a, b replaced) int { return offset(b.line, b.column) - offset(a.line, a.column) })
	for _, r := range list {
		src = src[:offset(r.line, r.column)] + r.text + src[offset(r.endLine, r.endColumn):]
	}
	return src
}

func fixedBySARIF(t *testing.T, file, src string) string {
	t.Helper()
	out, said, _ := clitest.Run(t, newRootCommand(),
		slices.Concat([]string{"check"}, quiet, []string{"--format", "sarif", file})...)
	var log struct {
		Runs []struct {
			Results []struct {
				Fixes []struct {
					ArtifactChanges []struct {
						Replacements []struct {
							DeletedRegion   struct{ StartLine, StartColumn, EndLine, EndColumn int }
							InsertedContent struct{ Text string }
						}
					}
				}
			}
		}
	}
	if err := json.Unmarshal([]byte(out), &log); err != nil {
		t.Fatal(err, said)
	}
	var list []replaced
	for _, result := range log.Runs[0].Results {
		for _, fix := range result.Fixes {
			for _, change := range fix.ArtifactChanges {
				for _, r := range change.Replacements {
					at := r.DeletedRegion
					list = append(list,
						replaced{at.StartLine - 1, at.StartColumn - 1, max(at.EndLine, at.StartLine) - 1, at.EndColumn - 1,
							r.InsertedContent.Text})
				}
			}
		}
	}
	return replacing(src, list)
}

// fixedByEditor applies all corrections that the language server offers for a text.
func fixedByEditor(t *testing.T, file, src string) string {
	t.Helper()
	cmd := exec.Command(self(t), append([]string{"lsp"}, quiet...)...)
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() {
		_ = in.Close()
		_ = cmd.Wait()
	}()
	read := textproto.NewReader(bufio.NewReader(out))
	type message struct {
		ID     any
		Method string
		Result json.RawMessage
	}
	send := func(v map[string]any) {
		v["jsonrpc"] = "2.0"
		body, err := json.Marshal(v)
		if err == nil {
			_, err = fmt.Fprintf(in, "Content-Length: %d\r\n\r\n%s", len(body), body)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	until := func(what func(message) bool) message {
		for {
			head, err := read.ReadMIMEHeader()
			if err != nil {
				t.Fatal(err)
			}
			n, err := strconv.Atoi(head.Get("Content-Length"))
			body := make([]byte, n)
			if err == nil {
				_, err = io.ReadFull(read.R, body)
			}
			var m message
			if err == nil {
				err = json.Unmarshal(body, &m)
			}
			if err != nil {
				t.Fatal(err)
			}
			if what(m) {
				return m
			}
		}
	}
	answered := func(id int) json.RawMessage {
		return until(func(m message) bool { return m.ID == float64(id) && m.Method == "" }).Result
	}
	at := "file://" + file
	send(map[string]any{"id": 1, "method": "initialize", "params": map[string]any{"capabilities": map[string]any{}}})
	answered(1)
	send(map[string]any{"method": "initialized", "params": map[string]any{}})
	send(map[string]any{"method": "textDocument/didOpen",
		"params": map[string]any{"textDocument": map[string]any{"uri": at, "languageId": "bibtex",
			"version": 1, "text": src}}})
	until(func(m message) bool { return m.Method == "textDocument/publishDiagnostics" })
	zero := map[string]int{"line": 0, "character": 0}
	send(map[string]any{"id": 2, "method": "textDocument/codeAction", "params": map[string]any{
		"textDocument": map[string]any{"uri": at}, "range": map[string]any{"start": zero, "end": zero},
		"context": map[string]any{"diagnostics": []any{}, "only": []string{"source.fixAll"}},
	}})
	type point struct{ Line, Character int }
	type edit struct {
		Range   struct{ Start, End point }
		NewText string
	}
	var actions []struct {
		Edit struct {
			Changes         map[string][]edit
			DocumentChanges []struct{ Edits []edit }
		}
	}
	if err := json.Unmarshal(answered(2), &actions); err != nil || len(actions) != 1 {
		t.Fatal(actions, err)
	}
	edits := actions[0].Edit.Changes[at]
	for _, c := range actions[0].Edit.DocumentChanges {
		edits = append(edits, c.Edits...)
	}
	var list []replaced
	for _, e := range edits {
		list = append(list,
			replaced{e.Range.Start.Line, e.Range.Start.Character, e.Range.End.Line, e.Range.End.Character, e.NewText})
	}
	return replacing(src, list)
}

// diffForAgent returns the diff that an agent receives for a file in a folder.
func diffForAgent(t *testing.T, dir, file string) string {
	t.Helper()
	server := exec.Command(self(t), append([]string{"mcp", "--root", dir}, quiet...)...)
	session, err := sdk.NewClient(&sdk.Implementation{Name: "test"}, nil).Connect(t.Context(),
		&sdk.CommandTransport{Command: server}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close()
	got, err := session.CallTool(t.Context(), &sdk.CallToolParams{Name: "fix", Arguments: map[string]any{"path": file}})
	if err != nil || got.IsError {
		t.Fatalf("%+v, %v", got, err)
	}
	var out struct{ Diff string }
	if err := json.Unmarshal([]byte(got.Content[0].(*sdk.TextContent).Text), &out); err != nil {
		t.Fatal(err)
	}
	return out.Diff
}

// patched applies a unified diff to one file.
func patched(t *testing.T, src, diff string) string {
	t.Helper()
	dir := t.TempDir()
	file := filepath.Join(dir, "refs.bib")
	cmd := exec.Command("git", "apply", "--unidiff-zero", "-")
	cmd.Dir, cmd.Stdin = dir, strings.NewReader(diff)
	if err := os.WriteFile(file, []byte(src), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s\n%s", err, out, diff)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func fixedByServer(t *testing.T, dir, name, src string, accepted []byte) string {
	t.Helper()
	c := client.Client{Server: serveWith(t, dir, quiet...).url}
	files := []client.File{{Name: name, Content: strings.NewReader(src)}}
	if accepted != nil {
		files = append(files, client.File{Name: accept.FileName, Content: bytes.NewReader(accepted)})
	}
	run, err := c.Start(t.Context(), client.Options{}, files...)
	if err == nil {
		err = c.Follow(t.Context(), run.ID, func(row.Finding) error { return nil })
	}
	if err != nil {
		t.Fatal(err)
	}
	fixed, err := c.Fixed(t.Context(), run.ID, name)
	if err != nil {
		t.Fatal(err)
	}
	defer fixed.Close()
	text, err := io.ReadAll(fixed)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func fixedByGo(t *testing.T, name, src string, accepted []byte) string {
	t.Helper()
	c, err := bonafide.Open(bonafide.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	fixed, err := c.Fix(t.Context(), bonafide.File{Name: name, Content: []byte(src), Accepted: accepted})
	if err != nil {
		t.Fatal(err)
	}
	return string(fixed.Content)
}
