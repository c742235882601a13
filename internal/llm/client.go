package llm

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"sync"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/transport"
)

// ClientOptions choose a model and its server.
type ClientOptions struct {
	transport.Endpoint
	Model      string
	Key        string // "" for servers without keys
	KeyHeader  string // "" means "Authorization: Bearer"; Azure expects "api-key"
	APIVersion string // for Azure, whose models are deployments; otherwise ""
	Format     string // such as "json_schema"; "" starts with that and falls back as the server refuses
	Search     string // SearchPlugin or SearchOptions; "" means none, except at OpenRouter's own address
	Stream     bool
	Effort     string // of reasoning, "" for the model's default
}

// client is a client of one model over HTTP. It speaks OpenAI's chat completions, which OpenAI, Anthropic, Google,
// OpenRouter, Azure, Ollama, vLLM, llama.cpp, LM Studio and many others serve: text, images, answers bound to a
// schema, and the provider's web search. What a server does not support is left out of later requests. Its errors
// are Failures.
type client struct {
	ClientOptions
	api *transport.API
	// conceded holds the features that the server or the model does not support; they are left out for the rest
	// of a run. Servers differ in that, and none announces it.
	conceded sync.Map
}

// NewClient returns a client of a model on a server with OpenAI's chat completions. It returns an error for an invalid
// address.
func NewClient(o ClientOptions) (Model, error) {
	if o.Format != "" && !slices.Contains(formats, o.Format) {
		return nil, fmt.Errorf("no format of answers is called %q: use %s", o.Format, strings.Join(formats, ", "))
	}
	if o.Key != "" {
		name, value := cmp.Or(o.KeyHeader, "Authorization"), o.Key
		if strings.EqualFold(name, "Authorization") {
			value = "Bearer " + o.Key
		}
		o.Endpoint = o.WithKey(map[string]string{name: value}, o.Key)
	}
	if u, err := url.Parse(o.Base); err == nil {
		if o.Search == "" && strings.HasSuffix(u.Hostname(), "openrouter.ai") {
			o.Search = SearchPlugin
		}
		o.Base = mended(u, o.APIVersion)
	}
	o.Failure = failureOf
	api, err := transport.NewAPI(o.Endpoint)
	return &client{ClientOptions: o, api: api}, err
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

// path returns the path of a question; on Azure it contains the model.
func (c *client) path() string {
	if c.APIVersion == "" {
		return "/chat/completions"
	}
	return "/openai/deployments/" + url.PathEscape(c.Model) + "/chat/completions?api-version=" +
		url.QueryEscape(c.APIVersion)
}

// kinds are the kinds of failure of models that differ from those of sources.
var kinds = map[answer.FailureKind]answer.FailureKind{
	answer.Refused: answer.Rejected, answer.BadAnswer: answer.Malformed,
}

// failureOf turns an error of the transport into a failure of a model.
func failureOf(err error) error {
	var own *Failure
	var f *answer.Failure
	switch {
	case errors.As(err, &own):
		return err
	case !errors.As(err, &f):
		return &Failure{Kind: answer.Unsupported, Detail: "request cannot be written", Err: err}
	}
	kind := cmp.Or(kinds[f.Kind], f.Kind)
	var r *transport.Rejection
	if errors.As(f.Err, &r) && r.Filtered() {
		kind = answer.Refusal
	}
	return &Failure{Kind: kind, Detail: f.Detail, Err: f.Err, Unsent: f.Unsent}
}

// Features that a server or a model may not support.
const (
	maxTokens     = "max_tokens"
	temperature   = "temperature"
	seed          = "seed"
	streamOptions = "stream_options"
	// systemTurn is the feature missing in models whose template has no place for a system prompt: it then
	// precedes the user's first words.
	systemTurn = "system turn"
)

// schemaRefused are words in rejections of a way to ask for JSON.
var schemaRefused = []string{"response_format", "json_schema", "json_object", "guided", "format", "schema", "grammar",
	"structured", "json mode"}

// offers lists the features that a request can do without. A rejection that contains one of the words, in lower
// case, refers to the feature.
var offers = []struct {
	what  string
	words []string
}{
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

// Ask asks the model, and repeats a request without what the server rejects as long as there is something to leave out.
func (c *client) Ask(ctx context.Context, r Request) (Response, error) {
	if r.Search && c.Search == "" {
		return Response{}, &Failure{Kind: answer.Unsupported, Detail: "this server has no web search of its own"}
	}
	for {
		in := c.request(r)
		resp, err := c.send(ctx, in)
		if err == nil || !c.concede(err, in) {
			return resp.Without(c.Key), err
		}
	}
}

func (c *client) send(ctx context.Context, in *chatRequest) (Response, error) {
	var a chatAnswer
	var err error
	if c.Stream {
		err = c.api.Stream(ctx, c.path(), in, func() { a = chatAnswer{} }, a.event)
	} else {
		err = c.api.Ask(ctx, c.path(), in, &a)
	}
	if err != nil {
		return Response{}, err
	}
	return a.response()
}

// without reports whether the server is known not to support a feature.
func (c *client) without(what string) bool {
	_, conceded := c.conceded.Load(what)
	return conceded
}

// concede leaves out the first feature that a rejection refers to and the request uses; false means that there
// is none and the rejection is final.
func (c *client) concede(err error, in *chatRequest) bool {
	var f *Failure
	var r *transport.Rejection
	if !errors.As(err, &f) || !errors.As(err, &r) || f.Kind != answer.Rejected && r.Status != 501 {
		return false
	}
	if !slices.Contains([]int{400, 404, 422, 501}, r.Status) {
		return false
	}
	for _, o := range offers {
		if in.has(o.what) && r.Mentions(o.words...) {
			c.conceded.Store(o.what, true)
			return true
		}
	}
	return false
}

// ending is the result of a reason to finish.
type ending struct {
	kind   answer.FailureKind
	detail string
}

var (
	whole     = ending{detail: "the answer is whole"}
	declined  = ending{answer.Refusal, "the model declined to answer"}
	withheld  = ending{answer.Refusal, "the provider's filter withheld the answer"}
	outOfRoom = ending{answer.Cut, "the answer ended at its limit of tokens"}
	brokenOff = ending{answer.Cut, "the server stopped in the middle of the answer"}
	empty     = ending{answer.Malformed, "the answer is empty"}
)

// of returns the answer that ended this way, or a failure.
func (e ending) of(resp Response) (Response, error) {
	if e == whole && resp.Text == "" {
		e = empty
	}
	if e == whole {
		return resp, nil
	}
	return Response{}, &Failure{Kind: e.kind, Detail: e.detail, Usage: resp.Usage}
}
