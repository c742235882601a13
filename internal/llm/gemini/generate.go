package gemini

import (
	"encoding/json"
	"slices"

	"github.com/bonafide-audit/bonafide/internal/llm"
	"github.com/bonafide-audit/bonafide/internal/transport"
)

type request struct {
	SystemInstruction *content  `json:"systemInstruction,omitempty"`
	Contents          []content `json:"contents"`
	Tools             []tool    `json:"tools,omitempty"`
	GenerationConfig  struct {
		Temperature        *float64        `json:"temperature,omitempty"`
		Seed               *int32          `json:"seed,omitempty"`
		MaxOutputTokens    int             `json:"maxOutputTokens,omitempty"`
		ThinkingConfig     *thinkingConfig `json:"thinkingConfig,omitempty"`
		ResponseMimeType   string          `json:"responseMimeType,omitempty"`
		ResponseJSONSchema json.RawMessage `json:"responseJsonSchema,omitempty"`
	} `json:"generationConfig"`
}

type thinkingConfig struct {
	ThinkingLevel string `json:"thinkingLevel"`
}

type tool struct {
	GoogleSearch struct{} `json:"googleSearch"`
}

type content struct {
	Role  string `json:"role,omitempty"`
	Parts []part `json:"parts"`
}

type part struct {
	Text       string `json:"text,omitempty"`
	Thought    bool   `json:"thought,omitempty"`
	InlineData *data  `json:"inlineData,omitempty"`
}

type data struct {
	MimeType string `json:"mimeType"`
	Data     []byte `json:"data"` // base64 in JSON
}

type embedRequest struct {
	Requests []embedOne `json:"requests"`
}

type embedOne struct {
	Model   string  `json:"model"`
	Content content `json:"content"`
}

func turn(t llm.Turn) content {
	c := content{Role: "user"}
	if t.Assistant {
		c.Role = "model"
	}
	for _, p := range t.Parts {
		switch {
		case p.Image != nil:
			c.Parts = append(c.Parts, part{InlineData: &data{MimeType: p.Media, Data: p.Image}})
		case p.Text != "": // empty parts are refused
			c.Parts = append(c.Parts, part{Text: p.Text})
		}
	}
	return c
}

// answer is the body of a call, or what the chunks of a stream add up to.
type answer struct {
	Candidates []struct {
		Content           content `json:"content"`
		FinishReason      string  `json:"finishReason"`
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

// Fault gives the error in an answer.
func (a *answer) Fault() *transport.Rejection {
	r := transport.Fault(a.Error)
	if r != nil && r.Type == "RESOURCE_EXHAUSTED" {
		r.Status = 429
	}
	return r
}

// said gives the text of this answer or chunk, without thoughts.
func (a *answer) said() string {
	text := ""
	if len(a.Candidates) > 0 {
		for _, p := range a.Candidates[0].Content.Parts {
			if !p.Thought {
				text += p.Text
			}
		}
	}
	return text
}

// event adds one chunk of a stream; that with a reason to finish is the last.
func (a *answer) event(_ string, b []byte) error {
	text := append(a.text, a.said()...)
	var next answer
	if json.Unmarshal(b, &next) != nil {
		return &llm.Failure{Kind: llm.Malformed, Detail: "an event of the stream is not the JSON of its protocol"}
	}
	if r := next.Fault(); r != nil {
		return r
	}
	next.text = text
	*a = next
	if a.PromptFeedback.BlockReason != "" || len(a.Candidates) > 0 && a.Candidates[0].FinishReason != "" {
		return transport.ErrDone
	}
	return nil
}

// withheld are the reasons to finish of an answer that a filter stopped.
var withheld = []string{"SAFETY", "RECITATION", "LANGUAGE", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII", "IMAGE_SAFETY", "IMAGE_PROHIBITED_CONTENT", "IMAGE_RECITATION"}

// response says what a whole answer is worth.
func (a *answer) response() (llm.Response, error) {
	u := a.UsageMetadata
	resp := llm.Response{Text: string(a.text) + a.said(), Model: a.ModelVersion, Usage: llm.Usage{Input: u.Prompt + u.ToolUse, Output: u.Candidates + u.Thoughts}}
	fail := func(kind llm.FailureKind, detail string) (llm.Response, error) {
		return llm.Response{}, &llm.Failure{Kind: kind, Detail: detail, Usage: resp.Usage}
	}
	if a.PromptFeedback.BlockReason != "" {
		return fail(llm.Refusal, "the provider's filter withheld the answer")
	}
	if len(a.Candidates) == 0 {
		return fail(llm.Malformed, "the answer is empty")
	}
	c := a.Candidates[0]
	resp.Usage.Searches = len(c.GroundingMetadata.WebSearchQueries)
	for _, g := range c.GroundingMetadata.GroundingChunks {
		resp.Cite(g.Web.URI)
	}
	switch {
	case slices.Contains(withheld, c.FinishReason):
		return fail(llm.Refusal, "the provider's filter withheld the answer")
	case c.FinishReason == "MAX_TOKENS":
		return fail(llm.Cut, "the answer ended at its limit of tokens")
	case c.FinishReason != "STOP":
		return fail(llm.Malformed, "the answer is not complete")
	case resp.Text == "":
		return fail(llm.Malformed, "the answer is empty")
	}
	return resp, nil
}
