package openai

import (
	"encoding/json"

	"github.com/bonafide-audit/bonafide/internal/llm"
	"github.com/bonafide-audit/bonafide/internal/llm/compatible"
	"github.com/bonafide-audit/bonafide/internal/transport"
)

type request struct {
	Model           string       `json:"model"`
	Instructions    string       `json:"instructions,omitempty"`
	Input           []item       `json:"input"`
	Temperature     *float64     `json:"temperature,omitempty"`
	MaxOutputTokens int          `json:"max_output_tokens,omitempty"`
	MaxToolCalls    int          `json:"max_tool_calls,omitempty"`
	Text            *textOptions `json:"text,omitempty"`
	Reasoning       *reasoning   `json:"reasoning,omitempty"`
	Tools           []tool       `json:"tools,omitempty"`
	Include         []string     `json:"include,omitempty"`
	Store           bool         `json:"store"` // false: the provider need not keep the answer
	Stream          bool         `json:"stream,omitempty"`
}

type reasoning struct {
	Effort string `json:"effort"`
}

type textOptions struct {
	Format textFormat `json:"format"`
}

type textFormat struct {
	Type   string          `json:"type"`
	Name   string          `json:"name"`
	Strict bool            `json:"strict"`
	Schema json.RawMessage `json:"schema"`
}

type tool struct {
	Type string `json:"type"`
}

type item struct {
	Role    string    `json:"role"`
	Content []content `json:"content"`
}

type content struct {
	Type     string `json:"type"`
	Text     string `json:"text,omitempty"`
	ImageURL string `json:"image_url,omitempty"`
}

func turn(t llm.Turn) item {
	role, words := "user", "input_text"
	if t.Assistant {
		role, words = "assistant", "output_text"
	}
	i := item{Role: role, Content: []content{}}
	for _, p := range t.Parts {
		if p.Image != nil {
			i.Content = append(i.Content, content{Type: "input_image", ImageURL: compatible.DataURL(p)})
			continue
		}
		i.Content = append(i.Content, content{Type: words, Text: p.Text})
	}
	return i
}

// answer is the body of a call, and the last event of a stream.
type answer struct {
	Status string `json:"status"`
	Model  string `json:"model"`
	Output []struct {
		Type   string `json:"type"`
		Action struct {
			Type    string  `json:"type"` // to open a page found is no search
			Sources []found `json:"sources"`
		} `json:"action"` // of a search
		Content []struct {
			Type        string  `json:"type"`
			Text        string  `json:"text"`
			Annotations []found `json:"annotations"`
		} `json:"content"`
	} `json:"output"`
	Error             json.RawMessage `json:"error"`
	IncompleteDetails struct {
		Reason string `json:"reason"`
	} `json:"incomplete_details"`
	Usage struct {
		InputTokens  int `json:"input_tokens"`
		OutputTokens int `json:"output_tokens"`
	} `json:"usage"`
}

type found struct {
	URL string `json:"url"`
}

// Fault gives the error in an answer.
func (a *answer) Fault() *transport.Rejection {
	r := transport.Fault(a.Error)
	switch {
	case r == nil || r.Code == "server_error" || r.Code == "":
	case r.Code == limited:
		r.Status = 429
	default: // of the request: an image, the words of the prompt
		r.Status = 400
	}
	return r
}

const limited = "rate_limit_exceeded"

// event reads one event of a stream. The last holds the whole answer.
func (a *answer) event(_ string, data []byte) error {
	var e struct {
		Type     string `json:"type"`
		Response answer `json:"response"`
	}
	if json.Unmarshal(data, &e) != nil {
		return &llm.Failure{Kind: llm.Malformed, Detail: "an event of the stream is not the JSON of its protocol"}
	}
	switch e.Type {
	case "response.completed", "response.incomplete", "response.failed":
		if *a = e.Response; a.Fault() != nil {
			return a.Fault()
		}
		return transport.ErrDone
	case "error":
		r := &transport.Rejection{Status: 500}
		if transport.ReadError(data, r); r.Code == limited {
			r.Status = 429
		}
		return r
	}
	return nil
}

// response says what a whole answer is worth.
func (a *answer) response() (llm.Response, error) {
	resp := llm.Response{Model: a.Model, Usage: llm.Usage{Input: a.Usage.InputTokens, Output: a.Usage.OutputTokens}}
	refused := false
	var cited, sources []found
	for _, o := range a.Output {
		if o.Type == "web_search_call" {
			if o.Action.Type == "search" || o.Action.Type == "" {
				resp.Usage.Searches++
			}
			sources = append(sources, o.Action.Sources...)
		}
		for _, c := range o.Content {
			refused = refused || c.Type == "refusal"
			if c.Type == "output_text" {
				resp.Text += c.Text
			}
			cited = append(cited, c.Annotations...)
		}
	}
	if len(cited) == 0 {
		cited = sources
	}
	for _, f := range cited {
		resp.Cite(f.URL)
	}
	fail := func(kind llm.FailureKind, detail string) (llm.Response, error) {
		return llm.Response{}, &llm.Failure{Kind: kind, Detail: detail, Usage: resp.Usage}
	}
	switch {
	case refused:
		return fail(llm.Refusal, "the model declined to answer")
	case a.IncompleteDetails.Reason == "content_filter":
		return fail(llm.Refusal, "the provider's filter withheld the answer")
	case a.Status == "incomplete":
		return fail(llm.Cut, "the answer ended at its limit of tokens")
	case a.Status != "completed":
		return fail(llm.Malformed, "the answer is not complete")
	case resp.Text == "":
		return fail(llm.Malformed, "the answer is empty")
	}
	return resp, nil
}
