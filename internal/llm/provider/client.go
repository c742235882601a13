package provider

import (
	"cmp"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/llm"
	"github.com/bonafide-audit/bonafide/internal/llm/schema"
	"github.com/bonafide-audit/bonafide/internal/transport"
)

// Options choose a model and its server.
type Options struct {
	transport.Endpoint
	Model  string
	Key    string // "" for servers without keys
	Stream bool
	Effort string // of reasoning, "" for the model's default

	// Only for NewCompatible.
	KeyHeader  string // "" means "Authorization: Bearer"; Azure expects "api-key"
	APIVersion string // for Azure, whose models are deployments; otherwise ""
	Format     string // such as "json_schema"; "" starts with that and falls back as the server refuses
	Search     string // SearchPlugin or SearchOptions; "" means none, except at OpenRouter's own address
}

// client is a client of one model. Its errors are Failures.
type client struct {
	Options
	api    *transport.API
	offers []offer
	// conceded holds the features that the server or the model does not support; they are left out for the rest
	// of a run. Servers differ in that, and none announces it.
	conceded sync.Map
}

// newClient returns an error for an invalid address.
func newClient(o Options, offers []offer) (*client, error) {
	o.Failure = failureOf
	api, err := transport.NewAPI(o.Endpoint)
	return &client{Options: o, api: api, offers: offers}, err
}

// kinds are the kinds of failure of models that differ from those of sources.
var kinds = map[answer.FailureKind]answer.FailureKind{
	answer.Refused: answer.Rejected, answer.BadAnswer: answer.Malformed,
}

// failureOf turns an error of the transport into a failure of a model.
func failureOf(err error) error {
	var own *llm.Failure
	var f *answer.Failure
	switch {
	case errors.As(err, &own):
		return err
	case !errors.As(err, &f):
		return &llm.Failure{Kind: answer.Unsupported, Detail: "request cannot be written", Err: err}
	}
	kind := cmp.Or(kinds[f.Kind], f.Kind)
	var r *transport.Rejection
	if errors.As(f.Err, &r) && r.Filtered() {
		kind = answer.Refusal
	}
	return &llm.Failure{Kind: kind, Detail: f.Detail, Err: f.Err, Unsent: f.Unsent}
}

// Features that a server or a model may not support.
const (
	temperature = "temperature"
	seed        = "seed"
	format      = "format" // a schema for the answer
)

// offer is a feature that a client can leave out of its requests.
type offer struct {
	what  string
	words []string // in lower case; a rejection that contains one refers to the feature
}

// request is the body of a question.
type request interface {
	has(what string) bool // whether it uses the feature
}

// ask writes and sends a request, and repeats it without what the server rejects as long as there is something
// to leave out.
func ask[R request](c *client, r llm.Request, write func(llm.Request, *schema.Schema) R,
	send func(R) (llm.Response, error)) (llm.Response, error) {
	s, err := r.Form()
	if err != nil {
		return llm.Response{}, err
	}
	for {
		in := write(r, s)
		resp, err := send(in)
		if err == nil || !c.concede(err, in) {
			return resp.Without(c.Key), err
		}
	}
}

// without reports whether the server is known not to support a feature.
func (c *client) without(what string) bool {
	_, conceded := c.conceded.Load(what)
	return conceded
}

// concede leaves out the first feature that a rejection refers to and the request uses; false means that there
// is none and the rejection is final.
func (c *client) concede(err error, in request) bool {
	var f *llm.Failure
	var r *transport.Rejection
	if !errors.As(err, &f) || !errors.As(err, &r) || f.Kind != answer.Rejected && r.Status != 501 {
		return false
	}
	if !slices.Contains([]int{400, 404, 422, 501}, r.Status) {
		return false
	}
	i := slices.IndexFunc(c.offers, func(o offer) bool { return in.has(o.what) && r.Mentions(o.words...) })
	if i < 0 {
		return false
	}
	c.conceded.Store(c.offers[i].what, true)
	return true
}

// reply is a response body, or the sum of a stream's events.
type reply[A any] interface {
	*A
	event(name string, data []byte) error
}

// complete is a reply that evaluates itself.
type complete[A any] interface {
	reply[A]
	response() (llm.Response, error)
}

