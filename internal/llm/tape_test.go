package llm

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
)

func FuzzReplay(f *testing.F) {
	f.Add(`{"key":"k","response":{"text":"{}"}}`)
	f.Add("{\"key\":\"k\",\"failure\":\"timeout\"}\n{}\n")
	f.Add(`{"key":"k","vector":[1e39]}`)
	f.Fuzz(func(t *testing.T, text string) {
		tape, err := readTape(strings.NewReader(text))
		if err != nil {
			return
		}
		r := Request{Schema: json.RawMessage(`{"type":"object","additionalProperties":false,"properties":{},"required":[]}`)}
		for key, x := range tape.play {
			tape.play[keyOf("m", r)] = x
			tape.play[textKey("m", "t")] = x
			_ = key
			break
		}
		if resp, err := tape.Over(nil, "m").Ask(context.Background(), r); err == nil && resp.Text != "{}" && !json.Valid([]byte(resp.Text)) {
			t.Errorf("%q", resp.Text)
		}
		_, _ = tape.OverEmbedder(nil, "m").Embed(context.Background(), []string{"t"})
	})
}
