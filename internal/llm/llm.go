package llm

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/answer"
)

// Model answers typed requests. It is safe for concurrent use. An error that is
// a *Failure means that no usable answer came; whoever asked goes on without.
type Model interface {
	Ask(ctx context.Context, r Request) (Response, error)
}

// Embedder turns texts into vectors of one length, in the order of the texts.
type Embedder interface {
	Embed(ctx context.Context, texts []string) ([][]float32, error)
}

// Request is one question. Its digest is the key of the cache and of a replay,
// so that it holds all that may change the answer and nothing else.
type Request struct {
	Role   string          // who asks ("verifier"), for the meter and the budget
	Prompt string          // name and version of the prompt file: "verifier/1"
	System string          // our instructions; never text from a document or page
	Turns  []Turn          // the conversation, oldest first; the last is the user's
	Name   string          // name of the schema
	Schema json.RawMessage // the JSON schema that the answer must fit; nil asks for plain text
	// Temperature is 0 unless a prompt of a paper says otherwise.
	Temperature float64
	Seed        int64
	MaxTokens   int  // most tokens of the answer; 0 means the provider's own limit
	Search      bool // let the provider search the web, where it can
}

// Turn is what one side said.
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

// User returns the turn of a user who says text.
func User(text string) Turn { return Turn{Parts: []Part{{Text: text}}} }

// Response is a complete answer.
type Response struct {
	Text      string   `json:"text"`                // JSON that fits the schema, when the request had one
	Model     string   `json:"model,omitempty"`     // as the provider names it
	Usage     Usage    `json:"usage,omitzero"`      // what it cost
	Citations []string `json:"citations,omitempty"` // addresses that a provider's own web search gave
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

// leastKey is the length in bytes from which a key is one; a shorter one is a
// word that answers may hold.
const leastKey = 8

// Without takes a key out of an answer: a server may show what it was sent.
func (r Response) Without(key string) Response {
	if len(key) < leastKey {
		return r
	}
	r.Text, r.Model = strings.ReplaceAll(r.Text, key, "…"), strings.ReplaceAll(r.Model, key, "…")
	r.Citations = slices.DeleteFunc(r.Citations, func(address string) bool { return strings.Contains(address, key) })
	return r
}

// Decode reads the JSON of an answer into v. JSON that does not fit is a Failure.
func (r Response) Decode(v any) error {
	if err := json.Unmarshal([]byte(r.Text), v); err != nil {
		return &Failure{Kind: answer.Malformed, Detail: "answer does not fit its schema", Err: err}
	}
	return nil
}

// Failure means that a model was asked and gave nothing to go on.
type Failure struct {
	Kind   answer.FailureKind
	Detail string // never holds a key
	Err    error
	Usage  Usage // what the attempt is billed for all the same, where that is known
	Unsent bool  // no request was made: the service is being left alone
}

// Error says why in one line.
func (f *Failure) Error() string {
	if f.Detail != "" {
		return fmt.Sprintf("model: %s: %s", f.Kind, f.Detail)
	}
	return "model: " + string(f.Kind)
}

// Unwrap returns the cause.
func (f *Failure) Unwrap() error { return f.Err }

// CheckVectors fails unless there are n vectors of one length without a number
// that is none.
func CheckVectors(vectors [][]float32, n int) error {
	if len(vectors) != n {
		return &Failure{Kind: answer.Malformed, Detail: "fewer vectors than texts"}
	}
	for _, v := range vectors {
		if len(v) == 0 || len(v) != len(vectors[0]) {
			return &Failure{Kind: answer.Malformed, Detail: "vectors are of different lengths"}
		}
		for _, x := range v {
			if f := float64(x); math.IsNaN(f) || math.IsInf(f, 0) {
				return &Failure{Kind: answer.Malformed, Detail: "a vector contains something other than numbers"}
			}
		}
	}
	return nil
}

// packed is a vector as the cache keeps it: four bytes a number, in base64.
type packed []float32

func (p packed) MarshalJSON() ([]byte, error) {
	b := make([]byte, 0, 4*len(p))
	for _, x := range p {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(x))
	}
	return json.Marshal(b)
}

// UnmarshalJSON unpacks.
func (p *packed) UnmarshalJSON(data []byte) error {
	var b []byte
	if err := json.Unmarshal(data, &b); err != nil {
		return err
	}
	if len(b)%4 != 0 {
		return errors.New("a kept vector is broken")
	}
	*p = make([]float32, 0, len(b)/4)
	for ; len(b) > 0; b = b[4:] {
		*p = append(*p, math.Float32frombits(binary.LittleEndian.Uint32(b)))
	}
	return nil
}
