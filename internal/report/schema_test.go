package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/judge"
)

// schemaFile is the JSON Schema of rows for other programs.
var schemaFile = filepath.Join("..", "..", "doc", "rows.schema.json")

// object is a JSON object.
type object = map[string]any

// rowSchema makes the JSON Schema of rows from their types.
func rowSchema() object {
	defs := object{}
	var rows []any
	for kind, row := range map[string]any{KindRun: Run{}, KindFinding: Finding{}, KindProblem: Problem{}, KindSummary: Summary{}} {
		define(reflect.TypeOf(row), defs)["properties"].(object)["kind"] = object{"const": kind}
	}
	for _, name := range []string{"Run", "Finding", "Problem", "Summary"} {
		rows = append(rows, object{"$ref": "#/$defs/" + name})
	}
	finding := defs["Finding"].(object)["properties"].(object)
	words := func(list []string) object { return object{"type": "string", "enum": list} }
	finding["outcome"] = words(slices.Sorted(slices.Values(outcomes)))
	finding["fixable"].(object)["items"] = words([]string{ByFix, ByLikely, ByPublished, ByAddingDOI})
	gravities := []string{}
	for _, g := range judge.Gravities {
		gravities = append(gravities, g.String())
	}
	finding["gravity"] = words(gravities)
	return object{
		"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "A row of " + Schema,
		"description": "One line of \"bonafide check --format jsonl\". Later versions may add fields.",
		"oneOf":       rows, "$defs": defs,
	}
}

// define returns the schema of a struct under its name among the definitions.
func define(t reflect.Type, defs object) object {
	if have, ok := defs[t.Name()].(object); ok {
		return have
	}
	properties, required := object{}, []string{}
	schema := object{"type": "object", "properties": properties}
	defs[t.Name()] = schema
	for _, f := range reflect.VisibleFields(t) {
		tag := f.Tag.Get("json")
		name, options, _ := strings.Cut(tag, ",")
		if !f.IsExported() || f.Anonymous || name == "" || name == "-" {
			continue
		}
		properties[name] = schemaOf(f.Type, defs)
		if options == "" {
			required = append(required, name)
		}
	}
	slices.Sort(required)
	schema["required"] = required
	return schema
}

// schemaOf returns the schema of the values of a type.
func schemaOf(t reflect.Type, defs object) object {
	switch t.Kind() {
	case reflect.Pointer:
		return schemaOf(t.Elem(), defs)
	case reflect.Struct:
		define(t, defs)
		return object{"$ref": "#/$defs/" + t.Name()}
	case reflect.Slice, reflect.Array:
		return object{"type": "array", "items": schemaOf(t.Elem(), defs)}
	case reflect.Map:
		return object{"type": "object", "additionalProperties": schemaOf(t.Elem(), defs)}
	case reflect.Bool:
		return object{"type": "boolean"}
	case reflect.Float32, reflect.Float64:
		return object{"type": "number"}
	case reflect.String:
		return object{"type": "string"}
	}
	return object{"type": "integer"}
}

// misfit says where a value is not what a schema describes, "" where it is; fields that the
// schema does not know are a misfit here, though not for other programs.
func misfit(at string, v any, schema, defs object) string {
	if ref, ok := schema["$ref"].(string); ok {
		return misfit(at, v, defs[strings.TrimPrefix(ref, "#/$defs/")].(object), defs)
	}
	if want, ok := schema["const"]; ok && v != want {
		return fmt.Sprintf("%s is %v, not %v", at, v, want)
	}
	if enum, ok := schema["enum"].([]any); ok && !slices.Contains(enum, v) {
		return fmt.Sprintf("%s is %v", at, v)
	}
	switch v := v.(type) {
	case object:
		return misfitObject(at, v, schema, defs)
	case []any:
		items, ok := schema["items"].(object)
		for i := range v {
			if bad := misfit(fmt.Sprintf("%s[%d]", at, i), v[i], items, defs); bad != "" {
				return bad
			}
		}
		return unless(ok && schema["type"] == "array", at+" is an array")
	case string:
		_, fixed := schema["const"]
		return unless(fixed || schema["type"] == "string", at+" is a string")
	case bool:
		return unless(schema["type"] == "boolean", at+" is a boolean")
	case float64:
		return unless(schema["type"] == "number" || schema["type"] == "integer" && v == float64(int64(v)), at+" is a number")
	}
	return at + " is null"
}

func misfitObject(at string, v, schema, defs object) string {
	properties, _ := schema["properties"].(object)
	further, open := schema["additionalProperties"].(object)
	for _, name := range slices.Sorted(maps.Keys(v)) {
		field, ok := properties[name].(object)
		if !ok && !open {
			return at + "." + name + " is not in the schema"
		}
		if !ok {
			field = further
		}
		if bad := misfit(at+"."+name, v[name], field, defs); bad != "" {
			return bad
		}
	}
	required, _ := schema["required"].([]any)
	for _, name := range required {
		if _, ok := v[name.(string)]; !ok {
			return fmt.Sprintf("%s.%v is missing", at, name)
		}
	}
	return unless(schema["type"] == "object", at+" is an object")
}

func unless(ok bool, complaint string) string {
	if ok {
		return ""
	}
	return complaint
}

// TestSchema holds doc/rows.schema.json to the types of the rows, and the rows of saved
// runs to it.
func TestSchema(t *testing.T) {
	var made bytes.Buffer
	enc := json.NewEncoder(&made)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", " ")
	if err := enc.Encode(rowSchema()); err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile(schemaFile, made.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	stored, err := os.ReadFile(schemaFile)
	if err != nil || !bytes.Equal(stored, made.Bytes()) {
		t.Errorf("%s is not that of the rows (go test ./internal/report -update writes it anew): %v", schemaFile, err)
	}
	var schema object
	if err := json.Unmarshal(stored, &schema); err != nil {
		t.Fatal(err)
	}
	defs := schema["$defs"].(object)
	names := map[any]string{KindRun: "Run", KindFinding: "Finding", KindProblem: "Problem", KindSummary: "Summary"}
	for _, name := range []string{"demo.jsonl", "claims.jsonl"} {
		rows, err := os.ReadFile(filepath.Join("testdata", name))
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer // with the fields that this version has
		if _, err := Replay(bytes.NewReader(rows), newJSONLines(&out, Options{})); err != nil {
			t.Fatal(err)
		}
		for line := range bytes.Lines(out.Bytes()) {
			var row object
			if err := json.Unmarshal(line, &row); err != nil {
				t.Fatal(err)
			}
			if bad := misfit("row", row, object{"$ref": "#/$defs/" + names[row["kind"]]}, defs); bad != "" {
				t.Errorf("%s: %s: %.200s", name, bad, line)
			}
		}
	}
	if bad := misfit("row", object{"kind": "finding", "id": "a"}, object{"$ref": "#/$defs/Finding"}, defs); !strings.Contains(bad, "is missing") {
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
