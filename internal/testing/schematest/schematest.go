// Package schematest makes JSON Schemas from Go types, and checks values against them.
package schematest

import (
	"bytes"
	"encoding"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// Object is a JSON object.
type Object = map[string]any

// Define adds the schema of a struct, and of the structs in it, to the definitions under their names, and
// returns it.
func Define(t reflect.Type, defs Object) Object {
	if have, ok := defs[nameOf(t)].(Object); ok {
		return have
	}
	properties, required := Object{}, []string{}
	schema := Object{"type": "object", "properties": properties}
	defs[nameOf(t)] = schema
	for _, f := range reflect.VisibleFields(t) {
		tag := f.Tag.Get("json")
		name, options, _ := strings.Cut(tag, ",")
		if !f.IsExported() || f.Anonymous || name == "" || name == "-" {
			continue
		}
		properties[name] = Of(f.Type, defs)
		if f.Type.Kind() == reflect.Pointer && options == "" && properties[name].(Object)["type"] == "number" {
			properties[name] = Object{"type": []any{"number", "null"}}
		}
		if about := f.Tag.Get("doc"); about != "" {
			properties[name].(Object)["description"] = about
		}
		if options == "" {
			required = append(required, name)
		}
	}
	slices.Sort(required)
	schema["required"] = required
	return schema
}

// Ref precedes the name of a definition in a reference to it.
const Ref = "#/$defs/"

// nameOf returns the name of a definition; for a type with an unspecific name it begins with the package.
func nameOf(t reflect.Type) string {
	if name := t.Name(); name != "Info" && name != "State" && name != "Entry" {
		return name
	}
	pkg := path.Base(t.PkgPath())
	return strings.ToUpper(pkg[:1]) + pkg[1:] + t.Name()
}

var textMarshaler = reflect.TypeFor[encoding.TextMarshaler]()

// Of returns the schema for the values of a type; those of structs are added to the definitions.
func Of(t reflect.Type, defs Object) Object {
	if t.Implements(textMarshaler) {
		return Object{"type": "string"}
	}
	switch t.Kind() {
	case reflect.Pointer:
		return Of(t.Elem(), defs)
	case reflect.Struct:
		Define(t, defs)
		return Object{"$ref": Ref + nameOf(t)}
	case reflect.Slice, reflect.Array:
		return Object{"type": "array", "items": Of(t.Elem(), defs)}
	case reflect.Map:
		return Object{"type": "object", "additionalProperties": Of(t.Elem(), defs)}
	case reflect.Bool:
		return Object{"type": "boolean"}
	case reflect.Float32, reflect.Float64:
		return Object{"type": "number"}
	case reflect.String:
		return Object{"type": "string"}
	}
	return Object{"type": "integer"}
}

// Misfit returns where a value does not match a schema, or ""; fields unknown to the schema are a mismatch
// here, though not for other programs.
func Misfit(at string, v any, schema, defs Object) string {
	if ref, ok := schema["$ref"].(string); ok {
		return Misfit(at, v, defs[strings.TrimPrefix(ref, Ref)].(Object), defs)
	}
	if want, ok := schema["const"]; ok && v != want {
		return fmt.Sprintf("%s is %v, not %v", at, v, want)
	}
	if enum, ok := schema["enum"].([]any); ok && !slices.Contains(enum, v) {
		return fmt.Sprintf("%s is %v", at, v)
	}
	switch v := v.(type) {
	case Object:
		return misfitObject(at, v, schema, defs)
	case []any:
		items, ok := schema["items"].(Object)
		for i := range v {
			if bad := Misfit(fmt.Sprintf("%s[%d]", at, i), v[i], items, defs); bad != "" {
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
		types, _ := schema["type"].([]any)
		whole := schema["type"] == "integer" && v == float64(int64(v))
		return unless(slices.Contains(types, any("number")) || schema["type"] == "number" || whole, at+" is a number")
	}
	types, _ := schema["type"].([]any)
	return unless(slices.Contains(types, any("null")), at+" is null")
}

func misfitObject(at string, v, schema, defs Object) string {
	properties, _ := schema["properties"].(Object)
	further, open := schema["additionalProperties"].(Object)
	for _, name := range slices.Sorted(maps.Keys(v)) {
		field, ok := properties[name].(Object)
		if !ok && !open {
			return at + "." + name + " is not in the schema"
		}
		if !ok {
			field = further
		}
		if bad := Misfit(at+"."+name, v[name], field, defs); bad != "" {
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

// Stored returns the schema in a file, and fails the test if it differs; update rewrites the file.
func Stored(t testing.TB, file string, schema Object, update bool) Object {
	t.Helper()
	var made bytes.Buffer
	enc := json.NewEncoder(&made)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", " ")
	if err := enc.Encode(schema); err != nil {
		t.Fatal(err)
	}
	if update {
		if err := os.WriteFile(file, made.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	stored, err := os.ReadFile(file)
	if err != nil || !bytes.Equal(stored, made.Bytes()) {
		t.Errorf("%s is not that of the types: %v", file, err)
	}
	var parsed Object
	if err := json.Unmarshal(stored, &parsed); err != nil {
		t.Fatal(err)
	}
	return parsed
}
