package llmtest

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/llm"
)

// bearer returns the key as OpenAI and Azure accept it.
func bearer(r *http.Request) string {
	if key := r.Header.Get("api-key"); key != "" {
		return key
	}
	key, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	if !ok {
		return ""
	}
	return key
}

type chatRequest struct {
	Model               string          `json:"model"`
	Messages            []chatMessage   `json:"messages"`
	Temperature         *float64        `json:"temperature"`
	Seed                *int64          `json:"seed"`
	MaxTokens           int             `json:"max_tokens"`
	MaxCompletionTokens int             `json:"max_completion_tokens"`
	Stream              bool            `json:"stream"`
	StreamOptions       json.RawMessage `json:"stream_options"`
	ResponseFormat      *chatFormat     `json:"response_format"`
	GuidedJSON          json.RawMessage `json:"guided_json"` // vLLM
	Format              json.RawMessage `json:"format"`      // Ollama
	WebSearchOptions    json.RawMessage `json:"web_search_options"`
	ReasoningEffort     string          `json:"reasoning_effort"`
	Plugins             []struct {
		ID string `json:"id"`
	} `json:"plugins"` // OpenRouter
}

type chatFormat struct {
	Type       string `json:"type"`
	JSONSchema *struct {
		Name   string          `json:"name"`
		Strict *bool           `json:"strict"`
		Schema json.RawMessage `json:"schema"`
	} `json:"json_schema"`
}

type chatMessage struct {
	Role    string          `json:"role"`
	Content json.RawMessage `json:"content"`
}

type chatPart struct {
	Type     string `json:"type"`
	Text     string `json:"text"`
	ImageURL *struct {
		URL string `json:"url"`
	} `json:"image_url"`
}

// invalid returns a 400 in OpenAI's words.
func invalid(param, format string, args ...any) *refused {
	return &refused{status: 400, kind: "invalid_request_error", param: param, message: fmt.Sprintf(format, args...)}
}

// read reads POST …/chat/completions as described by OpenAI and answered by many others.
func (s *Server) read(r *http.Request, body []byte) (Question, *refused) {
	var in chatRequest
	if err := json.Unmarshal(body, &in); err != nil {
		return Question{}, invalid("", "We could not parse the JSON body of your request. (%v)", err)
	}
	if deployment := azureDeployment(r.URL.Path); deployment != "" {
		if r.URL.Query().Get("api-version") == "" {
			return Question{}, &refused{status: 404, code: "404", message: "Resource not found"}
		}
		in.Model = deployment
	}
	if !s.knows(in.Model) {
		return Question{}, &refused{status: 404, kind: "invalid_request_error", code: "model_not_found",
			message: "The model `" + in.Model + "` does not exist or you do not have access to it."}
	}
	q := Question{Model: in.Model, Temperature: in.Temperature, Seed: in.Seed, Stream: in.Stream,
		Effort:    in.ReasoningEffort,
		MaxTokens: max(in.MaxTokens, in.MaxCompletionTokens), Search: in.WebSearchOptions != nil || len(in.Plugins) > 0}
	if e := s.chatParameters(in); e != nil {
		return q, e
	}
	if e := s.chatFormat(&q, in); e != nil {
		return q, e
	}
	return q, chatMessages(&q, in.Messages)
}

// azureDeployment returns NAME of …/openai/deployments/NAME/chat/completions.
func azureDeployment(path string) string {
	_, rest, ok := strings.Cut(path, "/openai/deployments/")
	if !ok {
		return ""
	}
	name, _, _ := strings.Cut(rest, "/")
	return name
}

