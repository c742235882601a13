// Package tomlscan reads TOML, and checks a text before parsing it: the parser recurses for every level, so
// that a short text of nothing but brackets could crash the program.
//
// Pure.
//
// May be imported by: accept, setup.
package tomlscan

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"github.com/pelletier/go-toml/v2"
)

// Decode reads a text. Its errors begin with the place, "3:7: …", where one is known,
// else with a space. Names that into has no field for are passed over: the parser's own
// way to report them takes quadratic time.
func Decode(data []byte, into any) error {
	if err := Check(data); err != nil {
		return err
	}
	err := toml.Unmarshal(data, into)
	if err == nil {
		return nil
	}
	if at, ok := errors.AsType[*toml.DecodeError](err); ok {
		row, column := at.Position()
		return fmt.Errorf("%d:%d: %s", row, column, strings.TrimPrefix(at.Error(), "toml: "))
	}
	return fmt.Errorf(" %w", err)
}

// Lines counts the lines of a text up to places that are asked for in rising order, as the
// parser counts them anew from the first for each.
type Lines struct {
	data     []byte
	at, line int
}

// NewLines begins at the first line of a text.
func NewLines(data []byte) *Lines { return &Lines{data: data, line: 1} }

// Of returns the line of a place, from 1 on.
func (l *Lines) Of(offset int) int {
	if offset < l.at {
		l.at, l.line = 0, 1
	}
	l.line += bytes.Count(l.data[l.at:offset], []byte("\n"))
	l.at = offset
	return l.line
}

// deepest is how many levels of brackets, and how many dots in a key, a text may
// have.
const deepest = 16

// Check reports a text that the parser must not see, with more levels than deepest, as "3: …"
// with the line. Decode calls it.
func Check(data []byte) error {
	depth, dots := 0, 0
	for i := 0; i < len(data); i++ {
		switch c := data[i]; c {
		case '"', '\'':
			i = closing(data, i) - 1
		case '#':
			i += lineEnd(data[i:]) - 1
		case '.':
			dots++
		case '[', '{':
			depth++
			dots = 0
		case ']', '}':
			depth, dots = max(depth-1, 0), 0
		case '=', ',', '\n':
			dots = 0
		}
		if depth > deepest || dots > deepest {
			return fmt.Errorf("%d: nested deeper than %d levels", 1+bytes.Count(data[:min(i, len(data))], []byte("\n")), deepest)
		}
	}
	return nil
}

func lineEnd(data []byte) int {
	if n := bytes.IndexByte(data, '\n'); n >= 0 {
		return n
	}
	return len(data)
}

// closing returns the end of the string that begins at start. An unclosed string ends with its line, or with
// the text if it may span lines: there the parser stops.
func closing(data []byte, start int) int {
	quote := data[start]
	several := bytes.HasPrefix(data[start:], []byte{quote, quote, quote})
	i := start + 1
	if several {
		i = start + 3
	}
	for ; i < len(data); i++ {
		switch {
		case data[i] == '\\' && quote == '"':
			i++
		case data[i] == '\n' && !several:
			return i
		case data[i] != quote:
		case !several:
			return i + 1
		case bytes.HasPrefix(data[i:], []byte{quote, quote, quote}):
			end := i + 3
			for end < min(i+5, len(data)) && data[end] == quote { // two more belong to the string
				end++
			}
			return end
		}
	}
	return len(data)
}
