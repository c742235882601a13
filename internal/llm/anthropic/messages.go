package anthropic

import (
	"cmp"
	"encoding/base64"
	"encoding/json"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/llm"
	"github.com/bonafide-audit/bonafide/internal/transport"
)

type request struct {
	Model        string        `json:"model"`
	MaxTokens    int           `json:"max_tokens"`
	System       string        `json:"system,omitempty"`
	Messages     []message     `json:"messages"`
	Temperature  *float64      `json:"temperature,omitempty"`
	OutputConfig *outputConfig `json:"output_config,omitempty"`
	Tools        []tool        `json:"tools,omitempty"`
	Stream       bool          `json:"stream,omitempty"`
}

type outputConfig struct {
	Format *outputFormat `json:"format,omitempty"`
	Effort string        `json:"effort,omitempty"`
}

type outputFormat struct {
	Type   string          `json:"type"`
	Schema json.RawMessage `json:"schema"`
}

type tool struct {
	Type    string `json:"type"`
	Name    string `json:"name"`
	MaxUses int    `json:"max_uses"`
}

type message struct {
	Role    string            `json:"role"`
	Content []json.RawMessage `json:"content"`
}

func turn(t llm.Turn) message {
	m := message{Role: "user"}
	if t.Assistant {
		m.Role = "assistant"
	}
	for _, p := range t.Parts {
		switch {
		case p.Image != nil:
			m.Content = append(m.Content, encoded(map[string]any{"type": "image", "source": map[string]any{
				"type": "base64", "media_type": p.Media, "data": base64.StdEncoding.EncodeToString(p.Image)}}))
		case strings.TrimSpace(p.Text) != "": // empty blocks are refused
			m.Content = append(m.Content, encoded(map[string]any{"type": "text", "text": p.Text}))
		}
	}
	return m
}

func encoded(v any) json.RawMessage {
	b, err := json.Marshal(v)
	if err != nil { // strings only
		return json.RawMessage("null")
	}
	return b
}

// answer is the body of a call, or what the events of a stream add up to.
type answer struct {
	Model      string          `json:"model"`
	RawContent json.RawMessage `json:"content"`
	StopReason string          `json:"stop_reason"`
	Usage      usage           `json:"usage"`
	raw        []json.RawMessage
	text       []byte // of a stream; grows in place
}

type usage struct {
	InputTokens   int `json:"input_tokens"`
	OutputTokens  int `json:"output_tokens"`
	CacheCreation int `json:"cache_creation_input_tokens"`
	CacheRead     int `json:"cache_read_input_tokens"`
	ServerToolUse struct {
		WebSearchRequests int `json:"web_search_requests"`
	} `json:"server_tool_use"`
}

func (u usage) usage() llm.Usage {
	return llm.Usage{Input: u.InputTokens + u.CacheCreation + u.CacheRead, Output: u.OutputTokens, Searches: u.ServerToolUse.WebSearchRequests}
}

// block is a piece of an answer.
type block struct {
	Type      string          `json:"type"`
	Text      string          `json:"text"`
	Content   json.RawMessage `json:"content"` // results of a search, or the error of one
	Citations []found         `json:"citations"`
}

type found struct {
	URL string `json:"url"`
}

func (a *answer) blocks() []block {
	list := make([]block, 0, len(a.raw))
	for _, raw := range a.raw {
		var b block
		if json.Unmarshal(raw, &b) == nil {
			list = append(list, b)
		}
	}
	return list
}

// addresses lists what the answer cites, else what its searches found.
func (a *answer) addresses() []string {
	var cited, all []string
	for _, b := range a.blocks() {
		for _, c := range b.Citations {
			cited = append(cited, c.URL)
		}
		var results []found
		if b.Type == "web_search_tool_result" && json.Unmarshal(b.Content, &results) == nil {
			for _, f := range results {
				all = append(all, f.URL)
			}
		}
	}
	if len(cited) > 0 {
		return cited
	}
	return all
}

// said gives the text after the last search; what comes before announces it.
func (a *answer) said() string {
	text := string(a.text)
	for _, b := range a.blocks() {
		switch b.Type {
		case "text":
			text += b.Text
		case "web_search_tool_result":
			text = ""
		}
	}
	return text
}

// response says what a whole answer is worth.
func (a *answer) response(u llm.Usage, addresses []string) (llm.Response, error) {
	fail := func(kind llm.FailureKind, detail string) (llm.Response, error) {
		return llm.Response{}, &llm.Failure{Kind: kind, Detail: detail, Usage: u}
	}
	text := a.said()
	switch {
	case a.StopReason == "refusal":
		return fail(llm.Refusal, "the model declined to answer")
	case a.StopReason == "max_tokens" || a.StopReason == "model_context_window_exceeded":
		return fail(llm.Cut, "the answer ended at its limit of tokens")
	case a.StopReason != "end_turn" && a.StopReason != "stop_sequence":
		return fail(llm.Malformed, "the answer is not complete")
	case text == "":
		return fail(llm.Malformed, "the answer is empty")
	}
	resp := llm.Response{Text: text, Model: a.Model, Usage: u}
	for _, address := range addresses {
		resp.Cite(address)
	}
	return resp, nil
}

// statuses are those that errors in the middle of a stream would have had.
var statuses = map[string]int{"invalid_request_error": 400, "authentication_error": 401, "permission_error": 403, "not_found_error": 404,
	"request_too_large": 413, "rate_limit_error": 429, "overloaded_error": 529}

// event adds one event of a stream.
func (a *answer) event(_ string, data []byte) error {
	var e struct {
		Type    string          `json:"type"`
		Message answer          `json:"message"`
		Error   json.RawMessage `json:"error"`
		Usage   struct {
			OutputTokens int `json:"output_tokens"`
		} `json:"usage"`
		Delta struct {
			Type       string `json:"type"`
			Text       string `json:"text"`
			StopReason string `json:"stop_reason"`
		} `json:"delta"`
	}
	if json.Unmarshal(data, &e) != nil {
		return &llm.Failure{Kind: llm.Malformed, Detail: "an event of the stream is not the JSON of its protocol"}
	}
	switch e.Type {
	case "message_start":
		a.Model, a.Usage = e.Message.Model, e.Message.Usage
	case "content_block_delta":
		if e.Delta.Type == "text_delta" {
			a.text = append(a.text, e.Delta.Text...)
		}
	case "message_delta":
		a.StopReason, a.Usage.OutputTokens = e.Delta.StopReason, e.Usage.OutputTokens
	case "message_stop":
		return transport.ErrDone
	case "error":
		r := &transport.Rejection{}
		transport.ReadError(e.Error, r)
		r.Status = cmp.Or(statuses[r.Type], 500)
		return r
	}
	return nil
}
