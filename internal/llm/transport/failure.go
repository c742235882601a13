package transport

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/bonafide-audit/bonafide/internal/llm"
)

// Rejection is an error in a provider's own words. It stands behind a Failure,
// so that a provider's client can mend its request.
type Rejection struct {
	Status  int
	Type    string // "invalid_request_error"
	Code    string
	Param   string
	Message string
	Wait    time.Duration // that the body asks for; 0 when it does not
}

// Error gives the words.
func (r *Rejection) Error() string { return r.Message }

// Mentions says whether the rejection is about a parameter or holds a word that
// begins with one of words: "format" is in "response_format", not in
// "information".
func (r *Rejection) Mentions(words ...string) bool {
	text := strings.ToLower(r.Param + "\n" + r.Message)
	return slices.ContainsFunc(words, func(w string) bool { return begins(text, w) })
}

func begins(text, word string) bool {
	for {
		before, after, found := strings.Cut(text, word)
		if !found {
			return false
		}
		if last, _ := utf8.DecodeLastRuneInString(before); !unicode.IsLetter(last) {
			return true
		}
		text = "a" + after // what follows a letter begins no word
	}
}

// trouble is a failure with what decides about asking again.
type trouble struct {
	*llm.Failure
	heals bool
	after time.Duration // that the service asks to wait
}

// Unwrap gives the failure.
func (t *trouble) Unwrap() error { return t.Failure }

// broken explains an error of the connection. The error itself is not kept:
// that of net/http quotes the address.
func broken(err error) error {
	var f *llm.Failure
	if errors.As(err, &f) {
		return err
	}
	var outer *url.Error
	if errors.As(err, &outer) {
		err = outer.Err
	}
	var timeout net.Error
	if errors.Is(err, context.DeadlineExceeded) || errors.As(err, &timeout) && timeout.Timeout() {
		return &trouble{Failure: &llm.Failure{Kind: llm.Timeout, Detail: "no answer in time", Err: context.DeadlineExceeded}}
	}
	return &trouble{Failure: &llm.Failure{Kind: llm.Unreachable, Detail: line(err.Error())}, heals: true}
}

// rejected turns a provider's error into a failure.
func (c *Client) rejected(resp *http.Response, r *Rejection) error {
	r.Message = clipped(Hide(line(r.Message), c.opts.Secrets))
	t := &trouble{Failure: &llm.Failure{Kind: llm.Rejected, Err: r}}
	t.Detail = fmt.Sprintf("HTTP %d", r.Status)
	if r.Message != "" {
		t.Detail += ": " + r.Message
	}
	switch {
	case filtered(r.Code):
		t.Kind = llm.Refusal
	case r.Code == "insufficient_quota": // nothing to wait for
		t.Kind = llm.RateLimited
	case r.Status == 429:
		t.Kind, t.heals = llm.RateLimited, true
	case r.Status == 408 || r.Status == 504:
		t.Kind, t.heals = llm.Timeout, true
	case r.Status >= 500:
		t.Kind, t.heals = llm.Unreachable, r.Status != 501 && r.Status != 505
	}
	if t.after = r.Wait; t.heals && t.after == 0 {
		t.after = retryAfter(resp.Header, c.opts.Now())
	}
	return t
}

// filtered reports the code of a request that a provider's filter does not let
// through: "content_filter" of Azure, "content_policy_violation", "bio_policy"
// and the like of OpenAI.
func filtered(code string) bool {
	return code == "content_filter" || strings.Contains(strings.ToLower(code), "policy")
}

// retryAfter reads what a service asks to wait: in milliseconds as OpenAI
// writes it, in seconds, or as a date. 0 means that it asks nothing.
func retryAfter(h http.Header, now time.Time) time.Duration {
	if ms, err := strconv.ParseFloat(h.Get("Retry-After-Ms"), 64); err == nil && ms > 0 {
		return time.Duration(min(ms, 1e9) * float64(time.Millisecond))
	}
	text := strings.TrimSpace(h.Get("Retry-After"))
	if s, err := strconv.ParseFloat(text, 64); err == nil && s > 0 {
		return time.Duration(min(s, 1e6) * float64(time.Second))
	}
	if at, err := http.ParseTime(text); err == nil {
		return max(at.Sub(now), 0)
	}
	return 0
}

// readRejection reads the shapes of errors: {"error": {…}} of OpenAI, Anthropic
// and Gemini, also in a list; {"error": "…"} of Ollama; {"message": …} and
// {"detail": …} of servers in Python.
func readRejection(status int, body []byte) *Rejection {
	r := &Rejection{Status: status}
	var list []json.RawMessage
	if json.Unmarshal(body, &list) == nil && len(list) > 0 {
		body = list[0]
	}
	var outer struct {
		Error   json.RawMessage `json:"error"`
		Message string          `json:"message"`
		Detail  json.RawMessage `json:"detail"`
	}
	if json.Unmarshal(body, &outer) != nil {
		return r
	}
	r.Message = outer.Message
	if r.Message == "" && outer.Detail != nil {
		r.Message = string(outer.Detail)
	}
	if json.Unmarshal(outer.Error, &r.Message) == nil {
		return r
	}
	ReadError(outer.Error, r)
	return r
}

