package compatible

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/llm"
	"github.com/bonafide-audit/bonafide/internal/transport"
)

// Format is how a server is told the schema of an answer.
type Format string

// The formats. Auto begins with JSONSchema and goes down as the server refuses.
const (
	Auto       Format = ""
	JSONSchema Format = "json_schema" // response_format, as OpenAI defines it
	Guided     Format = "guided_json" // vLLM before it knew response_format
	Ollama     Format = "format"      // Ollama's own member
	JSONObject Format = "json_object" // any JSON; the schema is in the instructions
	Words      Format = "none"        // the schema is in the instructions only
)

// Formats lists the formats that a user may choose.
func Formats() []string {
	return []string{string(JSONSchema), string(Guided), string(Ollama), string(JSONObject), string(Words)}
}

// Search is how a server is told to search the web.
type Search string

// The ways to search; the default is none, but for OpenRouter's own address.
const (
	NoSearch      Search = ""
	SearchPlugin  Search = "plugin"             // OpenRouter
	SearchOptions Search = "web_search_options" // OpenAI's search models
)

// Options say which server and model are asked.
type Options struct {
	transport.Endpoint
	Model      string
	Key        string // "" for servers without keys
	KeyHeader  string // "" means "Authorization: Bearer"; Azure takes "api-key"
	APIVersion string // of Azure, whose models are deployments; "" elsewhere
	Format     Format
	Search     Search
	Stream     bool
	Effort     string // of reasoning, "" for the model's own
}

// Client asks one model of one server.
type Client struct {
	opts Options
	http *llm.Service
}

// New makes a client. It fails for an address that is none.
func New(o Options) (*Client, error) {
	if o.Key != "" {
		header := map[string]string{}
		maps.Copy(header, o.Header)
		if name := cmp.Or(o.KeyHeader, "Authorization"); strings.EqualFold(name, "Authorization") {
			header[name] = "Bearer " + o.Key
		} else {
			header[name] = o.Key
		}
		o.Header, o.Secrets = header, append(slices.Clip(o.Secrets), o.Key)
	}
	if u, err := url.Parse(o.Base); err == nil {
		if o.Search == NoSearch && strings.HasSuffix(u.Hostname(), "openrouter.ai") {
			o.Search = SearchPlugin
		}
		o.Base = address(u, o.APIVersion)
	}
	client, err := llm.NewService(o.Endpoint)
	if err != nil {
		return nil, err
	}
	return &Client{opts: o, http: client}, nil
}

// address mends addresses as portals show them: with the path of a call before
// their query, and those of Azure without any path, whose models are then asked
// by its first version of OpenAI's own paths.
func address(u *url.URL, version string) string {
	mended := *u
	mended.RawPath = strings.TrimSuffix(strings.TrimRight(u.EscapedPath(), "/"), "/chat/completions")
	if strings.HasSuffix(u.Hostname(), ".azure.com") && mended.RawPath == "" && version == "" {
		mended.RawPath = "/openai/v1"
	}
	var err error
	if mended.Path, err = url.PathUnescape(mended.RawPath); err != nil { // transport.New says so
		return u.String()
	}
	return mended.String()
}

// path gives the path of a call; Azure names the model in it.
func (c *Client) path(call string) string {
	if c.opts.APIVersion == "" {
		return "/" + call
	}
	return "/openai/deployments/" + url.PathEscape(c.opts.Model) + "/" + call + "?api-version=" + url.QueryEscape(c.opts.APIVersion)
}

// Ask asks the model.
func (c *Client) Ask(ctx context.Context, r llm.Request) (llm.Response, error) {
	if r.Search && c.opts.Search == NoSearch {
		return llm.Response{}, &llm.Failure{Kind: llm.Unsupported, Detail: "this server has no web search of its own"}
	}
	s, err := r.Form()
	if err != nil {
		return llm.Response{}, err
	}
	for {
		form := c.form()
		in, err := c.request(r, s, form)
		if err != nil {
			return llm.Response{}, err
		}
		resp, err := c.send(ctx, in)
		if err == nil || !c.concede(err, in, form) {
			return resp.Without(c.opts.Key), err
		}
	}
}

// concede leaves out what the server refused, and says whether to ask again.
func (c *Client) concede(err error, in *request, f form) bool {
	return c.http.Make(err, func(what string) bool { return f.without[what] || !in.has(what) },
		llm.Offer{What: "max_tokens", Words: []string{"max_completion_tokens"}},
		llm.Offer{What: "temperature", Words: []string{"temperature"}},
		llm.Offer{What: "seed", Words: []string{"seed"}},
		llm.Offer{What: "stream_options", Words: []string{"stream_options"}},
		llm.Offer{What: systemTurn, Words: []string{"system role", "system message", "'system'", "`system`", "roles must alternate"}},
		llm.Offer{What: string(JSONSchema), Words: schemaWords},
		llm.Offer{What: string(Guided), Words: schemaWords},
		llm.Offer{What: string(Ollama), Words: schemaWords},
		llm.Offer{What: string(JSONObject), Words: schemaWords},
	)
}

// schemaWords are in rejections of a way to ask for JSON.
var schemaWords = []string{"response_format", "json_schema", "json_object", "guided", "format", "schema", "grammar", "structured", "json mode"}

// form is the shape that requests have for now.
type form struct {
	format  Format
	without map[string]bool
}

func (c *Client) form() form {
	f := form{format: cmp.Or(c.opts.Format, JSONSchema), without: map[string]bool{}}
	for _, what := range []string{"max_tokens", "temperature", "seed", "stream_options", systemTurn, string(JSONSchema), string(Guided), string(Ollama), string(JSONObject)} {
		f.without[what] = c.http.Given(what)
	}
	if f.without[string(f.format)] {
		f.format = JSONObject
	}
	if f.without[string(f.format)] {
		f.format = Words
	}
	return f
}

// mostTexts is how many texts are embedded by one call.
const mostTexts = 128

// Embed turns texts into vectors of the model.
func (c *Client) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	vectors := make([][]float32, 0, len(texts))
	for some := range slices.Chunk(texts, mostTexts) {
		part, err := c.embed(ctx, some)
		if err != nil {
			return nil, err
		}
		vectors = append(vectors, part...)
	}
	return vectors, llm.CheckVectors(vectors, len(vectors))
}

func (c *Client) embed(ctx context.Context, texts []string) ([][]float32, error) {
	in := map[string]any{"model": c.opts.Model, "input": texts, "encoding_format": "float"}
	var out struct {
		Data []struct {
			Index     int       `json:"index"`
			Embedding []float32 `json:"embedding"`
		} `json:"data"`
	}
	if err := c.http.AskLarge(ctx, c.path("embeddings"), in, &out); err != nil {
		return nil, err
	}
	vectors := make([][]float32, len(texts))
	for _, d := range out.Data {
		if d.Index < 0 || d.Index >= len(vectors) {
			return nil, &llm.Failure{Kind: llm.Malformed, Detail: fmt.Sprintf("vector %d was not asked for", d.Index)}
		}
		vectors[d.Index] = d.Embedding
	}
	return vectors, llm.CheckVectors(vectors, len(texts))
}
