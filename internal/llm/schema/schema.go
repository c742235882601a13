package schema

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"
)

// mostDepth is the maximum nesting of schemas and of answers.
const mostDepth = 24

// Schema is a parsed schema within the supported part.
type Schema struct {
	raw  json.RawMessage
	root node
}

// node is one level of a schema.
type node struct {
	Type                 types           `json:"type"`
	Properties           map[string]node `json:"properties"`
	Required             []string        `json:"required"`
	AdditionalProperties *bool           `json:"additionalProperties"`
	Items                *node           `json:"items"`
	Enum                 []any           `json:"enum"`
	Const                any             `json:"const"`
	AnyOf                []node          `json:"anyOf"`
	Minimum              *float64        `json:"minimum"`
	Maximum              *float64        `json:"maximum"`
	MinLength            *int            `json:"minLength"` // in characters
	MaxLength            *int            `json:"maxLength"`
	MinItems             *int            `json:"minItems"`
	MaxItems             *int            `json:"maxItems"`
	Title                string          `json:"title"`
	Description          string          `json:"description"`
}

// types are the JSON types that a value may have; none means any.
type types []string

// UnmarshalJSON decodes one name or a list of names.
func (t *types) UnmarshalJSON(b []byte) error {
	var one string
	if json.Unmarshal(b, &one) == nil {
		*t = types{one}
		return nil
	}
	var many []string
	if err := json.Unmarshal(b, &many); err != nil {
		return err
	}
	*t = many
	return nil
}

// Parse parses a schema. Its error says what is outside the supported part.
func Parse(raw json.RawMessage) (*Schema, error) {
	if err := known(raw, 0); err != nil {
		return nil, err
	}
	s := &Schema{raw: raw}
	if err := json.Unmarshal(raw, &s.root); err != nil {
		return nil, fmt.Errorf("schema: %w", err)
	}
	if !slices.Equal(s.root.Type, types{"object"}) {
		return nil, errors.New("schema: the outermost value must be an object")
	}
	return s, s.root.check("")
}

// keywords lists the supported keywords.
var keywords = []string{"type", "properties", "required", "additionalProperties", "items", "enum", "const", "anyOf",
	"minimum", "maximum",
	"minLength", "maxLength", "minItems", "maxItems", "title", "description"}

// known returns an error for a keyword that is not in keywords.
func known(raw json.RawMessage, depth int) error {
	if depth > mostDepth {
		return errors.New("schema: nested too deeply")
	}
	var object map[string]json.RawMessage
	if err := json.Unmarshal(raw, &object); err != nil {
		return fmt.Errorf("schema: %w", err)
	}
	for _, word := range slices.Sorted(maps.Keys(object)) {
		if !slices.Contains(keywords, word) {
			return fmt.Errorf("schema: keyword %q is not one that every provider takes", word)
		}
	}
	for _, child := range children(object) {
		if err := known(child, depth+1); err != nil {
			return err
		}
	}
	return nil
}

// children lists the schemas directly inside one.
func children(object map[string]json.RawMessage) []json.RawMessage {
	var list []json.RawMessage
	var named map[string]json.RawMessage
	if json.Unmarshal(object["properties"], &named) == nil {
		for _, name := range slices.Sorted(maps.Keys(named)) {
			list = append(list, named[name])
		}
	}
	if items, ok := object["items"]; ok {
		list = append(list, items)
	}
	var several []json.RawMessage
	if json.Unmarshal(object["anyOf"], &several) == nil {
		list = append(list, several...)
	}
	return list
}

var typeNames = []string{"object", "array", "string", "number", "integer", "boolean", "null"}

// check returns an error for what the strict modes of providers would not accept.
func (n *node) check(at string) error {
	for _, t := range n.Type {
		if !slices.Contains(typeNames, t) {
			return fmt.Errorf("schema%s: no type is called %q", at, t)
		}
	}
	if len(n.Type) == 0 && n.AnyOf == nil && n.Enum == nil && n.Const == nil {
		return fmt.Errorf("schema%s: says nothing of the type", at)
	}
	if slices.Contains(n.Type, "object") {
		if err := n.checkObject(at); err != nil {
			return err
		}
	}
	if slices.Contains(n.Type, "array") && n.Items == nil {
		return fmt.Errorf("schema%s: an array needs items", at)
	}
	return n.checkInside(at)
}

