package provider

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/llm"
	"github.com/bonafide-audit/bonafide/internal/testing/llmtest"
	"github.com/bonafide-audit/bonafide/internal/transport"
)

// opener returns an opener of a provider's clients with changed options.
func opener(make func(Options) (llm.Model, error), path string, changes ...func(*Options)) llmtest.Opener {
	return func(t *testing.T, o transport.Endpoint, key string, stream bool) llm.Model {
		t.Helper()
		o.Base += path
		opts := Options{Endpoint: o, Model: "small", Key: cmp.Or(key, llmtest.Key), Stream: stream}
		for _, change := range changes {
			change(&opts)
		}
		c, err := make(opts)
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
}

func openCompatible(changes ...func(*Options)) llmtest.Opener {
	return opener(NewCompatible, "/v1", changes...)
}

func searching(how string) func(*Options) { return func(o *Options) { o.Search = how } }

func TestConform(t *testing.T) {
	for _, c := range []struct {
		name     string
		protocol llmtest.Protocol
		open     llmtest.Opener
		search   []llmtest.Opener
		vectors  bool
	}{
		{"openai", llmtest.Responses, opener(NewOpenAI, "/v1"), []llmtest.Opener{opener(NewOpenAI, "/v1")}, true},
		{"anthropic", llmtest.Messages, opener(NewAnthropic, ""), []llmtest.Opener{opener(NewAnthropic, "")}, false},
		{"gemini", llmtest.Gemini, opener(NewGemini, ""), []llmtest.Opener{opener(NewGemini, "")}, true},
		{"compatible", llmtest.Chat, openCompatible(),
			[]llmtest.Opener{openCompatible(searching(SearchPlugin)), openCompatible(searching(SearchOptions))}, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			llmtest.Conform(t, c.protocol, c.open)
			for _, open := range c.search {
				llmtest.ConformSearch(t, open)
			}
			if c.vectors {
				llmtest.ConformVectors(t, c.open)
			}
		})
	}
}

// TestOpenAIAnswers: the kinds of responses of the Responses API.
func TestOpenAIAnswers(t *testing.T) {
	for _, c := range []struct {
		name, body string
		kind       answer.FailureKind
		searches   int
	}{
		{"only searches are billed as such",
			`{"status":"completed","output":[{"type":"web_search_call","action":{"type":"search"}},{"type":"web_search_call","action":{"type":"open_page"}},` +
				`{"type":"web_search_call","action":{"type":"search"}},{"type":"message","content":[{"type":"output_text","text":"x"}]}]}`, "", 2},
		{"a policy", `{"status":"failed","error":{"code":"bio_policy","message":"no"}}`, answer.Refusal, 0},
		{"an image", `{"status":"failed","error":{"code":"invalid_image","message":"no"}}`, answer.Rejected, 0},
		{"without a code", `{"status":"failed","error":{"code":null,"message":"no"}}`, answer.Unreachable, 0},
		{"filtered", `{"status":"incomplete","incomplete_details":{"reason":"content_filter"}}`, answer.Refusal, 0},
		{"under way", `{"status":"in_progress","output":[]}`, answer.Malformed, 0},
	} {
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			_, _ = io.WriteString(w, c.body)
		}))
		quick := transport.Endpoint{Base: s.URL, Clock: &llmtest.Clock{}}
		resp, err := opener(NewOpenAI, "/v1")(t, quick, "", false).Ask(context.Background(),
			llm.Request{Turns: []llm.Turn{llm.User("?")}})
		s.Close()
		var f *llm.Failure
		if failed := errors.As(err, &f); failed != (c.kind != "") || failed && f.Kind != c.kind ||
			resp.Usage.Searches != c.searches {
			t.Errorf("%s: %+v, %v", c.name, resp, err)
		}
	}
}

func TestNoSearch(t *testing.T) {
	s := llmtest.New(t, llmtest.Say("x"))
	r := llmtest.Ask()
	r.Search = true
	var f *llm.Failure
	if _, err := openCompatible()(t, transport.Endpoint{Base: s.URL}, "", false).Ask(context.Background(),
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
		m := openCompatible()(t, transport.Endpoint{Base: s.URL}, "", false)
		for n := range 2 {
			if _, err := m.Ask(context.Background(), llmtest.Ask()); err != nil || len(s.Bodies()) != c.tries+n {
				t.Errorf("%q: %d requests, %v", c.refuse, len(s.Bodies()), err)
			}
		}
	}
}

func TestFormats(t *testing.T) {
	for _, f := range formats {
		s := llmtest.New(t, llmtest.Say(`{"score":9,"why":"same"}`))
		if _, err := openCompatible(func(o *Options) { o.Format = f })(t, transport.Endpoint{Base: s.URL}, "",
			false).Ask(context.Background(), llmtest.Ask()); err != nil {
			t.Fatal(err)
		}
		q := s.Calls()[0]
		if bound, words := len(q.Schema) > 0, strings.Contains(q.System, "JSON schema"); bound == (f == jsonObject ||
			f == inWords) || words == (f == jsonSchema) {
			t.Errorf("%s: %+v", f, q)
		}
	}
}

