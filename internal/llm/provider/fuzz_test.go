package provider

import (
	"encoding/json"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/llm"
)

func FuzzOpenAI(f *testing.F) {
	f.Add(`{"status":"completed","output":[{"type":"message","content":[{"type":"output_text","text":"a","annotations":[{"url":"u"}]}]},{"type":"web_search_call","action":{"sources":[{"url":"v"}]}}]}`)
	f.Add(`{"type":"response.failed","response":{"status":"failed","error":{"code":"rate_limit_exceeded"}}}`)
	f.Fuzz(func(t *testing.T, text string) {
		var a openAIAnswer
		if json.Unmarshal([]byte(text), &a) == nil && a.Fault() == nil {
			if resp, err := a.response(); err == nil && resp.Text == "" {
				t.Error("an empty answer is none")
			}
		}
		_ = a.event("", []byte(text))
	})
}

func FuzzAnthropic(f *testing.F) {
	f.Add(`{"stop_reason":"end_turn","content":[{"type":"text","text":"a","citations":[{"url":"u"}]},{"type":"web_search_tool_result","content":[{"url":"v"}]},{"type":"web_search_tool_result","content":{"error_code":"x"}},{"type":"text","text":"b"}]}`)
	f.Add(`{"type":"message_delta","delta":{"stop_reason":"refusal"},"usage":{"output_tokens":3}}`)
	f.Fuzz(func(t *testing.T, text string) {
		var a anthropicAnswer
		if json.Unmarshal([]byte(text), &a) == nil {
			var resp llm.Response
			a.addTo(&resp)
			if _, err := anthropicEndings[a.StopReason].of(resp); err == nil && resp.Text == "" {
				t.Error("an empty answer is none")
			}
		}
		_ = a.event("", []byte(text))
	})
}

func FuzzGemini(f *testing.F) {
	f.Add(`{"candidates":[{"content":{"parts":[{"text":"t","thought":true},{"text":"a"}]},"finishReason":"STOP","groundingMetadata":{"groundingChunks":[{"web":{"uri":"u"}}]}}]}`)
	f.Add(`{"error":{"code":429,"status":"RESOURCE_EXHAUSTED"}}`)
	f.Fuzz(func(t *testing.T, text string) {
		var a geminiAnswer
		if json.Unmarshal([]byte(text), &a) == nil && a.Fault() == nil {
			if resp, err := a.response(); err == nil && resp.Text == "" {
				t.Error("an empty answer is none")
			}
		}
		_ = a.event("", []byte(text))
		_ = a.event("", []byte(text))
	})
}

func FuzzCompatible(f *testing.F) {
	f.Add(`{"model":"m","choices":[{"message":{"content":"a","annotations":[{"url_citation":{"url":"u"}}]},"finish_reason":"stop"}],"usage":{"prompt_tokens":1}}`)
	f.Add(`{"choices":[{"delta":{"content":[{"type":"text","text":"a"}]}}]}`)
	f.Add(`{"error":{"code":502}}`)
	f.Fuzz(func(t *testing.T, text string) {
		var a chatAnswer
		if json.Unmarshal([]byte(text), &a) == nil && a.Fault() == nil {
			if resp, err := a.response(); err == nil && resp.Text == "" {
				t.Error("an empty answer is none")
			}
		}
		_ = new(chatAnswer).event("", []byte(text))
	})
}
