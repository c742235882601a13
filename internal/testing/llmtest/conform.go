package llmtest

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/llm"
	"github.com/bonafide-audit/bonafide/internal/transport"
)

// Opener returns a provider's client for a server. An empty key means Key.
type Opener func(t *testing.T, o transport.Endpoint, key string, stream bool) llm.Model

const answerSchema = `{"type":"object","additionalProperties":false,"required":["score","why"],"properties":{"score":{"type":"integer","minimum":0,"maximum":10},"why":{"type":"string","maxLength":90}}}`

const goodAnswer = `{"score":9,"why":"same"}`

// PNG begins like an image of that type.
var PNG = []byte("\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR")

// Ask returns a request with a schema, a seed and a limit.
func Ask() llm.Request {
	return llm.Request{Role: "verifier", System: "Compare.", Name: "verdict/1", Schema: json.RawMessage(answerSchema),
		Seed: 7, MaxTokens: 300,
		Turns: []llm.Turn{llm.User("Is <this> it?")}}
}

// Conform tests that a provider's client does what every client must do.
func Conform(t *testing.T, open Opener) {
	t.Helper()
	for _, stream := range []bool{false, true} {
		name := "whole"
		if stream {
			name = "streamed"
		}
		t.Run(name, func(t *testing.T) {
			t.Run("ask", func(t *testing.T) { conformAsk(t, open, stream) })
			t.Run("plain", func(t *testing.T) { conformPlain(t, open, stream) })
			t.Run("fail", func(t *testing.T) { conformFail(t, open, stream) })
			t.Run("heal", func(t *testing.T) { conformHeal(t, open, stream) })
			t.Run("concede", func(t *testing.T) { conformConcede(t, open, stream) })
			t.Run("key", func(t *testing.T) { conformKey(t, open, stream) })
			t.Run("down", func(t *testing.T) { conformDown(t, open, stream) })
		})
	}
}

func quick(s *Server) transport.Endpoint {
	return transport.Endpoint{Base: s.URL, Timeout: time.Minute, Jitter: func() float64 { return 0 }, Clock: &Clock{}}
}

func conformAsk(t *testing.T, open Opener, stream bool) {
	s := New(t, Say(goodAnswer))
	r := Ask()
	r.Turns = []llm.Turn{llm.User("First?"), {Assistant: true, Parts: []llm.Part{{Text: "No."}}}, r.Turns[0]}
	r.Turns[2].Parts = append(r.Turns[2].Parts, llm.Part{Image: PNG, Media: "image/png"})
	resp, err := open(t, quick(s), "", stream).Ask(context.Background(), r)
	if err != nil || resp.Text != goodAnswer || resp.Model != "small" || resp.Usage.Input == 0 ||
		resp.Usage.Output == 0 || resp.Cached {
		t.Fatalf("%+v, %v", resp, err)
	}
	q := s.Calls()[0]
	if q.System != "Compare." || q.User() != "Is <this> it?" || *q.Temperature != 0 ||
		q.MaxTokens != 300 || q.Stream != stream ||
		len(q.Schema) == 0 || len(q.Turns) != 3 || !q.Turns[1].Assistant || string(q.Turns[2].Parts[1].Image) != string(PNG) {
		t.Errorf("asked %+v", q)
	}
	if q.Name != "" && q.Name != "verdict_1" || q.Seed != nil && *q.Seed != 7 {
		t.Errorf("asked %+v", q)
	}
}

func conformPlain(t *testing.T, open Opener, stream bool) {
	s := New(t, Say("Yes."))
	r := llm.Request{Turns: []llm.Turn{llm.User("Well?")}, Temperature: 0.7}
	resp, err := open(t, quick(s), "", stream).Ask(context.Background(), r)
	if q := s.Calls()[0]; err != nil || resp.Text != "Yes." || q.Schema != nil || q.JSON ||
		*q.Temperature != 0.7 || q.System != "" {
		t.Errorf("%+v, %v, %+v", resp, err, q)
	}
}

// failures lists how services fail, what a client makes of it, and how often it
// asks.
var failures = []struct {
	name   string
	answer Answer
	kind   answer.FailureKind
	calls  int
}{
	{"limited", Answer{Fault: Limited, After: "2"}, answer.RateLimited, 3},
	{"limited for long", Answer{Fault: Limited, After: "3600"}, answer.RateLimited, 1},
	{"overloaded", Answer{Fault: Overloaded}, answer.Unreachable, 3},
	{"broke", Answer{Fault: Broke}, answer.Unreachable, 3},
	{"no such model", Answer{Fault: Status, Status: 404, Text: "no such model"}, answer.Rejected, 1},
	{"too large", Answer{Fault: Status, Status: 413, Text: "too large"}, answer.Rejected, 1},
	{"page", Answer{Fault: Page}, answer.Malformed, 1},
	{"garbage", Answer{Fault: Garbage}, answer.Malformed, 1},
	{"broken off", Answer{Text: goodAnswer, Fault: Broken}, answer.Unreachable, 3},
	{"error in the stream", Answer{Text: goodAnswer, Fault: MidStream}, answer.Unreachable, 3},
	{"without an end", Answer{Fault: Huge}, answer.Malformed, 1},
	{"drip", Answer{Text: goodAnswer, Fault: Drip}, answer.Timeout, 1},
	{"hang", Answer{Fault: Hang}, answer.Timeout, 1},
	{"refusal", Answer{Refusal: "I can't help with that."}, answer.Refusal, 1},
	{"cut", Answer{Text: goodAnswer[:9], Cut: true}, answer.Cut, 1},
	{"empty", Answer{}, answer.Malformed, 1},
}

