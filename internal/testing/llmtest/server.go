package llmtest

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/bonafide-audit/bonafide/internal/llm"
)

// Key is the credential that a server accepts by default.
const Key = "test-key-0123456789abcdef"

// Down is an address where nothing listens. The address of a closed server may soon be used by another.
const Down = "http://127.0.0.1:1"

// Question is what a model is asked, regardless of the protocol.
type Question struct {
	Model       string
	System      string
	Turns       []llm.Turn
	Name        string          // of the schema, if the protocol has one
	Schema      json.RawMessage // nil if none was sent
	JSON        bool            // the answer must be JSON, of any shape
	Temperature *float64        // nil if none was sent
	Seed        *int64
	MaxTokens   int
	Effort      string // of reasoning
	Search      bool   // the provider's own web search is allowed
	Stream      bool
	Attempt     int // how often this request was made, from 1
}

// User returns all text of the user's last turn.
func (q Question) User() string {
	for i := len(q.Turns) - 1; i >= 0; i-- {
		if q.Turns[i].Assistant {
			continue
		}
		var text []string
		for _, p := range q.Turns[i].Parts {
			if p.Text != "" {
				text = append(text, p.Text)
			}
		}
		return strings.Join(text, "\n")
	}
	return ""
}

// Answer is what the model says, or how the service fails.
type Answer struct {
	Text      string
	Refusal   string    // the model or its guard declines, with this text
	Cut       bool      // the token limit ended Text
	Citations []string  // what the provider's web search found
	Usage     llm.Usage // zero means an estimate from the lengths
	Fault     Fault     // not an answer at all
	Status    int       // for the fault Status
	After     string    // value of Retry-After
	Delay     time.Duration
}

// Script decides every answer. It must be safe for concurrent use.
type Script func(Question) Answer

// Say returns the script of a model that always says text.
func Say(text string) Script { return func(Question) Answer { return Answer{Text: text} } }

// Server is a running set of services.
type Server struct {
	URL string
	// parameters that the models refuse: "temperature", "seed", "response_format", "json_schema",
	// "max_tokens"
	Refuse []string
	Models []string // names that exist; nil means all

	key    string
	script Script
	http   *httptest.Server

	mu    sync.Mutex
	seen  map[string]int
	calls []Question
	raw   []string // bodies as received
}

// New starts a server that stops when the test ends.
func New(t testing.TB, script Script) *Server {
	s := Start(script)
	t.Cleanup(s.Close)
	return s
}

// Start starts a server that accepts Key.
func Start(script Script) *Server {
	s := &Server{key: Key, script: script, seen: map[string]int{}}
	s.http = httptest.NewServer(http.HandlerFunc(s.serve))
	s.URL = s.http.URL
	return s
}

// Demand sets the key that requests must carry.
func (s *Server) Demand(key string) { s.key = key }

// Close stops the server.
func (s *Server) Close() {
	s.http.CloseClientConnections()
	s.http.Close()
}

// Calls returns the questions so far, in order.
func (s *Server) Calls() []Question {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Question(nil), s.calls...)
}

// Bodies returns the request bodies as received.
func (s *Server) Bodies() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]string(nil), s.raw...)
}

const mostBody = 32 << 20

// refused is an error in OpenAI's words.
type refused struct {
	status  int
	kind    string // "invalid_request_error"
	code    string
	param   string
	message string
}

func (s *Server) serve(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(io.LimitReader(r.Body, mostBody))
	if err != nil {
		return
	}
	if !strings.HasSuffix(strings.TrimSuffix(r.URL.Path, "/"), "/chat/completions") {
		refuse(w,
			refused{status: 404, kind: "invalid_request_error", message: "Invalid URL (" + r.Method + " " + r.URL.Path + ")"})
		return
	}
	s.note(string(body))
	q, e := Question{}, s.admit(r)
	if e == nil {
		q, e = s.read(r, body)
	}
	if e != nil {
		refuse(w, *e)
		return
	}
	q.Attempt = s.count(r.URL.Path + string(body))
	s.mu.Lock()
	s.calls = append(s.calls, q)
	s.mu.Unlock()
	a := s.script(q)
	if a.Usage == (llm.Usage{}) {
		a.Usage = estimate(q, a)
	}
	if !sleep(r.Context(), a.Delay) || s.fail(w, r, q, a) {
		return
	}
	if a.Fault == Drip || a.Fault == Broken {
		w = &spoiled{ResponseWriter: w, fault: a.Fault, ctx: r.Context()}
	}
	write(w, q, a)
}

func (s *Server) note(body string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.raw = append(s.raw, body)
}

func (s *Server) count(key string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.seen[key]++
	return s.seen[key]
}

// admit makes the checks that every provider makes before reading a request.
func (s *Server) admit(r *http.Request) *refused {
	if r.Method != http.MethodPost {
		return &refused{status: 405, kind: "invalid_request_error",
			message: "Not allowed to " + r.Method + " on " + r.URL.Path}
	}
	if got := bearer(r); s.key != "" && got != s.key {
		return &refused{status: 401, kind: "authentication_error", code: "invalid_api_key",
			message: "Incorrect API key provided: " + got}
	}
	if !strings.HasPrefix(r.Header.Get("Content-Type"), "application/json") {
		return &refused{status: 415, kind: "invalid_request_error", code: "unsupported_content_type",
			message: "Unsupported content type: '" + r.Header.Get("Content-Type") +
				"'. This API method only accepts 'application/json' requests."}
	}
	return nil
}

func (s *Server) refuses(what string) bool {
	return slices.Contains(s.Refuse, what)
}

// knows reports whether a model of that name exists.
func (s *Server) knows(name string) bool {
	if s.Models == nil {
		return name != ""
	}
	return slices.Contains(s.Models, name)
}

// estimate counts one token per four bytes, plus what providers bill for an image.
func estimate(q Question, a Answer) llm.Usage {
	in := len(q.System) + len(q.Schema)
	for _, t := range q.Turns {
		for _, p := range t.Parts {
			if in += len(p.Text); p.Image != nil {
				in += 4 * 800
			}
		}
	}
	return llm.Usage{Input: in/4 + 8, Output: len(a.Text)/4 + 2}
}

func sleep(ctx context.Context, d time.Duration) bool {
	if d <= 0 {
		return true
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-ctx.Done():
		return false
	}
}

// Clock is a transport.Clock that does not wait. It records the waits.
type Clock struct {
	mu    sync.Mutex
	waits []time.Duration
}

// Now returns the system time.
func (*Clock) Now() time.Time { return time.Now() }

// Sleep returns at once.
func (c *Clock) Sleep(ctx context.Context, d time.Duration) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.waits = append(c.waits, d)
	return ctx.Err()
}

// Waits returns the pauses so far.
func (c *Clock) Waits() []time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.waits
}

// Scripted is a model without a server: a function answers, and the questions are recorded.
type Scripted struct {
	Answer func(r llm.Request) (string, error)
	Usage  llm.Usage // of each answer

	mu    sync.Mutex
	asked []llm.Request
}

// Ask calls the function.
func (s *Scripted) Ask(_ context.Context, r llm.Request) (llm.Response, error) {
	s.mu.Lock()
	s.asked = append(s.asked, r)
	s.mu.Unlock()
	text, err := s.Answer(r)
	return llm.Response{Text: text, Model: "scripted-1", Usage: s.Usage}, err
}

// Asked returns the questions so far.
func (s *Scripted) Asked() []llm.Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.asked
}
