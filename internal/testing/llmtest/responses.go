package llmtest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"

	"github.com/bonafide-audit/bonafide/internal/llm"
)

// responses is POST /v1/responses of OpenAI.
var responses = dialect{key: bearer, read: readResponses, write: writeResponses, refuse: refuseOpenAI}

type responsesRequest struct {
	Model           string          `json:"model"`
	Instructions    string          `json:"instructions"`
	Input           json.RawMessage `json:"input"`
	Temperature     *float64        `json:"temperature"`
	MaxOutputTokens *int            `json:"max_output_tokens"`
	Stream          bool            `json:"stream"`
	Text            struct {
		Format *struct {
			Type   string          `json:"type"`
			Name   string          `json:"name"`
			Strict *bool           `json:"strict"`
			Schema json.RawMessage `json:"schema"`
		} `json:"format"`
	} `json:"text"`
	Tools []struct {
		Type string `json:"type"`
	} `json:"tools"`
	Include   []string `json:"include"`
	Reasoning struct {
		Effort string `json:"effort"`
	} `json:"reasoning"`
}

// responsesMembers are the members of a request that OpenAI knows.
var responsesMembers = []string{"model", "instructions", "input", "temperature", "max_output_tokens", "max_tool_calls",
	"stream", "stream_options", "text", "tools",
	"tool_choice", "include", "store", "metadata", "parallel_tool_calls", "previous_response_id", "reasoning",
	"service_tier", "top_p", "truncation", "user",
	"background", "conversation", "prompt", "prompt_cache_key", "safety_identifier", "top_logprobs"}

type inputItem struct {
	Type    string          `json:"type"` // "message" or ""
	Role    string          `json:"role"`
	Content json.RawMessage `json:"content"`
}

type inputContent struct {
	Type     string `json:"type"`
	Text     string `json:"text"`
	ImageURL string `json:"image_url"`
}

func readResponses(s *Server, _ *http.Request, body []byte) (Question, *refused) {
	var in responsesRequest
	if err := json.Unmarshal(body, &in); err != nil {
		return Question{}, invalid("", "We could not parse the JSON body of your request. (%v)", err)
	}
	q := Question{Protocol: Responses, Model: in.Model, System: in.Instructions, Temperature: in.Temperature,
		Stream: in.Stream, Effort: in.Reasoning.Effort}
	if name := unknownMember(body, responsesMembers); name != "" {
		e := invalid(name, "Unknown parameter: '%s'.", name)
		e.code = "unknown_parameter"
		return q, e
	}
	switch {
	case !s.knows(in.Model):
		return q, &refused{status: 404, kind: "invalid_request_error", code: "model_not_found",
			message: "The model '" + in.Model + "' does not exist or you do not have access to it."}
	case in.Temperature != nil && (*in.Temperature < 0 || *in.Temperature > 2):
		return q, invalid("temperature", "Invalid 'temperature': decimal out of range.")
	case in.Temperature != nil && s.refuses("temperature"):
		return q, invalid("temperature", "Unsupported parameter: 'temperature' is not supported with this model.")
	case in.MaxOutputTokens != nil && *in.MaxOutputTokens < 16:
		e := invalid("max_output_tokens",
			"Invalid 'max_output_tokens': integer below minimum value. Expected a value >= 16, but got %d instead.",
			*in.MaxOutputTokens)
		e.code = "integer_below_min_value"
		return q, e
	}
	if in.MaxOutputTokens != nil {
		q.MaxTokens = *in.MaxOutputTokens
	}
	for i, t := range in.Tools {
		if !slices.Contains([]string{"web_search", "web_search_2025_08_26", "web_search_preview"}, t.Type) {
			return q, invalid(fmt.Sprintf("tools[%d].type", i), "Invalid value: '%s'.", t.Type)
		}
		q.Search = true
	}
	for i, what := range in.Include {
		if !slices.Contains([]string{"web_search_call.action.sources", "message.output_text.logprobs",
			"reasoning.encrypted_content"}, what) {
			return q, invalid(fmt.Sprintf("include[%d]", i), "Invalid value: '%s'.", what)
		}
		q.Sources = q.Sources || what == "web_search_call.action.sources"
	}
	if e := s.responsesFormat(&q, in); e != nil {
		return q, e
	}
	return q, responsesInput(&q, in.Input)
}

func (s *Server) responsesFormat(q *Question, in responsesRequest) *refused {
	f := in.Text.Format
	if f == nil || f.Type == "text" {
		return nil
	}
	switch {
	case f.Type != "json_schema":
		return invalid("text.format.type", "Invalid value: '%s'.", f.Type)
	case s.refuses("json_schema"):
		return invalid("text.format",
			"Invalid parameter: 'text.format' of type 'json_schema' is not supported with this model.")
	case f.Name == "":
		return invalid("text.format.name", "Missing required parameter: 'text.format.name'.")
	case !schemaName.MatchString(f.Name):
		return invalid("text.format.name",
			"Invalid 'text.format.name': string does not match pattern. Expected a string that matches the pattern "+
				"'^[a-zA-Z0-9_-]+$'.")
	}
	q.Name, q.Schema, q.JSON = f.Name, f.Schema, true
	if f.Strict == nil || *f.Strict { // strict is the default here
		if why := openAIStrict.check(f.Schema); why != "" {
			e := invalid("text.format.schema", "Invalid schema for response_format '%s': %s", f.Name, why)
			e.code = "invalid_json_schema"
			return e
		}
	}
	return nil
}

