package main

import (
	"bytes"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide"
	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/row"
)

// TestLibrary: the package at the module's root produces the same results as the commands.
func TestLibrary(t *testing.T) {
	liveIn(t, t.TempDir())
	demo, err := os.ReadFile("../../examples/demo.bib")
	if err != nil {
		t.Fatal(err)
	}
	command := func(args ...string) string {
		root := newRootCommand()
		var out bytes.Buffer
		root.SetOut(&out)
		root.SetErr(&bytes.Buffer{})
		root.SetArgs(args)
		_ = root.Execute() // fails because there are findings
		return out.String()
	}
	c, err := bonafide.Open(bonafide.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	result, err := c.Check(t.Context(), bonafide.File{Name: "../../examples/demo.bib", Content: demo})
	if err != nil || len(result.Unread) > 0 {
		t.Fatal(err, result.Unread)
	}
	version := regexp.MustCompile(`"version":"[^"]*"`)
	want := command("check", "--memory", "none", "--format", "jsonl", "../../examples/demo.bib")
	if got := version.ReplaceAllString(string(result.Report), ""); got != version.ReplaceAllString(want, "") {
		t.Errorf("the reports differ:\n%s\n%s", got, want)
	}
	if n := strings.Count(want, `{"kind":"finding"`); len(result.Findings) != n || n == 0 {
		t.Errorf("%d findings of %d", len(result.Findings), n)
	}
	fixed, err := c.Fix(t.Context(), bonafide.File{Name: "demo.bib", Content: demo})
	if err != nil {
		t.Fatal(err)
	}
	if want := command("fix", "--memory", "none", "-o", "-", "../../examples/demo.bib"); string(fixed.Content) != want ||
		len(fixed.Changes) == 0 {
		t.Errorf("fix gives\n%s\nnot\n%s", fixed.Content, want)
	}
	known := map[row.Outcome]bool{row.Verified: true, row.Discrepant: true, row.NotFound: true, row.Ambiguous: true,
		row.Inconclusive: true, row.Exempt: true, row.Doubtful: true}
	for _, o := range judge.Outcomes {
		if !known[row.Outcome(o.String())] {
			t.Errorf("row has no constant for %s", o)
		}
	}
}
