package jsonscan

import (
	"bytes"
	"encoding/json"
	"errors"

	"github.com/go-json-experiment/json/jsontext"
)

const maxDepth = 200

var errDepth = errors.New("nested too deep")

// check returns what is wrong with a text as one JSON value.
func check(text []byte) error {
	if bytes.Count(text, []byte("["))+bytes.Count(text, []byte("{")) > maxDepth {
		var c Closer
		if c.Scan(text); c.deepest > maxDepth {
			return errDepth
		}
	}
	as := []jsontext.Options{jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true)}
	if jsontext.Value(text).IsValid(as...) {
		return nil
	}
	return json.Unmarshal(text, new(json.RawMessage))
}

func space(data string, i int) int {
	for i < len(data) && (data[i] == ' ' || data[i] == '\n' || data[i] == '\t' || data[i] == '\r') {
		i++
	}
	return i
}

// Closer finds the end of an object or array whose text comes in chunks, by counting brackets outside strings.
// It does not validate the text.
type Closer struct {
	depth, deepest  int
	quoted, escaped bool
}

// Scan reads the next chunk; the first begins with the opening bracket. It returns how many of its bytes belong
// to the value, and whether the value ends there.
func (c *Closer) Scan(chunk []byte) (n int, done bool) {
	for i, b := range chunk {
		switch {
		case c.escaped:
			c.escaped = false
		case c.quoted && b == '\\':
			c.escaped = true
		case b == '"':
			c.quoted = !c.quoted
		case c.quoted:
		case b == '{' || b == '[':
			c.depth++
			c.deepest = max(c.deepest, c.depth)
		case b == '}' || b == ']':
			if c.depth--; c.depth <= 0 {
				return i + 1, true
			}
		}
	}
	return len(chunk), false
}
