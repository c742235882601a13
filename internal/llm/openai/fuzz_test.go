package openai

import (
	"encoding/json"
	"testing"
)

func FuzzAnswer(f *testing.F) {
	f.Add(`{"status":"completed","output":[{"type":"message","content":[{"type":"output_text","text":"a","annotations":[{"url":"u"}]}]},{"type":"web_search_call","action":{"sources":[{"url":"v"}]}}]}`)
	f.Add(`{"type":"response.failed","response":{"status":"failed","error":{"code":"rate_limit_exceeded"}}}`)
	f.Fuzz(func(t *testing.T, text string) {
		var a answer
		if json.Unmarshal([]byte(text), &a) == nil && a.Fault() == nil {
			if resp, err := a.response(); err == nil && resp.Text == "" {
				t.Error("an empty answer is none")
			}
		}
		_ = a.event("", []byte(text))
	})
}
