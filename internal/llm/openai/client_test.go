package openai

import (
	"cmp"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/llm"
	"github.com/bonafide-audit/bonafide/internal/llm/llmtest"
	"github.com/bonafide-audit/bonafide/internal/llm/transport"
)

func open(t *testing.T, o transport.Options, key string, stream bool) llm.Model {
	t.Helper()
	o.Base += "/v1"
	c, err := New(Options{Options: o, Model: "small", Key: cmp.Or(key, llmtest.Key), Stream: stream})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestConform(t *testing.T) { llmtest.Conform(t, llmtest.Responses, open) }

func TestSearch(t *testing.T) { llmtest.ConformSearch(t, open) }

func TestVectors(t *testing.T) { llmtest.ConformVectors(t, open) }
