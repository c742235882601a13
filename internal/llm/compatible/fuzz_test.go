package compatible

import (
	"encoding/json"
	"testing"
)

func FuzzAnswer(f *testing.F) {
	f.Add(`{"model":"m","choices":[{"message":{"content":"a","annotations":[{"url_citation":{"url":"u"}}]},"finish_reason":"stop"}],"usage":{"prompt_tokens":1}}`)
	f.Add(`{"choices":[{"delta":{"content":[{"type":"text","text":"a"}]}}]}`)
	f.Add(`{"error":{"code":502}}`)
	f.Fuzz(func(t *testing.T, text string) {
		var a answer
		if json.Unmarshal([]byte(text), &a) == nil && a.Fault() == nil {
			var s said
			s.add(a)
			if resp, err := s.end(); err == nil && resp.Text == "" {
				t.Error("an empty answer is none")
			}
		}
		_ = new(said).event("", []byte(text))
	})
}
