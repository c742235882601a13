package transport

import (
	"bufio"
	"bytes"
	"errors"
	"io"
)

// mostEvent bounds one event of a stream in bytes.
const mostEvent = 4 << 20

// ErrDone ends the reading of a stream without fault.
var ErrDone = errors.New("stream is read to its end")

// Events reads server-sent events (WHATWG HTML, section 9.2) and gives each
// with its name, "" where it has none. The caller says where the stream ends by
// ErrDone: one that ends before was cut off.
func Events(r io.Reader, each func(event string, data []byte) error) error {
	lines := bufio.NewScanner(r)
	lines.Buffer(make([]byte, 0, 4096), mostEvent)
	lines.Split(splitLine)
	var event string
	var data []byte
	var has bool
	for lines.Scan() {
		text := lines.Bytes()
		if len(text) == 0 {
			if has {
				if err := each(event, bytes.TrimSuffix(data, []byte("\n"))); errors.Is(err, ErrDone) {
					return nil
				} else if err != nil {
					return err
				}
			}
			event, data, has = "", data[:0], false
			continue
		}
		field, value, _ := bytes.Cut(text, []byte(":"))
		value = bytes.TrimPrefix(value, []byte(" "))
		switch string(field) {
		case "event":
			event = string(value)
		case "data":
			if has = true; len(data)+len(value) > mostEvent {
				return bufio.ErrTooLong
			}
			data = append(append(data, value...), '\n')
		}
	}
	if err := lines.Err(); err != nil {
		return err
	}
	return io.ErrUnexpectedEOF
}

// splitLine ends lines at \n, \r\n or \r.
func splitLine(data []byte, atEOF bool) (int, []byte, error) {
	i := bytes.IndexAny(data, "\r\n")
	switch {
	case i < 0 && atEOF && len(data) > 0:
		return len(data), data, nil
	case i < 0:
		return 0, nil, nil
	case data[i] == '\n':
		return i + 1, data[:i], nil
	case i+1 < len(data) && data[i+1] == '\n':
		return i + 2, data[:i], nil
	case i+1 < len(data) || atEOF:
		return i + 1, data[:i], nil
	}
	return 0, nil, nil // \r, and what follows is not yet known
}
