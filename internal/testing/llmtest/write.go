package llmtest

import (
	"encoding/json"
	"net/http"
)

func mustJSON(v any) []byte {
	b, err := json.Marshal(v)
	if err != nil { // only values of this package come here
		return []byte("null")
	}
	return b
}

func writeJSON(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(append(mustJSON(v), '\n'))
}

// events begins a stream of server-sent events; nil data ends it as OpenAI does.
func events(w http.ResponseWriter) func(event string, data any) {
	w.Header().Set("Content-Type", "text/event-stream; charset=utf-8")
	w.WriteHeader(200)
	return func(event string, data any) {
		text := "data: [DONE]\n\n"
		if data != nil {
			text = "data: " + string(mustJSON(data)) + "\n\n"
		}
		if event != "" {
			text = "event: " + event + "\n" + text
		}
		_, _ = w.Write([]byte(text))
		if f, ok := w.(http.Flusher); ok {
			f.Flush()
		}
	}
}

// pieces cuts a text as a stream does, without regard to words.
func pieces(text string) []string {
	var list []string
	runes := []rune(text)
	for n := 7; len(runes) > n; runes = runes[n:] {
		list = append(list, string(runes[:n]))
	}
	return append(list, string(runes))
}
