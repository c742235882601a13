package compatible

import (
	"context"
	"encoding/json"
	"slices"

	"github.com/bonafide-audit/bonafide/internal/llm"
	"github.com/bonafide-audit/bonafide/internal/transport"
)

// answer is the body of a call, or one chunk of a streamed one.
type answer struct {
	Model   string `json:"model"`
	Choices []struct {
		Message      words  `json:"message"`
		Delta        words  `json:"delta"`
		FinishReason string `json:"finish_reason"`
	} `json:"choices"`
	Usage *struct {
		PromptTokens     int `json:"prompt_tokens"`
		CompletionTokens int `json:"completion_tokens"`
		TotalTokens      int `json:"total_tokens"`
	} `json:"usage"`
	Error json.RawMessage `json:"error"` // OpenRouter and vLLM fail in the middle of a stream
}

// text is the content of a message: a string, or a list of parts, of which
// those that are no text are thoughts.
type text string

// UnmarshalJSON reads both forms.
func (t *text) UnmarshalJSON(b []byte) error {
	var one string
	if json.Unmarshal(b, &one) == nil {
		*t = text(one)
		return nil
	}
	var parts []struct {
		Type string `json:"type"`
		Text string `json:"text"`
	}
	if err := json.Unmarshal(b, &parts); err != nil {
		return err
	}
	for _, p := range parts {
		if p.Type == "text" {
			*t += text(p.Text)
		}
	}
	return nil
}

type words struct {
	Content     text   `json:"content"`
	Refusal     string `json:"refusal"`
	Annotations []struct {
		URLCitation struct {
			URL string `json:"url"`
		} `json:"url_citation"`
	} `json:"annotations"`
}

// said gathers an answer from one body or many chunks.
type said struct {
	response llm.Response
	text     []byte // grows in place, however small the chunks
	refused  bool
	reason   string
}

func (a *answer) Fault() *transport.Rejection { return transport.Fault(a.Error) }

func (c *Client) send(ctx context.Context, in *request) (llm.Response, error) {
	var all said
	var err error
	if in.Stream {
		err = c.http.Stream(ctx, c.path("chat/completions"), in, func() { all = said{} }, all.event)
	} else {
		var a answer
		if err = c.http.Ask(ctx, c.path("chat/completions"), in, &a); err == nil {
			all.add(a)
		}
	}
	if err != nil {
		return llm.Response{}, err
	}
	return all.end()
}

// event reads one event of a stream.
func (s *said) event(_ string, data []byte) error {
	if string(data) == "[DONE]" {
		if s.reason == "" { // ended, but no one said that it was whole
			s.reason = "length"
		}
		return transport.ErrDone
	}
	var a answer
	if err := json.Unmarshal(data, &a); err != nil {
		return &llm.Failure{Kind: llm.Malformed, Detail: "an event of the stream is not the JSON of its protocol"}
	}
	if r := a.Fault(); r != nil {
		return r
	}
	s.add(a)
	return nil
}

func (s *said) add(a answer) {
	if a.Model != "" {
		s.response.Model = a.Model
	}
	if u := a.Usage; u != nil { // some servers count thoughts in the total alone
		s.response.Usage.Input, s.response.Usage.Output = u.PromptTokens, max(u.CompletionTokens, u.TotalTokens-u.PromptTokens)
	}
	if len(a.Choices) == 0 {
		return
	}
	choice := a.Choices[0]
	for _, w := range []words{choice.Message, choice.Delta} {
		s.text = append(s.text, w.Content...)
		s.refused = s.refused || w.Refusal != ""
		for _, n := range w.Annotations {
			s.response.Cite(n.URLCitation.URL)
		}
	}
	if choice.FinishReason != "" {
		s.reason = choice.FinishReason
	}
}

// broken are the reasons of servers that stopped in the middle of an answer:
// OpenRouter, DeepSeek, vLLM.
var broken = []string{"error", "insufficient_system_resource", "abort"}

// end says what the whole answer is worth.
func (s *said) end() (llm.Response, error) {
	fail := func(kind llm.FailureKind, detail string) (llm.Response, error) {
		return llm.Response{}, &llm.Failure{Kind: kind, Detail: detail, Usage: s.response.Usage}
	}
	switch {
	case s.refused:
		return fail(llm.Refusal, "the model declined to answer")
	case s.reason == "content_filter":
		return fail(llm.Refusal, "the provider's filter withheld the answer")
	case s.reason == "length":
		return fail(llm.Cut, "the answer ended at its limit of tokens")
	case slices.Contains(broken, s.reason):
		return fail(llm.Cut, "the server stopped in the middle of the answer")
	case len(s.text) == 0:
		return fail(llm.Malformed, "the answer is empty")
	}
	s.response.Text = string(s.text)
	return s.response, nil
}
