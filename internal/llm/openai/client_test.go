package openai

import (
	"cmp"
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/llm"
	"github.com/bonafide-audit/bonafide/internal/testing/llmtest"
	"github.com/bonafide-audit/bonafide/internal/transport"
)

func open(t *testing.T, o transport.Endpoint, key string, stream bool) llm.Model {
	t.Helper()
	o.Base += "/v1"
	c, err := New(Options{Endpoint: o, Model: "small", Key: cmp.Or(key, llmtest.Key), Stream: stream})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestConform(t *testing.T) { llmtest.Conform(t, llmtest.Responses, open) }

func TestSearch(t *testing.T) { llmtest.ConformSearch(t, open) }

func TestVectors(t *testing.T) { llmtest.ConformVectors(t, open) }

// TestAnswers: what the API says in bodies of its own kinds.
func TestAnswers(t *testing.T) {
	for _, c := range []struct {
		name, body string
		kind       llm.FailureKind
		searches   int
	}{
		{"only searches are billed as such", `{"status":"completed","output":[{"type":"web_search_call","action":{"type":"search"}},{"type":"web_search_call","action":{"type":"open_page"}},` +
			`{"type":"web_search_call","action":{"type":"search"}},{"type":"message","content":[{"type":"output_text","text":"x"}]}]}`, "", 2},
		{"a policy", `{"status":"failed","error":{"code":"bio_policy","message":"no"}}`, llm.Refusal, 0},
		{"an image", `{"status":"failed","error":{"code":"invalid_image","message":"no"}}`, llm.Rejected, 0},
		{"without a code", `{"status":"failed","error":{"code":null,"message":"no"}}`, llm.Unreachable, 0},
		{"filtered", `{"status":"incomplete","incomplete_details":{"reason":"content_filter"}}`, llm.Refusal, 0},
		{"under way", `{"status":"in_progress","output":[]}`, llm.Malformed, 0},
	} {
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			_, _ = io.WriteString(w, c.body)
		}))
		quick := transport.Endpoint{Base: s.URL, Clock: &llmtest.Clock{}}
		resp, err := open(t, quick, "", false).Ask(context.Background(), llm.Request{Turns: []llm.Turn{llm.User("?")}})
		s.Close()
		var f *llm.Failure
		if failed := errors.As(err, &f); failed != (c.kind != "") || failed && f.Kind != c.kind || resp.Usage.Searches != c.searches {
			t.Errorf("%s: %+v, %v", c.name, resp, err)
		}
	}
}
