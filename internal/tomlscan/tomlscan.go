// Package tomlscan looks over a text in TOML before a parser does. The parser calls
// itself for every level, so that a short text of brackets alone would end the
// program.
//
// Pure.
//
// May be imported by: accept, setup.
package tomlscan

import (
	"bytes"
	"fmt"
)

// Deepest is how many levels of brackets, and how many dots in a key, a text may
// have.
const Deepest = 16

// Check reports a text with more levels than Deepest, as "3: …" with the line.
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
		if depth > Deepest || dots > Deepest {
			return fmt.Errorf("%d: nested deeper than %d levels", 1+bytes.Count(data[:min(i, len(data))], []byte("\n")), Deepest)
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

// closing gives where the string that begins at start has ended. One that is not
// closed ends with its line, or with the text if it may have several: there the
// parser stops.
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
			for end < min(i+5, len(data)) && data[end] == quote { // two more are of the string
				end++
			}
			return end
		}
	}
	return len(data)
}
