package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	citing "github.com/bonafide-audit/bonafide/internal/cite"
	"github.com/bonafide-audit/bonafide/internal/index"
	"github.com/bonafide-audit/bonafide/internal/lint"
	"github.com/bonafide-audit/bonafide/internal/setup"
	"github.com/bonafide-audit/bonafide/internal/testing/clitest"
	"github.com/bonafide-audit/bonafide/internal/testing/dumpserver"
	"github.com/bonafide-audit/bonafide/internal/testing/schematest"
	"github.com/bonafide-audit/bonafide/row"
)

// printedJSON are the JSON values that commands print, one per line.
var printedJSON = []struct {
	name string // of the command, and the kind of row if it prints several
	of   any
	args string // with which it prints some
}{
	{"corpus find", citing.Found{}, "corpus find --json attention is all you need"},
	{"corpus info", index.Info{}, "corpus info --json"},
	{"corpus list", []installedCorpus{}, "corpus list --json"},
	{"extract: document", extractedDocument{}, "extract ../../examples/refs.txt"},
	{"extract: problem", row.Problem{}, "extract FOLDER/problem.bib"},
	{"extract: reference", extracted{}, "extract ../../examples/refs.txt"},
	{"fix", fixRow{}, "fix --json --likely --memory none ../../examples/demo.bib"},
	{"lint", lint.Remark{}, "lint --json ../../examples/demo.bib"},
	{"memory", setup.MemoryInfo{}, "memory --json"},
	{"sources", sourceList{}, "sources --json --online"},
	{"version", versions{}, "version --json"},
}

// TestPrintedJSON checks doc/commands.schema.json against the types that commands print, what they print
// against it, and that it describes every command with --json.
func TestPrintedJSON(t *testing.T) {
	made := schematest.Object{}
	for _, p := range printedJSON {
		made[p.name] = schematest.Of(reflect.TypeOf(p.of), made)
	}
	schema := schematest.Stored(t, filepath.Join("..", "..", "doc", "commands.schema.json"), schematest.Object{
		"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "What commands of bonafide print as JSON",
		"description": "The definition \"corpus info\" is that of \"bonafide corpus info --json\". Later versions may add fields.",
		"$defs":       made,
	}, os.Getenv("BONAFIDE_UPDATE") != "")
	defs := schema["$defs"].(schematest.Object)

	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "problem.bib"),
		[]byte("@article{a, title={Deep learning}, year=2015}\n@article{b, title={Never closed\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	dumps := dumpserver.New()
	defer dumps.Close()
	for name, value := range homeOf(t.TempDir()) {
		t.Setenv(name, value)
	}
	t.Setenv("BONAFIDE_MIRROR", mirrors(dumps))
	if _, stderr, status := clitest.Run(t, newRootCommand(), "corpus", "get", "--yes", "acl"); status != 0 {
		t.Fatal(stderr)
	}
	for _, p := range printedJSON {
		_, kind, _ := strings.Cut(p.name, ": ")
		stdout, stderr, _ := clitest.Run(t, newRootCommand(), strings.Fields(strings.ReplaceAll(p.args, "FOLDER", dir))...)
		found := 0
		for line := range strings.Lines(stdout) {
			var value any
			if err := json.Unmarshal([]byte(line), &value); err != nil {
				t.Fatalf("%s: %v: %s", p.args, err, line)
			}
			if row, ok := value.(schematest.Object); ok && kind != "" && row["kind"] != kind {
				continue
			}
			found++
			if bad := schematest.Misfit(p.name, value, defs[p.name].(schematest.Object), defs); bad != "" {
				t.Errorf("%s: %s", bad, line)
			}
		}
		if found == 0 {
			t.Errorf("%s prints nothing: %s", p.args, stderr)
		}
	}

	var walk func(cmd *cobra.Command)
	walk = func(cmd *cobra.Command) {
		name := strings.TrimPrefix(cmd.CommandPath(), "bonafide ")
		if cmd.Flags().Lookup("json") != nil && made[name] == nil {
			t.Errorf("%s --json is not described", name)
		}
		for _, sub := range cmd.Commands() {
			walk(sub)
		}
	}
	walk(newRootCommand())
}
