package provider

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/llm"
	"github.com/bonafide-audit/bonafide/internal/llm/schema"
	"github.com/bonafide-audit/bonafide/internal/transport"
)

// anthropic uses the Messages API. The provider has no embeddings.
type anthropic struct{ *client }

const (
	anthropicVersion = "2023-06-01" // of the API
	defaultTokens    = 8192         // the API has no default
	mostTurns        = 5            // per answer that the provider pauses
)

// NewAnthropic returns a client of an Anthropic model; requests with web search are not streamed. It returns an
// error for an invalid address.
func NewAnthropic(o Options) (llm.Model, error) {
	o.Endpoint = o.WithKey(map[string]string{"X-Api-Key": o.Key, "Anthropic-Version": anthropicVersion}, o.Key)
	c, err := newClient(o, anthropicOffers)
	return &anthropic{c}, err
}

var anthropicOffers = []offer{
	{temperature, []string{"temperature"}},
	{format, []string{"output_config", "structured output", "schema"}},
}

// Ask asks the model.
func (c *anthropic) Ask(ctx context.Context, r llm.Request) (llm.Response, error) {
	return ask(c.client, r, c.request, func(in *anthropicRequest) (llm.Response, error) { return c.send(ctx, in) })
}

// send continues an answer that the provider paused.
func (c *anthropic) send(ctx context.Context, in *anthropicRequest) (llm.Response, error) {
	var total llm.Response
	for range mostTurns {
		a, err := send[anthropicAnswer](ctx, c.client, "/v1/messages", in, in.Stream)
		if err != nil {
			if f, ok := errors.AsType[*llm.Failure](err); ok {
				f.Usage = f.Usage.Plus(total.Usage) // what came before the pause is billed
			}
			return llm.Response{}, err
		}
		a.addTo(&total)
		if a.StopReason != "pause_turn" {
			return cmp.Or(anthropicEndings[a.StopReason], incomplete).of(total)
		}
		in.Messages = append(in.Messages, anthropicMessage{"assistant", a.Content})
	}
	return ending{answer.Cut, "the provider paused the answer too often"}.of(total)
}

type anthropicRequest struct {
	Model        string             `json:"model"`
	MaxTokens    int                `json:"max_tokens"`
	System       string             `json:"system,omitempty"`
	Messages     []anthropicMessage `json:"messages"`
	Temperature  *float64           `json:"temperature,omitempty"`
	OutputConfig anthropicOutput    `json:"output_config,omitzero"`
	Tools        json.RawMessage    `json:"tools,omitempty"`
	Stream       bool               `json:"stream,omitempty"`
}

type anthropicOutput struct {
	Format *bound `json:"format,omitempty"`
	Effort string `json:"effort,omitempty"`
}

type anthropicMessage struct {
	Role    string `json:"role"`
	Content any    `json:"content"` // blocks
}

func (in *anthropicRequest) has(what string) bool {
	return what == temperature && in.Temperature != nil || what == format && in.OutputConfig.Format != nil
}

// anthropicWords are the schema keywords that Anthropic supports.
var anthropicWords = []string{"type", "properties", "required", "additionalProperties", "items", "enum", "const",
	"anyOf", "title", "description"}

func (c *anthropic) request(r llm.Request, s *schema.Schema) *anthropicRequest {
	in := &anthropicRequest{Model: c.Model, MaxTokens: cmp.Or(r.MaxTokens, defaultTokens), System: r.System,
		Stream: c.Stream && !r.Search}
	if c.Effort == "" && !c.without(temperature) { // reasoning models accept none
		t := min(max(r.Temperature, 0), 1)
		in.Temperature = &t
	}
	in.OutputConfig.Effort = c.Effort
	switch {
	case s == nil:
	case r.Search || c.without(format): // answers with citations cannot be bound to a schema
		in.System += schema.Demand(r.Schema)
	default:
		in.OutputConfig.Format = &bound{Type: "json_schema", Schema: s.Only(anthropicWords...)}
	}
	if r.Search {
		in.Tools = fmt.Appendf(nil, `[{"type":"web_search_20250305","name":"web_search","max_uses":%d}]`, mostSearches)
	}
	for _, t := range r.Turns {
		in.Messages = append(in.Messages, anthropicTurn(t))
	}
	return in
}

