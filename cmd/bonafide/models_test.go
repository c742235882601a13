package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/testing/clitest"
	"github.com/bonafide-audit/bonafide/internal/testing/llmtest"
)

// verdicts returns the outcome and codes of every row of a report in JSON Lines.
func verdicts(t *testing.T, report string) []string {
	t.Helper()
	var list []string
	for line := range strings.Lines(report) {
		var row struct {
			ID      string          `json:"id"`
			Outcome string          `json:"outcome"`
			Codes   json.RawMessage `json:"codes"`
		}
		if err := json.Unmarshal([]byte(line), &row); err != nil {
			t.Fatalf("%v in %s", err, line)
		}
		if row.Outcome != "" {
			list = append(list, row.ID+" "+row.Outcome+" "+string(row.Codes))
		}
	}
	return list
}

const plantedKey = "sk-planted-0123456789abcdef"

// TestModelsDown: with a server that fails to answer usefully in any of these ways the verdicts are those of
// the rules, and the key appears nowhere.
func TestModelsDown(t *testing.T) {
	files, err := filepath.Glob("../../examples/*.bib")
	if err != nil || len(files) == 0 {
		t.Fatal(err, files)
	}
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	args := append([]string{"check", "--config", "none", "--format", "jsonl", "--fail-on", "never"}, files...)
	plain, _ := clitest.Session(t, newRootCommand(), args...)
	want := verdicts(t, plain)
	if len(want) < 5 {
		t.Fatalf("%d verdicts", len(want))
	}
	t.Setenv("BONAFIDE_MODEL_KEY", plantedKey)
	for name, answer := range map[string]llmtest.Answer{
		"wrong key":  {Fault: llmtest.Status, Status: 401, Text: "your key " + plantedKey + " is no good"},
		"malformed":  {Text: `{"verdict":"everything is real"}`},
		"refused":    {Refusal: "No."},
		"cut":        {Text: `{"score":`, Cut: true},
		"no service": {Fault: llmtest.Page},
		"late":       {Fault: llmtest.Hang},
	} {
		t.Run(name, func(t *testing.T) {
			s := llmtest.New(t, func(llmtest.Question) llmtest.Answer { return answer })
			s.Demand(plantedKey)
			dir := t.TempDir()
			config := filepath.Join(dir, "config.toml")
			timeout := "10m" // must not end a call, however slow the machine
			if answer.Fault == llmtest.Hang {
				timeout = "200ms"
			}
			if err := os.WriteFile(config, []byte("[models]\ntimeout = \""+timeout+"\"\n"), 0o600); err != nil {
				t.Fatal(err)
			}
			out, errs := clitest.Session(t, newRootCommand(),
				append(args, "--config", config, "--model", "compatible:small", "--model-url", s.URL+"/v1", "--models", "all",
					"--model-cache", filepath.Join(dir, "cache"), "--model-record", filepath.Join(dir, "tape"))...)
			if got := verdicts(t, out); strings.Join(got, "\n") != strings.Join(want, "\n") {
				t.Errorf("verdicts\n%s\nnot\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
			}
			if asked := len(s.Calls()) > 0 || answer.Fault == llmtest.Hang; !asked ||
				!strings.Contains(errs, " asked, 0 answered") {
				t.Errorf("%d calls; said %s", len(s.Calls()), errs)
			}
			tape, _ := os.ReadFile(filepath.Join(dir, "tape"))
			for what, text := range map[string]string{"report": out, "standard error": errs, "recording": string(tape)} {
				if strings.Contains(text, plantedKey) {
					t.Errorf("the key is in the %s", what)
				}
			}
		})
	}
}

// TestModelsReplay: a run with every role on produces the same report whether its answers are fresh, cached or
// replayed, whatever the provider and however many references are checked at once.
func TestModelsReplay(t *testing.T) {
	notShort(t)
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	for _, name := range []string{"OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GEMINI_API_KEY", "BONAFIDE_MODEL_KEY"} {
		t.Setenv(name, llmtest.Key)
	}
	files, err := filepath.Glob("../../examples/*")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	first := ""
	for provider, path := range map[string]string{"openai": "/v1", "anthropic": "", "gemini": "/v1beta/openai",
		"compatible": "/v1"} {
		s := llmtest.New(t, llmtest.Fits)
		tape := filepath.Join(dir, provider)
		args := append([]string{"check", "--config", "none", "--format", "jsonl", "--fail-on", "never", "--models", "all",
			"--model", provider + ":small"}, files...)
		cached := []string{"--model-cache", filepath.Join(dir, "cache-"+provider), "--model-url", s.URL + path}
		fresh, errs := clitest.Session(t, newRootCommand(),
			append(append(args, cached...), "--model-record", tape, "--jobs", "1")...)
		calls := len(s.Calls())
		if calls == 0 || !strings.Contains(errs, "verifier: ") || strings.Contains(errs, "first failure") {
			t.Fatalf("%s: %d calls; %s", provider, calls, errs)
		}
		kept, _ := clitest.Session(t, newRootCommand(), append(append(args, cached...), "--jobs", "8")...)
		if len(s.Calls()) != calls {
			t.Errorf("%s: asked again though answers were kept", provider)
		}
		s.Close()
		replayed, errs := clitest.Session(t, newRootCommand(), append(args, "--model-replay", tape, "--jobs", "4")...)
		if kept != fresh || replayed != fresh {
			t.Errorf("%s: the reports differ (%d, %d, %d bytes); %s", provider, len(fresh), len(kept), len(replayed), errs)
		}
		if first == "" {
			first = fresh
		}
		if strings.Join(verdicts(t, fresh), "\n") != strings.Join(verdicts(t, first), "\n") {
			t.Errorf("%s: other verdicts", provider)
		}
	}
}
