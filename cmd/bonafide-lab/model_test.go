package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/llm"
	"github.com/bonafide-audit/bonafide/internal/testing/clitest"
	"github.com/bonafide-audit/bonafide/internal/testing/llmtest"
)

// linked writes a set of n linked citations per label and its gold, and returns the file names.
func linked(t *testing.T, dir, name string, n int) (citations, gold string) {
	t.Helper()
	var c, g strings.Builder
	for i := range 3 * n {
		fmt.Fprintf(&c, "{\"id\":\"%s-%d\",\"raw\":\"[One, 2001, The %s Book Number %d](https://example.org/%d)\"}\n",
			name, i, name, i, i)
		fmt.Fprintf(&g, "{\"id\":\"%s-%d\",\"label\":%q}\n", name, i,
			[]string{"valid", "hallucinated_minor", "hallucinated_major"}[i%3])
	}
	citations, gold = filepath.Join(dir, name+".jsonl"), filepath.Join(dir, name+"-gold.jsonl")
	for path, text := range map[string]string{citations: c.String(), gold: g.String()} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return citations, gold
}

const exactAnswer = `{"label":"exact_match","score":10,"reasoning":"ok","found_evidence":true}`

// TestModelUnderTest: a measurement of a model reports what was asked, takes its examples from the parts that
// corrupt writes, and fails if nothing was answered.
func TestModelUnderTest(t *testing.T) {
	dir := t.TempDir()
	test, gold := linked(t, dir, "test", 2)
	dev, devGold := linked(t, dir, "dev", 3)
	s := llmtest.New(t, func(q llmtest.Question) llmtest.Answer {
		if strings.Contains(q.User(), "Counting Sheep") || strings.Contains(q.User(), "Book Number 5]") &&
			!strings.Contains(q.User(), "EXAMPLES") {
			return llmtest.Answer{Refusal: "No.", Usage: llm.Usage{Input: 7000, Output: 10}}
		}
		return llmtest.Answer{Text: exactAnswer, Usage: llm.Usage{Input: 100, Output: 10}}
	})
	base := []string{"baseline", test, "--gold", gold, "--config", "none", "--model-cache", "none", "--model-url",
		s.URL + "/v1", "--model"}
	run := func(model string, more ...string) (string, string) {
		return clitest.Session(t, newRootCommand(), append(append(base[:len(base):len(base)], model), more...)...)
	}

	out, errs := run("openrouter:small")
	if !strings.Contains(errs, "OPENROUTER_API_KEY") {
		t.Errorf("without a key: %s%s", out, errs)
	}
	t.Setenv("BONAFIDE_MODEL_KEY", llmtest.Key)
	out, errs = run("compatible:small")
	flat := func(s string) string { return strings.Join(strings.Fields(s), " ") }
	for _, want := range []string{"answers that did not come 1 ", "input tokens 7500 output tokens 60"} {
		if !strings.Contains(flat(out), want) {
			t.Errorf("no %q in %s", want, out)
		}
	}
	if !strings.Contains(errs, "baseline: 6 asked, 5 answered, 1 refusal") {
		t.Error(errs)
	}
	if out, errs = run("compatible:small", "--shots", "9", "--shots-from", dev, "--shots-gold",
		devGold); !strings.Contains(out, "9 shots, without search): n = 6") {
		t.Error(out, errs)
	}
	if q := s.Calls()[len(s.Calls())-1].User(); strings.Count(q, "The dev Book") != 9 {
		t.Errorf("shown %s", q)
	}
	for _, c := range [][]string{{"10 shots: give a multiple of 3", "--shots", "10"},
		{"0 examples", "--shots", "9", "--shots-from", dev},
		{"first failure: model: unsupported: this server has no web search", "--search"},
		{"did not answer once in 6 questions", "--search"}} {
		if _, errs := run("compatible:small", c[1:]...); !strings.Contains(errs, c[0]) {
			t.Errorf("%v: %s", c, errs)
		}
	}

	works := filepath.Join(dir, "works.jsonl")
	if err := os.WriteFile(works,
		[]byte(`{"id":"a","type":"article","title":"Counting Sheep in the Rain of Spring","authors":["Ann One","Bo Two"],"venue":"Sleep","year":"2001"}`+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("XDG_CACHE_HOME", dir)
	out, errs = clitest.Session(t, newRootCommand(), "generate", "--config", "none", "--model", "compatible:small",
		"--model-url", s.URL+"/v1", "--model-cache", "none",
		"--conditions", "plain", "--corpus", works, "--untold", "1", "-o", filepath.Join(dir, "gen"))
	if !strings.Contains(flat(out), "plain 1 1 1 1 0 0") ||
		!strings.Contains(errs, "did not answer once in 1 questions") || strings.Contains(errs, "empty") {
		t.Errorf("%s%s", out, errs)
	}
}
