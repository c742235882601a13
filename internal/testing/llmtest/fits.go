package llmtest

import (
	"encoding/json"
	"strings"
)

// Fits gives the script of a model that answers every question with the least
// that fits its schema: the first of the listed values, the smallest numbers,
// empty texts and lists, null where it may be. Where the schema came in words
// it is read from the instructions.
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

// least gives the smallest value of a schema.
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