// askFor asks for answers of one type.
func askFor[A any, R request, P complete[A]](ctx context.Context, c *client, path string, r llm.Request,
	write func(llm.Request, *schema.Schema) R) (llm.Response, error) {
	return ask(c, r, write, func(in R) (llm.Response, error) {
		a, err := send[A, P](ctx, c, path, in, c.Stream)
		if err != nil {
			return llm.Response{}, err
		}
		return a.response()
	})
}

// send sends one request.
func send[A any, P reply[A]](ctx context.Context, c *client, path string, in any, stream bool) (P, error) {
	a := P(new(A))
	if stream {
		return a, c.api.Stream(ctx, path, in, func() { *a = *new(A) }, a.event)
	}
	return a, c.api.Ask(ctx, path, in, a)
}

// readEvent decodes one event of a stream, which may contain an error.
func readEvent(data []byte, into any) error {
	if json.Unmarshal(data, into) != nil {
		return &llm.Failure{Kind: answer.Malformed, Detail: "an event of the stream is not the JSON of its protocol"}
	}
	if f, ok := into.(transport.Faulty); ok {
		if r := f.Fault(); r != nil {
			return r
		}
	}
	return nil
}

// ending is the result of a reason to finish.
type ending struct {
	kind   answer.FailureKind
	detail string
}

var (
	whole      = ending{detail: "the answer is whole"}
	declined   = ending{answer.Refusal, "the model declined to answer"}
	withheld   = ending{answer.Refusal, "the provider's filter withheld the answer"}
	limited    = ending{answer.Cut, "the answer ended at its limit of tokens"}
	brokenOff  = ending{answer.Cut, "the server stopped in the middle of the answer"}
	incomplete = ending{answer.Malformed, "the answer is not complete"}
	empty      = ending{answer.Malformed, "the answer is empty"}
)

// of returns the answer that ended this way, or a failure.
func (e ending) of(resp llm.Response) (llm.Response, error) {
	if e == whole && resp.Text == "" {
		e = empty
	}
	if e == whole {
		return resp, nil
	}
	return llm.Response{}, &llm.Failure{Kind: e.kind, Detail: e.detail, Usage: resp.Usage}
}

// embed turns texts into vectors in calls of at most most texts.
func embed(texts []string, most int, call func([]string) ([][]float32, error)) ([][]float32, error) {
	vectors := make([][]float32, 0, len(texts))
	for some := range slices.Chunk(texts, most) {
		part, err := call(some)
		if err == nil {
			err = llm.CheckVectors(part, len(some)) // otherwise they would belong to other texts
		}
		if err != nil {
			return nil, err
		}
		vectors = append(vectors, part...)
	}
	return vectors, llm.CheckVectors(vectors, len(texts))
}

// mostSearches is the maximum number of searches for one answer, if the API accepts one.
const mostSearches = 5

// found is a page that a provider's web search found.
type found struct {
	URL string `json:"url"`
}

// speaker returns the role of a turn; model is the provider's name for the model's role.
func speaker(t llm.Turn, model string) string {
	if t.Assistant {
		return model
	}
	return "user"
}

// dataURL returns an image as a data URL.
func dataURL(p llm.Part) string {
	return "data:" + p.Media + ";base64," + base64.StdEncoding.EncodeToString(p.Image)
}

// bound asks for an answer that fits a schema, in the form of OpenAI and others.
type bound struct {
	Type   string          `json:"type,omitempty"`
	Name   string          `json:"name,omitempty"`
	Strict bool            `json:"strict,omitempty"`
	Schema json.RawMessage `json:"schema"`
}

// strictWords are the schema keywords that OpenAI's strict mode supports.
var strictWords = []string{"type", "properties", "required", "additionalProperties", "items", "enum", "const", "anyOf",
	"title", "description",
	"minimum", "maximum", "minItems", "maxItems"}

// schemaName returns the name of a schema in the characters that OpenAI accepts.
func schemaName(name string) string {
	name = strings.Map(func(r rune) rune {
		if r == '-' || r < utf8.RuneSelf && (unicode.IsLetter(r) || unicode.IsDigit(r)) {
			return r
		}
		return '_'
	}, name)
	return cmp.Or(name[:min(len(name), 64)], "answer")
}