func responsesInput(q *Question, raw json.RawMessage) *refused {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		q.Turns = []llm.Turn{llm.User(text)}
		return nil
	}
	var items []inputItem
	if err := json.Unmarshal(raw, &items); err != nil || len(items) == 0 {
		return invalid("input", "Invalid type for 'input': expected one of a string or an array of items.")
	}
	for i, item := range items {
		parts, e := responsesParts(i, item)
		if e != nil {
			return e
		}
		switch item.Role {
		case "system", "developer":
			q.System += parts[0].Text
		case "user", "assistant":
			q.Turns = append(q.Turns, llm.Turn{Assistant: item.Role == "assistant", Parts: parts})
		default:
			return invalid(fmt.Sprintf("input[%d].role", i),
				"Invalid value: '%s'. Supported values are: 'assistant', 'system', 'developer', and 'user'.", item.Role)
		}
	}
	return nil
}

func responsesParts(i int, item inputItem) ([]llm.Part, *refused) {
	var text string
	if json.Unmarshal(item.Content, &text) == nil {
		return []llm.Part{{Text: text}}, nil
	}
	var list []inputContent
	if json.Unmarshal(item.Content, &list) != nil || len(list) == 0 {
		return nil, invalid(fmt.Sprintf("input[%d].content", i), "Invalid type for 'input[%d].content'.", i)
	}
	words := "input_text"
	if item.Role == "assistant" {
		words = "output_text"
	}
	var parts []llm.Part
	for j, c := range list {
		at := fmt.Sprintf("input[%d].content[%d]", i, j)
		switch c.Type {
		case words:
			parts = append(parts, llm.Part{Text: c.Text})
		case "input_image":
			image, ok := dataURL(c.ImageURL)
			if !ok {
				return nil, invalid(at+".image_url",
					"Invalid '%s.image_url'. Expected a base64-encoded data URL with an image MIME type.", at)
			}
			parts = append(parts, image)
		default:
			return nil, invalid(at, "Invalid value: '%s'. Supported values are: '%s' and 'refusal'.", c.Type, words)
		}
	}
	return parts, nil
}

func writeResponses(_ *Server, w http.ResponseWriter, q Question, a Answer) {
	whole := responseObject(q, a)
	if !q.Stream {
		writeJSON(w, 200, whole)
		return
	}
	send, n := events(w), 0
	event := func(kind string, more map[string]any) {
		more["type"], more["sequence_number"] = kind, n
		n++
		send(kind, more)
	}
	event("response.created",
		map[string]any{"response": map[string]any{"id": "resp_1", "object": "response", "status": "in_progress",
			"output": []any{}}})
	if a.Fault == MidStream {
		event("response.failed",
			map[string]any{"response": map[string]any{"id": "resp_1", "object": "response",
				"status": "failed", "output": []any{},
				"error": map[string]any{"code": "server_error", "message": "The model failed to generate a response."}}})
		return
	}
	kind, text := "response.output_text", a.Text
	if a.Refusal != "" {
		kind, text = "response.refusal", a.Refusal
	}
	for _, piece := range pieces(text) {
		event(kind+".delta", map[string]any{"item_id": "msg_1", "output_index": 0, "content_index": 0, "delta": piece})
	}
	event("response."+whole["status"].(string), map[string]any{"response": whole})
}

// responseObject returns a complete answer.
func responseObject(q Question, a Answer) map[string]any {
	status, details := "completed", any(nil)
	if a.Cut {
		status, details = "incomplete", map[string]any{"reason": "max_output_tokens"}
	}
	notes := []any{}
	for _, c := range a.Citations {
		if q.Schema != nil { // nowhere to cite
			break
		}
		notes = append(notes, map[string]any{"type": "url_citation", "start_index": 0, "end_index": 1, "url": c, "title": c})
	}
	content := map[string]any{"type": "output_text", "text": a.Text, "annotations": notes, "logprobs": []any{}}
	if a.Refusal != "" {
		content = map[string]any{"type": "refusal", "refusal": a.Refusal}
	}
	output := []any{map[string]any{"id": "rs_1", "type": "reasoning", "summary": []any{}}}
	if q.Search {
		action := map[string]any{"type": "search", "query": "x"}
		if q.Sources {
			sources := []any{}
			for _, c := range a.Citations {
				sources = append(sources, map[string]any{"type": "url", "url": c})
			}
			action["sources"] = sources
		}
		output = append(output,
			map[string]any{"id": "ws_1", "type": "web_search_call", "status": "completed", "action": action})
	}
	output = append(output,
		map[string]any{"id": "msg_1", "type": "message", "role": "assistant", "status": status, "content": []any{content}})
	return map[string]any{"id": "resp_1", "object": "response", "created_at": 1, "status": status, "model": q.Model,
		"output": output, "error": nil, "incomplete_details": details,
		"usage": map[string]any{"input_tokens": a.Usage.Input, "output_tokens": a.Usage.Output,
			"total_tokens":          a.Usage.Input + a.Usage.Output,
			"input_tokens_details":  map[string]any{"cached_tokens": 0},
			"output_tokens_details": map[string]any{"reasoning_tokens": 0}}}
}
