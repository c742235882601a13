package schema

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"unicode/utf8"
)

// accept returns an error if a value does not fit a level of a schema.
func (n *node) accept(v any, at string) error {
	if len(n.Type) > 0 && !slices.ContainsFunc(n.Type, func(t string) bool { return is(v, t) }) {
		return fmt.Errorf("%s is %s, not %v", at, kind(v), []string(n.Type))
	}
	if n.Enum != nil && !slices.ContainsFunc(n.Enum, func(e any) bool { return same(e, v) }) {
		return fmt.Errorf("%s is none of the listed values", at)
	}
	if n.Const != nil && !same(n.Const, v) {
		return fmt.Errorf("%s is not the value that it must be", at)
	}
	if n.AnyOf != nil && !slices.ContainsFunc(n.AnyOf, func(o node) bool { return o.accept(v, at) == nil }) {
		return fmt.Errorf("%s fits none of its forms", at)
	}
	switch v := v.(type) {
	case map[string]any:
		return n.acceptObject(v, at)
	case []any:
		return n.acceptArray(v, at)
	case string:
		return within(utf8.RuneCountInString(v), n.MinLength, n.MaxLength, at, "characters")
	case json.Number:
		return n.acceptNumber(v, at)
	}
	return nil
}

func (n *node) acceptObject(v map[string]any, at string) error {
	if n.Properties == nil && len(n.Type) == 0 { // one of several forms, which is checked there
		return nil
	}
	for _, name := range n.Required {
		if _, ok := v[name]; !ok {
			return fmt.Errorf("%s lacks %q", at, name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(v)) {
		p, ok := n.Properties[name]
		if !ok {
			return fmt.Errorf("%s has a property that was not asked for", at)
		}
		if err := p.accept(v[name], at+"."+name); err != nil {
			return err
		}
	}
	return nil
}

func (n *node) acceptArray(v []any, at string) error {
	if err := within(len(v), n.MinItems, n.MaxItems, at, "items"); err != nil || n.Items == nil {
		return err
	}
	for i, item := range v {
		if err := n.Items.accept(item, fmt.Sprintf("%s[%d]", at, i)); err != nil {
			return err
		}
	}
	return nil
}

func (n *node) acceptNumber(v json.Number, at string) error {
	f, err := v.Float64()
	if err != nil {
		return fmt.Errorf("%s is too large a number", at)
	}
	if n.Minimum != nil && f < *n.Minimum || n.Maximum != nil && f > *n.Maximum {
		return fmt.Errorf("%s is out of range", at)
	}
	return nil
}

func within(n int, least, most *int, at, what string) error {
	if least != nil && n < *least {
		return fmt.Errorf("%s has %d %s, fewer than %d", at, n, what, *least)
	}
	if most != nil && n > *most {
		return fmt.Errorf("%s has %d %s, more than %d", at, n, what, *most)
	}
	return nil
}

// is reports whether a value has a JSON type. 3.0 is an integer.
func is(v any, t string) bool {
	if number, ok := v.(json.Number); ok {
		if t == "integer" {
			f, err := number.Float64()
			return err == nil && f == math.Trunc(f) && !math.IsInf(f, 0)
		}
		return t == "number"
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
	case json.Number, float64:
		return "number"
	case bool:
		return "boolean"
	}
	return "null"
}

// same reports whether a scalar of a schema equals one of an answer.
func same(want, got any) bool {
	if number, ok := got.(json.Number); ok {
		f, err := number.Float64()
		w, isNumber := want.(float64)
		return err == nil && isNumber && f == w
	}
	switch got.(type) {
	case string, bool, nil:
		return want == got
	}
	return false
}

var errDepth = errors.New("answer is nested too deeply")
