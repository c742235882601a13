package llmtest

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/llm"
)

// gemini is POST /v1beta/models/NAME:generateContent and its streamed form.
var gemini = dialect{key: func(r *http.Request) string { return r.Header.Get("X-Goog-Api-Key") }, read: readGemini,
	write: writeGemini, refuse: refuseGemini}

type geminiRequest struct {
	SystemInstruction *geminiContent  `json:"systemInstruction"`
	Contents          []geminiContent `json:"contents"`
	GenerationConfig  json.RawMessage `json:"generationConfig"`
	Tools             []struct {
		GoogleSearch *json.RawMessage `json:"googleSearch"`
	} `json:"tools"`
}

type geminiContent struct {
	Role  string `json:"role"`
	Parts []struct {
		Text       string `json:"text"`
		InlineData *struct {
			MimeType string `json:"mimeType"`
			Data     string `json:"data"`
		} `json:"inlineData"`
	} `json:"parts"`
}

type geminiConfig struct {
	Temperature     *float64 `json:"temperature"`
	Seed            *int64   `json:"seed"`
	MaxOutputTokens int      `json:"maxOutputTokens"`
	ThinkingConfig  struct {
		ThinkingLevel string `json:"thinkingLevel"`
	} `json:"thinkingConfig"`
	ResponseMimeType   string          `json:"responseMimeType"`
	ResponseJSONSchema json.RawMessage `json:"responseJsonSchema"`
	ResponseSchema     json.RawMessage `json:"responseSchema"`
}

// geminiMembers and geminiConfigMembers are the members that the service knows.
var (
	geminiMembers = []string{"contents", "systemInstruction", "generationConfig", "tools", "toolConfig",
		"safetySettings", "cachedContent"}
	geminiConfigMembers = []string{"temperature", "seed", "maxOutputTokens", "responseMimeType", "responseJsonSchema",
		"responseSchema", "topP", "topK", "candidateCount",
		"stopSequences", "presencePenalty", "frequencyPenalty", "responseLogprobs", "logprobs", "responseModalities",
		"mediaResolution", "speechConfig", "thinkingConfig"}
)

// geminiInvalid returns a 400 in Google's words.
func geminiInvalid(format string, args ...any) *refused {
	return &refused{status: 400, kind: "INVALID_ARGUMENT", message: fmt.Sprintf(format, args...)}
}

func readGemini(s *Server, r *http.Request, body []byte) (Question, *refused) {
	name, method, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/v1beta/models/"), ":")
	q := Question{Protocol: Gemini, Model: name, Stream: method == "streamGenerateContent"}
	if q.Stream && r.URL.Query().Get("alt") != "sse" {
		return q, geminiInvalid("this server streams with alt=sse only")
	}
	if !s.knows(name) {
		return q, &refused{status: 404, kind: "NOT_FOUND",
			message: "models/" + name + " is not found for API version v1beta, or is not supported for generateContent."}
	}
	var in geminiRequest
	if err := json.Unmarshal(body, &in); err != nil {
		return q, geminiInvalid("Invalid JSON payload received. %v", err)
	}
	if member := unknownMember(body, geminiMembers); member != "" {
		return q, geminiInvalid("Invalid JSON payload received. Unknown name \"%s\": Cannot find field.", member)
	}
	if member := unknownMember(in.GenerationConfig, geminiConfigMembers); member != "" {
		return q,
			geminiInvalid("Invalid JSON payload received. Unknown name \"%s\" at 'generation_config': Cannot find field.",
				member)
	}
	for _, t := range in.Tools {
		q.Search = q.Search || t.GoogleSearch != nil
	}
	if in.SystemInstruction != nil {
		for _, p := range in.SystemInstruction.Parts {
			q.System += p.Text
		}
	}
	if e := s.geminiConfig(&q, in.GenerationConfig); e != nil {
		return q, e
	}
	return q, geminiContents(&q, in.Contents)
}

func (s *Server) geminiConfig(q *Question, raw json.RawMessage) *refused {
	var c geminiConfig
	if len(raw) > 0 && json.Unmarshal(raw, &c) != nil {
		return geminiInvalid("Invalid value at 'generation_config'")
	}
	q.Temperature, q.Seed, q.MaxTokens = c.Temperature, c.Seed, c.MaxOutputTokens
	q.Effort = c.ThinkingConfig.ThinkingLevel
	switch {
	case c.Seed != nil && *c.Seed != int64(int32(*c.Seed)):
		return geminiInvalid("Invalid value at 'generation_config.seed' (TYPE_INT32), %d", *c.Seed)
	case c.Temperature != nil && (*c.Temperature < 0 || *c.Temperature > 2):
		return geminiInvalid("temperature must be in the range [0.0, 2.0]")
	case c.Temperature != nil && s.refuses("temperature"):
		return geminiInvalid("temperature is not supported for this model")
	case c.ResponseJSONSchema != nil && s.refuses("json_schema"):
		return geminiInvalid("JSON mode is not enabled for this model: response_json_schema")
	case c.ResponseJSONSchema != nil && c.ResponseMimeType != "application/json":
		return geminiInvalid("response_mime_type must be application/json when a schema is given")
	case c.ResponseMimeType == "application/json" && q.Search:
		return geminiInvalid("Tool use with a response mime type: 'application/json' is unsupported")
	}
	if c.ResponseJSONSchema != nil {
		if why := geminiFormat.check(c.ResponseJSONSchema); why != "" {
			return geminiInvalid("Invalid value at 'generation_config.response_json_schema': %s", why)
		}
		q.Schema = c.ResponseJSONSchema
	}
	q.JSON = c.ResponseMimeType == "application/json"
	return nil
}

