package transport

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bonafide-audit/bonafide/internal/answer"
)

func TestEvents(t *testing.T) {
	stop := func(list *[]string) func(string, []byte) error {
		return func(event string, data []byte) error {
			*list = append(*list, event+"|"+string(data))
			if string(data) == "end" {
				return ErrDone
			}
			return nil
		}
	}
	for _, c := range []struct {
		stream, want string
		whole        bool
	}{
		{"data: a\n\ndata: end\n\n", "|a;|end", true},
		{"event: x\r\ndata: a\r\ndata: b\r\n\r\ndata: end\r\n\r\n", "x|a\nb;|end", true},
		{"event: x\rdata: a\r\rdata: end\r\r", "x|a;|end", true},
		{": comment\n\nid: 3\nretry: 5\ndata:a\n\ndata:end\n\nmore", "|a;|end", true},
		{"data\n\ndata: end\n\n", "|;|end", true},
		{"data: a\n\n", "|a", false},
		{"data: a\n\ndata: en", "|a", false},
		{"event: x\n\ndata: end\n\n", "|end", true},
		{"", "", false},
		{"data: " + strings.Repeat("x", mostEvent+1) + "\n\n", "", false},
	} {
		var got []string
		err := Events(strings.NewReader(c.stream), stop(&got))
		if strings.Join(got, ";") != c.want || (err == nil) != c.whole {
			t.Errorf("%.40q: %q, %v", c.stream, got, err)
		}
	}
}

func FuzzEvents(f *testing.F) {
	f.Add("event: x\r\ndata: a\n\ndata: [DONE]\n\n")
	f.Fuzz(func(_ *testing.T, text string) {
		_ = Events(strings.NewReader(text), func(string, []byte) error { return nil })
	})
}

func TestRejections(t *testing.T) {
	for _, c := range []struct {
		body string
		want Rejection
	}{
		{`{"error":{"message":"m","type":"t","param":"p","code":"c"}}`,
			Rejection{Type: "t", Code: "c", Param: "p", Message: "m"}},
		{`{"type":"error","error":{"type":"overloaded_error","message":"m"}}`,
			Rejection{Type: "overloaded_error", Message: "m"}},
		{`[{"error":{"code":429,"message":"m","status":"RESOURCE_EXHAUSTED","details":[{"retryDelay":"7s"}]}}]`,
			Rejection{Type: "RESOURCE_EXHAUSTED", Code: "429", Message: "m", Wait: 7 * time.Second}},
		{`{"error":"model not found"}`, Rejection{Message: "model not found"}},
		{`{"object":"error","message":"m","code":404}`, Rejection{Message: "m"}},
		{`{"detail":[{"msg":"x"}]}`, Rejection{Message: `[{"msg":"x"}]`}},
		{`<html>`, Rejection{}}, {``, Rejection{}}, {`[]`, Rejection{}}, {`null`, Rejection{}},
	} {
		if got := readRejection(0, []byte(c.body)); *got != c.want {
			t.Errorf("%s: %+v", c.body, got)
		}
	}
}

func FuzzRejection(f *testing.F) {
	f.Add(`{"error":{"message":"sk-0123456789abcdefghij","details":[{"retryDelay":"-7s"}]}}`)
	f.Fuzz(func(t *testing.T, body string) {
		r := readRejection(400, []byte(body))
		if text := Hide(oneLine(r.Message), []string{"planted key"}); strings.ContainsAny(text, "\n\x1b") ||
			strings.Contains(text, "planted key") {
			t.Errorf("%q", text)
		}
	})
}

func TestHide(t *testing.T) {
	for in, want := range map[string]string{
		"bad key my-own-key!":                         "bad key …!",
		"Incorrect API key provided: sk-pro*****wxyz": "Incorrect API key provided: …",
		"key AIzaSyA0123456789abcdef":                 "key …",
		"skip the ski lift and skeletonization":       "skip the ski lift and skeletonization",
	} {
		if got := Hide(in, []string{"my-own-key", "a"}); got != want {
			t.Errorf("%q: %q", in, got)
		}
	}
}

