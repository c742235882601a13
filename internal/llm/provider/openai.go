package provider

import (
	"cmp"
	"context"
	"encoding/json"

	"github.com/bonafide-audit/bonafide/internal/llm"
	"github.com/bonafide-audit/bonafide/internal/llm/schema"
	"github.com/bonafide-audit/bonafide/internal/transport"
)

// openAI uses the Responses API.
type openAI struct {
	*client
	llm.Embedder // a client of its own, whose addresses are completed
}

// NewOpenAI returns a client of an OpenAI model; the address ends in /v1. It returns an error for an
// invalid address.
func NewOpenAI(o Options) (llm.Model, error) {
	vectors, err := newCompatible(Options{Endpoint: o.Endpoint, Model: o.Model, Key: o.Key})
	if err != nil {
		return nil, err
	}
	o.Endpoint = o.WithKey(map[string]string{"Authorization": "Bearer " + o.Key}, o.Key)
	c, err := newClient(o, openAIOffers)
	return &openAI{c, vectors}, err
}

var openAIOffers = []offer{
	{temperature, []string{"temperature"}},
	{format, []string{"text.format", "response_format", "json_schema"}},
}

// Ask asks the model. The API accepts no seed.
func (c *openAI) Ask(ctx context.Context, r llm.Request) (llm.Response, error) {
	return askFor[openAIAnswer](ctx, c.client, "/responses", r, c.request)
}

type openAIRequest struct {
	Model           string            `json:"model"`
	Instructions    string            `json:"instructions,omitempty"`
	Input           []openAITurn      `json:"input"`
	Temperature     *float64          `json:"temperature,omitempty"`
	MaxOutputTokens int               `json:"max_output_tokens,omitempty"`
	MaxToolCalls    int               `json:"max_tool_calls,omitempty"`
	Text            map[string]bound  `json:"text,omitempty"`
	Reasoning       map[string]string `json:"reasoning,omitempty"`
	Tools           json.RawMessage   `json:"tools,omitempty"`
	Include         []string          `json:"include,omitempty"`
	Store           bool              `json:"store"` // false: the provider need not keep the answer
	Stream          bool              `json:"stream,omitempty"`
}

type openAITurn struct {
	Role    string       `json:"role"`
	Content []openAIPart `json:"content"`
}

type openAIPart struct {
	Type     string `json:"type"`
	Text     string `json:"text,omitempty"`
	ImageURL string `json:"image_url,omitempty"`
}

func (in *openAIRequest) has(what string) bool {
	return what == temperature && in.Temperature != nil || what == format && in.Text != nil
}

// leastTokens is the lowest limit that the API accepts.
const leastTokens = 16

// searchSources requests the addresses that a search found: an answer bound to a schema has no place to cite them.
const searchSources = "web_search_call.action.sources"

func (c *openAI) request(r llm.Request, s *schema.Schema) *openAIRequest {
	in := &openAIRequest{Model: c.Model, Instructions: r.System, Stream: c.Stream}
	if !c.without(temperature) {
		in.Temperature = &r.Temperature
	}
	if c.Effort != "" {
		in.Reasoning = map[string]string{"effort": c.Effort}
	}
	if r.MaxTokens > 0 {
		in.MaxOutputTokens = max(r.MaxTokens, leastTokens)
	}
	switch {
	case s == nil:
	case c.without(format):
		in.Instructions += schema.Demand(r.Schema)
	default:
		in.Text = map[string]bound{"format": {"json_schema", schemaName(r.Name), true, s.Only(strictWords...)}}
	}
	if r.Search {
		in.Tools, in.MaxToolCalls, in.Include = json.RawMessage(`[{"type":"web_search"}]`), mostSearches,
			[]string{searchSources}
	}
	for _, t := range r.Turns {
		in.Input = append(in.Input, openAITurnOf(t))
	}
	return in
}

func openAITurnOf(t llm.Turn) openAITurn {
	turn, words := openAITurn{speaker(t, "assistant"), []openAIPart{}}, "input_text"
	if t.Assistant {
		words = "output_text"
	}
	for _, p := range t.Parts {
		if p.Image != nil {
			turn.Content = append(turn.Content, openAIPart{Type: "input_image", ImageURL: dataURL(p)})
			continue
		}
		turn.Content = append(turn.Content, openAIPart{Type: words, Text: p.Text})
	}
	return turn
}

// openAIAnswer is the body of a response, and the last event of a stream.
type openAIAnswer struct {
	Status string `json:"status"`
	Model  string `json:"model"`
	Output []struct {
		Type   string `json:"type"`
		Action struct {
			Type    string  `json:"type"` // opening a page that was found is not a search
			Sources []found `json:"sources"`
		} `json:"action"` // of a search
		Content []struct {
			Type        string  `json:"type"`
			Text        string  `json:"text"`
			Annotations []found `json:"annotations"`
		} `json:"content"`
	} `json:"output"`
	Error             json.RawMessage `json:"error"`
	IncompleteDetails struct {
		Reason string `json:"reason"`
	} `json:"incomplete_details"`
	Usage struct {
		InputTokens  int `json:"input_tokens"`
		OutputTokens int `json:"output_tokens"`
	} `json:"usage"`
}

const rateLimited = "rate_limit_exceeded"

// Fault returns the error in an answer.
func (a *openAIAnswer) Fault() *transport.Rejection {
	r := transport.Fault(a.Error)
	switch {
	case r == nil || r.Code == "server_error" || r.Code == "":
	case r.Code == rateLimited:
		r.Status = 429
	default: // about the request: an image, the words of the prompt
		r.Status = 400
	}
	return r
}

// event reads one event of a stream. The last contains the complete answer.
func (a *openAIAnswer) event(_ string, data []byte) error {
	var e struct {
		Type     string       `json:"type"`
		Response openAIAnswer `json:"response"`
	}
	if err := readEvent(data, &e); err != nil {
		return err
	}
	switch e.Type {
	case "response.completed", "response.incomplete", "response.failed":
		if *a = e.Response; a.Fault() != nil {
			return a.Fault()
		}
		return transport.ErrDone
	case "error":
		r := &transport.Rejection{Status: 500}
		if transport.ReadError(data, r); r.Code == rateLimited {
			r.Status = 429
		}
		return r
	}
	return nil
}

var openAIEndings = map[string]ending{"completed": whole, "incomplete": limited}

// response evaluates a complete answer.
func (a *openAIAnswer) response() (llm.Response, error) {
	resp := llm.Response{Model: a.Model, Usage: llm.Usage{Input: a.Usage.InputTokens, Output: a.Usage.OutputTokens}}
	end := cmp.Or(openAIEndings[a.Status], incomplete)
	if a.IncompleteDetails.Reason == "content_filter" {
		end = withheld
	}
	var cited, sources []found
	for _, o := range a.Output {
		if o.Type == "web_search_call" {
			if o.Action.Type == "search" || o.Action.Type == "" {
				resp.Usage.Searches++
			}
			sources = append(sources, o.Action.Sources...)
		}
		for _, c := range o.Content {
			switch c.Type {
			case "refusal":
				end = declined
			case "output_text":
				resp.Text += c.Text
			}
			cited = append(cited, c.Annotations...)
		}
	}
	if len(cited) == 0 {
		cited = sources
	}
	for _, f := range cited {
		resp.Cite(f.URL)
	}
	return end.of(resp)
}
