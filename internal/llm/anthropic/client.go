package anthropic

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"

	"github.com/bonafide-audit/bonafide/internal/llm"
	"github.com/bonafide-audit/bonafide/internal/llm/schema"
	"github.com/bonafide-audit/bonafide/internal/transport"
)

const (
	apiVersion    = "2023-06-01" // of the header anthropic-version
	defaultTokens = 8192         // the API has no default
	mostTurns     = 5            // of one answer that the provider pauses
	mostSearches  = 5
)

// Options say which model is asked.
type Options struct {
	transport.Endpoint
	Model  string
	Key    string
	Effort string // "" for the model's own
	Stream bool   // not for requests that search
}

// Client asks one model.
type Client struct {
	opts Options
	http *llm.Service
}

// New makes a client. It fails for an address that is none.
func New(o Options) (*Client, error) {
	client, err := llm.NewService(o.Endpoint.WithKey(map[string]string{"X-Api-Key": o.Key, "Anthropic-Version": apiVersion}, o.Key))
	if err != nil {
		return nil, err
	}
	return &Client{opts: o, http: client}, nil
}

// What a model may not take.
const (
	temperature = "temperature"
	format      = "format"
)

// Ask asks the model.
func (c *Client) Ask(ctx context.Context, r llm.Request) (llm.Response, error) {
	s, err := r.Form()
	if err != nil {
		return llm.Response{}, err
	}
	for {
		in := c.request(r, s)
		resp, err := c.answer(ctx, in)
		used := func(what string) bool {
			return what == temperature && in.Temperature == nil || what == format && (in.OutputConfig == nil || in.OutputConfig.Format == nil)
		}
		if err == nil || !c.http.Make(err, used, llm.Offer{What: temperature, Words: []string{"temperature"}},
			llm.Offer{What: format, Words: []string{"output_config", "structured output", "schema"}}) {
			return resp.Without(c.opts.Key), err
		}
	}
}

// answer goes on with an answer that the provider paused.
func (c *Client) answer(ctx context.Context, in *request) (llm.Response, error) {
	var total llm.Usage
	var addresses []string
	for range mostTurns {
		a, err := c.send(ctx, in)
		if err != nil {
			if f, ok := errors.AsType[*llm.Failure](err); ok {
				f.Usage = f.Usage.Plus(total) // what came before the pause is billed
			}
			return llm.Response{}, err
		}
		total = total.Plus(a.Usage.usage())
		addresses = append(addresses, a.addresses()...)
		if a.StopReason != "pause_turn" {
			return a.response(total, addresses)
		}
		in.Messages = append(in.Messages, message{Role: "assistant", Content: a.raw})
	}
	return llm.Response{}, &llm.Failure{Kind: llm.Cut, Detail: "the provider paused the answer too often", Usage: total}
}

func (c *Client) send(ctx context.Context, in *request) (*answer, error) {
	a := &answer{}
	if in.Stream {
		err := c.http.Stream(ctx, "/v1/messages", in, func() { *a = answer{} }, a.event)
		return a, err
	}
	if err := c.http.Ask(ctx, "/v1/messages", in, a); err != nil {
		return nil, err
	}
	return a, json.Unmarshal(a.RawContent, &a.raw)
}

// formatWords are what Anthropic takes of a schema.
var formatWords = []string{"type", "properties", "required", "additionalProperties", "items", "enum", "const", "anyOf", "title", "description"}

func (c *Client) request(r llm.Request, s *schema.Schema) *request {
	in := &request{Model: c.opts.Model, MaxTokens: cmp.Or(r.MaxTokens, defaultTokens), System: r.System, Stream: c.opts.Stream && !r.Search}
	if c.opts.Effort == "" && !c.http.Given(temperature) { // what reasons takes none
		t := min(max(r.Temperature, 0), 1)
		in.Temperature = &t
	}
	switch {
	case s == nil:
	case r.Search || c.http.Given(format): // answers with citations cannot be bound
		in.System += schema.Demand(r.Schema)
	default:
		in.OutputConfig = &outputConfig{Format: &outputFormat{Type: "json_schema", Schema: s.Only(formatWords...)}}
	}
	if c.opts.Effort != "" {
		if in.OutputConfig == nil {
			in.OutputConfig = &outputConfig{}
		}
		in.OutputConfig.Effort = c.opts.Effort
	}
	if r.Search {
		in.Tools = []tool{{Type: "web_search_20250305", Name: "web_search", MaxUses: mostSearches}}
	}
	for _, t := range r.Turns {
		in.Messages = append(in.Messages, turn(t))
	}
	return in
}
