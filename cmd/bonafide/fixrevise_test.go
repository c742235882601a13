package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/testing/clitest"
	"github.com/bonafide-audit/bonafide/internal/testing/llmtest"
	"github.com/bonafide-audit/bonafide/internal/testing/roletest"
)

// revisable has a year that the rules correct, fields that they leave open, and
// an invented entry.
const revisable = `@article{breiman,
  author  = {Leo Breiman},
  title   = {Random Forests},
  journal = {Machine Learning},
  year    = {2003},
  volume  = {45},
  pages   = {5--32},
}

@article{invented,
  author  = {Edwin Marlowe and Ingrid Quist},
  title   = {Random Forests},
  journal = {Machine Learning},
  year    = {2001},
}
`

// fixedBy corrects a file with the answers of a test server, and returns the file, the JSON and standard error.
func fixedBy(t *testing.T, url string, args ...string) (file, stdout, stderr string) {
	t.Helper()
	dir := t.TempDir()
	in, out := filepath.Join(dir, "refs.bib"), filepath.Join(dir, "out.bib")
	if err := os.WriteFile(in, []byte(revisable), 0o600); err != nil {
		t.Fatal(err)
	}
	args = append([]string{"fix", "--config", "none", "--memory", "none", "--fail-on", "never", "--json", "-o", out, in},
		args...)
	if url != "" {
		args = append(args, "--model", "compatible:scripted", "--model-url", url+"/v1", "--models", "revise",
			"--model-cache", "none")
	}
	stdout, stderr = clitest.Session(t, newRootCommand(), args...)
	text, err := os.ReadFile(out)
	if err != nil {
		t.Fatalf("%v: %s", err, stderr)
	}
	return string(text), stdout, stderr
}

// liar proposes for every field something that no record says.
func liar(q llmtest.Question) llmtest.Answer {
	data, err := roletest.Data(q.User())
	if err != nil {
		return llmtest.Answer{Refusal: err.Error()}
	}
	rows := []any{}
	lies := map[string]string{"doi": "10.1023/A:1018054314350", "issue": "2", "volume": "24",
		"publisher": "Invented Press"}
	for _, x := range roletest.List(data["open"]) {
		f := x.(roletest.Object)["field"].(string)
		rows = append(rows, roletest.Object{"field": f, "action": "add", "value": lies[f], "record": 1})
	}
	b, err := json.Marshal(roletest.Object{"fields": rows})
	if err != nil {
		return llmtest.Answer{Refusal: err.Error()}
	}
	return llmtest.Answer{Text: string(b)}
}

func TestFixRevises(t *testing.T) {
	notShort(t)
	t.Setenv("BONAFIDE_MODEL_KEY", llmtest.Key)
	alone, _, quiet := fixedBy(t, "")
	if !strings.Contains(alone, "year    = {2001}") || strings.Contains(alone, "doi") || strings.Contains(quiet, "model") {
		t.Fatalf("the rules alone: %s\n%s", alone, quiet)
	}
	careful := llmtest.New(t, roletest.Script(nil, nil))
	with, changes, stderr := fixedBy(t, careful.URL)
	if !strings.Contains(with, "10.1023/") || !strings.Contains(with, "number") ||
		!strings.Contains(changes, `"rule":"model-proposed","source":"corpus"`) ||
		!strings.Contains(stderr, "revise: 1 asked, 1 answered") {
		t.Errorf("a careful model: %s\n%s\n%s", with, changes, stderr)
	}
	if tail := alone[strings.Index(alone, "@article{invented"):]; !strings.HasSuffix(with, tail) ||
		strings.Contains(careful.Calls()[0].User(), "Marlowe") {
		t.Errorf("the invented entry is touched or shown: %s", with)
	}
	if again, _, _ := fixedBy(t, careful.URL); again != with {
		t.Error("a second run gives another file")
	}
	if least, _, _ := fixedBy(t, careful.URL, "--minimal"); least != alone {
		t.Errorf("more than errors is corrected: %s", least)
	}
	if one, _, _ := fixedBy(t, careful.URL, "--fields", "doi"); strings.Contains(one, "number") ||
		strings.Contains(one, "{2001},\n  volume") || !strings.Contains(one, "10.1023/") {
		t.Errorf("fields that were not asked for: %s", one)
	}
	for name, url := range map[string]string{"lies": llmtest.New(t, liar).URL,
		"refuses": llmtest.New(t, func(llmtest.Question) llmtest.Answer { return llmtest.Answer{Refusal: "no"} }).URL,
		"babbles": llmtest.New(t, llmtest.Say("all is well")).URL, "is down": llmtest.Down} {
		got, changes, stderr := fixedBy(t, url)
		if got != alone {
			t.Errorf("a model that %s changes the file: %s", name, got)
		}
		note := "model-unheard"
		if name == "lies" {
			note = "model-not-taken"
		} else if !strings.Contains(stderr, "entries revised by the rules alone: 1") {
			t.Errorf("a model that %s is not mentioned: %s", name, stderr)
		}
		if !strings.Contains(changes, note) || strings.Contains(changes, "1018054314350") {
			t.Errorf("a model that %s: %s", name, changes)
		}
	}
}
