package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/lab/result"
	"github.com/bonafide-audit/bonafide/internal/testing/clitest"
	"github.com/bonafide-audit/bonafide/internal/testing/schematest"
)

// TestPrintedJSON compares doc/laboratory.schema.json with the object that --json prints, which is the same for
// all suites and tools, and checks the output of a suite against it.
func TestPrintedJSON(t *testing.T) {
	made := schematest.Object{}
	printed := schematest.Of(reflect.TypeFor[result.Printed](), made)
	schema := schematest.Stored(t, filepath.Join("..", "..", "doc", "laboratory.schema.json"), schematest.Object{
		"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "What bonafide-lab prints with --json",
		"description": "One object a suite; \"generate\" prints one a condition. Later versions may add fields.",
		"$ref":        printed["$ref"], "$defs": made,
	}, os.Getenv("BONAFIDE_UPDATE") != "")
	stdout, stderr, status := clitest.Run(t, newRootCommand(), "quality", "--json",
		filepath.Join("..", "..", "quality", "references.jsonl"))
	var value any
	if err := json.Unmarshal([]byte(stdout), &value); err != nil || status != 0 {
		t.Fatalf("status %d, %v: %s%s", status, err, stdout, stderr)
	}
	if bad := schematest.Misfit("quality", value, schema, schema["$defs"].(schematest.Object)); bad != "" {
		t.Errorf("%s: %s", bad, stdout)
	}
}
