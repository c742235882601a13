package provider

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/llm"
	"github.com/bonafide-audit/bonafide/internal/llm/schema"
	"github.com/bonafide-audit/bonafide/internal/transport"
)

// The ways to tell a server the schema of an answer.
const (
	jsonSchema = "json_schema" // response_format, as OpenAI defines it
	guided     = "guided_json" // vLLM before it knew response_format
	ollama     = "format"      // Ollama's own member
	jsonObject = "json_object" // any JSON; the schema is in the instructions
	inWords    = "none"        // the schema is in the instructions only
)

// formats lists the formats that a user may choose.
var formats = []string{jsonSchema, guided, ollama, jsonObject, inWords}

// The ways to tell a server to search the web.
const (
	SearchPlugin  = "plugin"             // OpenRouter
	SearchOptions = "web_search_options" // OpenAI's search models
)

// compatible uses chat completions.
type compatible struct{ *client }

// NewCompatible returns a client of a model on a server with OpenAI's chat completions and embeddings. It
// returns an error for an invalid address.
func NewCompatible(o Options) (llm.Model, error) { return newCompatible(o) }

func newCompatible(o Options) (*compatible, error) {
	if o.Format != "" && !slices.Contains(formats, o.Format) {
		return nil, fmt.Errorf("no format of answers is called %q: use %s", o.Format, strings.Join(formats, ", "))
	}
	if o.Key != "" {
		name, value := cmp.Or(o.KeyHeader, "Authorization"), o.Key
		if strings.EqualFold(name, "Authorization") {
			value = "Bearer " + o.Key
		}
		header := map[string]string{}
		maps.Copy(header, o.Header)
		header[name] = value
		o.Header, o.Secrets = header, append(slices.Clip(o.Secrets), o.Key)
	}
	if u, err := url.Parse(o.Base); err == nil {
		if o.Search == "" && strings.HasSuffix(u.Hostname(), "openrouter.ai") {
			o.Search = SearchPlugin
		}
		o.Base = mended(u, o.APIVersion)
	}
	c, err := newClient(o, compatibleOffers)
	return &compatible{c}, err
}

// mended accepts addresses as portals show them: with the path of a call before their query, and those of Azure
// without any path, whose models are then called through the first version of OpenAI's own paths.
func mended(u *url.URL, version string) string {
	m := *u
	m.RawPath = strings.TrimSuffix(strings.TrimRight(u.EscapedPath(), "/"), "/chat/completions")
	if strings.HasSuffix(u.Hostname(), ".azure.com") && m.RawPath == "" && version == "" {
		m.RawPath = "/openai/v1"
	}
	var err error
	if m.Path, err = url.PathUnescape(m.RawPath); err != nil { // transport.New reports it
		return u.String()
	}
	return m.String()
}

// path returns the path of a call; on Azure it contains the model.
func (c *compatible) path(call string) string {
	if c.APIVersion == "" {
		return "/" + call
	}
	return "/openai/deployments/" + url.PathEscape(c.Model) + "/" + call + "?api-version=" + url.QueryEscape(c.APIVersion)
}

const (
	maxTokens     = "max_tokens"
	streamOptions = "stream_options"
	// systemTurn is the feature missing in models whose template has no place for a system prompt: it then
	// precedes the user's first words.
	systemTurn = "system turn"
)

// schemaRefused are words in rejections of a way to ask for JSON.
var schemaRefused = []string{"response_format", "json_schema", "json_object", "guided", "format", "schema", "grammar",
	"structured", "json mode"}

var compatibleOffers = []offer{
	{maxTokens, []string{"max_completion_tokens"}},
	{temperature, []string{"temperature"}},
	{seed, []string{"seed"}},
	{streamOptions, []string{"stream_options"}},
	{systemTurn, []string{"system role", "system message", "'system'", "`system`", "roles must alternate"}},
	{jsonSchema, schemaRefused},
	{guided, schemaRefused},
	{ollama, schemaRefused},
	{jsonObject, schemaRefused},
}

