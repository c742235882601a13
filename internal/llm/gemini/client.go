package gemini

import (
	"cmp"
	"context"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/bonafide-audit/bonafide/internal/llm"
	"github.com/bonafide-audit/bonafide/internal/llm/schema"
	"github.com/bonafide-audit/bonafide/internal/transport"
)

// Options say which model is asked.
type Options struct {
	transport.Endpoint
	Model  string
	Key    string
	Stream bool
	Effort string // thinking level, "" for the model's own

	redirects string // of tests
}

// Client asks one model.
type Client struct {
	opts  Options
	http  *llm.Service
	plain *http.Client // without the key
}

// New makes a client. It fails for an address that is none.
func New(o Options) (*Client, error) {
	client, err := llm.NewService(o.Endpoint.WithKey(map[string]string{"X-Goog-Api-Key": o.Key}, o.Key))
	if err != nil {
		return nil, err
	}
	o.redirects = cmp.Or(o.redirects, redirects)
	return &Client{opts: o, http: client, plain: transport.Plain()}, nil
}

func (c *Client) path(call string) string {
	return "/v1beta/models/" + url.PathEscape(c.opts.Model) + ":" + call
}

// What a model may not take.
const (
	temperature = "temperature"
	seed        = "seed"
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
		a, err := c.send(ctx, in)
		if err == nil {
			resp, err := a.response()
			resp.Citations = c.resolved(ctx, resp.Citations)
			return resp.Without(c.opts.Key), err
		}
		used := func(what string) bool {
			g := in.GenerationConfig
			return what == temperature && g.Temperature == nil || what == seed && g.Seed == nil || what == format && g.ResponseJSONSchema == nil
		}
		if !c.http.Make(err, used, llm.Offer{What: temperature, Words: []string{"temperature"}}, llm.Offer{What: seed, Words: []string{"seed"}},
			llm.Offer{What: format, Words: []string{"response_json_schema", "responsejsonschema", "json mode", "mime", "responsemimetype"}}) {
			return llm.Response{}, err
		}
	}
}

func (c *Client) send(ctx context.Context, in *request) (*answer, error) {
	a := &answer{}
	if !c.opts.Stream {
		return a, c.http.Ask(ctx, c.path("generateContent"), in, a)
	}
	err := c.http.Stream(ctx, c.path("streamGenerateContent")+"?alt=sse", in, func() { *a = answer{} }, a.event)
	return a, err
}

// formatWords are what Gemini takes of a schema.
var formatWords = []string{"type", "properties", "required", "additionalProperties", "items", "enum", "anyOf", "title", "description",
	"minimum", "maximum", "minItems", "maxItems"}

func (c *Client) request(r llm.Request, s *schema.Schema) *request {
	in := &request{}
	in.GenerationConfig.MaxOutputTokens = r.MaxTokens
	if c.opts.Effort != "" {
		in.GenerationConfig.ThinkingConfig = &thinkingConfig{ThinkingLevel: c.opts.Effort}
	}
	if !c.http.Given(temperature) {
		in.GenerationConfig.Temperature = &r.Temperature
	}
	if !c.http.Given(seed) {
		short := int32(r.Seed) // as wide as the API takes
		in.GenerationConfig.Seed = &short
	}
	system := r.System
	switch {
	case s == nil:
	case r.Search || c.http.Given(format): // a bound answer is not searched for, without a word
		system += schema.Demand(r.Schema)
	default:
		in.GenerationConfig.ResponseMimeType, in.GenerationConfig.ResponseJSONSchema = "application/json", s.Only(formatWords...)
	}
	if system != "" {
		in.SystemInstruction = &content{Parts: []part{{Text: system}}}
	}
	if r.Search {
		in.Tools = []tool{{}}
	}
	for _, t := range r.Turns {
		in.Contents = append(in.Contents, turn(t))
	}
	return in
}

// mostTexts is how many texts one call takes.
const mostTexts = 100

// Embed turns texts into vectors of the model.
func (c *Client) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	var vectors [][]float32
	for some := range slices.Chunk(texts, mostTexts) {
		in := embedRequest{}
		for _, t := range some {
			in.Requests = append(in.Requests, embedOne{Model: "models/" + c.opts.Model, Content: content{Parts: []part{{Text: t}}}})
		}
		var out struct {
			Embeddings []struct {
				Values []float32 `json:"values"`
			} `json:"embeddings"`
		}
		if err := c.http.AskLarge(ctx, c.path("batchEmbedContents"), in, &out); err != nil {
			return nil, err
		}
		for _, e := range out.Embeddings {
			vectors = append(vectors, e.Values)
		}
	}
	return vectors, llm.CheckVectors(vectors, len(texts))
}

// redirects is where the addresses of pages begin that Gemini's search found:
// the provider gives addresses of its own that redirect to them.
const redirects = "https://vertexaisearch.cloud.google.com/grounding-api-redirect/"

const (
	mostRedirects = 10
	redirectTime  = 5 * time.Second // for all of one answer
)

// resolved gives the pages' own addresses. Only the provider is asked, and no
// page; an address that it does not resolve is left as it is.
func (c *Client) resolved(ctx context.Context, addresses []string) []string {
	ctx, cancel := context.WithTimeout(ctx, redirectTime)
	defer cancel()
	for i, address := range addresses {
		if i >= mostRedirects || !strings.HasPrefix(address, c.opts.redirects) {
			continue
		}
		if own := c.target(ctx, address); own != "" {
			addresses[i] = own
		}
	}
	return addresses
}

func (c *Client) target(ctx context.Context, address string) string {
	req, err := http.NewRequestWithContext(ctx, http.MethodHead, address, nil)
	if err != nil {
		return ""
	}
	resp, err := c.plain.Do(req)
	if err != nil {
		return ""
	}
	defer resp.Body.Close()
	to, err := resp.Location()
	if err != nil || to.Scheme != "https" && to.Scheme != "http" {
		return ""
	}
	return to.String()
}