func TestAzure(t *testing.T) {
	s := llmtest.New(t, llmtest.Say("Yes."))
	m := openCompatible(func(o *Options) {
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
		client, err := NewCompatible(
			Options{Endpoint: transport.Endpoint{Base: c.base, Client: &http.Client{Transport: &a}, Clock: &llmtest.Clock{}},
				Model: "small", Key: llmtest.Key, APIVersion: c.version})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := client.Ask(context.Background(), llmtest.Ask()); err == nil || a.to != c.want {
			t.Errorf("%s went to %s, want %s", c.base, a.to, c.want)
		}
	}
}

// TestText: content comes as a string, as parts, or not at all.
func TestText(t *testing.T) {
	for in, want := range map[string]string{`"a"`: "a", `null`: "",
		`[{"type":"thinking","thinking":[]},{"type":"text","text":"b"}]`: "b"} {
		var got chatText
		if err := json.Unmarshal([]byte(in), &got); err != nil || string(got) != want {
			t.Errorf("%s: %q, %v", in, got, err)
		}
	}
	if err := new(chatText).UnmarshalJSON([]byte(`7`)); err == nil {
		t.Error("a number is no text")
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
	return openCompatible()(t, transport.Endpoint{Base: s.URL, Clock: &llmtest.Clock{}}, "", false)
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

// TestRedirects: addresses of the provider become those of the pages, and no
// page is fetched.
func TestRedirects(t *testing.T) {
	page := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		t.Error("a page was fetched")
	}))
	defer page.Close()
	provider := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("X-Goog-Api-Key") != "" {
			t.Error("the key was sent")
		}
		switch r.URL.Path {
		case "/r/page":
			w.Header().Set("Location", page.URL+"/paper")
		case "/r/odd":
			w.Header().Set("Location", "javascript:alert(1)")
		}
		w.WriteHeader(http.StatusFound)
	}))
	defer provider.Close()
	s := llmtest.New(t, func(llmtest.Question) llmtest.Answer {
		return llmtest.Answer{Text: "Found.",
			Citations: []string{provider.URL + "/r/page", provider.URL + "/r/odd", "https://example.org/"}}
	})
	c := opener(NewGemini, "")(t, transport.Endpoint{Base: s.URL}, "", false).(*gemini)
	c.redirects = provider.URL + "/r/"
	resp, err := c.Ask(context.Background(), llm.Request{Turns: []llm.Turn{llm.User("Where?")}, Search: true})
	want := []string{page.URL + "/paper", provider.URL + "/r/odd", "https://example.org/"}
	if err != nil || !slices.Equal(resp.Citations, want) {
		t.Errorf("%q, %v", resp.Citations, err)
	}
}

// TestPause: an answer that the provider pauses is continued.
func TestPause(t *testing.T) {
	s := llmtest.New(t, func(q llmtest.Question) llmtest.Answer {
		return llmtest.Answer{Text: "Found.", Citations: []string{"https://example.org/a"}, Pause: len(q.Turns) == 1}
	})
	resp, err := opener(NewAnthropic, "")(t, transport.Endpoint{Base: s.URL}, "", false).Ask(context.Background(),
		llm.Request{Turns: []llm.Turn{llm.User("Where?")}, Search: true})
	if err != nil || resp.Text != "Found." || len(resp.Citations) != 1 || resp.Usage.Searches != 2 || len(s.Calls()) != 2 {
		t.Errorf("%+v, %v", resp, err)
	}
}

// TestPausedFailure: what came before a pause is billed, though nothing comes
// after it.
func TestPausedFailure(t *testing.T) {
	s := llmtest.New(t, func(q llmtest.Question) llmtest.Answer {
		if len(q.Turns) == 1 {
			return llmtest.Answer{Text: "Found.", Citations: []string{"https://example.org/a"}, Pause: true,
				Usage: llm.Usage{Input: 700, Output: 30}}
		}
		return llmtest.Answer{Fault: llmtest.Status, Status: 413, Text: "too large"}
	})
	_, err := opener(NewAnthropic, "")(t, transport.Endpoint{Base: s.URL}, "", false).Ask(context.Background(),
		llm.Request{Turns: []llm.Turn{llm.User("Where?")}, Search: true})
	var f *llm.Failure
	if !errors.As(err, &f) || f.Usage != (llm.Usage{Input: 700, Output: 30, Searches: 1}) {
		t.Errorf("%v: %+v", err, f)
	}
}

// The total number of vectors is not enough: each request must return its own.
func TestVectorsOfEachRequest(t *testing.T) {
	counts := []int{99, 2}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, `{"embeddings":[`+strings.Repeat(`{"values":[1]},`, counts[0]-1)+`{"values":[1]}]}`)
		counts = counts[1:]
	}))
	defer s.Close()
	m := opener(NewGemini, "")(t, transport.Endpoint{Base: s.URL, Clock: &llmtest.Clock{}}, "", false)
	if v, err := m.(llm.Embedder).Embed(t.Context(), make([]string, 101)); err == nil {
		t.Errorf("%d vectors", len(v))
	}
}
