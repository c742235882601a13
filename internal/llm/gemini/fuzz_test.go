package gemini

import (
	"encoding/json"
	"testing"
)

func FuzzAnswer(f *testing.F) {
	f.Add(`{"candidates":[{"content":{"parts":[{"text":"t","thought":true},{"text":"a"}]},"finishReason":"STOP","groundingMetadata":{"groundingChunks":[{"web":{"uri":"u"}}]}}]}`)
	f.Add(`{"error":{"code":429,"status":"RESOURCE_EXHAUSTED"}}`)
	f.Fuzz(func(t *testing.T, text string) {
		var a answer
		if json.Unmarshal([]byte(text), &a) == nil && a.Fault() == nil {
			if resp, err := a.response(); err == nil && resp.Text == "" {
				t.Error("an empty answer is none")
			}
		}
		_ = a.event("", []byte(text))
		_ = a.event("", []byte(text))
	})
}
