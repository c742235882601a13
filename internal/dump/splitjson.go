package dump

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/bonafide-audit/bonafide/internal/jsonscan"
	"github.com/bonafide-audit/bonafide/internal/lazy"
)

// splitJSON determines how a JSON file arranges its objects: one per line, or as the elements of an array, which may
// itself be a member ("items", "data", "results") of one object, or one after another over several lines.
func splitJSON(s *stream) splitter {
	head, _ := s.Peek(sniffLen)
	skip, array := jsonLayout(head)
	switch {
	case array:
		_, _ = s.Discard(skip)
		return &jsonValues{r: s.Reader, array: true}
	case skip < len(head) && head[skip] == '{' && !lineIsObject(head[skip:]):
		return &jsonValues{r: s.Reader}
	}
	return &lines{r: s.Reader}
}

// jsonArray matches what precedes the first element of an array of records.
var jsonArray = lazy.Regexp(`^\x{feff}?[ \t\r\n]*(?:\{[ \t\r\n]*"(?:items|data|results)"[ \t\r\n]*:[ \t\r\n]*)?\[`)

// jsonLayout returns the length of what precedes the first element of an array of records; without an array,
// that of the leading white space.
func jsonLayout(head []byte) (skip int, array bool) {
	if m := jsonArray.FindSubmatch(head); m != nil {
		return len(m[0]), true
	}
	return len(head) - len(bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\ufeff")), " \t\r\n")), false
}

// lineIsObject reports whether the first line closes the object it opens, or does not end within the head.
func lineIsObject(head []byte) bool {
	line, _, found := bytes.Cut(head, []byte{'\n'})
	line = bytes.TrimRight(line, " \r\t")
	n, done := new(jsonscan.Closer).Scan(line)
	return !found || done && n == len(line)
}

// jsonValues yields each value of a list, by counting brackets. It ends at the bracket that closes the array;
// what follows is ignored.
type jsonValues struct {
	r     *bufio.Reader
	array bool
	unit  []byte
	place int64
	done  bool
}

func (j *jsonValues) next() ([]byte, int64, error) {
	j.place++
	if j.done {
		return nil, j.place, io.EOF
	}
	c, err := j.start()
	if err != nil {
		if err == io.EOF && j.array {
			err = io.ErrUnexpectedEOF
		}
		return nil, j.place, err
	}
	if j.array && c == ']' {
		j.done = true
		return nil, j.place, io.EOF
	}
	if c != '{' {
		return nil, j.place, fmt.Errorf("json: %q where a record should begin", c)
	}
	return j.value()
}

// start returns the byte that begins the next value, without consuming it.
func (j *jsonValues) start() (byte, error) {
	for {
		c, err := j.r.ReadByte()
		if err != nil {
			return 0, err
		}
		switch c {
		case ' ', '\n', '\r', '\t', ',':
		default:
			return c, j.r.UnreadByte()
		}
	}
}

// value reads an object up to the brace that closes it.
func (j *jsonValues) value() ([]byte, int64, error) {
	j.unit = j.unit[:0]
	var closer jsonscan.Closer
	for {
		if _, err := j.r.Peek(1); err != nil {
			if err == io.EOF {
				err = io.ErrUnexpectedEOF
			}
			return nil, j.place, err
		}
		chunk, _ := j.r.Peek(j.r.Buffered())
		n, done := closer.Scan(chunk)
		if len(j.unit)+n > maxUnit {
			return nil, j.place, errors.New("json: a value is too long")
		}
		j.unit = append(j.unit, chunk[:n]...)
		if _, err := j.r.Discard(n); err != nil || done {
			return j.unit, j.place, err
		}
	}
}
