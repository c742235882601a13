package llm

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

// TestText: content comes as a string, as parts, or not at all.
func TestText(t *testing.T) {
	for in, want := range map[string]string{`"a"`: "a", `null`: "",
		`[{"type":"thinking","thinking":[]},{"type":"text","text":"b"}]`: "b"} {
		var got chatText
		if err := json.Unmarshal([]byte(in), &got); err != nil || string(got) != want {
			t.Errorf("%s: %q, %v", in, got, err)
		}
	}
	if err := new(chatText).UnmarshalJSON([]byte(`7`)); err == nil {
		t.Error("a number is no text")
	}
}