// Ask asks the model.
func (c *compatible) Ask(ctx context.Context, r llm.Request) (llm.Response, error) {
	if r.Search && c.Search == "" {
		return llm.Response{}, &llm.Failure{Kind: answer.Unsupported, Detail: "this server has no web search of its own"}
	}
	return askFor[chatAnswer](ctx, c.client, c.path("chat/completions"), r, c.request)
}

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

func (c *compatible) request(r llm.Request, s *schema.Schema) *chatRequest {
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
	if s != nil {
		system += in.demand(r, s, c.format())
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
func (c *compatible) format() string {
	for _, f := range []string{cmp.Or(c.Format, jsonSchema), jsonObject} {
		if !c.without(f) {
			return f
		}
	}
	return inWords
}

// under puts instructions before the first turn, which is the user's.
func under(system string, turns []llm.Turn) []llm.Turn {
	if system == "" || len(turns) == 0 {
		return turns
	}
	first := llm.Turn{Assistant: turns[0].Assistant, Parts: slices.Clone(turns[0].Parts)}
	if len(first.Parts) > 0 && first.Parts[0].Image == nil {
		first.Parts[0].Text = system + "\n\n" + first.Parts[0].Text
	} else {
		first.Parts = slices.Insert(first.Parts, 0, llm.Part{Text: system})
	}
	return append([]llm.Turn{first}, turns[1:]...)
}

// demand asks for the schema in the server's way, and returns what the instructions must say about it.
func (in *chatRequest) demand(r llm.Request, s *schema.Schema, format string) string {
	all := s.Only(strictWords...)
	switch format {
	case jsonSchema:
		in.ResponseFormat = chatFormat{jsonSchema, &bound{Name: schemaName(r.Name), Strict: true, Schema: all}}
		return ""
	case guided:
		in.GuidedJSON = all
	case ollama:
		in.Format = all
	case jsonObject:
		in.ResponseFormat.Type = jsonObject
	}
	return schema.Demand(r.Schema)
}

func chatTurn(t llm.Turn) chatMessage {
	m := chatMessage{Role: speaker(t, "assistant")}
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
		parts = append(parts, chatPart{Type: "image_url", ImageURL: map[string]string{"url": dataURL(p)}})
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
		URLCitation found `json:"url_citation"`
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
	sum     llm.Response
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

// event reads one event of a stream.
func (a *chatAnswer) event(_ string, data []byte) error {
	if string(data) == "[DONE]" {
		a.reason = cmp.Or(a.reason, "length") // ended, but without a statement that it is complete
		return transport.ErrDone
	}
	return readEvent(data, a)
}

// chatEndings are the reasons to finish that need handling. The last ones are of servers that stopped in the
// middle: OpenRouter, DeepSeek, vLLM.
var chatEndings = map[string]ending{
	"content_filter": withheld, "length": limited, "error": brokenOff, "insufficient_system_resource": brokenOff,
	"abort": brokenOff,
}

// response evaluates the complete answer.
func (a *chatAnswer) response() (llm.Response, error) {
	a.sum.Text = string(a.text)
	if a.refused {
		return declined.of(a.sum)
	}
	return cmp.Or(chatEndings[a.reason], whole).of(a.sum)
}

// Embed returns the model's vectors of texts.
func (c *compatible) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	return embed(texts, 128, func(texts []string) ([][]float32, error) {
		in := map[string]any{"model": c.Model, "input": texts, "encoding_format": "float"}
		var out struct {
			Data []struct {
				Index     int       `json:"index"`
				Embedding []float32 `json:"embedding"`
			} `json:"data"`
		}
		if err := c.api.AskLarge(ctx, c.path("embeddings"), in, &out); err != nil {
			return nil, err
		}
		vectors := make([][]float32, len(texts))
		for _, d := range out.Data {
			if d.Index < 0 || d.Index >= len(vectors) {
				return nil, &llm.Failure{Kind: answer.Malformed, Detail: fmt.Sprintf("vector %d was not asked for", d.Index)}
			}
			vectors[d.Index] = d.Embedding
		}
		return vectors, nil
	})
}
