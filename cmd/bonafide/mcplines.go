package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"sync"
)

// lineMost is the maximum size of one message of an agent, in bytes.
const lineMost = 64 << 20

// refusal is the JSON-RPC answer to a line that is not a message.
const refusal = `{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"this line is not a JSON-RPC message and was passed over"}}` + "\n"

// lines passes on the messages of an agent. A line that is not a message is answered with an error, and the
// session continues.
func lines(in io.Reader, out io.Writer) io.ReadCloser {
	r, w := io.Pipe()
	go func() {
		scan := bufio.NewScanner(in)
		scan.Buffer(nil, lineMost)
		for scan.Scan() {
			line := bytes.TrimSpace(scan.Bytes())
			if len(line) == 0 {
				continue
			}
			if !message(line) {
				if _, err := io.WriteString(out, refusal); err != nil {
					break
				}
				continue
			}
			if _, err := w.Write(append(bytes.Clone(line), '\n')); err != nil {
				return
			}
		}
		w.CloseWithError(scan.Err()) // io.EOF for nil
	}()
	return r
}

// message reports whether a line is one JSON-RPC message or several.
func message(line []byte) bool {
	var one struct {
		Version string `json:"jsonrpc"`
	}
	if line[0] == '[' {
		return json.Valid(line)
	}
	return json.Unmarshal(line, &one) == nil && one.Version == "2.0"
}

// inTurn is a stream shared by several writers, which write one line at a time.
type inTurn struct {
	mu sync.Mutex
	io.Writer
}

func (s *inTurn) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.Writer.Write(p)
}

// Close does nothing: the owner closes the stream.
func (s *inTurn) Close() error { return nil }
