package polite

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/bonafide-audit/bonafide/internal/source"
)

// Tape is a recording of every question of a run with its answer or failure,
// one JSON object a line, written as the run goes. A run that replays one asks
// nobody and comes to the same answers. It holds no keys and no contact.
type Tape struct {
	mu      sync.Mutex
	file    *os.File
	out     *bufio.Writer
	written map[string]bool
	play    map[string]*entry // of a replay
	err     error
}

// line is one exchange of a recording.
type line struct {
	Key     string `json:"key"`
	Service string `json:"service,omitempty"`
	Method  string `json:"method,omitempty"`
	Request string `json:"request,omitempty"` // the address, or the question of a batch
	*entry
	Text string `json:"body,omitempty"`
	Raw  []byte `json:"base64,omitempty"` // a body that is not text
}

// Record starts a recording.
func Record(path string) (*Tape, error) {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o600)
	if err != nil {
		return nil, err
	}
	return &Tape{file: file, out: bufio.NewWriterSize(file, 1<<16), written: map[string]bool{}}, nil
}

// Replay reads a recording. The first answer to a question counts.
func Replay(path string) (*Tape, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	t := &Tape{play: map[string]*entry{}}
	dec := json.NewDecoder(bufio.NewReaderSize(file, 1<<16))
	for n := 1; ; n++ {
		l := line{entry: &entry{}}
		if err := dec.Decode(&l); errors.Is(err, io.EOF) {
			return t, nil
		} else if err != nil {
			return nil, fmt.Errorf("recording, exchange %d: %w", n, err)
		}
		if l.entry.body = l.Raw; l.Raw == nil {
			l.entry.body = []byte(l.Text)
		}
		if _, ok := t.play[l.Key]; !ok {
			t.play[l.Key] = l.entry
		}
	}
}

// Close ends a recording and says whether all of it was written.
func (t *Tape) Close() error {
	if t == nil || t.file == nil {
		return nil
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.err == nil {
		t.err = t.out.Flush()
	}
	if err := errors.Join(t.err, t.file.Close()); err != nil {
		return fmt.Errorf("the recording is not whole: %w", err)
	}
	return nil
}

func (t *Tape) playing() bool { return t != nil && t.play != nil }

// record writes the first exchange of each question.
func (t *Tape) record(key string, req *Request, e *entry) {
	t.write(line{Key: key, Service: req.Service, Method: req.method(), Request: req.URL, entry: e})
}

func (t *Tape) write(l line) {
	if t == nil || t.out == nil {
		return
	}
	bare := *l.entry
	bare.Stored, bare.Until = time.Time{}, time.Time{}
	l.entry = &bare
	if utf8.Valid(l.body) {
		l.Text = string(l.body)
	} else {
		l.Raw = l.body
	}
	data, err := json.Marshal(l)
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.written[l.Key] {
		return
	}
	t.written[l.Key] = true
	if err == nil {
		_, err = t.out.Write(append(data, '\n'))
	}
	if t.err == nil {
		t.err = err
	}
}

// errNotRecorded is what a replay says of a question that was not asked.
func errNotRecorded() *source.Failure {
	return &source.Failure{Kind: source.Unreachable, Detail: "not in the recording"}
}

// replay answers out of the recording.
func (c *Client) replay(req *Request, key string) (*Response, error) {
	e := c.opts.Tape.play[key]
	switch {
	case e == nil:
		return nil, errNotRecorded()
	case e.Failure != "":
		return nil, &source.Failure{Kind: source.FailureKind(e.Failure), Detail: e.Detail}
	}
	resp := e.response()
	if req.Read != nil {
		if _, err := req.Read(resp); err != nil {
			return nil, asFailure(err)
		}
	}
	return resp, nil
}
