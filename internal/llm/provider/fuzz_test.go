package provider

import (
	"encoding/json"
	"testing"
)

func FuzzChat(f *testing.F) {
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