func anthropicTurn(t llm.Turn) anthropicMessage {
	var blocks []map[string]any
	for _, p := range t.Parts {
		switch {
		case p.Image != nil: // bytes are base64 in JSON
			blocks = append(blocks,
				map[string]any{"type": "image", "source": map[string]any{"type": "base64", "media_type": p.Media, "data": p.Image}})
		case strings.TrimSpace(p.Text) != "": // empty blocks are refused
			blocks = append(blocks, map[string]any{"type": "text", "text": p.Text})
		}
	}
	return anthropicMessage{speaker(t, "assistant"), blocks}
}

// anthropicAnswer is the body of a response, or the sum of a stream's events.
type anthropicAnswer struct {
	Model      string            `json:"model"`
	Content    []json.RawMessage `json:"content"`
	StopReason string            `json:"stop_reason"`
	Usage      struct {
		InputTokens   int `json:"input_tokens"`
		OutputTokens  int `json:"output_tokens"`
		CacheCreation int `json:"cache_creation_input_tokens"`
		CacheRead     int `json:"cache_read_input_tokens"`
		ServerToolUse struct {
			WebSearchRequests int `json:"web_search_requests"`
		} `json:"server_tool_use"`
	} `json:"usage"`
	text []byte // of a stream; grows in place
}

// addTo adds an answer to what came before a pause. Its text is that after the last search, since earlier text
// announces the search; its addresses are those that it cites, otherwise those that its searches found.
func (a *anthropicAnswer) addTo(resp *llm.Response) {
	resp.Text, resp.Model = string(a.text), a.Model
	u := a.Usage
	resp.Usage = resp.Usage.Plus(llm.Usage{Input: u.InputTokens + u.CacheCreation + u.CacheRead, Output: u.OutputTokens,
		Searches: u.ServerToolUse.WebSearchRequests})
	var cited, results []found
	for _, raw := range a.Content {
		var b struct {
			Type      string          `json:"type"`
			Text      string          `json:"text"`
			Content   json.RawMessage `json:"content"` // results of a search, or its error
			Citations []found         `json:"citations"`
		}
		if json.Unmarshal(raw, &b) != nil {
			continue
		}
		cited = append(cited, b.Citations...)
		switch b.Type {
		case "text":
			resp.Text += b.Text
		case "web_search_tool_result":
			resp.Text = ""
			var pages []found
			if json.Unmarshal(b.Content, &pages) == nil {
				results = append(results, pages...)
			}
		}
	}
	if len(cited) == 0 {
		cited = results
	}
	for _, f := range cited {
		resp.Cite(f.URL)
	}
}

var anthropicEndings = map[string]ending{
	"end_turn": whole, "stop_sequence": whole, "refusal": declined, "max_tokens": limited,
	"model_context_window_exceeded": limited,
}

// anthropicStatuses are the HTTP statuses that errors in the middle of a stream would have had.
var anthropicStatuses = map[string]int{"invalid_request_error": 400, "authentication_error": 401,
	"permission_error": 403, "not_found_error": 404,
	"request_too_large": 413, "rate_limit_error": 429, "overloaded_error": 529}

// event adds one event of a stream.
func (a *anthropicAnswer) event(_ string, data []byte) error {
	var e struct {
		Type    string          `json:"type"`
		Message anthropicAnswer `json:"message"`
		Error   json.RawMessage `json:"error"`
		Usage   struct {
			OutputTokens int `json:"output_tokens"`
		} `json:"usage"`
		Delta struct {
			Type       string `json:"type"`
			Text       string `json:"text"`
			StopReason string `json:"stop_reason"`
		} `json:"delta"`
	}
	if err := readEvent(data, &e); err != nil {
		return err
	}
	switch e.Type {
	case "message_start":
		a.Model, a.Usage = e.Message.Model, e.Message.Usage
	case "content_block_delta":
		if e.Delta.Type == "text_delta" {
			a.text = append(a.text, e.Delta.Text...)
		}
	case "message_delta":
		a.StopReason, a.Usage.OutputTokens = e.Delta.StopReason, e.Usage.OutputTokens
	case "message_stop":
		return transport.ErrDone
	case "error":
		r := &transport.Rejection{}
		transport.ReadError(e.Error, r)
		r.Status = cmp.Or(anthropicStatuses[r.Type], 500)
		return r
	}
	return nil
}