// invalidKey is OpenAI's code for a key that is none; Gemini's is read as it.
const invalidKey = "invalid_api_key"

// ReadError reads the inner object of a provider's error.
func ReadError(body []byte, r *Rejection) {
	var inner struct {
		Type    string          `json:"type"`
		Status  string          `json:"status"` // Gemini
		Code    json.RawMessage `json:"code"`   // a word, or a number
		Param   string          `json:"param"`
		Message string          `json:"message"`
		Details []struct {
			RetryDelay string `json:"retryDelay"`
			Reason     string `json:"reason"`
		} `json:"details"`
	}
	if json.Unmarshal(body, &inner) != nil {
		return
	}
	r.Type, r.Param, r.Message = inner.Type+inner.Status, inner.Param, inner.Message
	if r.Code = strings.Trim(string(inner.Code), `"`); r.Code == "null" {
		r.Code = ""
	}
	for _, d := range inner.Details {
		if wait, err := time.ParseDuration(d.RetryDelay); err == nil && wait > 0 {
			r.Wait = wait
		}
		if d.Reason == "API_KEY_INVALID" {
			r.Code = invalidKey
		}
	}
}

// Fault reads an error that stands in an answer of status 200, nil for none: an
// object whose code may be the status that the answer should have had, or words.
func Fault(raw json.RawMessage) *Rejection {
	if len(raw) == 0 || string(raw) == "null" {
		return nil
	}
	r := &Rejection{Status: 500}
	if json.Unmarshal(raw, &r.Message) == nil {
		return r
	}
	ReadError(raw, r)
	if status, err := strconv.Atoi(r.Code); err == nil && status >= 400 && status <= 599 {
		r.Status = status
	}
	return r
}

// keyShape finds what looks like a key of a provider.
var keyShape = regexp.MustCompile(`\b((sk|pk|gsk|xai|hf)[-_]|AIza)[-_A-Za-z0-9*]{8,}`)

// Hide takes keys out of a text: those given, and what looks like one.
func Hide(text string, secrets []string) string {
	for _, s := range secrets {
		if len(s) >= 4 {
			text = strings.ReplaceAll(text, s, "…")
		}
	}
	return keyShape.ReplaceAllString(text, "…")
}

// line puts foreign words on one line, without what does not print.
func line(text string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return ' '
		}
		if !unicode.IsPrint(r) {
			return -1
		}
		return r
	}, strings.ToValidUTF8(text, "")))
}

// clipped shortens words to what a report has room for. Keys are hidden before:
// half a key is not known as one.
func clipped(text string) string {
	if runes := []rune(text); len(runes) > 300 {
		return string(runes[:300]) + "…"
	}
	return text
}

// gate stays shut for a while when a service is down or has had enough, so that
// a run does not wait anew for every reference.
type gate struct {
	mu    sync.Mutex
	fails int // in a row
	until time.Time
	why   *llm.Failure
}

const (
	patience = 3                // failures in a row
	rest     = 30 * time.Second // before a service that is down is asked again
	doubled  = 4                // how often the rest becomes twice as long
)

func (g *gate) shut(now time.Time) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	if now.Before(g.until) {
		f := *g.why
		return &f
	}
	return nil
}

func (g *gate) open() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.fails = 0
}

func (g *gate) note(now time.Time, t *trouble) {
	g.mu.Lock()
	defer g.mu.Unlock()
	down := t.Kind == llm.Unreachable || t.Kind == llm.Timeout || t.Kind == llm.RateLimited
	denied := false
	var r *Rejection
	if errors.As(t.Err, &r) {
		denied = r.Status == 401 || r.Status == 402 || r.Status == 403 || r.Status == 404 || r.Code == invalidKey || r.Code == "insufficient_quota"
	}
	if now.Before(g.until) && !denied && t.after <= bearable { // of a question that was under way
		return
	}
	if g.fails++; !down && !denied {
		g.fails = 0
	}
	switch {
	case denied:
		g.until = now.Add(24 * time.Hour) // neither the key nor the name becomes a better one
	case t.after > bearable:
		g.until = now.Add(t.after)
	case g.fails >= patience:
		g.until = now.Add(rest << min(g.fails-patience, doubled))
	default:
		return
	}
	g.why = &llm.Failure{Kind: t.Kind, Detail: t.Detail + " (not asked again for now)", Err: t.Err, Unsent: true}
}