func conformFail(t *testing.T, open Opener, stream bool) {
	for _, c := range failures {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := New(t, func(Question) Answer { return c.answer })
			o := quick(s)
			if c.kind == answer.Timeout {
				o.Timeout = time.Second
			}
			_, err := open(t, o, "", stream).Ask(context.Background(), Ask())
			var f *llm.Failure
			if !errors.As(err, &f) || f.Kind != c.kind {
				t.Fatalf("%v, want %s", err, c.kind)
			}
			// A request that the client abandoned may never have reached the server.
			if got := len(s.Calls()); got > c.calls || got < c.calls && c.kind != answer.Timeout {
				t.Errorf("asked %d times, want %d", got, c.calls)
			}
			if billed := c.kind == answer.Refusal || c.kind == answer.Cut; billed && f.Usage.Input == 0 {
				t.Errorf("what a %s costs is not known", c.kind)
			}
		})
	}
}

// conformHeal: temporary failures are retried, no sooner than the service requests.
func conformHeal(t *testing.T, open Opener, stream bool) {
	s := New(t, func(q Question) Answer {
		if q.Attempt < 3 {
			return Answer{Fault: Limited, After: "4"}
		}
		return Answer{Text: goodAnswer}
	})
	var clock Clock
	o := quick(s)
	o.Clock = &clock
	resp, err := open(t, o, "", stream).Ask(context.Background(), Ask())
	if waits := clock.Waits(); err != nil || resp.Text != goodAnswer || len(waits) != 2 || waits[0] < 4*time.Second ||
		waits[1] > 10*time.Second {
		t.Errorf("%+v, %v, waited %v", resp, err, waits)
	}
}

// conformConcede: what a model rejects is omitted, once for all.
func conformConcede(t *testing.T, open Opener, stream bool) {
	for _, refuse := range []string{"", "temperature", "json_schema", "json_schema temperature"} {
		s := New(t, Say("```json\n"+goodAnswer+"\n```"))
		s.Refuse = strings.Fields(refuse)
		m := llm.Checked(open(t, quick(s), "", stream))
		for n := range 2 {
			resp, err := m.Ask(context.Background(), Ask())
			if err != nil || resp.Text != goodAnswer {
				t.Fatalf("%q: %+v, %v", refuse, resp, err)
			}
			if got, want := len(s.Bodies()), 1+len(s.Refuse)+n; got != want {
				t.Errorf("%q: %d requests, want %d", refuse, got, want)
			}
		}
		q := s.Calls()[0]
		if words := strings.Contains(q.System, `"maximum"`); words != strings.Contains(refuse, "json_schema") {
			t.Errorf("%q: %+v", refuse, q)
		}
	}
}

// conformKey: no key in an error, even if services quote it; no further question with a rejected key; and no
// key in an answer that contains it.
func conformKey(t *testing.T, open Opener, stream bool) {
	for _, bad := range []string{"sk-wrong-0123456789abcdef", "plain wrong key"} {
		s := New(t, Say(goodAnswer))
		m := open(t, quick(s), bad, stream)
		for range 2 {
			_, err := m.Ask(context.Background(), Ask())
			var f *llm.Failure
			if !errors.As(err, &f) || f.Kind != answer.Rejected || strings.Contains(err.Error(), bad) || f.Err != nil &&
				strings.Contains(f.Err.Error(), bad) {
				t.Errorf("%v", err)
			}
		}
		if got := len(s.Bodies()); got != 1 {
			t.Errorf("asked %d times", got)
		}
	}
	s := New(t, func(Question) Answer { return Answer{Text: "You sent " + Key + "."} })
	resp, err := open(t, quick(s), "", stream).Ask(context.Background(), llm.Request{Turns: []llm.Turn{llm.User("Well?")}})
	if err != nil || resp.Text != "You sent …." {
		t.Errorf("%+v, %v", resp, err)
	}
}

// conformDown: a server that is down costs a run little.
func conformDown(t *testing.T, open Opener, stream bool) {
	o := quick(&Server{URL: Down})
	var clock Clock
	o.Clock = &clock
	m := open(t, o, "", stream)
	for range 20 {
		_, err := m.Ask(context.Background(), Ask())
		var f *llm.Failure
		if !errors.As(err, &f) || f.Kind != answer.Unreachable || strings.Contains(err.Error(), "http") {
			t.Fatalf("%v", err)
		}
	}
	if waits := clock.Waits(); len(waits) != 6 { // for the first three questions
		t.Errorf("waited %d times", len(waits))
	}
}

// ConformSearch tests what a client's web search must return.
func ConformSearch(t *testing.T, open Opener) {
	t.Helper()
	for _, stream := range []bool{false, true} {
		s := New(t, func(Question) Answer {
			return Answer{Text: goodAnswer,
				Citations: []string{"https://example.org/a", "https://example.org/a", "https://example.org/b"}}
		})
		r := Ask()
		r.Search = true
		resp, err := llm.Checked(open(t, quick(s), "", stream)).Ask(context.Background(), r)
		if err != nil || resp.Text != goodAnswer || len(resp.Citations) != 2 {
			t.Fatalf("%+v, %v", resp, err)
		}
		if q := s.Calls()[0]; !q.Search {
			t.Errorf("asked %+v", q)
		}
	}
}
