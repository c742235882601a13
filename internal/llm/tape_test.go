package llm

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/transport"
)

func FuzzReplay(f *testing.F) {
	f.Add(`{"key":"k","response":{"text":"{}"}}`)
	f.Add("{\"key\":\"k\",\"failure\":\"timeout\"}\n{}\n")
	f.Fuzz(func(t *testing.T, text string) {
		r := Request{Schema: json.RawMessage(`{"type":"object","additionalProperties":false,"properties":{},"required":[]}`)}
		played := func(key string) *Tape { // whatever the first line is about; nil if the text is not a recording
			lines, err := transport.ReadRecording(strings.NewReader(text), func(exchange) string { return key })
			if err != nil {
				return nil
			}
			return &Tape{lines}
		}
		models := played(keyOf("m", r))
		if models == nil {
			return
		}
		if resp, err := models.Over(nil, "m").Ask(context.Background(), r); err == nil && resp.Text != "{}" &&
			!json.Valid([]byte(resp.Text)) {
			t.Errorf("%q", resp.Text)
		}
	})
}
