package llm

import (
	"cmp"
	"encoding/base64"
	"encoding/json"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/transport"
)

// The ways to tell a server the schema of an answer.
const (
	jsonSchema = "json_schema" // response_format, as OpenAI defines it
	guided     = "guided_json" // vLLM before it knew response_format
	ollama     = "format"      // Ollama's own member
	jsonObject = "json_object" // any JSON; the schema is in the instructions
	InWords    = "none"        // the schema is in the instructions only
)

// formats lists the formats that a user may choose.
var formats = []string{jsonSchema, guided, ollama, jsonObject, InWords}

// The ways to tell a server to search the web.
const (
	SearchPlugin  = "plugin"             // OpenRouter
	SearchOptions = "web_search_options" // OpenAI's search models
)

type chatRequest struct {
	Model               string          `json:"model"`
	Messages            []chatMessage   `json:"messages"`
	Temperature         *float64        `json:"temperature,omitempty"`
	Seed                *int64          `json:"seed,omitempty"`
	MaxTokens           int             `json:"max_tokens,omitempty"`
	MaxCompletionTokens int             `json:"max_completion_tokens,omitempty"`
	ResponseFormat      chatFormat      `json:"response_format,omitzero"`
	GuidedJSON          json.RawMessage `json:"guided_json,omitempty"`
	Format              json.RawMessage `json:"format,omitempty"`
	Stream              bool            `json:"stream,omitempty"`
	StreamOptions       json.RawMessage `json:"stream_options,omitempty"`
	ReasoningEffort     string          `json:"reasoning_effort,omitempty"`
	Plugins             json.RawMessage `json:"plugins,omitempty"`
	WebSearchOptions    json.RawMessage `json:"web_search_options,omitempty"`
}

type chatMessage struct {
	Role    string `json:"role"`
	Content any    `json:"content"` // a string, or parts if there is an image
}

type chatPart struct {
	Type     string            `json:"type"`
	Text     string            `json:"text,omitempty"`
	ImageURL map[string]string `json:"image_url,omitempty"`
}

type chatFormat struct {
	Type       string `json:"type"`
	JSONSchema *bound `json:"json_schema,omitempty"`
}

// bound asks for an answer that fits a schema.
type bound struct {
	Name   string          `json:"name"`
	Strict bool            `json:"strict"`
	Schema json.RawMessage `json:"schema"`
}

func (in *chatRequest) has(what string) bool {
	return in.ResponseFormat.Type == what || map[string]bool{
		maxTokens:     in.MaxTokens != 0,
		temperature:   in.Temperature != nil,
		seed:          in.Seed != nil,
		systemTurn:    len(in.Messages) > 0 && in.Messages[0].Role == "system",
		streamOptions: in.StreamOptions != nil,
		guided:        in.GuidedJSON != nil,
		ollama:        in.Format != nil,
	}[what]
}

func (c *client) request(r Request) *chatRequest {
	in := &chatRequest{Model: c.Model, Stream: c.Stream, ReasoningEffort: c.Effort}
	if c.Effort == "" && !c.without(temperature) { // reasoning models accept none
		in.Temperature = &r.Temperature
	}
	if !c.without(seed) {
		in.Seed = &r.Seed
	}
	if in.MaxTokens = r.MaxTokens; c.without(maxTokens) {
		in.MaxTokens, in.MaxCompletionTokens = 0, r.MaxTokens
	}
	if c.Stream && !c.without(streamOptions) {
		in.StreamOptions = json.RawMessage(`{"include_usage":true}`)
	}
	switch {
	case r.Search && c.Search == SearchPlugin:
		in.Plugins = json.RawMessage(`[{"id":"web"}]`)
	case r.Search && c.Search == SearchOptions:
		in.WebSearchOptions = json.RawMessage(`{}`)
	}
	system := r.System
	if len(r.Schema) > 0 {
		system += in.demand(r, c.format())
	}
	turns := r.Turns
	if c.without(systemTurn) {
		turns, system = under(system, turns), ""
	}
	if system != "" {
		in.Messages = append(in.Messages, chatMessage{"system", system})
	}
	for _, t := range turns {
		in.Messages = append(in.Messages, chatTurn(t))
	}
	return in
}

// format returns how the server is currently told a schema.
func (c *client) format() string {
	for _, f := range []string{cmp.Or(c.Format, jsonSchema), jsonObject} {
		if !c.without(f) {
			return f
		}
	}
	return InWords
}

// under puts instructions before the first turn, which is the user's.
func under(system string, turns []Turn) []Turn {
	if system == "" || len(turns) == 0 {
		return turns
	}
	first := Turn{Assistant: turns[0].Assistant, Parts: slices.Clone(turns[0].Parts)}
	if len(first.Parts) > 0 && first.Parts[0].Image == nil {
		first.Parts[0].Text = system + "\n\n" + first.Parts[0].Text
	} else {
		first.Parts = slices.Insert(first.Parts, 0, Part{Text: system})
	}
	return append([]Turn{first}, turns[1:]...)
}

// demand asks for the schema in the server's way, and returns what the instructions must say about it.
func (in *chatRequest) demand(r Request, format string) string {
	all := r.Strict()
	switch format {
	case jsonSchema:
		in.ResponseFormat = chatFormat{jsonSchema, &bound{schemaName(r.Name), true, all}}
		return ""
	case guided:
		in.GuidedJSON = all
	case ollama:
		in.Format = all
	case jsonObject:
		in.ResponseFormat.Type = jsonObject
	}
	return r.Demand()
}

