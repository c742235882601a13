package main

import (
	"bytes"
	"cmp"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/testing/clitest"
	"github.com/bonafide-audit/bonafide/internal/testing/testenv"
)

// TestSnippets runs the programs of doc/output.md on rows of the demo bibliography.
func TestSnippets(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "..", "doc", "output.md"))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if _, stderr, status := clitest.Run(t, newRootCommand(), "check", "--memory", "none", "-o",
		filepath.Join(dir, "findings.jsonl"), "../../examples/demo.bib"); status != 1 {
		t.Fatalf("%d: %s", status, stderr)
	}
	for _, c := range []struct{ language, program, flag, needs string }{
		{"python", cmp.Or(os.Getenv("BONAFIDE_PYTHON"), "python3"), "-c", "import pandas"},
		{"r", "Rscript", "-e", "library(jsonlite)"},
	} {
		t.Run(c.language, func(t *testing.T) {
			_, code, found := strings.Cut(string(page), "```"+c.language+"\n")
			if code, _, _ = strings.Cut(code, "```"); !found {
				t.Fatal("doc/output.md has no such program")
			}
			if exec.Command(c.program, c.flag, c.needs).Run() != nil {
				testenv.Missing(t, c.language, c.program+" with "+c.needs)
			}
			cmd := exec.Command(c.program, c.flag, code)
			cmd.Dir = dir
			out, err := cmd.CombinedOutput()
			for _, want := range []string{"wrong-title", "Dropout: A Simple Way to Prevent Neural Networks from Overfitting"} {
				if err != nil || !bytes.Contains(out, []byte(want)) {
					t.Errorf("%v, no %q: %s", err, want, out)
				}
			}
		})
	}
}
