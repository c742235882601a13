// Package llm asks language and vision models: one typed request, bound to a JSON schema, and one answer; the client
// of every provider; and what wraps a model: the check of its answers, the limit of concurrent questions, meter and
// budget, cache, and recordings. It contains no role. Nothing in bonafide needs a model; every model is off unless a
// user names it.
//
// May be imported by: llm/..., audit, lab/..., extract, setup/..., source/..., cli, cmd.
package llm

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/answer"
)

// Model answers typed requests. It is safe for concurrent use. An error that is a *Failure means that there is
// no usable answer; the caller continues without one.
type Model interface {
	Ask(ctx context.Context, r Request) (Response, error)
}

// Request is one question. Its digest is the key of the cache and of a replay, so it contains everything that
// may change the answer and nothing else.
type Request struct {
	Role   string          // the role that asks ("verifier"), for the meter and the budget
	Prompt string          // name and version of the prompt file: "verifier/1"
	System string          // our instructions; never text from a document or page
	Turns  []Turn          // the conversation, oldest first; the last is the user's
	Name   string          // name of the schema
	Schema json.RawMessage // the JSON schema that the answer must fit; nil asks for plain text
	// Temperature is 0 unless a paper's prompt requires another.
	Temperature float64
	Seed        int64
	MaxTokens   int  // maximum length of the answer; 0 means the provider's own limit
	Search      bool // let the provider search the web, if it can
}

// Turn is one side's turn of a conversation.
type Turn struct {
	Assistant bool
	Parts     []Part
}

// Part is a piece of a turn: text, or an image with its media type.
type Part struct {
	Text  string
	Image []byte
	Media string // "image/png"; "" for text
}

// User returns a user's turn with a text.
func User(text string) Turn { return Turn{Parts: []Part{{Text: text}}} }

// Response is a complete answer.
type Response struct {
	Text      string   `json:"text"`                // JSON that fits the schema, if the request had one
	Model     string   `json:"model,omitempty"`     // as the provider names it
	Usage     Usage    `json:"usage,omitzero"`      // what it was billed for
	Citations []string `json:"citations,omitempty"` // addresses found by the provider's own web search
	Cached    bool     `json:"cached,omitempty"`    // it came from the cache or a replay
}

// Usage counts what a request is billed for.
type Usage struct {
	Input    int `json:"input"`              // tokens
	Output   int `json:"output"`             // tokens
	Searches int `json:"searches,omitempty"` // of the provider's own web search
}

// Plus adds two usages.
func (u Usage) Plus(v Usage) Usage {
	return Usage{Input: u.Input + v.Input, Output: u.Output + v.Output, Searches: u.Searches + v.Searches}
}

// leastKey is the length in bytes from which a text is treated as a key; a shorter one is a word that
// answers may contain.
const leastKey = 8

// Without removes a key from an answer: a server may show what it was sent.
func (r Response) Without(key string) Response {
	if len(key) < leastKey {
		return r
	}
	r.Text, r.Model = strings.ReplaceAll(r.Text, key, "…"), strings.ReplaceAll(r.Model, key, "…")
	r.Citations = slices.DeleteFunc(r.Citations, func(address string) bool { return strings.Contains(address, key) })
	return r
}

// Decode decodes the JSON of an answer into v. JSON that does not fit is a Failure.
func (r Response) Decode(v any) error {
	if err := json.Unmarshal([]byte(r.Text), v); err != nil {
		return &Failure{Kind: answer.Malformed, Detail: "answer does not fit its schema", Err: err}
	}
	return nil
}

// Failure means that a model was asked but returned nothing usable.
type Failure struct {
	Kind   answer.FailureKind
	Detail string // never contains a key
	Err    error
	Usage  Usage // what the attempt is billed for anyway, if known
	Unsent bool  // no request was made: the service is being left alone
}

// Error describes the failure in one line.
func (f *Failure) Error() string {
	if f.Detail != "" {
		return fmt.Sprintf("model: %s: %s", f.Kind, f.Detail)
	}
	return "model: " + string(f.Kind)
}

// Unwrap returns the cause.
func (f *Failure) Unwrap() error { return f.Err }
