package transport

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/bonafide-audit/bonafide/internal/answer"
)

// Endpoint describes a JSON API named by the user, such as a model provider's, which may be on a private
// network, and the user's timeouts for it.
type Endpoint struct {
	Base    string            // base address of all paths
	Header  map[string]string // sent with every request; may contain a key
	Secrets []string          // keys, which must not appear in errors
	Timeout time.Duration     // of one attempt, including its body; 0 means two minutes
	Client  *http.Client      // nil means a default one
	State   State             // nil means one for this API alone
	Clock   Clock             // nil means the system clock
	Jitter  func() float64    // nil means random
	// Failure converts the error of a question for the caller; nil leaves it.
	Failure func(error) error
}

// WithKey returns an endpoint that also sends header, which contains a key that must not appear in errors.
// Headers of the endpoint take precedence.
func (e Endpoint) WithKey(header map[string]string, key string) Endpoint {
	all := maps.Clone(header)
	maps.Copy(all, e.Header)
	e.Header, e.Secrets = all, append(slices.Clip(e.Secrets), key)
	return e
}

// API queries one endpoint. It is safe for concurrent use.
type API struct {
	Endpoint
	base *url.URL
}

// NewAPI checks an address and returns a client for it.
func NewAPI(e Endpoint) (*API, error) {
	base, err := url.Parse(e.Base)
	if err != nil || base.Host == "" || base.Scheme != "http" && base.Scheme != "https" {
		return nil, errors.New("the address of a model's server must begin with http:// or https:// and name a host")
	}
	if base.User != nil {
		return nil, errors.New("the address of a model's server must not hold a password: give the key in the environment")
	}
	for _, values := range base.Query() { // one may be a key
		e.Secrets = append(slices.Clip(e.Secrets), values...)
	}
	if e.Timeout <= 0 {
		e.Timeout = modelsPolicy.Timeout
	}
	e.State = cmp.Or(e.State, NewState(modelsPolicy, Pace{}))
	e.Clock = cmp.Or[Clock](e.Clock, wallClock{})
	if e.Jitter == nil {
		e.Jitter = rand.Float64
	}
	if e.Failure == nil {
		e.Failure = func(err error) error { return err }
	}
	stay := http.Client{Transport: toModels()}
	if e.Client != nil {
		stay = *e.Client
	}
	stay.CheckRedirect = noRedirect // a redirect would carry the key to another host
	e.Client = &stay
	return &API{Endpoint: e, base: base}, nil
}

func noRedirect(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }

// toModels shares connections between the APIs of one run.
var toModels = sync.OnceValue(func() http.RoundTripper {
	t := connect(30*time.Second, 0, 16)
	t.MaxResponseHeaderBytes, t.DisableCompression = 256<<10, false
	return t
})

// Ask posts in as JSON and reads the answer into out.
func (a *API) Ask(ctx context.Context, path string, in, out any) error {
	return a.do(ctx, path, in, func(resp *http.Response) error { return a.readJSON(resp, modelsPolicy.MaxBytes, out) })
}

// Stream posts in as JSON and calls each for every event of the answer. begin is called before each attempt,
// because a broken stream is requested anew. An error of each ends the question, except for a *Rejection, which
// counts as one from the API.
func (a *API) Stream(ctx context.Context, path string, in any, begin func(),
	each func(event string, data []byte) error) error {
	return a.do(ctx, path, in, func(resp *http.Response) error {
		if !strings.HasPrefix(strings.ToLower(resp.Header.Get("Content-Type")), "text/event-stream") {
			return lasting(answer.BadAnswer, "the answer is no stream of events", nil)
		}
		begin()
		var own error
		err := Events(io.LimitReader(resp.Body, modelsPolicy.MaxBytes), func(event string, data []byte) error {
			err := each(event, data)
			if !errors.Is(err, ErrDone) {
				own = err
			}
			return err
		})
		var r *Rejection
		switch {
		case errors.As(own, &r):
			return a.rejected(resp, r)
		case own != nil:
			return own
		case err != nil:
			return broken(err)
		}
		return nil
	})
}

