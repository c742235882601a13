package compatible

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/llm"
	"github.com/bonafide-audit/bonafide/internal/testing/llmtest"
	"github.com/bonafide-audit/bonafide/internal/transport"
)

// opener makes clients with a change of their options.
func opener(change func(*Options)) llmtest.Opener {
	return func(t *testing.T, o transport.Endpoint, key string, stream bool) llm.Model {
		t.Helper()
		o.Base += "/v1"
		opts := Options{Endpoint: o, Model: "small", Key: cmp.Or(key, llmtest.Key), Stream: stream}
		if change != nil {
			change(&opts)
		}
		c, err := New(opts)
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
}

func TestConform(t *testing.T) { llmtest.Conform(t, llmtest.Chat, opener(nil)) }

func TestVectors(t *testing.T) { llmtest.ConformVectors(t, opener(nil)) }

func TestSearch(t *testing.T) {
	for _, how := range []Search{SearchPlugin, SearchOptions} {
		llmtest.ConformSearch(t, opener(func(o *Options) { o.Search = how }))
	}
	s := llmtest.New(t, llmtest.Say("x"))
	r := llmtest.Ask()
	r.Search = true
	var f *llm.Failure
	if _, err := opener(nil)(t, transport.Endpoint{Base: s.URL}, "", false).Ask(context.Background(), r); !errors.As(err, &f) || f.Kind != llm.Unsupported {
		t.Errorf("%v", err)
	}
}

// TestConcessions: chat completions have more that a server may not take.
func TestConcessions(t *testing.T) {
	for _, c := range []struct {
		refuse string
		tries  int
	}{{"seed", 2}, {"max_tokens", 2}, {"json_schema json_object", 3}, {"response_format temperature seed", 5}} {
		s := llmtest.New(t, llmtest.Say(`{"score":9,"why":"same"}`))
		s.Refuse = strings.Fields(c.refuse)
		m := opener(nil)(t, transport.Endpoint{Base: s.URL}, "", false)
		for n := range 2 {
			if _, err := m.Ask(context.Background(), llmtest.Ask()); err != nil || len(s.Bodies()) != c.tries+n {
				t.Errorf("%q: %d requests, %v", c.refuse, len(s.Bodies()), err)
			}
		}
	}
}

func TestFormats(t *testing.T) {
	for _, f := range []Format{JSONSchema, Guided, Ollama, JSONObject, Words} {
		s := llmtest.New(t, llmtest.Say(`{"score":9,"why":"same"}`))
		if _, err := opener(func(o *Options) { o.Format = f })(t, transport.Endpoint{Base: s.URL}, "", false).Ask(context.Background(), llmtest.Ask()); err != nil {
			t.Fatal(err)
		}
		q := s.Calls()[0]
		if bound, words := len(q.Schema) > 0, strings.Contains(q.System, "JSON schema"); bound == (f == JSONObject || f == Words) || words == (f == JSONSchema) {
			t.Errorf("%s: %+v", f, q)
		}
	}
}

func TestAzure(t *testing.T) {
	s := llmtest.New(t, llmtest.Say("Yes."))
	m := opener(func(o *Options) {
		o.Base, o.KeyHeader, o.APIVersion, o.Model = s.URL, "api-key", "2024-10-21", "my deployment"
	})(t, transport.Endpoint{Base: s.URL}, "", false)
	if _, err := m.Ask(context.Background(), llmtest.Ask()); err != nil {
		t.Fatal(err)
	}
	if q := s.Calls()[0]; q.Model != "my deployment" {
		t.Errorf("asked %q", q.Model)
	}
}

// asked keeps where a request goes, and sends it nowhere.
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
		{"https://x.openai.azure.com/", "2024-10-21", "https://x.openai.azure.com/openai/deployments/small/chat/completions?api-version=2024-10-21"},
		{"https://x.services.ai.azure.com/openai/deployments/d/chat/completions?api-version=2024-10-21", "", "https://x.services.ai.azure.com/openai/deployments/d/chat/completions?api-version=2024-10-21"},
		{"http://localhost:8000/v1", "", "http://localhost:8000/v1/chat/completions"},
		{"http://localhost:8000", "", "http://localhost:8000/chat/completions"},
		{"http://localhost:8000/a%2Fb/v1", "", "http://localhost:8000/a%2Fb/v1/chat/completions"},
	} {
		var a asked
		client, err := New(Options{Endpoint: transport.Endpoint{Base: c.base, Client: &http.Client{Transport: &a}, Clock: &llmtest.Clock{}}, Model: "small", Key: llmtest.Key, APIVersion: c.version})
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
	for in, want := range map[string]string{`"a"`: "a", `null`: "", `[{"type":"thinking","thinking":[]},{"type":"text","text":"b"}]`: "b"} {
		var got text
		if err := json.Unmarshal([]byte(in), &got); err != nil || string(got) != want {
			t.Errorf("%s: %q, %v", in, got, err)
		}
	}
	if err := new(text).UnmarshalJSON([]byte(`7`)); err == nil {
		t.Error("a number is no text")
	}
}
