package anthropic

import (
	"encoding/json"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/llm"
)

func FuzzAnswer(f *testing.F) {
	f.Add(`{"stop_reason":"end_turn","content":[{"type":"text","text":"a","citations":[{"url":"u"}]},{"type":"web_search_tool_result","content":[{"url":"v"}]},{"type":"web_search_tool_result","content":{"error_code":"x"}},{"type":"text","text":"b"}]}`)
	f.Add(`{"type":"message_delta","delta":{"stop_reason":"refusal"},"usage":{"output_tokens":3}}`)
	f.Fuzz(func(t *testing.T, text string) {
		var a answer
		if json.Unmarshal([]byte(text), &a) == nil && json.Unmarshal(a.RawContent, &a.raw) == nil {
			if resp, err := a.response(llm.Usage{}, a.addresses()); err == nil && resp.Text == "" {
				t.Error("an empty answer is none")
			}
		}
		_ = a.event("", []byte(text))
	})
}
