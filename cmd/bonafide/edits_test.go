package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/cli"
	"github.com/bonafide-audit/bonafide/internal/report"
	"github.com/bonafide-audit/bonafide/internal/testing/clitest"
	"github.com/bonafide-audit/bonafide/row"
)

// TestEdits applies the edits in rows: the result is what fix writes, and their lines and columns denote the
// same positions as their bytes.
func TestEdits(t *testing.T) {
	dir := t.TempDir()
	demo, err := os.ReadFile("../../examples/demo.bib")
	if err != nil {
		t.Fatal(err)
	}
	src := "% A head, and one line more\n" + string(demo)
	bib, fixed := filepath.Join(dir, "demo.bib"), filepath.Join(dir, "fixed.bib")
	if err := os.WriteFile(bib, []byte(src), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, said, status := clitest.Run(t, newRootCommand(), "fix", "--offline", "--memory", "none", "-o", fixed,
		bib); status != cli.ExitFindings {
		t.Fatalf("%d: %s", status, said)
	}
	want, err := os.ReadFile(fixed)
	if err != nil {
		t.Fatal(err)
	}
	stdout, said, _ := clitest.Run(t, newRootCommand(), "check", "--offline", "--memory", "none", "--edits",
		"--format", "jsonl", bib)
	var edits []row.Edit
	err = report.EachFinding(strings.NewReader(stdout), func(f report.Finding) { edits = append(edits, f.Edits...) })
	if err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	if len(edits) < 3 {
		t.Fatalf("only %d edits", len(edits))
	}
	slices.SortStableFunc(edits, func(a, b row.Edit) int { return b.Span.Start - a.Span.Start }) // the last first
	got := src
	for _, e := range edits {
		line := strings.Split(src, "\n")[e.Line-1]
		if part := src[e.Span.Start:e.Span.End]; !strings.Contains(part, "\n") && line[e.Column-1:e.EndColumn-1] != part {
			t.Errorf("%+v names %q and %q", e, part, line)
		}
		got = got[:e.Span.Start] + e.Text + got[e.Span.End:]
	}
	if got != string(want) {
		t.Error("the edits give another file than fix")
	}

	stdout, said, _ = clitest.Run(t, newRootCommand(), "check", "--offline", "--memory", "none", "--format", "sarif", bib)
	var log struct {
		Runs []struct {
			Results []struct{ Fixes []json.RawMessage }
		}
	}
	if err := json.Unmarshal([]byte(stdout), &log); err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	if !slices.ContainsFunc(log.Runs[0].Results, func(r struct{ Fixes []json.RawMessage }) bool {
		return len(r.Fixes) > 0
	}) {
		t.Error("no result of SARIF has a fix")
	}
}
