package transport

import (
	"time"
	"unicode/utf8"

	"github.com/bonafide-audit/bonafide/internal/source"
)

// Tape is a recording of the questions to services. A run that replays one asks
// nobody and comes to the same answers. It holds no keys and no contact.
type Tape struct{ *Recording[line] }

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
func Record(path string) (*Tape, error) {
	r, err := StartRecording[line](path)
	if err != nil {
		return nil, err
	}
	return &Tape{r}, nil
}

// Replay reads a recording.
func Replay(path string) (*Tape, error) {
	r, err := OpenRecording(path, func(l line) string { return l.Key })
	if err != nil {
		return nil, err
	}
	return &Tape{r}, nil
}

func (t *Tape) playing() bool { return t != nil && t.Playing() }

// played gives the answer to a question, nil when it is not in the recording.
func (t *Tape) played(key string) *entry {
	l, ok := t.Played(key)
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
func (t *Tape) record(key string, req *Request, e *entry) {
	t.write(line{Key: key, Service: req.Service, Method: req.method(), Request: req.URL, entry: *e})
}

func (t *Tape) write(l line) {
	if t == nil || t.Playing() {
		return
	}
	l.Stored, l.Until = time.Time{}, time.Time{}
	if utf8.Valid(l.body) {
		l.Text = string(l.body)
	} else {
		l.Raw = l.body
	}
	t.Write(l.Key, l)
}

// errNotRecorded is what a replay says of a question that was not asked.
func errNotRecorded() *source.Failure {
	return &source.Failure{Kind: source.Unreachable, Detail: "not in the recording"}
}

// replay answers out of the recording.
func (c *Client) replay(req *Request, key string) (*Response, error) {
	e := c.opts.Tape.played(key)
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
