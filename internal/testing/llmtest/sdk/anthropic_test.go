package sdk_test

import (
	"context"
	"encoding/base64"
	"errors"
	"testing"

	"github.com/anthropics/anthropic-sdk-go"
	"github.com/anthropics/anthropic-sdk-go/option"

	"github.com/bonafide-audit/bonafide/internal/testing/llmtest"
)

func claude(t *testing.T) (anthropic.Client, *llmtest.Server) {
	s := llmtest.New(t, answer)
	return anthropic.NewClient(option.WithBaseURL(s.URL), option.WithAPIKey(llmtest.Key), option.WithMaxRetries(0)), s
}

func message(words string) anthropic.MessageNewParams {
	return anthropic.MessageNewParams{
		Model: "small", MaxTokens: 300, Temperature: anthropic.Float(0),
		System: []anthropic.TextBlockParam{{Text: "Compare."}},
		Messages: []anthropic.MessageParam{anthropic.NewUserMessage(anthropic.NewTextBlock(words),
			anthropic.NewImageBlockBase64("image/png", base64.StdEncoding.EncodeToString(llmtest.PNG)))},
		OutputConfig: anthropic.OutputConfigParam{Format: anthropic.JSONOutputFormatParam{Schema: schema}},
	}
}

func TestAnthropic(t *testing.T) {
	c, s := claude(t)
	ctx := context.Background()
	m, err := c.Messages.New(ctx, message("hello"))
	if err != nil || m.Content[0].Text != good || m.StopReason != "end_turn" || m.Usage.InputTokens == 0 {
		t.Fatalf("%+v, %v", m, err)
	}
	if q := s.Calls()[0]; q.System != "Compare." || q.User() != "hello" || len(q.Schema) == 0 ||
		string(q.Turns[0].Parts[1].Image) != string(llmtest.PNG) {
		t.Errorf("%+v", q)
	}
	if m, err = c.Messages.New(ctx, message("refuse")); err != nil || m.StopReason != "refusal" {
		t.Errorf("%+v, %v", m, err)
	}
	if m, err = c.Messages.New(ctx, message("cut")); err != nil || m.StopReason != "max_tokens" {
		t.Errorf("%+v, %v", m, err)
	}
	p := message("search")
	p.OutputConfig = anthropic.OutputConfigParam{}
	p.Tools = []anthropic.ToolUnionParam{
		{OfWebSearchTool20250305: &anthropic.WebSearchTool20250305Param{MaxUses: anthropic.Int(5)}}}
	m, err = c.Messages.New(ctx, p)
	if err != nil || m.Usage.ServerToolUse.WebSearchRequests != 1 {
		t.Fatalf("%+v, %v", m, err)
	}
	if found := m.Content[len(m.Content)-1].Citations[0].URL; found != "https://example.org/a" {
		t.Errorf("found %q", found)
	}
}

func TestAnthropicStream(t *testing.T) {
	c, _ := claude(t)
	stream := c.Messages.NewStreaming(context.Background(), message("hello"))
	var m anthropic.Message
	for stream.Next() {
		if err := m.Accumulate(stream.Current()); err != nil {
			t.Fatal(err)
		}
	}
	if stream.Err() != nil || m.Content[0].Text != good || m.StopReason != "end_turn" || m.Usage.OutputTokens == 0 {
		t.Errorf("%+v, %v", m, stream.Err())
	}
}

func TestAnthropicErrors(t *testing.T) {
	c, s := claude(t)
	wrong := func(words string, change func(*anthropic.MessageNewParams)) *anthropic.Error {
		p := message(words)
		if change != nil {
			change(&p)
		}
		_, err := c.Messages.New(context.Background(), p)
		var e *anthropic.Error
		if !errors.As(err, &e) {
			t.Fatalf("%v", err)
		}
		return e
	}
	if e := wrong("limit", nil); e.StatusCode != 429 || e.Type() != "rate_limit_error" {
		t.Errorf("%+v", e)
	}
	if e := wrong("overload", nil); e.StatusCode != 529 || e.Type() != "overloaded_error" {
		t.Errorf("%+v", e)
	}
	bounded := map[string]any{"type": "object", "additionalProperties": false,
		"properties": map[string]any{"a": map[string]any{"type": "integer", "minimum": 0}}}
	if e := wrong("x", func(p *anthropic.MessageNewParams) {
		p.OutputConfig.Format.Schema = bounded
	}); e.StatusCode != 400 || e.Type() != "invalid_request_error" {
		t.Errorf("%+v", e)
	}
	s.Demand("another key")
	if e := wrong("x", nil); e.StatusCode != 401 || e.Type() != "authentication_error" {
		t.Errorf("%+v", e)
	}
}
