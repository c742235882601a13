package main

import (
	"encoding/json"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/report"
	"github.com/bonafide-audit/bonafide/internal/testing/clitest"
	"github.com/bonafide-audit/bonafide/internal/testing/llmtest"
	"github.com/bonafide-audit/bonafide/internal/testing/roletest"
)

// checkDemo runs check on the demo bibliography.
func checkDemo(t *testing.T, args ...string) (stdout, stderr string) {
	t.Helper()
	demo, err := filepath.Abs("../../examples/demo.bib")
	if err != nil {
		t.Fatal(err)
	}
	return clitest.Session(t, newRootCommand(),
		append([]string{"check", "--config", "none", "--as-of", "2026-11-21", "--model-cache", "none", demo}, args...)...)
}

// checked returns the rows of a run by reference, its summary, and standard error.
func checked(t *testing.T, args ...string) (findings map[string]report.Finding, summary report.Summary, stderr string) {
	t.Helper()
	rows, stderr := checkDemo(t, append(args, "--format", "jsonl")...)
	findings = map[string]report.Finding{}
	for _, line := range strings.Split(strings.TrimSpace(rows), "\n") {
		var f report.Finding
		err := error(nil)
		switch {
		case strings.HasPrefix(line, `{"kind":"finding"`):
			err = json.Unmarshal([]byte(line), &f)
			findings[f.ID] = f
		case strings.HasPrefix(line, `{"kind":"summary"`):
			err = json.Unmarshal([]byte(line), &summary)
		}
		if err != nil {
			t.Fatalf("%v: %s", err, line)
		}
	}
	if len(findings) == 0 {
		t.Fatalf("no findings: %s", stderr)
	}
	return findings, summary, stderr
}

// The command with a model: its answers are in rows and summary; without an answer the verdicts are those
// without a model.
func TestCheckWithRoles(t *testing.T) {
	t.Setenv("BONAFIDE_MODEL_KEY", llmtest.Key)
	alone, _, _ := checked(t)
	server := llmtest.New(t, roletest.Script(nil, nil))
	roles := []string{"--model", "compatible:scripted", "--model-url", server.URL + "/v1"}
	roles = append(roles, "--models", "verifier,specialist")
	with, summary, stderr := checked(t, roles...)
	text, _ := checkDemo(t, roles...)
	if n := len(summary.Models); n == 0 || summary.Models[n-1].Role != "verifier" ||
		summary.Models[n-1].Effects["scored"] == 0 {
		t.Errorf("summary %+v", summary.Models)
	}
	if !strings.Contains(text, "model as verifier:") || !strings.Contains(stderr, "verifier: ") ||
		!strings.Contains(stderr, "tokens in") {
		t.Errorf("%s\n%s", text, stderr)
	}
	accused := map[string]bool{"discrepant": true, "not-found": true}
	for id, f := range with {
		if accused[string(f.Outcome)] && !accused[string(alone[id].Outcome)] {
			t.Errorf("%s: %s became %s", id, alone[id].Outcome, f.Outcome)
		}
	}
	without, _, _ := checked(t, "--model", "compatible:scripted", "--model-url", llmtest.Down+"/v1")
	for id, f := range without {
		if a := alone[id]; f.Outcome != a.Outcome || strings.Join(f.Codes, ",") != strings.Join(a.Codes, ",") ||
			f.Score != a.Score || !reflect.DeepEqual(f.P, a.P) {
			t.Errorf("%s without its model: %s %v %v, not %s %v %v", id, f.Outcome, f.Codes, f.Score,
				a.Outcome, a.Codes, a.Score)
		}
	}
}
