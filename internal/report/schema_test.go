package report

import (
	"bytes"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/testing/schematest"
	"github.com/bonafide-audit/bonafide/row"
)

// schemaFile is the JSON Schema of rows for other programs.
var schemaFile = filepath.Join("..", "..", "doc", "rows.schema.json")

// object is a JSON object.
type object = schematest.Object

// rowSchema returns the JSON Schema of rows from their types.
func rowSchema() object {
	defs := object{}
	var rows []any
	for kind, one := range map[string]any{row.KindRun: row.Run{}, row.KindFinding: row.Finding{},
		row.KindProblem: row.Problem{}, row.KindSummary: row.Summary{}} {
		schematest.Define(reflect.TypeOf(one), defs)["properties"].(object)["kind"] = object{"const": kind}
	}
	for _, name := range []string{"Run", "Finding", "Problem", "Summary"} {
		rows = append(rows, object{"$ref": "#/$defs/" + name})
	}
	finding := defs["Finding"].(object)["properties"].(object)
	finding["outcome"].(object)["enum"] = slices.Sorted(maps.Keys(styles))
	finding["fixable"].(object)["items"].(object)["enum"] = []string{ByFix, ByLikely, ByPublished, ByAddingDOI}
	gravities := []string{}
	for _, g := range judge.Gravities {
		gravities = append(gravities, g.String())
	}
	finding["gravity"].(object)["enum"] = gravities
	return object{
		"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "A row of " + row.Schema,
		"description": "One line of \"bonafide check --format jsonl\". Later versions may add fields.",
		"oneOf":       rows, "$defs": defs,
	}
}

// TestSchema compares doc/rows.schema.json with the types of the rows, and checks the rows of saved runs against it.
func TestSchema(t *testing.T) {
	schema := schematest.Stored(t, schemaFile, rowSchema(), *update) // otherwise go test ./internal/report -update
	defs := schema["$defs"].(object)
	for name, def := range defs {
		for field, property := range def.(object)["properties"].(object) {
			if field != "kind" && property.(object)["description"] == nil {
				t.Errorf("%s: no doc tag tells what %s is", name, field)
			}
		}
	}
	names := map[any]string{row.KindRun: "Run", row.KindFinding: "Finding", row.KindProblem: "Problem",
		row.KindSummary: "Summary"}
	for _, name := range []string{"demo.jsonl", "claims.jsonl"} {
		rows, err := os.ReadFile(filepath.Join("testdata", name))
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer // with the fields of this version
		if _, err := Replay(bytes.NewReader(rows), newJSONLines(&out, Options{})); err != nil {
			t.Fatal(err)
		}
		for line := range bytes.Lines(out.Bytes()) {
			var read object
			if err := json.Unmarshal(line, &read); err != nil {
				t.Fatal(err)
			}
			if bad := schematest.Misfit("row", read, object{"$ref": "#/$defs/" + names[read["kind"]]}, defs); bad != "" {
				t.Errorf("%s: %s: %.200s", name, bad, line)
			}
		}
	}
	if bad := schematest.Misfit("row", object{"kind": "finding", "id": "a"}, object{"$ref": "#/$defs/Finding"},
		defs); !strings.Contains(bad, "is missing") {
		t.Errorf("a row without an outcome passes: %q", bad)
	}
}

// TestColumns: every column of the CSV report is described.
func TestColumns(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "..", "doc", "output.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(page), "The columns of `--format csv`:\n")
	table, _, _ = strings.Cut(table, "\n## ")
	for _, c := range columnsOfCSV {
		if !strings.Contains(table, "`"+c.name+"`") {
			t.Errorf("doc/output.md does not describe the column %s", c.name)
		}
	}
}
