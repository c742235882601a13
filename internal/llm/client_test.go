package llm_test

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/llm"
	"github.com/bonafide-audit/bonafide/internal/testing/llmtest"
	"github.com/bonafide-audit/bonafide/internal/transport"
)

// opener returns an opener of clients with changed options.
func opener(changes ...func(*llm.ClientOptions)) llmtest.Opener {
	return func(t *testing.T, o transport.Endpoint, key string, stream bool) llm.Model {
		t.Helper()
		o.Base += "/v1"
		opts := llm.ClientOptions{Endpoint: o, Model: "small", Key: cmp.Or(key, llmtest.Key), Stream: stream}
		for _, change := range changes {
			change(&opts)
		}
		c, err := llm.NewClient(opts)
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
}

func searching(how string) func(*llm.ClientOptions) {
	return func(o *llm.ClientOptions) { o.Search = how }
}

func TestConform(t *testing.T) {
	llmtest.Conform(t, opener())
	for _, how := range []string{llm.SearchPlugin, llm.SearchOptions} {
		llmtest.ConformSearch(t, opener(searching(how)))
	}
}

func TestNoSearch(t *testing.T) {
	s := llmtest.New(t, llmtest.Say("x"))
	r := llmtest.Ask()
	r.Search = true
	var f *llm.Failure
	if _, err := opener()(t, transport.Endpoint{Base: s.URL}, "", false).Ask(context.Background(),
		r); !errors.As(err, &f) || f.Kind != answer.Unsupported {
		t.Errorf("%v", err)
	}
}

// TestConcessions: chat completions have more features that a server may not support.
func TestConcessions(t *testing.T) {
	for _, c := range []struct {
		refuse string
		tries  int
	}{{"seed", 2}, {"max_tokens", 2}, {"json_schema json_object", 3}, {"response_format temperature seed", 5}} {
		s := llmtest.New(t, llmtest.Say(`{"score":9,"why":"same"}`))
		s.Refuse = strings.Fields(c.refuse)
		m := opener()(t, transport.Endpoint{Base: s.URL}, "", false)
		for n := range 2 {
			if _, err := m.Ask(context.Background(), llmtest.Ask()); err != nil || len(s.Bodies()) != c.tries+n {
				t.Errorf("%q: %d requests, %v", c.refuse, len(s.Bodies()), err)
			}
		}
	}
}

func TestFormats(t *testing.T) {
	for _, f := range []string{"json_schema", "guided_json", "format", "json_object", llm.InWords} {
		s := llmtest.New(t, llmtest.Say(`{"score":9,"why":"same"}`))
		if _, err := opener(func(o *llm.ClientOptions) { o.Format = f })(t, transport.Endpoint{Base: s.URL}, "",
			false).Ask(context.Background(), llmtest.Ask()); err != nil {
			t.Fatal(err)
		}
		q := s.Calls()[0]
		if bound, words := len(q.Schema) > 0, strings.Contains(q.System, "JSON schema"); bound == (f == "json_object" ||
			f == llm.InWords) || words == (f == "json_schema") {
			t.Errorf("%s: %+v", f, q)
		}
	}
}

func TestAzure(t *testing.T) {
	s := llmtest.New(t, llmtest.Say("Yes."))
	m := opener(func(o *llm.ClientOptions) {
		o.Base, o.KeyHeader, o.APIVersion, o.Model = s.URL, "api-key", "2024-10-21", "my deployment"
	})(t, transport.Endpoint{Base: s.URL}, "", false)
	if _, err := m.Ask(context.Background(), llmtest.Ask()); err != nil {
		t.Fatal(err)
	}
	if q := s.Calls()[0]; q.Model != "my deployment" {
		t.Errorf("asked %q", q.Model)
	}
}

// asked records the address of a request, and sends nothing.
type asked struct{ to string }

func (a *asked) RoundTrip(r *http.Request) (*http.Response, error) {
	a.to = r.URL.String()
	return nil, errors.New("not sent")
}

// TestAddresses: addresses work as portals and documents show them.
func TestAddresses(t *testing.T) {
	for _, c := range []struct{ base, version, want string }{
		{"https://x.openai.azure.com", "", "https://x.openai.azure.com/openai/v1/chat/completions"},
		{"https://x.openai.azure.com/openai/v1/", "", "https://x.openai.azure.com/openai/v1/chat/completions"},
		{"https://x.openai.azure.com/", "2024-10-21",
			"https://x.openai.azure.com/openai/deployments/small/chat/completions?api-version=2024-10-21"},
		{"https://x.services.ai.azure.com/openai/deployments/d/chat/completions?api-version=2024-10-21", "",
			"https://x.services.ai.azure.com/openai/deployments/d/chat/completions?api-version=2024-10-21"},
		{"http://localhost:8000/v1", "", "http://localhost:8000/v1/chat/completions"},
		{"http://localhost:8000", "", "http://localhost:8000/chat/completions"},
		{"http://localhost:8000/a%2Fb/v1", "", "http://localhost:8000/a%2Fb/v1/chat/completions"},
	} {
		var a asked
		client, err := llm.NewClient(llm.ClientOptions{Endpoint: transport.Endpoint{Base: c.base,
			Client: &http.Client{Transport: &a}, Clock: &llmtest.Clock{}},
			Model: "small", Key: llmtest.Key, APIVersion: c.version})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := client.Ask(context.Background(), llmtest.Ask()); err == nil || a.to != c.want {
			t.Errorf("%s went to %s, want %s", c.base, a.to, c.want)
		}
	}
}

// asking returns a model on a server that answers with say, which is called for one request after the other.
func asking(t *testing.T, say func(body string) (status int, answer string)) llm.Model {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		status, answer := say(string(body))
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		_, _ = io.WriteString(w, answer)
	}))
	t.Cleanup(s.Close)
	return opener()(t, transport.Endpoint{Base: s.URL, Clock: &llmtest.Clock{}}, "", false)
}

