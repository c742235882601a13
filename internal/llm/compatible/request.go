package compatible

import (
	"encoding/base64"
	"encoding/json"
	"slices"

	"github.com/bonafide-audit/bonafide/internal/llm"
	"github.com/bonafide-audit/bonafide/internal/llm/schema"
)

// request is the body of a call of chat/completions.
type request struct {
	Model               string          `json:"model"`
	Messages            []message       `json:"messages"`
	Temperature         *float64        `json:"temperature,omitempty"`
	Seed                *int64          `json:"seed,omitempty"`
	MaxTokens           int             `json:"max_tokens,omitempty"`
	MaxCompletionTokens int             `json:"max_completion_tokens,omitempty"`
	ResponseFormat      *responseFormat `json:"response_format,omitempty"`
	GuidedJSON          json.RawMessage `json:"guided_json,omitempty"`
	Format              json.RawMessage `json:"format,omitempty"`
	Stream              bool            `json:"stream,omitempty"`
	StreamOptions       *streamOptions  `json:"stream_options,omitempty"`
	ReasoningEffort     string          `json:"reasoning_effort,omitempty"`
	Plugins             []plugin        `json:"plugins,omitempty"`
	WebSearchOptions    *struct{}       `json:"web_search_options,omitempty"`
}

type message struct {
	Role    string `json:"role"`
	Content any    `json:"content"` // a string, or parts when there is an image
}

type part struct {
	Type     string `json:"type"`
	Text     string `json:"text,omitempty"`
	ImageURL *image `json:"image_url,omitempty"`
}

type image struct {
	URL string `json:"url"`
}

type responseFormat struct {
	Type       string      `json:"type"`
	JSONSchema *jsonSchema `json:"json_schema,omitempty"`
}

type jsonSchema struct {
	Name   string          `json:"name"`
	Strict bool            `json:"strict"`
	Schema json.RawMessage `json:"schema"`
}

type streamOptions struct {
	IncludeUsage bool `json:"include_usage"`
}

type plugin struct {
	ID string `json:"id"`
}

// has says whether a request holds what a concession would leave out.
func (in *request) has(what string) bool {
	format := in.ResponseFormat
	switch what {
	case "max_tokens":
		return in.MaxTokens != 0
	case "temperature":
		return in.Temperature != nil
	case "seed":
		return in.Seed != nil
	case systemTurn:
		return len(in.Messages) > 0 && in.Messages[0].Role == "system"
	case "stream_options":
		return in.StreamOptions != nil
	case string(JSONSchema), string(JSONObject):
		return format != nil && format.Type == what
	case string(Guided):
		return in.GuidedJSON != nil
	case string(Ollama):
		return in.Format != nil
	}
	return false
}

// strictWords are what OpenAI's strict mode takes of a schema.
var strictWords = []string{"type", "properties", "required", "additionalProperties", "items", "enum", "const", "anyOf", "title", "description",
	"minimum", "maximum", "minItems", "maxItems"}

func (c *Client) request(r llm.Request, s *schema.Schema, f form) (*request, error) {
	in := &request{Model: c.opts.Model, Stream: c.opts.Stream, ReasoningEffort: c.opts.Effort}
	if c.opts.Effort == "" && !f.without["temperature"] { // what reasons takes none
		in.Temperature = &r.Temperature
	}
	if !f.without["seed"] {
		in.Seed = &r.Seed
	}
	if in.MaxTokens = r.MaxTokens; f.without["max_tokens"] {
		in.MaxTokens, in.MaxCompletionTokens = 0, r.MaxTokens
	}
	if c.opts.Stream && !f.without["stream_options"] {
		in.StreamOptions = &streamOptions{IncludeUsage: true}
	}
	if r.Search {
		switch c.opts.Search {
		case SearchPlugin:
			in.Plugins = []plugin{{ID: "web"}}
		case SearchOptions:
			in.WebSearchOptions = &struct{}{}
		}
	}
	system := r.System
	if s != nil {
		system += in.demand(r, s, f.format)
	}
	turns := r.Turns
	if f.without[systemTurn] {
		turns, system = under(system, turns), ""
	}
	if system != "" {
		in.Messages = append(in.Messages, message{Role: "system", Content: system})
	}
	for _, t := range turns {
		in.Messages = append(in.Messages, turn(t))
	}
	return in, nil
}

// systemTurn is the concession to models whose template has no place for
// instructions of their own: they stand before the user's first words.
const systemTurn = "system turn"

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

// demand asks for the schema in the server's way, and gives what the
// instructions must say of it.
func (in *request) demand(r llm.Request, s *schema.Schema, f Format) string {
	whole := s.Only(strictWords...)
	switch f {
	case JSONSchema:
		in.ResponseFormat = &responseFormat{Type: "json_schema", JSONSchema: &jsonSchema{Name: Name(r.Name), Strict: true, Schema: whole}}
		return ""
	case Guided:
		in.GuidedJSON = whole
	case Ollama:
		in.Format = whole
	case JSONObject:
		in.ResponseFormat = &responseFormat{Type: "json_object"}
	}
	return schema.Demand(r.Schema)
}

// Name gives the name of a schema in the letters that OpenAI takes.
func Name(name string) string {
	b := []byte(name)
	for i, ch := range b {
		ok := ch >= 'a' && ch <= 'z' || ch >= 'A' && ch <= 'Z' || ch >= '0' && ch <= '9' || ch == '_' || ch == '-'
		if !ok {
			b[i] = '_'
		}
	}
	if len(b) > 64 {
		b = b[:64]
	}
	if len(b) == 0 {
		return "answer"
	}
	return string(b)
}

func turn(t llm.Turn) message {
	m := message{Role: "user"}
	if t.Assistant {
		m.Role = "assistant"
	}
	if len(t.Parts) == 1 && t.Parts[0].Image == nil {
		m.Content = t.Parts[0].Text
		return m
	}
	parts := []part{}
	for _, p := range t.Parts {
		if p.Image == nil {
			parts = append(parts, part{Type: "text", Text: p.Text})
			continue
		}
		parts = append(parts, part{Type: "image_url", ImageURL: &image{URL: DataURL(p)}})
	}
	m.Content = parts
	return m
}

// DataURL writes an image as an address that holds it.
func DataURL(p llm.Part) string {
	return "data:" + p.Media + ";base64," + base64.StdEncoding.EncodeToString(p.Image)
}
