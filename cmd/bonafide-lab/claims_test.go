package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/testing/clitest"
	"github.com/bonafide-audit/bonafide/internal/testing/llmtest"
	"github.com/bonafide-audit/bonafide/internal/testing/roletest"
)

// TestClaimsWithModel runs the suite of claims as a user with a key does: the table has the pipeline, the
// baselines and the result of a single prompt; a second run asks nothing.
func TestClaimsWithModel(t *testing.T) {
	var lines strings.Builder
	for i, c := range []struct{ statement, label string }{
		{"Terns flew 71,000 kilometres in a year [citation 3].", "supported"},
		{"Terns flew 12,000 kilometres in a year [citation 3].", "contradicted"},
		{"Penguins build nests of stones in every spring.", "not-addressed"},
	} {
		b, _ := json.Marshal(map[string]any{"id": string(rune('a' + i)), "statement": c.statement, "label": c.label,
			"rationale": []int{0},
			"passages": []string{"Tagged terns flew 71,000 kilometres in a year.", "The weather was fine in 12,000 places " +
				"and stones were counted."}})
		lines.Write(append(b, '\n'))
	}
	dir := t.TempDir()
	file := filepath.Join(dir, "claims.jsonl")
	if err := os.WriteFile(file, []byte(lines.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	var asked atomic.Int64 // pairs are read concurrently
	t.Setenv("OPENROUTER_API_KEY", llmtest.Key)
	t.Setenv("BONAFIDE_CONFIG", "none")
	server := llmtest.New(t, func(q llmtest.Question) llmtest.Answer {
		asked.Add(1)
		data, err := roletest.Data(q.User())
		if err != nil {
			return llmtest.Answer{Refusal: err.Error()}
		}
		b, _ := json.Marshal(roletest.Careful(q.Name, data))
		return llmtest.Answer{Text: string(b)}
	})
	args := []string{"claims-sentences", file, "--model", "openrouter:scripted", "--model-url", server.URL + "/v1"}
	record := filepath.Join(dir, "answers.tape")
	first := ""
	for round, more := range [][]string{{"--model-cache", filepath.Join(dir, "answers")},
		{"--model-cache", filepath.Join(dir, "answers")}, {"--model-cache", "none", "--model-record", record},
		{"--model-cache", "none", "--model-replay", record}} {
		before := asked.Load()
		out, errors, status := clitest.Run(t, newRootCommand(), append(args[:len(args):len(args)], more...)...)
		for _, want := range []string{"macro_f1", "one prompt, believed", "always", "claim-reasoner: ", "claim-judge: "} {
			if !strings.Contains(out+errors, want) {
				t.Fatalf("status %d, %q is not in\n%s%s", status, want, out, errors)
			}
		}
		if (round == 1 || round == 3) && asked.Load() != before {
			t.Errorf("%v: %d questions were asked again", more, asked.Load()-before)
		}
		if first == "" {
			first = out
		} else if out != first {
			t.Errorf("%v: got\n%s\nwant\n%s", more, out, first)
		}
	}
	// An exhausted budget leaves the claims undecided, and is reported.
	out, errors, _ := clitest.Run(t, newRootCommand(),
		append(args[:len(args):len(args)], "--model-cache", "none", "--model-budget", "1 tokens")...)
	if !strings.Contains(errors, "budget") ||
		!strings.Contains(strings.Join(strings.Fields(out), " "), "abstention 1.0000") {
		t.Errorf("%s%s", out, errors)
	}
}
