package llmtest

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/llm"
)

// messages is POST /v1/messages of Anthropic.
var messages = dialect{key: func(r *http.Request) string { return r.Header.Get("X-Api-Key") }, read: readMessages,
	write: writeMessages, refuse: refuseAnthropic}

type messagesRequest struct {
	Model       string          `json:"model"`
	MaxTokens   *int            `json:"max_tokens"`
	System      json.RawMessage `json:"system"`
	Temperature *float64        `json:"temperature"`
	Stream      bool            `json:"stream"`
	Messages    []chatMessage   `json:"messages"`
	Output      *struct {
		Effort string `json:"effort"`
		Format *struct {
			Type   string          `json:"type"`
			Schema json.RawMessage `json:"schema"`
		} `json:"format"`
	} `json:"output_config"`
	Tools []struct {
		Type string `json:"type"`
		Name string `json:"name"`
	} `json:"tools"`
}

// messagesMembers are the members of a request that Anthropic knows.
var messagesMembers = []string{"model", "max_tokens", "system", "temperature", "stream", "messages", "output_config",
	"tools", "tool_choice",
	"top_p", "top_k", "stop_sequences", "metadata", "thinking", "service_tier"}

type block struct {
	Type   string `json:"type"`
	Text   string `json:"text"`
	Source *struct {
		Type  string `json:"type"`
		Media string `json:"media_type"`
		Data  string `json:"data"`
	} `json:"source"`
}

// anthropicInvalid returns a 400 in Anthropic's words.
func anthropicInvalid(format string, args ...any) *refused {
	return &refused{status: 400, kind: "invalid_request_error", message: fmt.Sprintf(format, args...)}
}

func readMessages(s *Server, r *http.Request, body []byte) (Question, *refused) {
	if r.Header.Get("Anthropic-Version") == "" {
		return Question{}, anthropicInvalid("anthropic-version: header is required")
	}
	var in messagesRequest
	if err := json.Unmarshal(body, &in); err != nil {
		return Question{}, anthropicInvalid("The request body is not valid JSON: %v", err)
	}
	if name := unknownMember(body, messagesMembers); name != "" {
		return Question{}, anthropicInvalid("%s: Extra inputs are not permitted", name)
	}
	q := Question{Protocol: Messages, Model: in.Model, Temperature: in.Temperature, Stream: in.Stream}
	switch {
	case !s.knows(in.Model):
		return q, &refused{status: 404, kind: "not_found_error", message: "model: " + in.Model}
	case in.MaxTokens == nil:
		return q, anthropicInvalid("max_tokens: Field required")
	case *in.MaxTokens < 1:
		return q, anthropicInvalid("max_tokens: Input should be greater than or equal to 1")
	case in.Temperature != nil && (*in.Temperature < 0 || *in.Temperature > 1):
		return q, anthropicInvalid("temperature: range: 0..1")
	case in.Temperature != nil && s.refuses("temperature"):
		return q, anthropicInvalid("`temperature` is deprecated for this model.")
	}
	if q.MaxTokens = *in.MaxTokens; in.Output != nil {
		q.Effort = in.Output.Effort
	}
	for _, t := range in.Tools {
		if !strings.HasPrefix(t.Type, "web_search_2") || t.Name != "web_search" {
			return q, anthropicInvalid("tools.0: Input tag '%s' found using 'type' does not match any of the expected tags",
				t.Type)
		}
		q.Search = true
	}
	if e := s.anthropicFormat(&q, in); e != nil {
		return q, e
	}
	if e := anthropicSystem(&q, in.System); e != nil {
		return q, e
	}
	return q, anthropicTurns(&q, in.Messages)
}

func (s *Server) anthropicFormat(q *Question, in messagesRequest) *refused {
	if in.Output == nil || in.Output.Format == nil {
		return nil
	}
	f := in.Output.Format
	switch {
	case s.refuses("json_schema"):
		return anthropicInvalid("output_config.format: structured outputs are not supported by this model")
	case f.Type != "json_schema":
		return anthropicInvalid("output_config.format.type: Input should be 'json_schema'")
	case q.Search && s.refuses("search with schema"):
		return anthropicInvalid("output_config.format: citations cannot be used together with structured outputs")
	}
	if why := anthropicFormat.check(f.Schema); why != "" {
		return anthropicInvalid("output_config.format.schema: %s", why)
	}
	q.Schema, q.JSON = f.Schema, true
	return nil
}

func anthropicSystem(q *Question, raw json.RawMessage) *refused {
	if len(raw) == 0 {
		return nil
	}
	parts, e := blocks("system", raw)
	if e != nil {
		return e
	}
	for _, p := range parts {
		q.System += p.Text
	}
	return nil
}

func anthropicTurns(q *Question, list []chatMessage) *refused {
	if len(list) == 0 {
		return anthropicInvalid("messages: at least one message is required")
	}
	for i, m := range list {
		if m.Role != "user" && m.Role != "assistant" {
			return anthropicInvalid("messages.%d.role: Input should be 'user' or 'assistant'", i)
		}
		parts, e := blocks(fmt.Sprintf("messages.%d.content", i), m.Content)
		if e != nil {
			return e
		}
		q.Turns = append(q.Turns, llm.Turn{Assistant: m.Role == "assistant", Parts: parts})
	}
	if q.Turns[0].Assistant {
		return anthropicInvalid("messages: first message must use the \"user\" role")
	}
	return nil
}

