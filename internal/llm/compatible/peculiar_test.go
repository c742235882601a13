package compatible

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/llm"
	"github.com/bonafide-audit/bonafide/internal/testing/llmtest"
	"github.com/bonafide-audit/bonafide/internal/transport"
)

// asking gives a model behind a server that answers by say, which is called for
// one request after the other.
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
	return opener(nil)(t, transport.Endpoint{Base: s.URL, Clock: &llmtest.Clock{}}, "", false)
}

// TestPeculiarFailures: how servers fail in their own ways.
func TestPeculiarFailures(t *testing.T) {
	for _, c := range []struct {
		name   string
		status int
		answer string
		kind   llm.FailureKind
		calls  int
	}{
		{"Azure's filter", 400, `{"error":{"code":"content_filter","message":"The response was filtered due to the prompt. For more information, see the policy.","innererror":{"code":"ResponsibleAIPolicyViolation"}}}`, llm.Refusal, 1},
		{"OpenRouter without credits", 200, `{"error":{"code":402,"message":"Insufficient credits"}}`, llm.Rejected, 1},
		{"OpenRouter limited", 200, `{"error":{"code":429,"message":"Rate limited upstream"}}`, llm.RateLimited, 3},
		{"a word for an error", 200, `{"error":"out of memory"}`, llm.Unreachable, 3},
		{"OpenRouter's provider broke off", 200, `{"choices":[{"finish_reason":"error","message":{"content":"half an"}}]}`, llm.Cut, 1},
		{"DeepSeek broke off", 200, `{"choices":[{"finish_reason":"insufficient_system_resource","message":{"content":"half an"}}]}`, llm.Cut, 1},
		{"too long", 400, `{"error":{"message":"This model's maximum context length is 4096 tokens. For more information, shorten it.","code":400}}`, llm.Rejected, 1},
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

// TestThoughtsInTotal: thoughts that a server counts in the total alone are
// billed.
func TestThoughtsInTotal(t *testing.T) {
	for usage, want := range map[string]llm.Usage{
		`{"prompt_tokens":100,"completion_tokens":20,"total_tokens":120}`: {Input: 100, Output: 20},
		`{"prompt_tokens":100,"completion_tokens":20,"total_tokens":920}`: {Input: 100, Output: 820},
		`{"prompt_tokens":100,"completion_tokens":20}`:                    {Input: 100, Output: 20},
	} {
		m := asking(t, func(string) (int, string) {
			return 200, `{"choices":[{"finish_reason":"stop","message":{"content":"x"}}],"usage":` + usage + `}`
		})
		if resp, err := m.Ask(context.Background(), llm.Request{Turns: []llm.Turn{llm.User("?")}}); err != nil || resp.Usage != want {
			t.Errorf("%s: %+v, %v", usage, resp.Usage, err)
		}
	}
}

// TestSystemTurn: a template without a place for instructions gets them before
// the user's first words, and pictures stay where they are.
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
		if err := json.Unmarshal([]byte(bodies[i+1]), &in); err != nil || len(in.Messages) != 3 || !strings.HasPrefix(string(in.Messages[0].Content), want) {
			t.Errorf("%v %s", err, bodies[i+1])
		}
	}
}
