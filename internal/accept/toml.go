package accept

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"github.com/pelletier/go-toml/v2"
)

// DecodeTOML reads a text, of .bonafide.toml or of a configuration. Its errors begin with the place, "3:7: …",
// where one is known, else with a space. Names that into has no field for are passed over: the parser's own way to
// report them takes quadratic time.
func DecodeTOML(data []byte, into any) error {
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