// ErrLate is the cause of a context that ended because one question took longer than its caller waits. That
// counts against the service like its own time-out; the end of a run's time does not.
var ErrLate = errors.New("no answer in the time of one question")

// do tries until an answer has been read, retrying temporary failures. If no time is left, nothing is sent.
func (a *API) do(ctx context.Context, path string, in any, read func(*http.Response) error) error {
	body, err := json.Marshal(in)
	if err != nil {
		return a.Failure(err)
	}
	if ctx.Err() != nil {
		return a.Failure(&answer.Failure{Kind: answer.Timeout, Detail: "no time is left to ask",
			Err: ctx.Err(), Unsent: true})
	}
	err = modelsPolicy.Retry.do(ctx, a.Clock, a.Jitter, func() error {
		available, err := a.State.Availability(ctx, a.Clock.Now())
		if err != nil {
			return asFailure(err)
		}
		if available.Rest > 0 {
			stopped := *available.Why
			return &stopped
		}
		return a.once(ctx, path, body, read)
	})
	var f *failed
	switch {
	case err == nil:
		a.State.Note(a.Clock.Now(), nil)
		return nil
	case !errors.As(err, &f):
		return a.Failure(err)
	case ctx.Err() != nil:
		f = lasting(answer.Timeout, "no answer in time", ctx.Err())
	}
	if ctx.Err() == nil || errors.Is(context.Cause(ctx), ErrLate) { // the end of a run does not count against the service
		a.note(f)
	}
	return a.Failure(f.Failure)
}

// lost is how long an API with an invalid key or model is left alone: neither improves.
const lost = 24 * time.Hour

// note counts an unanswered question towards the circuit.
func (a *API) note(f *failed) {
	now := a.Clock.Now()
	why := &answer.Failure{Kind: f.Kind, Detail: f.Detail + " (not asked again for now)", Err: f.Err, Unsent: true}
	var r *Rejection
	switch {
	case errors.As(f.Err, &r) && r.denied():
		a.State.Stop(now, lost, why)
	case f.after > modelsPolicy.Retry.Bearable:
		a.State.Stop(now, f.after, why)
	case f.Kind == answer.Unreachable, f.Kind == answer.Timeout, f.Kind == answer.RateLimited:
		a.State.Note(now, why)
	case r != nil && r.Status == 403 && !r.Filtered(): // only this request, or a wall in front of all
		a.State.Note(now, why)
	default: // it is alive
		a.State.Note(now, nil)
	}
}

// once makes one attempt.
func (a *API) once(ctx context.Context, path string, body []byte, read func(*http.Response) error) error {
	ctx, cancel := context.WithTimeout(ctx, a.Timeout)
	defer cancel()
	req, err := a.request(ctx, path, body)
	if err != nil {
		return &answer.Failure{Kind: answer.Refused, Detail: "request cannot be sent"}
	}
	resp, err := a.Client.Do(req)
	if err != nil {
		return a.hidden(broken(err))
	}
	defer resp.Body.Close()
	if resp.StatusCode < 200 || resp.StatusCode > 299 {
		text, _ := io.ReadAll(io.LimitReader(resp.Body, 64<<10))
		return a.rejected(resp, readRejection(resp.StatusCode, text))
	}
	return a.hidden(read(resp))
}

func (a *API) request(ctx context.Context, path string, body []byte) (*http.Request, error) {
	u := *a.base
	more, query, _ := strings.Cut(path, "?")
	u.RawPath = strings.TrimSuffix(u.EscapedPath(), "/") + more
	path, err := url.PathUnescape(u.RawPath)
	if err != nil {
		return nil, err
	}
	u.Path = path
	if query != "" && u.RawQuery != "" {
		query = u.RawQuery + "&" + query
	}
	if query != "" {
		u.RawQuery = query
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, u.String(), bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("User-Agent", "bonafide")
	for name, value := range a.Header {
		req.Header.Set(name, value)
	}
	return req, nil
}
