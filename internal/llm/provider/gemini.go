package provider

import (
	"cmp"
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/bonafide-audit/bonafide/internal/llm"
	"github.com/bonafide-audit/bonafide/internal/llm/schema"
	"github.com/bonafide-audit/bonafide/internal/transport"
)

// gemini uses generateContent.
type gemini struct {
	*client
	plain     *http.Client // without the key
	redirects string       // prefix of the addresses to resolve
}

// NewGemini returns a client of a Google model. It returns an error for an invalid address.
func NewGemini(o Options) (llm.Model, error) {
	o.Endpoint = o.WithKey(map[string]string{"X-Goog-Api-Key": o.Key}, o.Key)
	c, err := newClient(o, geminiOffers)
	return &gemini{c, transport.Plain(), redirects}, err
}

func (c *gemini) path(call string) string {
	return "/v1beta/models/" + url.PathEscape(c.Model) + ":" + call
}

var geminiOffers = []offer{
	{temperature, []string{"temperature"}},
	{seed, []string{"seed"}},
	{format, []string{"response_json_schema", "responsejsonschema", "json mode", "mime", "responsemimetype"}},
}

// Ask asks the model.
func (c *gemini) Ask(ctx context.Context, r llm.Request) (llm.Response, error) {
	path := c.path("generateContent")
	if c.Stream {
		path = c.path("streamGenerateContent") + "?alt=sse"
	}
	resp, err := askFor[geminiAnswer](ctx, c.client, path, r, c.request)
	resp.Citations = c.resolved(ctx, resp.Citations)
	return resp, err
}

type geminiRequest struct {
	SystemInstruction *geminiContent  `json:"systemInstruction,omitempty"`
	Contents          []geminiContent `json:"contents"`
	Tools             json.RawMessage `json:"tools,omitempty"`
	GenerationConfig  struct {
		Temperature        *float64          `json:"temperature,omitempty"`
		Seed               *int32            `json:"seed,omitempty"`
		MaxOutputTokens    int               `json:"maxOutputTokens,omitempty"`
		ThinkingConfig     map[string]string `json:"thinkingConfig,omitempty"`
		ResponseMimeType   string            `json:"responseMimeType,omitempty"`
		ResponseJSONSchema json.RawMessage   `json:"responseJsonSchema,omitempty"`
	} `json:"generationConfig"`
}

type geminiContent struct {
	Role  string       `json:"role,omitempty"`
	Parts []geminiPart `json:"parts"`
}

type geminiPart struct {
	Text       string      `json:"text,omitempty"`
	Thought    bool        `json:"thought,omitempty"`
	InlineData *geminiData `json:"inlineData,omitempty"`
}

type geminiData struct {
	MimeType string `json:"mimeType"`
	Data     []byte `json:"data"` // base64 in JSON
}

func (in *geminiRequest) has(what string) bool {
	g := in.GenerationConfig
	return what == temperature && g.Temperature != nil || what == seed && g.Seed != nil || what == format &&
		g.ResponseJSONSchema != nil
}

// geminiWords are the schema keywords that Gemini supports.
var geminiWords = []string{"type", "properties", "required", "additionalProperties", "items", "enum", "anyOf",
	"title", "description",
	"minimum", "maximum", "minItems", "maxItems"}

func (c *gemini) request(r llm.Request, s *schema.Schema) *geminiRequest {
	in := &geminiRequest{}
	g := &in.GenerationConfig
	g.MaxOutputTokens = r.MaxTokens
	if c.Effort != "" {
		g.ThinkingConfig = map[string]string{"thinkingLevel": c.Effort}
	}
	if !c.without(temperature) {
		g.Temperature = &r.Temperature
	}
	if !c.without(seed) {
		short := int32(r.Seed) // as wide as the API accepts
		g.Seed = &short
	}
	system := r.System
	switch {
	case s == nil:
	case r.Search || c.without(format): // with a schema the search is silently skipped
		system += schema.Demand(r.Schema)
	default:
		g.ResponseMimeType, g.ResponseJSONSchema = "application/json", s.Only(geminiWords...)
	}
	if system != "" {
		in.SystemInstruction = &geminiContent{Parts: []geminiPart{{Text: system}}}
	}
	if r.Search {
		in.Tools = json.RawMessage(`[{"googleSearch":{}}]`)
	}
	for _, t := range r.Turns {
		in.Contents = append(in.Contents, geminiTurn(t))
	}
	return in
}

func geminiTurn(t llm.Turn) geminiContent {
	c := geminiContent{Role: speaker(t, "model")}
	for _, p := range t.Parts {
		switch {
		case p.Image != nil:
			c.Parts = append(c.Parts, geminiPart{InlineData: &geminiData{p.Media, p.Image}})
		case p.Text != "": // empty parts are refused
			c.Parts = append(c.Parts, geminiPart{Text: p.Text})
		}
	}
	return c
}