// chatParameters rejects what a model in the Server.Refuse list does not accept, in the providers' words.
func (s *Server) chatParameters(in chatRequest) *refused {
	unsupported := func(param, hint string) *refused {
		return &refused{status: 400, kind: "invalid_request_error", param: param, code: "unsupported_parameter",
			message: "Unsupported parameter: '" + param + "' is not supported with this model." + hint}
	}
	switch {
	case in.Temperature != nil && (*in.Temperature < 0 || *in.Temperature > 2):
		return invalid("temperature", "Invalid 'temperature': decimal out of range. Expected a value between 0 and 2.")
	case in.Temperature != nil && *in.Temperature != 1 && s.refuses("temperature"):
		return &refused{status: 400, kind: "invalid_request_error", param: "temperature", code: "unsupported_value",
			message: "Unsupported value: 'temperature' does not support 0 with this model. Only the default (1) value is supported."}
	case in.Seed != nil && s.refuses("seed"):
		return unsupported("seed", "")
	case in.MaxTokens != 0 && s.refuses("max_tokens"):
		return unsupported("max_tokens", " Use 'max_completion_tokens' instead.")
	case in.MaxCompletionTokens != 0 && s.refuses("max_completion_tokens"):
		return unsupported("max_completion_tokens", "")
	case in.MaxTokens != 0 && in.MaxCompletionTokens != 0:
		return invalid("max_tokens", "Setting 'max_tokens' and 'max_completion_tokens' at the same time is not supported.")
	case in.StreamOptions != nil && !in.Stream:
		return invalid("stream_options", "The 'stream_options' parameter is only allowed when 'stream' is enabled.")
	}
	return nil
}

var schemaName = regexp.MustCompile(`^[a-zA-Z0-9_-]{1,64}$`)

func (s *Server) chatFormat(q *Question, in chatRequest) *refused {
	if in.GuidedJSON != nil {
		q.Schema = in.GuidedJSON
	}
	if in.Format != nil && in.Format[0] == '{' {
		q.Schema = in.Format
	}
	f := in.ResponseFormat
	if f == nil {
		return nil
	}
	if s.refuses("response_format") {
		return &refused{status: 400, kind: "invalid_request_error", param: "response_format", code: "unsupported_parameter",
			message: "Unsupported parameter: 'response_format' is not supported with this model."}
	}
	switch f.Type {
	case "text":
	case "json_object":
		q.JSON = true
		if s.refuses("json_object") {
			return invalid("response_format", "'response_format.type' must be 'json_schema' or 'text'") // LM Studio
		}
		if !strings.Contains(strings.ToLower(string(mustJSON(in.Messages))), "json") {
			return invalid("messages",
				"'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'.")
		}
	case "json_schema":
		if s.refuses("json_schema") {
			return invalid("response_format",
				"Invalid parameter: 'response_format' of type 'json_schema' is not supported with this model.")
		}
		if f.JSONSchema == nil {
			return invalid("response_format.json_schema", "Missing required parameter: 'response_format.json_schema'.")
		}
		if !schemaName.MatchString(f.JSONSchema.Name) {
			return invalid("response_format.json_schema.name",
				"Invalid 'response_format.json_schema.name': string does not match pattern. Expected a string that matches the "+
					"pattern '^[a-zA-Z0-9_-]+$'.")
		}
		q.Name, q.Schema, q.JSON = f.JSONSchema.Name, f.JSONSchema.Schema, true
		if f.JSONSchema.Strict != nil && *f.JSONSchema.Strict {
			if why := complaint(q.Schema); why != "" {
				return &refused{status: 400, kind: "invalid_request_error", param: "response_format", code: "invalid_json_schema",
					message: "Invalid schema for response_format '" + q.Name + "': " + why}
			}
		}
	default:
		return invalid("response_format.type",
			"Invalid value: '%s'. Supported values are: 'json_object', 'json_schema', and 'text'.", f.Type)
	}
	return nil
}

func chatMessages(q *Question, messages []chatMessage) *refused {
	if len(messages) == 0 {
		return invalid("messages",
			"Invalid 'messages': empty array. Expected an array with minimum length 1, but got an empty array instead.")
	}
	for i, m := range messages {
		parts, e := chatParts(i, m.Content)
		if e != nil {
			return e
		}
		switch m.Role {
		case "system", "developer":
			for _, p := range parts {
				q.System += p.Text
			}
		case "user", "assistant":
			q.Turns = append(q.Turns, llm.Turn{Assistant: m.Role == "assistant", Parts: parts})
		default:
			return invalid(fmt.Sprintf("messages[%d].role", i),
				"Invalid value: '%s'. Supported values are: 'system', 'assistant', 'user', 'function', 'tool', and 'developer'.",
				m.Role)
		}
	}
	return nil
}

