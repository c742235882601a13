package transport

import (
	"time"
	"unicode/utf8"

	"github.com/bonafide-audit/bonafide/internal/answer"
)

// Tape is a recording of the questions to services. A replay makes no requests and gets the same answers. It
// contains no keys and no contact.
type Tape = Recording[line]

// line is one exchange of a recording.
type line struct {
	Key     string `json:"key"`
	Service string `json:"service,omitempty"`
	Method  string `json:"method,omitempty"`
	Request string `json:"request,omitempty"` // the address, or the question of a batch
	entry
	Text string `json:"body,omitempty"`
	Raw  []byte `json:"base64,omitempty"` // a body that is not text
}

// Record starts a recording.
func Record(path string) (*Tape, error) { return StartRecording[line](path) }

// Replay reads a recording.
func Replay(path string) (*Tape, error) {
	return OpenRecording(path, func(l line) string { return l.Key })
}

// played returns the recorded answer to a question, or nil.
func (c *Client) played(key string) *entry {
	l, ok := c.opts.Tape.Played(key)
	if !ok {
		return nil
	}
	e := l.entry
	if e.body = l.Raw; l.Raw == nil {
		e.body = []byte(l.Text)
	}
	return &e
}

// record writes the first exchange of each question.
func (c *Client) record(key string, req *Request, e *entry) {
	c.write(line{Key: key, Service: req.Service, Method: req.method(), Request: req.URL, entry: *e})
}

func (c *Client) write(l line) {
	if c.opts.Tape == nil {
		return
	}
	l.Stored, l.Until = time.Time{}, time.Time{}
	if utf8.Valid(l.body) {
		l.Text = string(l.body)
	} else {
		l.Raw = l.body
	}
	if l.Failure == string(answer.Budget) {
		c.opts.Tape.Hold(l.Key, l)
		return
	}
	c.opts.Tape.Write(l.Key, l)
}

func errNotRecorded() *answer.Failure {
	return &answer.Failure{Kind: answer.Unreachable, Detail: "not in the recording"}
}

func (c *Client) replay(req *Request, key string) (*Response, error) {
	e := c.played(key)
	switch {
	case e == nil:
		return nil, errNotRecorded()
	case e.Failure != "":
		return nil, &answer.Failure{Kind: answer.FailureKind(e.Failure), Detail: e.Detail}
	}
	resp := e.response()
	if req.Read != nil {
		if _, err := req.Read(resp); err != nil {
			return nil, asFailure(err)
		}
	}
	return resp, nil
}
