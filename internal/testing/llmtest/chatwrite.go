package llmtest

import (
	"net/http"
)

func writeChat(_ *Server, w http.ResponseWriter, q Question, a Answer) {
	reason := "stop"
	if a.Cut {
		reason = "length"
	}
	if q.Stream {
		streamChat(w, q, a, reason)
		return
	}
	message := map[string]any{"role": "assistant", "content": a.Text, "refusal": nil, "annotations": annotations(a)}
	if a.Refusal != "" {
		message["content"], message["refusal"] = nil, a.Refusal
	}
	writeJSON(w, 200, map[string]any{
		"id": "chatcmpl-1", "object": "chat.completion", "created": 1, "model": q.Model,
		"choices": []any{map[string]any{"index": 0, "message": message, "logprobs": nil, "finish_reason": reason}},
		"usage":   chatUsage(a),
	})
}

func chatUsage(a Answer) map[string]any {
	return map[string]any{"prompt_tokens": a.Usage.Input, "completion_tokens": a.Usage.Output, "total_tokens": a.Usage.Input + a.Usage.Output}
}

func annotations(a Answer) []any {
	list := []any{}
	for _, c := range a.Citations {
		list = append(list, map[string]any{"type": "url_citation", "url_citation": map[string]any{"start_index": 0, "end_index": 1, "url": c, "title": c}})
	}
	return list
}

func streamChat(w http.ResponseWriter, q Question, a Answer, reason string) {
	send := events(w)
	chunk := func(delta map[string]any, reason any) {
		send("", map[string]any{"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1, "model": q.Model,
			"choices": []any{map[string]any{"index": 0, "delta": delta, "logprobs": nil, "finish_reason": reason}}})
	}
	chunk(map[string]any{"role": "assistant", "content": ""}, nil)
	field, text := "content", a.Text
	if a.Refusal != "" {
		field, text = "refusal", a.Refusal
	}
	for _, piece := range pieces(text) {
		chunk(map[string]any{field: piece}, nil)
	}
	if a.Fault == MidStream {
		send("", map[string]any{"error": map[string]any{"message": "The server had an error.", "type": "server_error", "code": 502}})
		return
	}
	if len(a.Citations) > 0 {
		chunk(map[string]any{"annotations": annotations(a)}, nil)
	}
	chunk(map[string]any{}, reason)
	send("", map[string]any{"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1, "model": q.Model, "choices": []any{}, "usage": chatUsage(a)})
	send("", nil)
}

// refuseOpenAI writes an error in OpenAI's shape.
func refuseOpenAI(w http.ResponseWriter, e refused) {
	if e.status == 529 {
		e.status, e.kind = 503, "server_error"
	}
	if e.kind == "rate_limit_error" {
		e.kind = "requests"
		w.Header().Set("x-ratelimit-remaining-requests", "0")
	}
	if e.kind == "authentication_error" {
		e.kind = "invalid_request_error"
	}
	writeJSON(w, e.status, map[string]any{"error": map[string]any{"message": e.message, "type": e.kind, "param": orNull(e.param), "code": orNull(e.code)}})
}

func orNull(s string) any {
	if s == "" {
		return nil
	}
	return s
}