func chatParts(i int, content json.RawMessage) ([]llm.Part, *refused) {
	var text string
	if json.Unmarshal(content, &text) == nil {
		return []llm.Part{{Text: text}}, nil
	}
	var list []chatPart
	if err := json.Unmarshal(content, &list); err != nil {
		return nil, invalid(fmt.Sprintf("messages[%d].content", i),
			"Invalid type for 'messages[%d].content': expected one of a string or array of objects.", i)
	}
	var parts []llm.Part
	for j, p := range list {
		switch {
		case p.Type == "text":
			parts = append(parts, llm.Part{Text: p.Text})
		case p.Type == "image_url" && p.ImageURL != nil:
			image, ok := dataURL(p.ImageURL.URL)
			if !ok {
				return nil, &refused{status: 400, kind: "invalid_request_error", param: "messages", code: "invalid_image_url",
					message: "Invalid base64 image_url."}
			}
			parts = append(parts, image)
		default:
			return nil, invalid(fmt.Sprintf("messages[%d].content[%d].type", i, j),
				"Invalid value: '%s'. Supported values are: 'text', 'image_url', 'input_audio', 'refusal', and 'file'.", p.Type)
		}
	}
	return parts, nil
}

// dataURL parses an image of the form "data:image/png;base64,…".
func dataURL(url string) (llm.Part, bool) {
	rest, ok := strings.CutPrefix(url, "data:")
	media, data, found := strings.Cut(rest, ";base64,")
	if !ok || !found {
		return llm.Part{}, false
	}
	b, err := base64.StdEncoding.DecodeString(data)
	return llm.Part{Image: b, Media: media}, err == nil && looksLike(media, b)
}

// looksLike reports whether bytes begin like an image of a type that all providers accept.
func looksLike(media string, b []byte) bool {
	switch media {
	case "image/png", "image/jpeg", "image/gif", "image/webp":
		return http.DetectContentType(b) == media
	}
	return false
}

func write(w http.ResponseWriter, q Question, a Answer) {
	reason := "stop"
	if a.Cut {
		reason = "length"
	}
	if q.Stream {
		stream(w, q, a, reason)
		return
	}
	message := map[string]any{"role": "assistant", "content": a.Text, "refusal": nil, "annotations": annotations(a)}
	if a.Refusal != "" {
		message["content"], message["refusal"] = nil, a.Refusal
	}
	writeJSON(w, 200, map[string]any{
		"id": "chatcmpl-1", "object": "chat.completion", "created": 1, "model": q.Model,
		"choices": []any{map[string]any{"index": 0, "message": message, "logprobs": nil, "finish_reason": reason}},
		"usage":   usage(a),
	})
}

func usage(a Answer) map[string]any {
	return map[string]any{"prompt_tokens": a.Usage.Input, "completion_tokens": a.Usage.Output,
		"total_tokens": a.Usage.Input + a.Usage.Output}
}

func annotations(a Answer) []any {
	list := []any{}
	for _, c := range a.Citations {
		list = append(list,
			map[string]any{"type": "url_citation",
				"url_citation": map[string]any{"start_index": 0, "end_index": 1, "url": c, "title": c}})
	}
	return list
}

func stream(w http.ResponseWriter, q Question, a Answer, reason string) {
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
		send("",
			map[string]any{"error": map[string]any{"message": "The server had an error.", "type": "server_error", "code": 502}})
		return
	}
	if len(a.Citations) > 0 {
		chunk(map[string]any{"annotations": annotations(a)}, nil)
	}
	chunk(map[string]any{}, reason)
	send("", map[string]any{"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1, "model": q.Model,
		"choices": []any{}, "usage": usage(a)})
	send("", nil)
}

// refuse writes an error in OpenAI's shape.
func refuse(w http.ResponseWriter, e refused) {
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
	writeJSON(w, e.status,
		map[string]any{"error": map[string]any{"message": e.message, "type": e.kind, "param": orNull(e.param),
			"code": orNull(e.code)}})
}

func orNull(s string) any {
	if s == "" {
		return nil
	}
	return s
}