func geminiContents(q *Question, contents []geminiContent) *refused {
	if len(contents) == 0 {
		return geminiInvalid("* GenerateContentRequest.contents: contents is not specified")
	}
	for i, c := range contents {
		if c.Role != "" && c.Role != "user" && c.Role != "model" {
			return geminiInvalid("Please use a valid role: user, model.")
		}
		t := llm.Turn{Assistant: c.Role == "model"}
		for j, p := range c.Parts {
			switch {
			case p.InlineData != nil:
				data, err := base64.StdEncoding.DecodeString(p.InlineData.Data)
				if err != nil || !looksLike(p.InlineData.MimeType, data) {
					return geminiInvalid("Unable to process input image.")
				}
				t.Parts = append(t.Parts, llm.Part{Image: data, Media: p.InlineData.MimeType})
			case p.Text != "":
				t.Parts = append(t.Parts, llm.Part{Text: p.Text})
			default:
				return geminiInvalid("* GenerateContentRequest.contents[%d].parts[%d].data: required oneof field 'data' must "+
					"have one initialized field", i, j)
			}
		}
		if len(t.Parts) == 0 {
			return geminiInvalid("* GenerateContentRequest.contents[%d].parts: contents.parts must not be empty.", i)
		}
		q.Turns = append(q.Turns, t)
	}
	return nil
}

func writeGemini(_ *Server, w http.ResponseWriter, q Question, a Answer) {
	usage := map[string]any{"promptTokenCount": a.Usage.Input, "candidatesTokenCount": a.Usage.Output,
		"totalTokenCount": a.Usage.Input + a.Usage.Output}
	object := func(candidate map[string]any) map[string]any {
		return map[string]any{"candidates": []any{candidate}, "modelVersion": q.Model, "responseId": "r1",
			"usageMetadata": usage}
	}
	last := map[string]any{"index": 0, "finishReason": "STOP"}
	if a.Cut {
		last["finishReason"] = "MAX_TOKENS"
	}
	if len(a.Citations) > 0 {
		chunks := []any{}
		for _, c := range a.Citations {
			chunks = append(chunks, map[string]any{"web": map[string]any{"uri": c, "title": "example.org"}})
		}
		last["groundingMetadata"] = map[string]any{"webSearchQueries": []any{"x"}, "groundingChunks": chunks}
	}
	content := func(text string) map[string]any {
		return map[string]any{"role": "model", "parts": []any{map[string]any{"text": text}}}
	}
	blocked := map[string]any{"promptFeedback": map[string]any{"blockReason": "PROHIBITED_CONTENT"},
		"modelVersion": q.Model, "usageMetadata": usage}
	if !q.Stream {
		if a.Refusal != "" {
			writeJSON(w, 200, blocked)
			return
		}
		last["content"] = content(a.Text)
		writeJSON(w, 200, object(last))
		return
	}
	send := events(w)
	if a.Refusal != "" {
		send("", blocked)
		return
	}
	for _, piece := range pieces(a.Text) {
		send("", object(map[string]any{"index": 0, "content": content(piece)}))
	}
	if a.Fault == MidStream {
		send("",
			map[string]any{"error": map[string]any{"code": 503, "message": "The model is overloaded.", "status": "UNAVAILABLE"}})
		return
	}
	last["content"] = map[string]any{"role": "model", "parts": []any{map[string]any{"text": ""}}}
	send("", object(last))
}

// geminiEmbed is POST /v1beta/models/NAME:batchEmbedContents.
func (s *Server) geminiEmbed(w http.ResponseWriter, r *http.Request, body []byte) {
	s.note(string(body))
	if e := s.admit(r, gemini); e != nil {
		refuseGemini(w, *e)
		return
	}
	var in struct {
		Requests []struct {
			Model   string        `json:"model"`
			Content geminiContent `json:"content"`
		} `json:"requests"`
	}
	name, _, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/v1beta/"), ":")
	if json.Unmarshal(body, &in) != nil || len(in.Requests) == 0 || len(in.Requests) > 100 {
		refuseGemini(w, *geminiInvalid("* BatchEmbedContentsRequest.requests: at most 100 requests can be in one batch"))
		return
	}
	var texts []string
	for _, one := range in.Requests {
		if one.Model != name || len(one.Content.Parts) != 1 || one.Content.Parts[0].Text == "" {
			refuseGemini(w, *geminiInvalid("* EmbedContentRequest: model must be %s and content must have text", name))
			return
		}
		texts = append(texts, one.Content.Parts[0].Text)
	}
	list := []any{}
	for _, v := range s.embedAll(texts) {
		list = append(list, map[string]any{"values": v})
	}
	writeJSON(w, 200, map[string]any{"embeddings": list})
}

// refuseGemini writes an error in Google's shape.
func refuseGemini(w http.ResponseWriter, e refused) {
	details := []any{}
	switch {
	case e.kind == "rate_limit_error":
		e.kind = "RESOURCE_EXHAUSTED"
		if after := w.Header().Get("Retry-After"); after != "" { // the service states it in the body
			w.Header().Del("Retry-After")
			details = append(details,
				map[string]any{"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": after + "s"})
		}
	case e.status == 529:
		e.status, e.kind = 503, "UNAVAILABLE"
	case e.kind == "api_error":
		e.kind = "INTERNAL"
	case e.kind == "authentication_error":
		e.status, e.kind = 400, "INVALID_ARGUMENT"
		e.message = strings.Replace(e.message, "Incorrect API key provided:",
			"API key not valid. Please pass a valid API key.", 1)
		details = append(details,
			map[string]any{"@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": "API_KEY_INVALID"})
	}
	writeJSON(w, e.status,
		map[string]any{"error": map[string]any{"code": e.status, "message": e.message, "status": e.kind, "details": details}})
}