func (n *node) checkObject(at string) error {
	if n.AdditionalProperties == nil || *n.AdditionalProperties {
		return fmt.Errorf("schema%s: additionalProperties must be false", at)
	}
	if len(n.Required) != len(n.Properties) {
		return fmt.Errorf("schema%s: every property must be required; let those that may be missing be null", at)
	}
	for _, name := range n.Required {
		if _, ok := n.Properties[name]; !ok {
			return fmt.Errorf("schema%s: required %q is no property", at, name)
		}
	}
	return nil
}

// checkInside checks the schemas directly inside one.
func (n *node) checkInside(at string) error {
	for _, name := range slices.Sorted(maps.Keys(n.Properties)) {
		p := n.Properties[name]
		if err := p.check(at + "." + name); err != nil {
			return err
		}
	}
	if n.Items != nil {
		if err := n.Items.check(at + "[]"); err != nil {
			return err
		}
	}
	for i := range n.AnyOf {
		if err := n.AnyOf[i].check(fmt.Sprintf("%s|%d", at, i)); err != nil {
			return err
		}
	}
	return nil
}

// Only returns the schema without the unlisted keywords, for a provider that does not know them; Check still
// enforces them, and the description states them in words.
func (s *Schema) Only(words ...string) json.RawMessage {
	return only(s.raw, words)
}

// inWords describes limits in words.
var inWords = map[string]string{
	"minimum": "At least %s.", "maximum": "At most %s.", "minLength": "At least %s characters.",
	"maxLength": "At most %s characters.",
	"minItems":  "At least %s items.", "maxItems": "At most %s items.", "const": "Always %s.",
}

func only(raw json.RawMessage, words []string) json.RawMessage {
	var object map[string]json.RawMessage
	if json.Unmarshal(raw, &object) != nil {
		return raw
	}
	said := ""
	for _, word := range slices.Sorted(maps.Keys(object)) {
		if !slices.Contains(words, word) {
			if text, ok := inWords[word]; ok {
				said += fmt.Sprintf(" "+text, object[word])
			}
			delete(object, word)
		}
	}
	if said != "" && slices.Contains(words, "description") {
		var description string
		_ = json.Unmarshal(object["description"], &description) // "" if there is none
		object["description"] = encoded(strings.TrimSpace(description + said))
	}
	var named map[string]json.RawMessage
	var order []string // that of "required", which names them all: models write members in the order of the schema
	if json.Unmarshal(object["properties"], &named) == nil && json.Unmarshal(object["required"], &order) == nil {
		properties := []byte("{")
		for i, name := range order {
			if i > 0 {
				properties = append(properties, ',')
			}
			properties = append(append(append(properties, encoded(name)...), ':'), only(named[name], words)...)
		}
		object["properties"] = append(properties, '}')
	}
	if items, ok := object["items"]; ok {
		object["items"] = only(items, words)
	}
	var several []json.RawMessage
	if object["anyOf"] != nil && json.Unmarshal(object["anyOf"], &several) == nil {
		for i := range several {
			several[i] = only(several[i], words)
		}
		object["anyOf"] = encoded(several)
	}
	return encoded(object)
}

func encoded(v any) json.RawMessage {
	b, err := json.Marshal(v)
	if err != nil { // only what was JSON comes here
		return json.RawMessage("null")
	}
	return b
}

// Check returns how an answer does not fit the schema; nil if it does.
func (s *Schema) Check(answer []byte) error {
	if !utf8.Valid(answer) {
		return errors.New("answer is not valid UTF-8")
	}
	v, err := decode(answer)
	if err != nil {
		return err
	}
	return s.root.accept(v, "answer")
}

// Demand returns the instruction that asks for a schema if a provider cannot be bound to it otherwise.
func Demand(raw json.RawMessage) string {
	return "\n\nAnswer with one JSON object that fits this JSON schema, and with nothing else:\n" + string(raw)
}