// TestPeculiarFailures: servers' own ways to fail.
func TestPeculiarFailures(t *testing.T) {
	for _, c := range []struct {
		name   string
		status int
		answer string
		kind   answer.FailureKind
		calls  int
	}{
		{"Azure's filter", 400,
			`{"error":{"code":"content_filter","message":"The response was filtered due to the prompt. For more information, see the policy.","innererror":{"code":"ResponsibleAIPolicyViolation"}}}`, answer.Refusal, 1},
		{"OpenRouter without credits", 200, `{"error":{"code":402,"message":"Insufficient credits"}}`, answer.Rejected, 1},
		{"OpenRouter limited", 200, `{"error":{"code":429,"message":"Rate limited upstream"}}`, answer.RateLimited, 3},
		{"a word for an error", 200, `{"error":"out of memory"}`, answer.Unreachable, 3},
		{"OpenRouter's provider broke off", 200, `{"choices":[{"finish_reason":"error","message":{"content":"half an"}}]}`,
			answer.Cut, 1},
		{"DeepSeek broke off", 200,
			`{"choices":[{"finish_reason":"insufficient_system_resource","message":{"content":"half an"}}]}`, answer.Cut, 1},
		{"too long", 400,
			`{"error":{"message":"This model's maximum context length is 4096 tokens. For more information, shorten it.","code":400}}`, answer.Rejected, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			calls := 0
			m := asking(t, func(string) (int, string) { calls++; return c.status, c.answer })
			_, err := m.Ask(context.Background(), llmtest.Ask())
			var f *llm.Failure
			if !errors.As(err, &f) || f.Kind != c.kind || calls != c.calls {
				t.Errorf("%v after %d calls, want %s after %d", err, calls, c.kind, c.calls)
			}
		})
	}
}

// TestThoughtsInTotal: thoughts that a server only counts in the total are billed.
func TestThoughtsInTotal(t *testing.T) {
	for usage, want := range map[string]llm.Usage{
		`{"prompt_tokens":100,"completion_tokens":20,"total_tokens":120}`: {Input: 100, Output: 20},
		`{"prompt_tokens":100,"completion_tokens":20,"total_tokens":920}`: {Input: 100, Output: 820},
		`{"prompt_tokens":100,"completion_tokens":20}`:                    {Input: 100, Output: 20},
	} {
		m := asking(t, func(string) (int, string) {
			return 200, `{"choices":[{"finish_reason":"stop","message":{"content":"x"}}],"usage":` + usage + `}`
		})
		if resp, err := m.Ask(context.Background(), llm.Request{Turns: []llm.Turn{llm.User("?")}}); err != nil ||
			resp.Usage != want {
			t.Errorf("%s: %+v, %v", usage, resp.Usage, err)
		}
	}
}

// TestSystemTurn: if a template has no system prompt, instructions precede the user's first words, and pictures
// stay where they are.
func TestSystemTurn(t *testing.T) {
	var bodies []string
	m := asking(t, func(body string) (int, string) {
		bodies = append(bodies, body)
		if strings.Contains(body, `"role":"system"`) {
			return 400, `{"object":"error","message":"System role not supported","type":"BadRequestError","code":400}`
		}
		return 200, `{"choices":[{"finish_reason":"stop","message":{"content":"{}"}}]}`
	})
	r := llmtest.Ask()
	for _, first := range []llm.Turn{llm.User("Well?"), {Parts: []llm.Part{{Image: llmtest.PNG, Media: "image/png"}}}} {
		r.Turns = []llm.Turn{first, {Assistant: true, Parts: []llm.Part{{Text: "No."}}}, llm.User("Sure?")}
		if _, err := m.Ask(context.Background(), r); err != nil {
			t.Fatal(err)
		}
		if first.Parts[0].Text == "Compare." || r.Turns[0].Parts[0].Text != first.Parts[0].Text {
			t.Error("the request was changed")
		}
	}
	if len(bodies) != 3 {
		t.Fatalf("%d requests", len(bodies))
	}
	var in struct {
		Messages []struct{ Content json.RawMessage }
	}
	for i, want := range []string{`"Compare.\n\nWell?"`, `[{"type":"text","text":"Compare."},{"type":"image_url"`} {
		if err := json.Unmarshal([]byte(bodies[i+1]), &in); err != nil || len(in.Messages) != 3 ||
			!strings.HasPrefix(string(in.Messages[0].Content), want) {
			t.Errorf("%v %s", err, bodies[i+1])
		}
	}
}