// TestHideLong: a key at the end of the text that fits in a report is hidden completely.
func TestHideLong(t *testing.T) {
	const key = "0a1b2c3d4e5f60718293a4b5c6d7e8f9" // unlike any provider's
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusBadRequest)
		_, _ = w.Write([]byte(`{"error":{"message":"` + strings.Repeat("x", 280) + key + `"}}`))
	}))
	defer s.Close()
	c, err := NewAPI(Endpoint{Base: s.URL, Secrets: []string{key}})
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Ask(context.Background(), "/x", struct{}{}, &struct{}{}); err == nil ||
		strings.Contains(err.Error(), key[:8]) || !strings.Contains(err.Error(), "…") {
		t.Errorf("%v", err)
	}
}

func TestMentions(t *testing.T) {
	for message, want := range map[string]bool{"Unknown parameter: 'response_format'.": true,
		"format: Input should be 'json'": true, "text.format is not supported": true,
		"For more information, see the documentation.": false, "informational format": true, "": false} {
		if got := (&Rejection{Message: message}).Mentions("format"); got != want {
			t.Errorf("%q: %v", message, got)
		}
	}
}

// TestFault: an error in an answer with status 200 has the meaning of its code.
func TestFault(t *testing.T) {
	for body, want := range map[string]Rejection{
		`{"code":402,"message":"no credits"}`:              {Status: 402, Code: "402", Message: "no credits"},
		`{"code":429,"message":"m"}`:                       {Status: 429, Code: "429", Message: "m"},
		`{"code":"server_error","message":"m"}`:            {Status: 500, Code: "server_error", Message: "m"},
		`{"code":null,"message":"m"}`:                      {Status: 500, Message: "m"},
		`{"code":200,"message":"m"}`:                       {Status: 500, Code: "200", Message: "m"},
		`"out of memory"`:                                  {Status: 500, Message: "out of memory"},
		`{"type":"BadRequestError","code":400,"param":""}`: {Status: 400, Type: "BadRequestError", Code: "400"},
	} {
		if got := Fault([]byte(body)); got == nil || *got != want {
			t.Errorf("%s: %+v", body, got)
		}
	}
	if Fault(nil) != nil || Fault([]byte("null")) != nil {
		t.Error("no error is one")
	}
}

func TestRetryAfterIsRead(t *testing.T) {
	now := time.Date(2026, 11, 21, 6, 0, 0, 0, time.UTC)
	for value, want := range map[string]time.Duration{"": 0, "3": 3 * time.Second, "0.5": time.Second / 2, "-1": 0, "x": 0,
		"1e99":                          1e6 * time.Second,
		"Sat, 21 Nov 2026 06:00:09 GMT": 9 * time.Second, "Sat, 21 Nov 2026 05:00:00 GMT": 0} {
		if got, _ := retryAfter(http.Header{"Retry-After": {value}}, now); got != want {
			t.Errorf("%q: %v", value, got)
		}
	}
	if got, _ := retryAfter(http.Header{"Retry-After": {"9"}, "Retry-After-Ms": {"20"}}, now); got != 20*time.Millisecond {
		t.Errorf("%v", got)
	}
}

// TestRedirect: a key is not sent to another host.
func TestRedirect(t *testing.T) {
	other := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("followed") }))
	defer other.Close()
	s := httptest.NewServer(http.RedirectHandler(other.URL, http.StatusTemporaryRedirect))
	defer s.Close()
	c, err := NewAPI(Endpoint{Base: s.URL, Header: map[string]string{"X-Api-Key": "secret"}})
	if err != nil {
		t.Fatal(err)
	}
	var f *answer.Failure
	if err := c.Ask(context.Background(), "/x", struct{}{}, &struct{}{}); !errors.As(err, &f) || f.Kind != answer.Refused {
		t.Errorf("%v", err)
	}
}

func TestAddress(t *testing.T) {
	for base, ok := range map[string]bool{"http://localhost:11434/v1": true, "https://10.0.0.3/x": true, "": false,
		"localhost:1": false, "ftp://x": false,
		"file:///etc/passwd": false, "https://user:secret@host/": false, "http://": false} {
		_, err := NewAPI(Endpoint{Base: base})
		if (err == nil) != ok || err != nil && strings.Contains(err.Error(), "secret") {
			t.Errorf("%q: %v", base, err)
		}
	}
}

