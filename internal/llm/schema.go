package llm

import (
	"bytes"
	stdjson "encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// schema is a level of a JSON schema. It has the keywords that the schemas of our questions need, and every provider's
// strict mode accepts: every object lists all its properties as required and forbids others; a value that may be
// missing is null.
type schema struct {
	Type                 types             `json:"type"`
	Properties           map[string]schema `json:"properties"`
	Required             []string          `json:"required"`
	AdditionalProperties bool              `json:"additionalProperties"`
	Items                *schema           `json:"items"`
	Enum                 []any             `json:"enum"`
	Minimum              *float64          `json:"minimum"`
	Maximum              *float64          `json:"maximum"`
	MaxLength            *int              `json:"maxLength"` // in characters
	MaxItems             *int              `json:"maxItems"`
}

// types are the JSON types that a value may have.
type types []string

// UnmarshalJSON decodes one name or a list of names.
func (t *types) UnmarshalJSON(b []byte) error {
	var one string
	if stdjson.Unmarshal(b, &one) == nil {
		*t = types{one}
		return nil
	}
	return stdjson.Unmarshal(b, (*[]string)(t))
}

// parseSchema parses a schema. Its error says which keyword is outside the supported part.
func parseSchema(raw stdjson.RawMessage) (*schema, error) {
	s := &schema{}
	d := stdjson.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	if err := d.Decode(s); err != nil {
		return nil, fmt.Errorf("schema: %w", err)
	}
	return s, nil
}

var lengths = regexp.MustCompile(`"maxLength":\s*(\d+)`)

// Strict returns the schema of the answer for the strict modes of providers, which know no length of a text: it is
// stated in words.
func (r Request) Strict() stdjson.RawMessage {
	return lengths.ReplaceAll(r.Schema, []byte(`"description":"At most $1 characters."`))
}

// Demand returns the instruction that asks for the schema if a provider cannot be bound to it otherwise.
func (r Request) Demand() string {
	return "\n\nAnswer with one JSON object that fits this JSON schema, and with nothing else:\n" + string(r.Schema)
}

// check returns how an answer does not fit the schema; nil if it does. It does not quote the answer.
func (s *schema) check(answer []byte) error {
	var v any
	err := json.Unmarshal(answer, &v) // it refuses an object that names a member twice: readers differ in which they use
	syntax, isSyntax := errors.AsType[*jsontext.SyntacticError](err)
	switch {
	case err == nil:
		return s.accept(v, "answer")
	case errors.Is(err, io.ErrUnexpectedEOF), len(answer) == 0:
		return errors.New("answer ends before its JSON does")
	case errors.Is(err, jsontext.ErrDuplicateName):
		return errors.New("answer names a member twice")
	case isSyntax:
		return fmt.Errorf("answer is not JSON at byte %d", syntax.ByteOffset)
	}
	return errors.New("answer has too large a number")
}

// accept returns an error if a value does not fit a level of a schema.
func (s *schema) accept(v any, at string) error {
	if len(s.Type) > 0 && !slices.ContainsFunc(s.Type, func(t string) bool { return is(v, t) }) {
		return fmt.Errorf("%s is %s, not %v", at, kind(v), []string(s.Type))
	}
	if s.Enum != nil && !slices.Contains(s.Enum, v) {
		return fmt.Errorf("%s is none of the listed values", at)
	}
	switch v := v.(type) {
	case map[string]any:
		return s.acceptObject(v, at)
	case []any:
		if s.MaxItems != nil && len(v) > *s.MaxItems {
			return fmt.Errorf("%s has %d items, more than %d", at, len(v), *s.MaxItems)
		}
		for i, item := range v {
			if err := s.Items.accept(item, fmt.Sprintf("%s[%d]", at, i)); err != nil {
				return err
			}
		}
	case string:
		if n := utf8.RuneCountInString(v); s.MaxLength != nil && n > *s.MaxLength {
			return fmt.Errorf("%s has %d characters, more than %d", at, n, *s.MaxLength)
		}
	case float64:
		if s.Minimum != nil && v < *s.Minimum || s.Maximum != nil && v > *s.Maximum {
			return fmt.Errorf("%s is out of range", at)
		}
	}
	return nil
}

func (s *schema) acceptObject(v map[string]any, at string) error {
	for _, name := range s.Required {
		if _, ok := v[name]; !ok {
			return fmt.Errorf("%s lacks %q", at, name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(v)) {
		p, ok := s.Properties[name]
		if !ok {
			return fmt.Errorf("%s has a property that was not asked for", at)
		}
		if err := p.accept(v[name], at+"."+name); err != nil {
			return err
		}
	}
	return nil
}

// is reports whether a value has a JSON type. 3.0 is an integer.
func is(v any, t string) bool {
	if number, ok := v.(float64); ok && t == "integer" {
		return number == math.Trunc(number)
	}
	return kind(v) == t
}

func kind(v any) string {
	switch v.(type) {
	case map[string]any:
		return "object"
	case []any:
		return "array"
	case string:
		return "string"
	case float64:
		return "number"
	case bool:
		return "boolean"
	}
	return "null"
}

// thoughts are the marks around models' thoughts that no one has removed before.
var thoughts = [][2]string{{"<think>", "</think>"}, {"<thinking>", "</thinking>"}, {"[THINK]", "[/THINK]"}}

// spoken removes the thoughts before an answer; if there is nothing else it returns "". Templates that open the
// thoughts for the model leave a closing mark without an opening one.
func spoken(answer string) string {
	answer = strings.TrimSpace(answer)
	for _, t := range thoughts {
		opened := strings.HasPrefix(answer, t[0])
		before, after, closed := strings.Cut(answer, t[1])
		if begun := strings.IndexAny(before, "{[`@") == 0; opened || closed && !begun {
			return strings.TrimSpace(after)
		}
	}
	return answer
}

// bare removes what small models put around JSON: thoughts before it, and a Markdown fence. Other text stays.
func bare(answer string) string {
	text := spoken(answer)
	if rest, ok := strings.CutPrefix(text, "```"); ok && strings.HasSuffix(rest, "```") {
		if _, body, ok := strings.Cut(rest, "\n"); ok {
			return strings.TrimSpace(strings.TrimSuffix(body, "```"))
		}
	}
	return text
}
