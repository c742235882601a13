package llmtest

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// strictWords are the keywords of a schema that OpenAI's "strict": true knows.
var strictWords = []string{"type", "properties", "required", "additionalProperties", "items", "enum", "const", "anyOf",
	"$ref", "$defs", "definitions", "title", "description", "pattern", "format", "multipleOf", "minimum", "maximum",
	"exclusiveMinimum", "exclusiveMaximum", "minItems", "maxItems", "default"}

// complaint returns why OpenAI would refuse a strict schema, or "".
func complaint(raw json.RawMessage) string {
	var schema map[string]any
	if err := json.Unmarshal(raw, &schema); err != nil || schema["type"] != "object" {
		return fmt.Sprintf("schema must be a JSON Schema of 'type: \"object\"', got 'type: \"%v\"'.", schema["type"])
	}
	return complaintOf(schema, nil)
}

func complaintOf(n map[string]any, at []string) string {
	context := "In context=(" + strings.Join(at, ", ") + "), "
	for _, k := range slices.Sorted(maps.Keys(n)) {
		if !slices.Contains(strictWords, k) {
			return context + "'" + k + "' is not permitted."
		}
	}
	properties, _ := n["properties"].(map[string]any)
	if n["type"] == "object" && n["additionalProperties"] != false {
		return context + "'additionalProperties' is required to be supplied and to be false."
	}
	required, _ := n["required"].([]any)
	children := map[string]any{"'items'": n["items"]}
	for name, child := range properties {
		if !slices.Contains(required, any(name)) {
			return context + "'required' is required to be supplied and to be an array including every key in properties. " +
				"Missing '" + name + "'."
		}
		children["'properties', '"+name+"'"] = child
	}
	if list, ok := n["anyOf"].([]any); ok {
		for i, child := range list {
			children[fmt.Sprintf("'anyOf', %d", i)] = child
		}
	}
	for _, name := range slices.Sorted(maps.Keys(children)) {
		if child, ok := children[name].(map[string]any); ok {
			if why := complaintOf(child, append(at, name)); why != "" {
				return why
			}
		}
	}
	return ""
}

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