// hanging is a network on which no answer arrives.
type hanging struct{}

func (hanging) RoundTrip(r *http.Request) (*http.Response, error) {
	<-r.Context().Done()
	return nil, r.Context().Err()
}

// TestGiveUp: a service that answers no question in time is left alone; the end of a run and its deadline are
// not its fault. The time is simulated.
func TestGiveUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, err := NewAPI(Endpoint{Base: "http://models.example", Client: &http.Client{Transport: hanging{}}})
		if err != nil {
			t.Fatal(err)
		}
		unsent := func(ctx context.Context, cancel context.CancelFunc) bool {
			defer cancel()
			var f *answer.Failure
			if err := c.Ask(ctx, "/x", struct{}{}, &struct{}{}); !errors.As(err, &f) || f.Kind != answer.Timeout {
				t.Fatalf("%v", err)
			}
			return f.Unsent
		}
		late := func(ctx context.Context) (context.Context, context.CancelFunc) {
			return context.WithTimeoutCause(ctx, 20*time.Millisecond, ErrLate)
		}
		deadline := func() (context.Context, context.CancelFunc) {
			run, end := context.WithTimeout(t.Context(), 10*time.Millisecond)
			ctx, cancel := late(run)
			return ctx, func() { cancel(); end() }
		}
		ended := func() (context.Context, context.CancelFunc) {
			ctx, cancel := context.WithCancel(t.Context())
			time.AfterFunc(10*time.Millisecond, cancel)
			return ctx, cancel
		}
		for range 5 {
			if unsent(ended()) || unsent(deadline()) {
				t.Error("left alone for the end of a run")
			}
		}
		for i := range 5 {
			if got := unsent(late(t.Context())); got != (i >= modelsPolicy.Circuit.Failures) {
				t.Errorf("question %d: unsent %v", i, got)
			}
		}
		rest := modelsPolicy.Circuit.Rest
		for _, after := range []time.Duration{rest, 2 * rest, 4 * rest} { // twice as long each time
			if time.Sleep(after - time.Second); !unsent(late(t.Context())) {
				t.Errorf("asked before %v", after)
			}
			if time.Sleep(2 * time.Second); unsent(late(t.Context())) {
				t.Errorf("not asked after %v", after)
			}
		}
	})
}

// TestOwnTimeout: an API that does not answer within the time of an attempt gets a failure counted.
func TestOwnTimeout(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, err := NewAPI(Endpoint{Base: "http://models.example", Client: &http.Client{Transport: hanging{}},
			Timeout: time.Second})
		if err != nil {
			t.Fatal(err)
		}
		for i := range 5 {
			var f *answer.Failure
			if err := c.Ask(t.Context(), "/x", struct{}{}, &struct{}{}); !errors.As(err, &f) ||
				f.Unsent != (i >= modelsPolicy.Circuit.Failures) {
				t.Errorf("question %d: %v", i, err)
			}
		}
	})
}

// TestNoTimeLeft: a question in a run whose time is over is not sent, and does not count.
func TestNoTimeLeft(t *testing.T) {
	asked := 0
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { asked++; reply(w, `{}`) }))
	defer s.Close()
	c, err := NewAPI(Endpoint{Base: s.URL})
	if err != nil {
		t.Fatal(err)
	}
	over, cancel := context.WithDeadline(context.Background(), time.Now().Add(-time.Second))
	defer cancel()
	for range 5 {
		var f *answer.Failure
		if err := c.Ask(over, "/x", struct{}{}, &struct{}{}); !errors.As(err, &f) || f.Kind != answer.Timeout || !f.Unsent {
			t.Errorf("%#v", err)
		}
	}
	if err := c.Ask(context.Background(), "/x", struct{}{}, &struct{}{}); err != nil || asked != 1 {
		t.Errorf("%d requests, %v", asked, err)
	}
}