// blocks parses content that is a text or a list of blocks.
func blocks(at string, raw json.RawMessage) ([]llm.Part, *refused) {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		return []llm.Part{{Text: text}}, nil
	}
	var list []block
	if err := json.Unmarshal(raw, &list); err != nil {
		return nil, anthropicInvalid("%s: Input should be a valid list", at)
	}
	var parts []llm.Part
	for i, b := range list {
		switch {
		case b.Type == "text" && b.Text == "":
			return nil, anthropicInvalid("messages: text content blocks must be non-empty")
		case b.Type == "text":
			parts = append(parts, llm.Part{Text: b.Text})
		case b.Type == "image" && b.Source != nil && b.Source.Type == "base64":
			data, err := base64.StdEncoding.DecodeString(b.Source.Data)
			if err != nil || !looksLike(b.Source.Media, data) {
				return nil, anthropicInvalid("%s.%d.image.source.base64: invalid image of type %s", at, i, b.Source.Media)
			}
			parts = append(parts, llm.Part{Image: data, Media: b.Source.Media})
		case slices.Contains([]string{"server_tool_use", "web_search_tool_result"}, b.Type): // a turn that continues
		default:
			return nil, anthropicInvalid("%s.%d: Input tag '%s' found using 'type' does not match any of the expected tags", at,
				i, b.Type)
		}
	}
	return parts, nil
}

// unknownMember returns a member of an object that is not in a list, or "".
func unknownMember(body []byte, known []string) string {
	var object map[string]json.RawMessage
	if json.Unmarshal(body, &object) != nil {
		return ""
	}
	for _, name := range sortedRaw(object) {
		if !slices.Contains(known, name) {
			return name
		}
	}
	return ""
}

func writeMessages(_ *Server, w http.ResponseWriter, q Question, a Answer) {
	reason := "end_turn"
	switch {
	case a.Refusal != "":
		reason, a.Text = "refusal", ""
	case a.Cut:
		reason = "max_tokens"
	case a.Pause && q.Attempt == 1:
		reason = "pause_turn"
	}
	if q.Stream {
		streamMessages(w, q, a, reason)
		return
	}
	writeJSON(w, 200,
		map[string]any{"id": "msg_1", "type": "message", "role": "assistant", "model": q.Model,
			"content":     contentBlocks(a, reason),
			"stop_reason": reason, "stop_sequence": nil, "usage": anthropicUsage(a)})
}

func anthropicUsage(a Answer) map[string]any {
	u := map[string]any{"input_tokens": a.Usage.Input, "output_tokens": a.Usage.Output, "cache_creation_input_tokens": 0,
		"cache_read_input_tokens": 0, "service_tier": "standard"}
	if len(a.Citations) > 0 {
		u["server_tool_use"] = map[string]any{"web_search_requests": 1}
	}
	return u
}

// contentBlocks writes what the model does: it announces a search, searches, and answers.
func contentBlocks(a Answer, reason string) []any {
	list := []any{}
	if len(a.Citations) > 0 {
		results, cites := []any{}, []any{}
		for _, c := range a.Citations {
			results = append(results,
				map[string]any{"type": "web_search_result", "url": c, "title": c, "encrypted_content": "x", "page_age": nil})
			cites = append(cites,
				map[string]any{"type": "web_search_result_location", "url": c, "title": c, "encrypted_index": "x",
					"cited_text": "x"})
		}
		list = append(list, map[string]any{"type": "text", "text": "I will search the web."},
			map[string]any{"type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search",
				"input": map[string]any{"query": "x"}},
			map[string]any{"type": "web_search_tool_result", "tool_use_id": "srvtoolu_1", "content": results})
		if reason != "pause_turn" {
			list = append(list, map[string]any{"type": "text", "text": a.Text, "citations": cites})
		}
		return list
	}
	if a.Text != "" {
		list = append(list, map[string]any{"type": "text", "text": a.Text})
	}
	return list
}

func streamMessages(w http.ResponseWriter, q Question, a Answer, reason string) {
	send := events(w)
	send("message_start",
		map[string]any{"type": "message_start",
			"message": map[string]any{"id": "msg_1", "type": "message", "role": "assistant", "model": q.Model,
				"content": []any{}, "stop_reason": nil, "stop_sequence": nil,
				"usage": map[string]any{"input_tokens": a.Usage.Input, "output_tokens": 1}}})
	send("content_block_start",
		map[string]any{"type": "content_block_start", "index": 0,
			"content_block": map[string]any{"type": "text", "text": ""}})
	send("ping", map[string]any{"type": "ping"})
	for _, piece := range pieces(a.Text) {
		send("content_block_delta",
			map[string]any{"type": "content_block_delta", "index": 0,
				"delta": map[string]any{"type": "text_delta", "text": piece}})
	}
	if a.Fault == MidStream {
		send("error",
			map[string]any{"type": "error", "error": map[string]any{"type": "overloaded_error", "message": "Overloaded"}})
		return
	}
	send("content_block_stop", map[string]any{"type": "content_block_stop", "index": 0})
	send("message_delta",
		map[string]any{"type": "message_delta", "delta": map[string]any{"stop_reason": reason, "stop_sequence": nil},
			"usage": map[string]any{"output_tokens": a.Usage.Output}})
	send("message_stop", map[string]any{"type": "message_stop"})
}

// refuseAnthropic writes an error in Anthropic's shape.
func refuseAnthropic(w http.ResponseWriter, e refused) {
	if e.kind == "rate_limit_error" {
		w.Header().Set("anthropic-ratelimit-requests-remaining", "0")
	}
	w.Header().Set("Request-Id", "req_1")
	writeJSON(w, e.status,
		map[string]any{"type": "error", "error": map[string]any{"type": e.kind, "message": e.message}, "request_id": "req_1"})
}