func chatTurn(t Turn) chatMessage {
	m := chatMessage{Role: "user"}
	if t.Assistant {
		m.Role = "assistant"
	}
	if len(t.Parts) == 1 && t.Parts[0].Image == nil {
		m.Content = t.Parts[0].Text
		return m
	}
	parts := []chatPart{}
	for _, p := range t.Parts {
		if p.Image == nil {
			parts = append(parts, chatPart{Type: "text", Text: p.Text})
			continue
		}
		parts = append(parts, chatPart{Type: "image_url", ImageURL: map[string]string{
			"url": "data:" + p.Media + ";base64," + base64.StdEncoding.EncodeToString(p.Image)}})
	}
	m.Content = parts
	return m
}

// chatChunk is the body of a response, or one event of a streamed one.
type chatChunk struct {
	Model   string `json:"model"`
	Choices []struct {
		Message      chatWords `json:"message"`
		Delta        chatWords `json:"delta"`
		FinishReason string    `json:"finish_reason"`
	} `json:"choices"`
	Usage *struct {
		PromptTokens     int `json:"prompt_tokens"`
		CompletionTokens int `json:"completion_tokens"`
		TotalTokens      int `json:"total_tokens"`
	} `json:"usage"`
	Error json.RawMessage `json:"error"` // OpenRouter and vLLM fail in the middle of a stream
}

type chatWords struct {
	Content     chatText `json:"content"`
	Refusal     string   `json:"refusal"`
	Annotations []struct {
		URLCitation struct {
			URL string `json:"url"`
		} `json:"url_citation"`
	} `json:"annotations"`
}

// chatText is the content of a message: a string, or a list of parts; parts that are not text are thoughts.
type chatText string

// UnmarshalJSON decodes both forms.
func (t *chatText) UnmarshalJSON(b []byte) error {
	var one string
	if json.Unmarshal(b, &one) == nil {
		*t = chatText(one)
		return nil
	}
	var parts []struct {
		Type string `json:"type"`
		Text string `json:"text"`
	}
	if err := json.Unmarshal(b, &parts); err != nil {
		return err
	}
	for _, p := range parts {
		if p.Type == "text" {
			*t += chatText(p.Text)
		}
	}
	return nil
}

// chatAnswer is the sum of one body or many chunks.
type chatAnswer struct {
	sum     Response
	text    []byte // grows in place, however small the chunks
	refused bool
	reason  string
	fault   *transport.Rejection
}

// Fault returns the error in an answer.
func (a *chatAnswer) Fault() *transport.Rejection { return a.fault }

// UnmarshalJSON adds a body or a chunk.
func (a *chatAnswer) UnmarshalJSON(data []byte) error {
	var c chatChunk
	if err := json.Unmarshal(data, &c); err != nil {
		return err
	}
	if a.fault = transport.Fault(c.Error); a.fault != nil {
		return nil
	}
	a.sum.Model = cmp.Or(c.Model, a.sum.Model)
	if u := c.Usage; u != nil { // some servers count thoughts only in the total
		a.sum.Usage.Input, a.sum.Usage.Output = u.PromptTokens, max(u.CompletionTokens, u.TotalTokens-u.PromptTokens)
	}
	if len(c.Choices) == 0 {
		return nil
	}
	choice := c.Choices[0]
	for _, w := range []chatWords{choice.Message, choice.Delta} {
		a.text = append(a.text, w.Content...)
		a.refused = a.refused || w.Refusal != ""
		for _, n := range w.Annotations {
			a.sum.Cite(n.URLCitation.URL)
		}
	}
	a.reason = cmp.Or(choice.FinishReason, a.reason)
	return nil
}

func (a *chatAnswer) event(_ string, data []byte) error {
	if string(data) == "[DONE]" {
		a.reason = cmp.Or(a.reason, "length") // ended, but without a statement that it is complete
		return transport.ErrDone
	}
	if json.Unmarshal(data, a) != nil {
		return &Failure{Kind: answer.Malformed, Detail: "an event of the stream is not the JSON of its protocol"}
	}
	if a.fault != nil {
		return a.fault
	}
	return nil
}

// chatEndings are the reasons to finish that need handling. The last ones are of servers that stopped in the
// middle: OpenRouter, DeepSeek, vLLM.
var chatEndings = map[string]ending{
	"content_filter": withheld, "length": outOfRoom, "error": brokenOff, "insufficient_system_resource": brokenOff,
	"abort": brokenOff,
}

// response evaluates the complete answer.
func (a *chatAnswer) response() (Response, error) {
	a.sum.Text = string(a.text)
	if a.refused {
		return declined.of(a.sum)
	}
	return cmp.Or(chatEndings[a.reason], whole).of(a.sum)
}

// schemaName returns the name of a schema in the characters that OpenAI accepts.
func schemaName(name string) string {
	name = strings.Map(func(r rune) rune {
		if r == '-' || r < utf8.RuneSelf && (unicode.IsLetter(r) || unicode.IsDigit(r)) {
			return r
		}
		return '_'
	}, name)
	return cmp.Or(name[:min(len(name), 64)], "answer")
}
