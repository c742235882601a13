package transport

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"sort"
	"time"
)

// Stats counts the requests to one service.
type Stats struct {
	Service      string
	Requests     int // that left the machine, including retries
	Cached       int // questions answered from the cache
	Failed       int // attempts without an answer
	NotAsked     int // questions not asked because the service is being left alone
	Bytes        int64
	Waited       time.Duration // by all requests, for their turn
	Remaining    int           // of the daily budget, according to the service
	HasRemaining bool
}

// Stats returns the counts of every service queried so far, by name; hosts named by documents are combined as
// "documents".
func (c *Client) Stats() []Stats {
	c.mu.Lock()
	defer c.mu.Unlock()
	var list []Stats
	documents := Stats{Service: "documents"}
	for _, l := range c.services {
		l.mu.Lock()
		s := l.stats
		l.mu.Unlock()
		if !l.document {
			list = append(list, s)
			continue
		}
		documents.Requests += s.Requests
		documents.Cached += s.Cached
		documents.Failed += s.Failed
		documents.NotAsked += s.NotAsked
		documents.Bytes += s.Bytes
		documents.Waited += s.Waited
	}
	if documents != (Stats{Service: "documents"}) {
		list = append(list, documents)
	}
	sort.Slice(list, func(i, j int) bool { return list[i].Service < list[j].Service })
	return list
}

// Event is one exchange, for a trace. URL has no secrets.
type Event struct {
	Service string        `json:"service"`
	Method  string        `json:"method"`
	URL     string        `json:"url"`
	Status  int           `json:"status,omitempty"`
	Bytes   int           `json:"bytes,omitempty"`
	Waited  time.Duration `json:"waited_ns"` // for its turn
	Took    time.Duration `json:"took_ns"`
	Failure string        `json:"failure,omitempty"`
}

// mostEvent bounds one event of a stream in bytes.
const mostEvent = 4 << 20

// ErrDone ends the reading of a stream without an error.
var ErrDone = errors.New("stream is read to its end")

// Events reads server-sent events (WHATWG HTML, section 9.2) and calls each with their names, "" if unnamed,
// and data. each returns ErrDone at the end of the stream: a stream that ends before is truncated.
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

// splitLine splits lines at \n, \r\n or \r.
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
	return 0, nil, nil // \r, and the next byte is not known yet
}