// TestOneRefusalIsNotOfTheClient: an invalid key or model stops an API for a day; the rejection of one request
// stops nothing, and the rejection of all only as long as any failure does.
func TestOneRefusalIsNotOfTheClient(t *testing.T) {
	const many = 5
	for _, c := range []struct {
		name   string
		status int
		body   string
		asked  int // out of many questions
		rest   time.Duration
	}{
		{"OpenAI, key", 401, `{"error":{"code":"invalid_api_key","type":"invalid_request_error","message":"m"}}`, 1, lost},
		{"OpenAI, model", 404, `{"error":{"code":"model_not_found","type":"invalid_request_error","message":"m"}}`, 1, lost},
		{"OpenAI, project without the model", 403,
			`{"error":{"code":"model_not_found","type":"invalid_request_error","message":"m"}}`, 1, lost},
		{"OpenAI, country", 403,
			`{"error":{"code":"unsupported_country_region_territory","type":"request_forbidden","message":"m"}}`, 1, lost},
		{"OpenAI, policy", 403, `{"error":{"code":"content_policy_violation","type":"invalid_request_error","message":"m"}}`,
			many, 0},
		{"Azure, filter", 400, `{"error":{"code":"content_filter","message":"m"}}`, many, 0},
		{"Azure, permission", 403, `{"error":{"code":"PermissionDenied","message":"m"}}`, 1, lost},
		{"Anthropic, permission", 403, `{"type":"error","error":{"type":"permission_error","message":"m"}}`, 1, lost},
		{"Gemini, permission", 403, `{"error":{"code":403,"message":"m","status":"PERMISSION_DENIED"}}`, 1, lost},
		{"OpenRouter, moderation", 403,
			`{"error":{"code":403,"message":"m","metadata":{"reasons":["violence"],"flagged_input":"x","provider_name":"p"}}}`,
			many, 0},
		{"OpenRouter, no credits", 402, `{"error":{"code":402,"message":"m"}}`, 1, lost},
		{"metadata of another form", 403, `{"error":{"type":"permission_error","message":"m","metadata":"x"}}`, 1, lost},
		{"a wall", 403, `<html>Forbidden</html>`, modelsPolicy.Circuit.Failures, modelsPolicy.Circuit.Rest},
		{"a bad request", 400, `{"error":{"type":"invalid_request_error","message":"m"}}`, many, 0},
	} {
		asked := 0
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			asked++
			w.WriteHeader(c.status)
			_, _ = w.Write([]byte(c.body))
		}))
		clock := newClock()
		api, err := NewAPI(Endpoint{Base: s.URL, Clock: clock})
		if err != nil {
			t.Fatal(err)
		}
		for range many {
			if err := api.Ask(t.Context(), "/x", struct{}{}, &struct{}{}); err == nil {
				t.Errorf("%s: no error", c.name)
			}
		}
		s.Close()
		available, err := api.State.Availability(t.Context(), clock.Now())
		if err != nil || asked != c.asked || available.Rest != c.rest {
			t.Errorf("%s: asked %d times, left alone for %v: %v", c.name, asked, available.Rest, available.Why)
		}
	}
}

// faulty is an answer that may contain an error.
type faulty struct {
	Text  string
	Error json.RawMessage
}

func (f *faulty) Fault() *Rejection { return Fault(f.Error) }

// answering is a network that returns one answer after another, then repeats the last.
type answering []string

func (a *answering) RoundTrip(*http.Request) (*http.Response, error) {
	body := (*a)[0]
	*a = (*a)[min(1, len(*a)-1):]
	return &http.Response{StatusCode: 200, Body: io.NopCloser(strings.NewReader(body))}, nil
}

// TestAnswersAfresh: nothing of an erroneous answer remains in that of the next attempt.
func TestAnswersAfresh(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, err := NewAPI(Endpoint{Base: "http://models.example",
			Client: &http.Client{Transport: &answering{`{"error":{"code":429}}`, `{"text":"whole"}`}}})
		if err != nil {
			t.Fatal(err)
		}
		var got faulty
		if err := c.Ask(t.Context(), "/x", struct{}{}, &got); err != nil || got.Text != "whole" {
			t.Errorf("%+v: %v", got, err)
		}
	})
}
