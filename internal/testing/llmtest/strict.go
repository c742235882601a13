package llmtest

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// rules are a provider's requirements for the schema of an answer.
type rules struct {
	keywords    []string // that it knows
	allRequired bool     // every property must be required
	closed      bool     // objects must forbid other properties
	rootObject  bool
}

// openAIStrict is OpenAI's "strict": true.
var openAIStrict = rules{allRequired: true, closed: true, rootObject: true,
	keywords: []string{"type", "properties", "required", "additionalProperties",
		"items", "enum", "const", "anyOf", "$ref", "$defs", "definitions", "title", "description", "pattern", "format",
		"multipleOf", "minimum",
		"maximum", "exclusiveMinimum", "exclusiveMaximum", "minItems", "maxItems", "default"}}

// anthropicFormat is output_config.format of Anthropic.
var anthropicFormat = rules{closed: true,
	keywords: []string{"type", "properties", "required", "additionalProperties", "items", "enum", "const",
		"anyOf", "allOf", "$ref", "$defs", "definitions", "title", "description", "format", "default"}}

// geminiFormat is responseJsonSchema of Gemini.
var geminiFormat = rules{keywords: []string{"$id", "$defs", "$ref", "$anchor", "type", "format", "title", "description",
	"enum", "items", "prefixItems",
	"minItems", "maxItems", "minimum", "maximum", "anyOf", "oneOf", "properties", "additionalProperties", "required",
	"propertyOrdering"}}

// check returns the provider's complaint, or "".
func (r rules) check(raw json.RawMessage) string {
	var schema any
	if err := json.Unmarshal(raw, &schema); err != nil {
		return "schema is not JSON: " + err.Error()
	}
	object, ok := schema.(map[string]any)
	if !ok {
		return "schema must be a JSON Schema of 'type: \"object\"', got 'type: \"None\"'."
	}
	if r.rootObject && object["type"] != "object" {
		return fmt.Sprintf("schema must be a JSON Schema of 'type: \"object\"', got 'type: \"%v\"'.", object["type"])
	}
	return r.node(object, nil)
}

func (r rules) node(n map[string]any, at []string) string {
	context := "In context=(" + strings.Join(at, ", ") + "), "
	for _, k := range sortedKeys(n) {
		if !slices.Contains(r.keywords, k) {
			return context + "'" + k + "' is not permitted."
		}
	}
	properties, _ := n["properties"].(map[string]any)
	if isObject(n["type"]) {
		if r.closed && n["additionalProperties"] != false {
			return context + "'additionalProperties' is required to be supplied and to be false."
		}
		required, _ := n["required"].([]any)
		for _, name := range sortedKeys(properties) {
			if r.allRequired && !slices.Contains(required, any(name)) {
				return context +
					"'required' is required to be supplied and to be an array including every key in properties. Missing '" + name +
					"'."
			}
		}
	}
	for _, name := range sortedKeys(properties) {
		child, ok := properties[name].(map[string]any)
		if !ok {
			return context + "property '" + name + "' is not a schema."
		}
		if why := r.node(child, append(at, "'properties'", "'"+name+"'")); why != "" {
			return why
		}
	}
	if items, ok := n["items"].(map[string]any); ok {
		if why := r.node(items, append(at, "'items'")); why != "" {
			return why
		}
	}
	for _, k := range []string{"anyOf", "allOf", "oneOf"} {
		list, _ := n[k].([]any)
		for i, c := range list {
			if child, ok := c.(map[string]any); ok {
				if why := r.node(child, append(at, "'"+k+"'", fmt.Sprint(i))); why != "" {
					return why
				}
			}
		}
	}
	return ""
}

func isObject(t any) bool {
	if list, ok := t.([]any); ok {
		return slices.Contains(list, any("object"))
	}
	return t == "object"
}

func sortedKeys(m map[string]any) []string { return slices.Sorted(maps.Keys(m)) }

func sortedRaw(m map[string]json.RawMessage) []string { return slices.Sorted(maps.Keys(m)) }

// Fits is the script of a model that answers every question with the minimum that fits its schema: the first of
// the listed values, the smallest numbers, empty texts and lists, null where allowed. If the schema is only in
// the instructions, it is read from there.
func Fits(q Question) Answer {
	raw := q.Schema
	if raw == nil {
		_, words, _ := strings.Cut(q.System, "JSON schema, and with nothing else:\n")
		raw = json.RawMessage(words)
	}
	var schema map[string]any
	if json.Unmarshal(raw, &schema) != nil {
		return Answer{Text: "Yes."}
	}
	return Answer{Text: string(mustJSON(least(schema)))}
}

// least returns the smallest value of a schema.
func least(schema map[string]any) any {
	if list, ok := schema["enum"].([]any); ok && len(list) > 0 {
		return list[0]
	}
	if v, ok := schema["const"]; ok {
		return v
	}
	if list, ok := schema["anyOf"].([]any); ok && len(list) > 0 {
		first, _ := list[0].(map[string]any)
		return least(first)
	}
	kind, _ := schema["type"].(string)
	if list, ok := schema["type"].([]any); ok {
		for _, t := range list {
			if kind, _ = t.(string); kind == "null" {
				return nil
			}
		}
	}
	switch kind {
	case "object":
		v := map[string]any{}
		properties, _ := schema["properties"].(map[string]any)
		for name, p := range properties {
			child, _ := p.(map[string]any)
			v[name] = least(child)
		}
		return v
	case "array":
		return leastList(schema)
	case "number", "integer":
		n, _ := schema["minimum"].(float64)
		return n
	case "string":
		n, _ := schema["minLength"].(float64)
		return strings.Repeat("x", int(n))
	case "boolean":
		return false
	}
	return nil
}

func leastList(schema map[string]any) []any {
	list := []any{}
	items, _ := schema["items"].(map[string]any)
	n, _ := schema["minItems"].(float64)
	for range int(n) {
		list = append(list, least(items))
	}
	return list
}