// geminiAnswer is the body of a response, or the sum of a stream's chunks.
type geminiAnswer struct {
	Candidates []struct {
		Content           geminiContent `json:"content"`
		FinishReason      string        `json:"finishReason"`
		GroundingMetadata struct {
			WebSearchQueries []string `json:"webSearchQueries"`
			GroundingChunks  []struct {
				Web struct {
					URI string `json:"uri"`
				} `json:"web"`
			} `json:"groundingChunks"`
		} `json:"groundingMetadata"`
	} `json:"candidates"`
	PromptFeedback struct {
		BlockReason string `json:"blockReason"`
	} `json:"promptFeedback"`
	ModelVersion  string `json:"modelVersion"`
	UsageMetadata struct {
		Prompt     int `json:"promptTokenCount"`
		Candidates int `json:"candidatesTokenCount"`
		Thoughts   int `json:"thoughtsTokenCount"`
		ToolUse    int `json:"toolUsePromptTokenCount"`
	} `json:"usageMetadata"`
	Error json.RawMessage `json:"error"`
	text  []byte          // of earlier chunks; grows in place
}

// Fault returns the error in an answer.
func (a *geminiAnswer) Fault() *transport.Rejection {
	r := transport.Fault(a.Error)
	if r != nil && r.Type == "RESOURCE_EXHAUSTED" {
		r.Status = 429
	}
	return r
}

// said returns the text so far, without thoughts.
func (a *geminiAnswer) said() []byte {
	text := a.text
	if len(a.Candidates) > 0 {
		for _, p := range a.Candidates[0].Content.Parts {
			if !p.Thought {
				text = append(text, p.Text...)
			}
		}
	}
	return text
}

// event adds one chunk of a stream; the one with a reason to finish is the last.
func (a *geminiAnswer) event(_ string, data []byte) error {
	next := geminiAnswer{text: a.said()}
	if err := readEvent(data, &next); err != nil {
		return err
	}
	*a = next
	if a.PromptFeedback.BlockReason != "" || len(a.Candidates) > 0 && a.Candidates[0].FinishReason != "" {
		return transport.ErrDone
	}
	return nil
}

var geminiEndings = map[string]ending{
	"STOP": whole, "MAX_TOKENS": limited, "SAFETY": withheld, "RECITATION": withheld, "LANGUAGE": withheld,
	"BLOCKLIST":          withheld,
	"PROHIBITED_CONTENT": withheld, "SPII": withheld, "IMAGE_SAFETY": withheld, "IMAGE_PROHIBITED_CONTENT": withheld,
	"IMAGE_RECITATION": withheld,
}

// response evaluates a complete answer.
func (a *geminiAnswer) response() (llm.Response, error) {
	u := a.UsageMetadata
	resp := llm.Response{Text: string(a.said()), Model: a.ModelVersion,
		Usage: llm.Usage{Input: u.Prompt + u.ToolUse, Output: u.Candidates + u.Thoughts}}
	switch {
	case a.PromptFeedback.BlockReason != "":
		return withheld.of(resp)
	case len(a.Candidates) == 0:
		return empty.of(resp)
	}
	c := a.Candidates[0]
	resp.Usage.Searches = len(c.GroundingMetadata.WebSearchQueries)
	for _, g := range c.GroundingMetadata.GroundingChunks {
		resp.Cite(g.Web.URI)
	}
	return cmp.Or(geminiEndings[c.FinishReason], incomplete).of(resp)
}

// Embed returns the model's vectors of texts.
func (c *gemini) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	type one struct {
		Model   string        `json:"model"`
		Content geminiContent `json:"content"`
	}
	return embed(texts, 100, func(texts []string) ([][]float32, error) {
		var in struct {
			Requests []one `json:"requests"`
		}
		for _, t := range texts {
			in.Requests = append(in.Requests, one{"models/" + c.Model, geminiContent{Parts: []geminiPart{{Text: t}}}})
		}
		var out struct {
			Embeddings []struct {
				Values []float32 `json:"values"`
			} `json:"embeddings"`
		}
		err := c.api.AskLarge(ctx, c.path("batchEmbedContents"), in, &out)
		var vectors [][]float32
		for _, e := range out.Embeddings {
			vectors = append(vectors, e.Values)
		}
		return vectors, err
	})
}

// redirects is the prefix of the addresses of pages that Gemini's search found: the provider returns its own
// addresses, which redirect to them.
const redirects = "https://vertexaisearch.cloud.google.com/grounding-api-redirect/"

const (
	mostRedirects = 10
	redirectTime  = 5 * time.Second // for all of one answer
)

// resolved returns the pages' own addresses. It only asks the provider, and no page; an address that the
// provider does not resolve stays as it is.
func (c *gemini) resolved(ctx context.Context, addresses []string) []string {
	ctx, cancel := context.WithTimeout(ctx, redirectTime)
	defer cancel()
	for i, address := range addresses {
		if i < mostRedirects && strings.HasPrefix(address, c.redirects) {
			addresses[i] = cmp.Or(c.target(ctx, address), address)
		}
	}
	return addresses
}

// target returns where an address redirects to; "" if unknown.
func (c *gemini) target(ctx context.Context, address string) string {
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
