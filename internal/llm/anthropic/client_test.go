package anthropic

import (
	"cmp"
	"context"
	"errors"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/llm"
	"github.com/bonafide-audit/bonafide/internal/testing/llmtest"
	"github.com/bonafide-audit/bonafide/internal/transport"
)

func open(t *testing.T, o transport.Endpoint, key string, stream bool) llm.Model {
	t.Helper()
	o.Base += ""
	c, err := New(Options{Endpoint: o, Model: "small", Key: cmp.Or(key, llmtest.Key), Stream: stream})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestConform(t *testing.T) { llmtest.Conform(t, llmtest.Messages, open) }

func TestSearch(t *testing.T) { llmtest.ConformSearch(t, open) }

// TestPause: an answer that the provider pauses is gone on with.
func TestPause(t *testing.T) {
	s := llmtest.New(t, func(q llmtest.Question) llmtest.Answer {
		return llmtest.Answer{Text: "Found.", Citations: []string{"https://example.org/a"}, Pause: len(q.Turns) == 1}
	})
	resp, err := open(t, transport.Endpoint{Base: s.URL}, "", false).Ask(context.Background(), llm.Request{Turns: []llm.Turn{llm.User("Where?")}, Search: true})
	if err != nil || resp.Text != "Found." || len(resp.Citations) != 1 || resp.Usage.Searches != 2 || len(s.Calls()) != 2 {
		t.Errorf("%+v, %v", resp, err)
	}
}

// TestPausedFailure: what came before a pause is billed, though nothing comes
// after it.
func TestPausedFailure(t *testing.T) {
	s := llmtest.New(t, func(q llmtest.Question) llmtest.Answer {
		if len(q.Turns) == 1 {
			return llmtest.Answer{Text: "Found.", Citations: []string{"https://example.org/a"}, Pause: true, Usage: llm.Usage{Input: 700, Output: 30}}
		}
		return llmtest.Answer{Fault: llmtest.Status, Status: 413, Text: "too large"}
	})
	_, err := open(t, transport.Endpoint{Base: s.URL}, "", false).Ask(context.Background(), llm.Request{Turns: []llm.Turn{llm.User("Where?")}, Search: true})
	var f *llm.Failure
	if !errors.As(err, &f) || f.Usage != (llm.Usage{Input: 700, Output: 30, Searches: 1}) {
		t.Errorf("%v: %+v", err, f)
	}
}
