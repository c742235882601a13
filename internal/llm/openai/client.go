package openai

import (
	"context"

	"github.com/bonafide-audit/bonafide/internal/llm"
	"github.com/bonafide-audit/bonafide/internal/llm/compatible"
	"github.com/bonafide-audit/bonafide/internal/llm/schema"
	"github.com/bonafide-audit/bonafide/internal/transport"
)

// sources asks for the addresses that a search found: an answer bound to a
// schema has no place to cite them.
const sources = "web_search_call.action.sources"

const (
	leastTokens  = 16 // that the API takes as a limit
	mostSearches = 5
)

// Options say which model is asked.
type Options struct {
	transport.Endpoint // Base ends in /v1
	Model              string
	Key                string
	Stream             bool
	Effort             string // of reasoning, "" for the model's own
}

// Client asks one model.
type Client struct {
	*compatible.Client // for vectors
	opts               Options
	http               *llm.Service
}

// New makes a client. It fails for an address that is none.
func New(o Options) (*Client, error) {
	vectors, err := compatible.New(compatible.Options{Endpoint: o.Endpoint, Model: o.Model, Key: o.Key})
	if err != nil {
		return nil, err
	}
	client, err := llm.NewService(o.Endpoint.WithKey(map[string]string{"Authorization": "Bearer " + o.Key}, o.Key))
	if err != nil {
		return nil, err
	}
	return &Client{Client: vectors, opts: o, http: client}, nil
}

// What a model may not take.
const (
	temperature = "temperature"
	format      = "format"
)

// Ask asks the model. The API takes no seed.
func (c *Client) Ask(ctx context.Context, r llm.Request) (llm.Response, error) {
	s, err := r.Form()
	if err != nil {
		return llm.Response{}, err
	}
	for {
		in := c.request(r, s)
		a, err := c.send(ctx, in)
		if err == nil {
			resp, err := a.response()
			return resp.Without(c.opts.Key), err
		}
		used := func(what string) bool {
			return what == temperature && in.Temperature == nil || what == format && in.Text == nil
		}
		if !c.http.Make(err, used, llm.Offer{What: temperature, Words: []string{"temperature"}},
			llm.Offer{What: format, Words: []string{"text.format", "response_format", "json_schema"}}) {
			return llm.Response{}, err
		}
	}
}

func (c *Client) send(ctx context.Context, in *request) (*answer, error) {
	a := &answer{}
	if !in.Stream {
		return a, c.http.Ask(ctx, "/responses", in, a)
	}
	err := c.http.Stream(ctx, "/responses", in, func() { *a = answer{} }, a.event)
	return a, err
}

// strictWords are what the strict mode takes of a schema.
var strictWords = []string{"type", "properties", "required", "additionalProperties", "items", "enum", "const", "anyOf", "title", "description",
	"minimum", "maximum", "minItems", "maxItems"}

func (c *Client) request(r llm.Request, s *schema.Schema) *request {
	in := &request{Model: c.opts.Model, Instructions: r.System, Stream: c.opts.Stream}
	if !c.http.Given(temperature) {
		in.Temperature = &r.Temperature
	}
	if c.opts.Effort != "" {
		in.Reasoning = &reasoning{Effort: c.opts.Effort}
	}
	if r.MaxTokens > 0 {
		in.MaxOutputTokens = max(r.MaxTokens, leastTokens)
	}
	switch {
	case s == nil:
	case c.http.Given(format):
		in.Instructions += schema.Demand(r.Schema)
	default:
		in.Text = &textOptions{Format: textFormat{Type: "json_schema", Name: compatible.Name(r.Name), Strict: true, Schema: s.Only(strictWords...)}}
	}
	if r.Search {
		in.Tools = []tool{{Type: "web_search"}}
		in.MaxToolCalls, in.Include = mostSearches, []string{sources}
	}
	for _, t := range r.Turns {
		in.Input = append(in.Input, turn(t))
	}
	return in
}
